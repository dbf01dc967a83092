/**
 * Backups that are made on schedule or when an admin asks: written under another name, read again to the end, and only then given their name.
 * Older ones are deleted after that, and never the one that was just made.
 */

import { notify, settleNotices } from '#server/areas/accounts/accounts.ts'
import type { ObjectStore } from '#server/gateways/storage/objects.ts'
import { whyMisconfigured, whyNotReached } from '#server/gateways/storage/open-objects.ts'
import type { StorageSettings } from '#server/gateways/storage/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { withLease } from '#server/platform/jobs/job-lease.ts'
import type { Log } from '#server/platform/logger.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { fromStore, intoStore } from './archive-places.ts'
import { type BackupOptions, backUp } from './backup.ts'
import * as rows from './backups.store.ts'
import { verifyBackup } from './restore.ts'

export interface ScheduledBackups extends Pick<BackupOptions, 'databaseUrl' | 'dataDir' | 'objects' | 'passphrase'> {
  db: Database
  /** Where backups are written. */
  store: ObjectStore
  settings: StorageSettings
  every_hours: number
  /** How many are kept. */
  keep: number
  log: Pick<Log, 'info' | 'warn'>
}

/** After a failure, which may pass. */
const RETRY_MS = 15 * MINUTE_MS
const GROUP = 'scheduled_backup'
const UNFINISHED = 'unfinished'
const INTERRUPTED = 'The process that made it ended before it was complete'

/** Several installations may share a place: each knows its own by the beginning of its id. */
const headOf = (installation: string): string => `chowk-${installation.slice(0, 8)}-`
const nameOf = (installation: string, at: Date): string =>
  `${headOf(installation)}${at.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')}.backup`
const isNameOf = (installation: string, key: string): boolean =>
  key.startsWith(headOf(installation)) && /^\d{8}-\d{6}\.backup$/.test(key.slice(headOf(installation).length))

export function isDue({ now, succeeded_at, failed_at, is_waiting }: rows.BackupTimes, every_hours: number): boolean {
  if (is_waiting) return true
  if (failed_at !== null && now.getTime() - failed_at.getTime() < RETRY_MS) return false
  return succeeded_at === null || now.getTime() - succeeded_at.getTime() >= every_hours * HOUR_MS
}

/** Makes the backup that is due, unless another process is at it. */
export async function makeDueBackup(deps: ScheduledBackups, signal: AbortSignal): Promise<void> {
  const times = await rows.findBackupTimes(deps.db)
  if (times === null || !isDue(times, deps.every_hours)) return
  await withLease(deps.db, 'make-backups', async (isOurs) => {
    await rows.failInterrupted(deps.db, INTERRUPTED)
    const again = await rows.findBackupTimes(deps.db)
    // Another process may have made it since.
    const id = again !== null && isDue(again, deps.every_hours) ? await rows.beginBackup(deps.db, uuidv7()) : null
    if (id === null) return
    try {
      await make(deps, { id, installation: times.id }, { signal, isOurs })
    } catch (error) {
      // It stays as it is: the next process that takes over says that it was interrupted.
      if (signal.aborted || !isOurs()) return
      await fail(deps, id, error)
    }
  })
}

interface Turn {
  signal: AbortSignal
  isOurs: () => boolean
}

async function make(
  deps: ScheduledBackups,
  { id, installation }: { id: string; installation: string },
  { signal, isOurs }: Turn,
): Promise<void> {
  const { db, store, passphrase, log } = deps
  const name = nameOf(installation, new Date())
  const unfinished = `${UNFINISHED}/${name}`
  await removeUnfinished(store, installation)
  const made = await backUp({ ...deps, sink: intoStore(store, unfinished, signal) })
  await verifyBackup({ source: fromStore(store, unfinished), passphrase })
  signal.throwIfAborted()
  if (!isOurs()) throw new Error('Another process makes backups now')
  await store.move(unfinished, name)
  const bytes = await store.size(name)
  if (bytes !== made.bytes) throw new Error(`The backup has ${bytes ?? 0} bytes where ${made.bytes} were written`)
  await rows.finishBackup(db, { id, name, bytes, created_at: made.created_at })
  await settleNotices(db, [GROUP])
  log.info({ backup: name, bytes, rows: made.rows, files: made.files }, 'a backup was made')
  await removeOld(deps, installation, name)
  await rows.deleteOldBackupRows(db)
}

/** What a process left that was ended on the way. */
async function removeUnfinished(store: ObjectStore, installation: string): Promise<void> {
  for await (const { key } of store.list(UNFINISHED))
    if (isNameOf(installation, key.slice(UNFINISHED.length + 1))) await store.remove(key)
  await store.sweep()
}

/** Keeps the newest. One that cannot be deleted now is deleted after the next backup. */
async function removeOld(
  { db, store, keep, log }: ScheduledBackups,
  installation: string,
  justMade: string,
): Promise<void> {
  try {
    const names: string[] = []
    for await (const { key } of store.list('')) if (isNameOf(installation, key) && key !== justMade) names.push(key)
    for (const name of names
      .sort()
      .reverse()
      .slice(keep - 1)) {
      await store.remove(name)
      await rows.noteDeleted(db, name)
    }
  } catch (err) {
    log.warn({ err }, 'old backups could not be deleted')
  }
}

/** What an operator reads: which variable is wrong, or what the disk, the storage or the database said. */
function reasonOf(error: unknown, settings: StorageSettings): string {
  const known = error instanceof Error && error.cause === undefined && error.message !== ''
  const why = whyMisconfigured(error, settings) ?? (known ? error.message : whyNotReached(error, settings))
  return why.slice(0, 500)
}

async function fail({ db, settings, store, log }: ScheduledBackups, id: string, error: unknown): Promise<void> {
  const why = reasonOf(error, settings)
  log.warn({ err: error, place: store.place }, 'a backup could not be made')
  await db.transaction().execute(async (tx) => {
    await rows.failBackup(tx, id, why)
    await notify(tx, 'super_admins', {
      kind: 'backup',
      title: 'A backup failed',
      message: `${why}. The last good backup is kept. Chowk tries again in 15 minutes.`,
      href: '/admin/system',
      group: GROUP,
    })
  })
}
