/** Backups as a super admin sees them, and asking for one. */
import type { BackupRun, Backups } from '#contract/admin/backups.ts'
import { BACKUPS_SHOWN } from '#contract/admin/backups-values.ts'
import { AppError } from '#contract/core/errors.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import type { BackupGrant } from './backups.policy.ts'
import * as rows from './backups.store.ts'

/** How backups are made here; null where the operator has named no place for them. */
export interface BackupPlan {
  place: string
  every_hours: number
  keep: number
  is_encrypted: boolean
}

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const present = (row: rows.BackupRow): BackupRun => ({
  id: row.id,
  status: row.status,
  trigger: row.requested_by === null ? 'schedule' : 'admin',
  requested_at: row.requested_at.toISOString(),
  began_at: iso(row.begun_at),
  ended_at: iso(row.ended_at),
  name: row.name,
  bytes: row.bytes,
  error: row.error,
  deleted_at: iso(row.deleted_at),
})

export async function getBackups(db: Database, plan: BackupPlan | null, _grant: BackupGrant): Promise<Backups> {
  return { plan, items: (await rows.findBackups(db, BACKUPS_SHOWN)).map(present) }
}

/** A worker makes it within seconds. @throws illegal_transition while one waits or is made, and where there is no place for backups */
export async function requestBackup(
  db: Database,
  plan: BackupPlan | null,
  { on: admin, action }: BackupGrant,
): Promise<Backups> {
  if (plan === null)
    throw new AppError('illegal_transition', { message: 'Set BACKUP_URL to where backups are written, and restart.' })
  const id = uuidv7()
  await db.transaction().execute(async (tx) => {
    if (!(await rows.insertRequest(tx, id, admin.id)))
      throw new AppError('illegal_transition', { message: 'A backup is already being made.' })
    await insertAudit(tx, { actor_id: admin.id, action, target_id: id, reason: null, details: {} })
  })
  return { plan, items: (await rows.findBackups(db, BACKUPS_SHOWN)).map(present) }
}
