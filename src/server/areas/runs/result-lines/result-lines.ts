/** What runs gave, in one line each, for lists of them. */
import { setImmediate } from 'node:timers/promises'
import type { ExecutionId, Json } from '#contract/core/primitives.ts'
import type { ExecutionSummary, ResultLine } from '#contract/runs/executions.ts'
import { readResult } from '#findings/result.ts'
import { summarise } from '#findings/summary.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findSmallOutputs } from './result-lines.store.ts'

/** The room an output takes in the database: parsed, each costs some milliseconds of this process at most. */
const MOST_BYTES = 64 * 1024
/** Runs of one list whose results are read. */
const MOST_RUNS = 25
const FIELDS = 3
const MOST_CHARS = 200

/** Findings first; where a result is no list of them, the values it is made of; of one that is a text alone its beginning. */
function lineOf(output: Json, view: string | null): ResultLine | null {
  const { top, fields, findings } = summarise(output, view)
  const values = Object.entries(fields).slice(0, FIELDS)
  // One value alone, such as an answer, needs no name.
  const found = top || values.map(([name, value]) => (values.length === 1 ? value : `${name}: ${value}`)).join(' · ')
  const { text, document } = readResult(output, view, null)
  const line = found || (document === null ? (text ?? '').slice(0, MOST_CHARS).trim() : '')
  return line === '' ? null : { text: line, findings }
}

/** The first of these runs with what they gave. */
export async function withResults(db: Queryable, runs: readonly ExecutionSummary[]): Promise<ExecutionSummary[]> {
  const ended = runs.slice(0, MOST_RUNS).flatMap(({ id, status }) => (status === 'succeeded' ? [id] : []))
  const lines = new Map<ExecutionId, ResultLine | null>()
  for (const { id, output, view } of await findSmallOutputs(db, ended, MOST_BYTES)) {
    lines.set(id, lineOf(output, view))
    // Others go on between two of them.
    await setImmediate()
  }
  return runs.map((run) => ({ ...run, result: lines.get(run.id) ?? null }))
}
