/** Backups that Chowk makes on schedule or when a super admin asks. */
import { z } from 'zod'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp } from '#contract/core/primitives.ts'
import { BACKUP_STATUSES } from './backups-values.ts'

const BackupRun = z.object({
  id: z.uuid(),
  status: z.enum(BACKUP_STATUSES),
  trigger: z.enum(['schedule', 'admin']),
  requested_at: Timestamp,
  began_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** Of the file; null until it is complete. */
  name: z.string().nullable(),
  bytes: z.number().int().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
  /** When it was deleted because newer ones are kept. */
  deleted_at: Timestamp.nullable(),
})
export type BackupRun = z.infer<typeof BackupRun>

export const Backups = z.object({
  /** Null where the operator has named no place for backups. */
  plan: z
    .object({
      /** A folder, or a bucket. */
      place: z.string(),
      every_hours: z.number().int(),
      /** How many are kept. */
      keep: z.number().int(),
      is_encrypted: z.boolean(),
    })
    .nullable(),
  /** The newest first. */
  items: z.array(BackupRun),
})
export type Backups = z.infer<typeof Backups>

const access = roleAtLeast('super_admin')

export const backupEndpoints = {
  getBackups: endpoint({
    method: 'GET',
    path: '/api/v1/admin/backups',
    access,
    returns: Backups,
  }),
  requestBackup: endpoint({
    method: 'POST',
    path: '/api/v1/admin/backups',
    access,
    returns: Backups,
  }),
}
