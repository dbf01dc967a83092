/**
 * Reading findings out of results, for the review queue. A job does it for workspaces as soon as runs have ended, so that a look at the queue
 * finds nothing to read; on a person's own account it is done at the look, because most never open a queue.
 */
import { AppError } from '#contract/core/errors.ts'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { readFindings, type StoredFinding } from '#server/areas/runs/decisions/findings.ts'
import { insertReviews } from '#server/areas/runs/decisions/reviews.store.ts'
import { openReview, readOf } from '#server/areas/runs/decisions/reviews.ts'
import type { OpenOutput } from '#server/areas/runs/executions/values.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import * as store from './unread.store.ts'

/** Results that are read in one transaction. */
const AT_ONCE = 50
/** As many as a look at the dashboard reads, and for how long it reads long ones. */
const FEW = 10
const FEW_MS = 30
/** Until an account with more is read on. */
const WAIT_MS = 2500
const MOST_WAITING = 1000
/** How long one look reads long results, and one turn of the job anything. */
const LOOK_MS = 200
const TURN_MS = 1000

const isUnreadable = (error: unknown): boolean => error instanceof AppError || error instanceof SyntaxError

function findingsOf({ json, view }: store.UnreadRow): StoredFinding[] {
  try {
    return readFindings(json === null ? null : JSON.parse(json), view)
  } catch (error) {
    if (isUnreadable(error)) return []
    throw error
  }
}

type Take = (tx: Queryable, limit: number) => Promise<store.UnreadRow[]>

/** Short ones all at once. @returns the long ones, and how many there were of both */
const readShort = (db: Database, take: Take): Promise<{ long: ExecutionId[]; found: number }> =>
  db.transaction().execute(async (tx) => {
    const rows = await take(tx, AT_ONCE)
    const short = rows.filter(({ is_long }) => !is_long)
    await insertReviews(
      tx,
      short.map((row) => readOf(row.id, findingsOf(row), row.second_reader_share)),
    )
    return { long: rows.filter(({ is_long }) => is_long).map(({ id }) => id), found: rows.length }
  })

/** Too large, or gone meanwhile: it isn't read at every look. */
async function readLong(db: Database, id: ExecutionId, open: OpenOutput): Promise<void> {
  try {
    await openReview(db, id, open)
  } catch (error) {
    if (!isUnreadable(error)) throw error
    await insertReviews(db, [readOf(id, [], 0)])
  }
}

async function readSome(db: Database, take: Take, open: OpenOutput, until: number): Promise<number> {
  const { long, found } = await readShort(db, take)
  for (const id of long) {
    if (performance.now() > until) break
    await readLong(db, id, open)
  }
  return found
}

/** The newest of an account; the rest at the next look. */
export const readUnreadOf = (db: Database, owner: UserId, open: OpenOutput): Promise<number> =>
  readSome(db, (tx, limit) => store.takeUnreadOf(tx, owner, limit), open, performance.now() + LOOK_MS)

export type ReadFew = (owner: UserId) => Promise<boolean>

/**
 * Reads the newest few of a person's own account, which no job reads, at a look at the dashboard. Where there are more it waits before it
 * reads again, so that an account whose programs run agents all day doesn't pay for its backlog at each look.
 * @returns a function that answers whether there are more
 */
export function createFewReader(db: Database, open: OpenOutput): ReadFew {
  const waits = new Map<UserId, number>()
  return async (owner) => {
    if ((waits.get(owner) ?? 0) > performance.now()) return true
    if (waits.size > MOST_WAITING) waits.clear()
    waits.delete(owner)
    if (!(await store.hasUnread(db, owner))) return false
    await readSome(db, (tx) => store.takeUnreadOf(tx, owner, FEW), open, performance.now() + FEW_MS)
    const more = await store.hasUnread(db, owner)
    if (more) waits.set(owner, performance.now() + WAIT_MS)
    return more
  }
}

/** Those of workspaces, by several processes at once. */
export async function readUnread(db: Database, open: OpenOutput, signal: AbortSignal): Promise<void> {
  const until = performance.now() + TURN_MS
  while (!signal.aborted && performance.now() < until)
    if ((await readSome(db, store.takeUnread, open, until)) < AT_ONCE) return
}
