/** Lets go of what is older than it is kept for, now and again: runs by the operator's policy, the rest as the privacy policy promises. */

import type { UserId } from '#contract/core/primitives.ts'
import { removeUnnamed } from '#server/areas/workflows/workflows.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { RetentionPolicy } from '#server/platform/retention-policy.ts'
import * as store from './retention.store.ts'
import { noteIds } from './stored-content.store.ts'

/** Told on /privacy. */
const MESSAGES_YEARS = 3
const LOGS_DAYS = 180

interface Pace {
  batch: number
  /** The rest waits for the next time: other work on the database goes first. */
  most_batches: number
}
const PACE: Pace = { batch: 500, most_batches: 200 }

/** Leaves the database to other jobs: the next turn continues with a backlog. */
const NOTE_FOR_MS = 30_000
/** A request to delete a run notes for that long before it searches what is left. */
const NOTE_IN_REQUEST_MS = 2_000
/** Runs per statement. A long input takes up to 0.25 s. */
const NOTED_AT_ONCE = 20

async function noteFor(ms: number, db: Database, owner: UserId | null, signal?: AbortSignal): Promise<void> {
  const until = Date.now() + ms
  while ((await noteIds(db, NOTED_AT_ONCE, owner)) === NOTED_AT_ONCE && Date.now() < until && !signal?.aborted);
}

/** Notes the ids in an account's ended runs that the job below has not reached yet. */
export const noteIdsOf = (db: Database, owner: UserId): Promise<void> => noteFor(NOTE_IN_REQUEST_MS, db, owner)

/** Notes the ids in what ended runs hold, so that deleting a run does not search the texts of all others. */
export const indexRunIds = (db: Database, signal: AbortSignal): Promise<void> => noteFor(NOTE_FOR_MS, db, null, signal)

type Take = (from: Date | null, limit: number) => Promise<store.Batch>

async function all({ batch, most_batches }: Pace, take: Take): Promise<number> {
  let removed = 0
  let from: Date | null = null
  for (let n = 0; n < most_batches; n++) {
    const { count, next }: store.Batch = await take(from, batch)
    removed += count
    if (next === null) break
    from = next
  }
  return removed
}

/** Does all of them: one that fails keeps no other from its work. @throws the first error, at the end */
async function eachOf(steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const errors: unknown[] = []
  for (const step of steps) await step().catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

/**
 * What owners chose to keep no longer, in their turns: one batch of each, then the next of each that has more. However much one owner has,
 * the others get theirs.
 */
async function allByChoice(db: Database, { batch, most_batches }: Pace): Promise<number> {
  let removed = 0
  let line = (await store.findChoosers(db)).map((owner) => ({ owner, from: null as Date | null }))
  while (line.length > 0) {
    const more: typeof line = []
    await eachOf(
      line.map(({ owner, from }) => async () => {
        if (removed >= batch * most_batches) return
        const { count, next } = await store.removeByChoice(db, owner, { from, limit: batch })
        removed += count
        if (next !== null) more.push({ owner, from: next })
      }),
    )
    line = more
  }
  return removed
}

/** Everything that is due now. @returns how many runs lost their data, and how many went altogether */
export async function enforceRetention(
  db: Database,
  policy: RetentionPolicy,
  pace = PACE,
): Promise<{ payloads: number; runs: number }> {
  const kinds: [store.Kind, number | null][] = [
    ['visitor', policy.visitor_hours],
    ['succeeded', policy.succeeded_days && policy.succeeded_days * 24],
    ['failed', policy.failed_days && policy.failed_days * 24],
  ]
  const removed = { payloads: 0, runs: 0 }
  const { runs_days, model_calls_days } = policy
  const steps: (() => Promise<unknown>)[] = kinds.map(([kind, hours]) => async () => {
    if (hours === null) return
    removed.payloads += await all(pace, (from, limit) => store.removePayloads(db, kind, { hours, from, limit }))
  })
  steps.push(
    async () => {
      removed.payloads += await allByChoice(db, pace)
    },
    async () => {
      if (runs_days === null) return
      removed.runs = await all(pace, (from, limit) => store.removeRuns(db, { days: runs_days, from, limit }))
    },
    async () => {
      if (model_calls_days === null) return
      await all(pace, (from, limit) => store.removeModelCalls(db, { days: model_calls_days, from, limit }))
    },
    () => store.removeMessages(db, MESSAGES_YEARS),
    () => store.removeLogs(db, LOGS_DAYS),
    // Of workflows that were deleted for good: what the last of their runs took with it.
    () => removeUnnamed(db),
  )
  await eachOf(steps)
  return removed
}
