/**
 * Figures are counted once, step by step, each step in one transaction with the note of how far it went. After an outage the steps follow
 * each other until nothing is left. No figure is read from single events, runs or sales.
 */

import { ANALYTICS } from '#contract/core/server-limits.ts'
import { dayStartInIndia, inIndia } from '#contract/india/time.ts'
import { FEWEST_VISITS_OF_SEARCH } from '#contract/platform/analytics-values.ts'
import { allowLonger, type Database, type Queryable } from '#server/platform/database/database.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { countEvents, foldRareSearches } from './count-events.store.ts'
import { countLedger, countSales } from './count-money.store.ts'
import { countPeople, countRuns, removeOldUses, type Step } from './count-runs.store.ts'
import { findFirstSearches, findNext, findProgress, lockCounting, type Source, saveProgress } from './progress.store.ts'

/**
 * What is counted must be visible by then: a transaction is dated at its start and visible at its end. The clocks of workers, which date
 * the end of a run, may differ.
 */
const SETTLED_MS: Record<Source, number> = {
  events: MINUTE_MS,
  money: 5 * MINUTE_MS,
  runs: 10 * MINUTE_MS,
  searches: 8 * DAY_MS,
}
/** Of time that one step counts. */
const LONGEST_STEP_MS = HOUR_MS
const EVENTS_OF_STEP = 20_000
/** Per statement: after an outage a step has much to count. */
const STEP_MS = 60_000
/** Searches that a day keeps with their words. */
const SEARCHES_OF_DAY = 500

/** Does one step of a source. @returns whether another one may follow */
type CountStep = (tx: Queryable, now: Date) => Promise<boolean>

/** A step from where the last one ended, or from where something happened next, over at most an hour. */
const stepOver =
  (source: 'runs' | 'money', count: (tx: Queryable, step: Step) => Promise<void>): CountStep =>
  async (tx, now) => {
    const end = now.getTime() - SETTLED_MS[source]
    const done = (await findProgress(tx, source))?.counted_until.getTime() ?? 0
    if (done >= end) return false
    const next = (await findNext(tx, source, new Date(done)))?.getTime() ?? end
    // The time of a row has parts of a millisecond, which ours leaves out.
    const from = Math.min(Math.max(done, next - 1), end)
    const to = new Date(Math.min(from + LONGEST_STEP_MS, end))
    if (next < end) await count(tx, { from: new Date(from), to })
    await saveProgress(tx, source, { counted_until: to, event_id: 0 })
    return to.getTime() < end
  }

const runsStep = stepOver('runs', async (tx, step) => {
  await countRuns(tx, step)
  await countPeople(tx, step)
})

const moneyStep = stepOver('money', async (tx, step) => {
  await countSales(tx, step)
  await countLedger(tx, step)
})

const eventsStep: CountStep = async (tx, now) => {
  const progress = await findProgress(tx, 'events')
  const until = new Date(now.getTime() - SETTLED_MS.events)
  const after = progress?.event_id ?? 0
  const counted = await countEvents(tx, { after, until, most: EVENTS_OF_STEP })
  const isFull = counted.events === EVENTS_OF_STEP
  const counted_until = isFull && counted.until !== null ? counted.until : until
  await saveProgress(tx, 'events', { counted_until, event_id: counted.last })
  return isFull
}

/** One day each. By then it is known which searches were made often. */
const searchesStep: CountStep = async (tx, now) => {
  const done = (await findProgress(tx, 'searches'))?.counted_until
  const next = done ? dayStartInIndia(new Date(done.getTime() + DAY_MS)) : await findFirstSearches(tx)
  const end = dayStartInIndia(new Date(now.getTime() - SETTLED_MS.searches))
  if (next === null || next > end) return false
  const day = inIndia(next).toISOString().slice(0, 10)
  await foldRareSearches(tx, day, { fewest_visits: FEWEST_VISITS_OF_SEARCH, most: SEARCHES_OF_DAY })
  await saveProgress(tx, 'searches', { counted_until: next, event_id: 0 })
  return next < end
}

/** After the runs, which need to know who was counted in a day that they still have to count. */
const forgetStep: CountStep = async (tx, now) => {
  await removeOldUses(tx, now, ANALYTICS.kept_months)
  return false
}

const STEPS: readonly CountStep[] = [eventsStep, runsStep, moneyStep, searchesStep, forgetStep]

export interface Counting {
  signal: AbortSignal
  /** The clock that dates what is counted. */
  readClock: (tx: Queryable) => Promise<Date>
}

/** Counts what has happened since the last time, unless another process is at it. */
export async function countFigures(db: Database, { signal, readClock }: Counting): Promise<void> {
  for (const step of STEPS) {
    let isMore = true
    while (isMore && !signal.aborted)
      isMore = await db.transaction().execute(async (tx) => {
        if (!(await lockCounting(tx))) return false
        await allowLonger(tx, STEP_MS)
        return step(tx, await readClock(tx))
      })
  }
}
