import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayRequestBackups } from './backups.policy.ts'
import { type BackupPlan, getBackups, requestBackup } from './backups.ts'

export interface BackupRoutesDeps {
  db: Database
  backups: BackupPlan | null
}

export const backupHandlers = ({ db, backups }: BackupRoutesDeps): Pick<Handlers, 'getBackups' | 'requestBackup'> => ({
  getBackups: (_input, { caller }) => getBackups(db, backups, mayRequestBackups(caller)),
  requestBackup: (_input, { caller }) => requestBackup(db, backups, mayRequestBackups(caller)),
})
