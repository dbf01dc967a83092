/** The operator's message to everyone: shown, changed and removed, each change in the audit log. */
import type { Announcement } from '#contract/admin/announcement.ts'
import { ANNOUNCEMENT } from '#contract/admin/announcement-values.ts'
import { fieldError } from '#contract/core/errors.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import { createCache, createClockEpoch, createUncached } from '#server/platform/cache.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { DAY_MS } from '#shared/time.ts'
import type { Announcing } from './announcement.policy.ts'
import * as store from './announcement.store.ts'

const present = ({ until, ...row }: store.AnnouncementRow): Announcement => ({
  ...row,
  until: until?.toISOString() ?? null,
})

/** What every page asks for together with its data. @param fresh_ms how old it may be; 0 asks the database every time */
export function createAnnouncementReader(db: Database, fresh_ms: number): () => Promise<Announcement | null> {
  const read = async () => {
    const row = await store.findAnnouncement(db)
    return row && present(row)
  }
  const kept =
    fresh_ms === 0 ? createUncached(read) : createCache(read, { epoch: createClockEpoch(fresh_ms), lag_ms: fresh_ms })
  return () => kept.get('')
}

/** Replaces the last one. @throws invalid_input (`until`) */
export async function announce(
  db: Database,
  { on: admin, action }: Announcing,
  { text, tone, until }: { text: string; tone: Announcement['tone']; until: string | null },
): Promise<Announcement> {
  const ends = until === null ? null : new Date(until)
  if (ends && ends.getTime() <= Date.now()) throw fieldError('until', 'Choose a time in the future')
  if (ends && ends.getTime() > Date.now() + ANNOUNCEMENT.most_days * DAY_MS)
    throw fieldError('until', `Choose a time within ${ANNOUNCEMENT.most_days} days`)
  const row = { id: uuidv7(), text, tone, until: ends }
  await db.transaction().execute(async (tx) => {
    await store.saveAnnouncement(tx, row)
    await insertAudit(tx, {
      actor_id: admin.id,
      action,
      target_id: row.id,
      reason: null,
      details: { text, tone, until },
    })
  })
  return present(row)
}

/** Twice is once. */
export async function removeAnnouncement(db: Database, { on: admin, action }: Announcing): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const id = await store.deleteAnnouncement(tx)
    if (id === null) return
    await insertAudit(tx, { actor_id: admin.id, action, target_id: id, reason: null, details: { text: null } })
  })
}
