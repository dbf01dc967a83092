import type { runRecordEndpoints } from '#contract/runs/run-records.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { findOwner } from '#server/areas/runs/executions/executions.store.ts'
import type { RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { maySeeRecord } from './run-records.policy.ts'
import { downloadRecord, getRunRecord } from './run-records.ts'

export const runRecordHandlers = (deps: {
  db: Database
  paperwork: DoPaperwork
  records: RunRecords
}): Pick<Handlers, keyof typeof runRecordEndpoints> => ({
  getRunRecord: async ({ params, query }, { caller }) =>
    getRunRecord(deps.db, maySeeRecord(caller, await findOwner(deps.db, params.id)), query, deps.records),
  downloadRunRecord: async ({ params, body }, { caller, signal }) => {
    const grant = maySeeRecord(caller, await findOwner(deps.db, params.id))
    const { name, mime, bytes } = await downloadRecord(deps, grant, body.format, signal)
    return { type: 'file', name, mime, bytes: bytes.length, disposition: 'attachment', body: Buffer.from(bytes) }
  },
})
