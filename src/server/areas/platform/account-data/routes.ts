import { mayManageOwnAccount } from '#server/areas/accounts/accounts.ts'
import type { RunEngine } from '#server/areas/runs/executions/run.routes.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import {
  type ClosingDeps,
  deleteAccount,
  deleteWorkspace,
  getWorkspaceDeletion,
  summariseDeletion,
} from './deletion.ts'
import type { Exports } from './exports.ts'

type Names =
  | 'getDataExport'
  | 'requestDataExport'
  | 'downloadDataExport'
  | 'getDeletionSummary'
  | 'deleteAccount'
  | 'getWorkspaceDeletion'
  | 'deleteWorkspace'

export interface AccountDataDeps extends Pick<ClosingDeps, 'files' | 'log' | 'records'> {
  db: Database
  engine: Pick<RunEngine, 'control'>
  exports: Exports
}

export function accountDataHandlers({
  db,
  engine,
  files,
  exports,
  log,
  records,
}: AccountDataDeps): Pick<Handlers, Names> {
  const deletion: ClosingDeps = { db, files, engine, tidy: exports.tidy, log, records }
  return {
    getDataExport: async (_input, { caller }) => ({ export: await exports.latest(mayManageOwnAccount(caller)) }),
    requestDataExport: async (_input, { caller }) => ({ export: await exports.request(mayManageOwnAccount(caller)) }),
    downloadDataExport: async (_input, { caller }) => {
      const { name, bytes, body } = await exports.open(mayManageOwnAccount(caller))
      return { type: 'file', name, mime: 'application/zip', bytes, disposition: 'attachment', body }
    },
    getDeletionSummary: (_input, { caller }) => summariseDeletion(db, mayManageOwnAccount(caller)),
    deleteAccount: async ({ body }, { caller }) => {
      await deleteAccount(deletion, caller, body.email)
      return { deleted: true }
    },
    getWorkspaceDeletion: ({ params }, { caller }) => getWorkspaceDeletion(db, caller, params.id),
    deleteWorkspace: async ({ params, body }, { caller }) => {
      await deleteWorkspace(deletion, caller, params.id, body.name)
      return { deleted: true }
    },
  }
}
