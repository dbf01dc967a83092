/** The verb of reading what people settled about the findings of a run. The caller was checked to own the run. */
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { Verdict } from '#contract/runs/report-values.ts'
import type { OpenOutput } from '#server/areas/runs/executions/values.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findDecidedRuns, findNewest } from './decisions.store.ts'
import { countedIn, decidedIn } from './readings.ts'
import { openReview } from './reviews.ts'

export interface DecidedFindings {
  revision: number
  /** Signed off, or every finding is decided and no second person has to read it. */
  is_decided: boolean
  /** Accepted as they were found or edited, in the order of the result; without those that were rejected. */
  expected: { text: string; verdict: 'accepted' | 'edited'; is_code: boolean }[]
}

/** @throws illegal_transition for a run without a result, not_found when its data was deleted, file_too_large */
export async function readDecided(db: Queryable, id: ExecutionId, open: OpenOutput): Promise<DecidedFindings> {
  const review = await openReview(db, id, open)
  const { counted, differing } = countedIn(await findNewest(db, id), review.reading)
  const decided = decidedIn(counted)
  const isComplete = !review.second_needed && differing.length === 0 && decided > 0 && decided >= review.finding_count
  return {
    revision: review.revision,
    is_decided: review.signed_off_at !== null || isComplete,
    expected: (review.findings ?? []).flatMap(({ id: finding, label, system }): DecidedFindings['expected'] => {
      const { verdict, value } = counted.get(finding) ?? {}
      if (verdict !== 'accepted' && verdict !== 'edited') return []
      return [{ text: (verdict === 'edited' ? value : null) ?? label, verdict, is_code: system !== null }]
    }),
  }
}

/** What people settled about what was found in a run. */
export interface SettledRun {
  /** All of it, in its order; a verdict is null where nobody decided, or two readers differ. */
  findings: { id: string; label: string; verdict: Verdict | null; value: string | null }[]
}

/** Of several runs; those that nobody decided about are left out. The caller was checked to own the runs. */
export async function findSettled(
  db: Queryable,
  ids: readonly ExecutionId[],
): Promise<ReadonlyMap<ExecutionId, SettledRun>> {
  const runs = ids.length === 0 ? [] : await findDecidedRuns(db, ids)
  return new Map(
    runs.map(({ id: run, reading, found, newest }) => {
      const { counted } = countedIn(newest, reading)
      const findings = found.map(({ id, label }) => {
        const { verdict = null, value = null } = counted.get(id) ?? {}
        return { id, label, verdict, value }
      })
      return [run, { findings }]
    }),
  )
}
