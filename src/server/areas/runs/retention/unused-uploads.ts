/**
 * Lets go of uploads that nothing uses: no run, no document of knowledge, no chat and nothing else that a person keeps. One that nothing
 * names is marked; when nothing names it a day later either, it goes. Each turn can end anywhere: the next one takes up what is left.
 */
import type { FileId } from '#contract/core/primitives.ts'
import type { FileStore } from '#server/gateways/files.ts'
import type { Database } from '#server/platform/database/database.ts'
import { queueRemoval } from '#server/platform/files/leftovers.store.ts'
import * as store from './unused-uploads.store.ts'

interface Deps {
  db: Database
  files: Pick<FileStore, 'placesOf'>
}

interface Pace {
  /** Uploads that are asked about together: each such question reads what everyone keeps. */
  uploads: number
  /** Runs that one statement reads. */
  runs: number
  /** The rest waits for the next turn. */
  ms: number
}
const PACE: Pace = { uploads: 5_000, runs: 500, ms: 5 * 60_000 }
/** Deleted in one transaction. */
const DELETED_AT_ONCE = 100

function without<T extends { id: FileId }>(uploads: readonly T[], found: readonly FileId[]): T[] {
  const named = new Set(found)
  return uploads.filter(({ id }) => !named.has(id))
}

/** Of uploads of one account, those that none of its runs names. A run that was over before an upload came can’t name it. */
async function unnamedByRuns(
  db: Database,
  uploads: readonly store.Upload[],
  limit: number,
  signal: AbortSignal,
): Promise<store.Upload[]> {
  let left = [...uploads]
  const [first] = left
  if (!first) return []
  const since = new Date(Math.min(...left.map(({ created_at }) => created_at.getTime())))
  for (let before: store.RunPlace | null = null; left.length > 0; ) {
    signal.throwIfAborted()
    const runs: store.RunPlace[] = await store.findRunsToAsk(db, first.owner_id, { since, before, limit })
    const named = await store.findNamedByRuns(
      db,
      runs.map(({ id }) => id),
      left.map(({ id }) => id),
    )
    left = without(left, named)
    before = runs.at(-1) ?? null
    if (runs.length < limit) break
  }
  return left
}

/** The cheap questions first: what they find is not asked about any further. */
async function unusedOf(
  db: Database,
  uploads: readonly store.Upload[],
  pace: Pace,
  signal: AbortSignal,
): Promise<store.Upload[]> {
  const ids = (some: readonly store.Upload[]) => some.map(({ id }) => id)
  let left = without(uploads, await store.findNamedByIndex(db, ids(uploads)))
  if (left.length > 0) left = without(left, await store.findNamedByAnything(db, ids(left)))
  const unused: store.Upload[] = []
  for (const own of Map.groupBy(left, ({ owner_id }) => owner_id).values())
    unused.push(...(await unnamedByRuns(db, own, pace.runs, signal)))
  return unused
}

async function removeUploads({ db, files }: Deps, ids: readonly FileId[]): Promise<number> {
  let removed = 0
  for (let from = 0; from < ids.length; from += DELETED_AT_ONCE)
    removed += await db.transaction().execute(async (tx) => {
      const gone = await store.deleteUnused(tx, ids.slice(from, from + DELETED_AT_ONCE))
      await queueRemoval(tx, gone.flatMap(files.placesOf))
      return gone.length
    })
  return removed
}

/**
 * Asks about every upload of `days` ago and more that is due.
 * @param days null keeps them all
 * @returns how many were marked, and how many were deleted
 */
export async function deleteUnusedUploads(
  deps: Deps,
  days: number | null,
  signal: AbortSignal,
  pace = PACE,
): Promise<{ marked: number; deleted: number }> {
  const done = { marked: 0, deleted: 0 }
  const until = Date.now() + pace.ms
  while (days !== null && !signal.aborted && Date.now() < until) {
    const due = await store.findDueUploads(deps.db, days, pace.uploads)
    if (due.length === 0) break
    const unused = await unusedOf(deps.db, due, pace, signal)
    const [over, fresh] = [unused.filter(({ is_unused }) => is_unused), unused.filter(({ is_unused }) => !is_unused)]
    const used = without(
      due,
      unused.map(({ id }) => id),
    )
    await store.noteUse(
      deps.db,
      used.map(({ id }) => id),
      false,
    )
    await store.noteUse(
      deps.db,
      fresh.map(({ id }) => id),
      true,
    )
    done.marked += fresh.length
    done.deleted += await removeUploads(
      deps,
      over.map(({ id }) => id),
    )
  }
  return done
}
