import type { RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { claimExecutions } from './claims.ts'
import { type DeletionDeps, deleteExecution, deleteExecutions } from './deletion.ts'

/** How scheduled backups are made. */
interface Backups {
  every_hours: number
  keep: number
}

/** A backup made just before a deletion is deleted once so many newer ones are complete. */
const backupDays = (backups: Backups | null): number | null =>
  backups && Math.ceil((backups.keep * backups.every_hours) / 24)

export const executionOwnershipHandlers = ({
  backups,
  records,
  ...deps
}: DeletionDeps & { backups: Backups | null; records: RunRecords }): Pick<
  Handlers,
  'deleteExecution' | 'deleteExecutions' | 'claimExecutions' | 'getDeletionTerms'
> => ({
  getDeletionTerms: async () => ({ backup_days: backupDays(backups) }),
  deleteExecution: ({ params }, { caller, run_token }) => deleteExecution(deps, caller, run_token, params.id),
  deleteExecutions: ({ body }, { caller }) => deleteExecutions(deps, caller, body.ids),
  claimExecutions: ({ body }, { caller }) => claimExecutions({ db: deps.db, records }, caller, body.runs),
})
