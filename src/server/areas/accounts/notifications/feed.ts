/** Streams notices: the database wakes the reader, which then reads what changed, so nothing is missed. */
import type { NoticeEvent } from '#contract/accounts/notices.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { Bell } from '#server/platform/bell.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { createFeed, type Feed } from '#server/platform/database/feed.ts'
import { CHANNEL, findChanges } from './notifications.store.ts'
import { presentNotice, readingOf } from './notifications.ts'

/** Without being woken a reader looks again after this long. */
const LOOK_AGAIN_MS = 10_000

/** By the id of a person. */
export const createNoticeFeed = (databaseUrl: string): Feed => createFeed(databaseUrl, CHANNEL)

/**
 * What changes from now on, or since `after`; first how many are unread. A notice comes with the number to go on from.
 * @param after null begins with what comes from now on
 */
export async function* followNotices(
  { db, feed }: { db: Queryable; feed: Feed },
  grant: Grant<'notice.own', UserId>,
  after: number | null,
  signal: AbortSignal,
): AsyncGenerator<NoticeEvent> {
  const reading = readingOf(grant)
  const bell = new Bell()
  const followed = [reading.owner, ...(reading.member === null ? [] : [reading.member])]
  const unfollow = followed.map((account) => feed.follow(account, () => bell.ring()))
  let seen = after
  let seenOfMember = 0
  try {
    for (let first = true; !signal.aborted; first = false) {
      const { seq, member_seq, unread, rows } = await findChanges(db, reading, seen ?? Number.MAX_SAFE_INTEGER)
      for (const row of rows) yield { type: 'notice', seq: row.seq, notice: presentNotice(row), unread }
      // Being read is a change without a row of its own, and so is what a member of the workspace was told. A number from another database
      // than this one is forgotten.
      if (first || seq !== (rows.at(-1)?.seq ?? seen) || member_seq !== seenOfMember)
        yield { type: 'unread', seq, unread }
      seen = seq
      seenOfMember = member_seq
      await bell.wait(LOOK_AGAIN_MS, signal)
    }
  } finally {
    for (const end of unfollow) end()
  }
}
