/** From "run this" to a run: with the input of the run before, or with what is asked for first. */

import type { JsonObject } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'
import type { Asked } from '#web/canvas/model/draft/run-session.ts'
import { ask } from '#web/canvas/services/analysis/analysis.ts'
import { type StartHow, startTest } from './run-control.ts'

const inputOf = (value: unknown): JsonObject | null => (isObject(value) ? (value as JsonObject) : null)

/** What the run on the canvas was started with; null when there is none. */
export const inputBefore = ({ draft }: Pick<StartHow, 'draft'>): JsonObject | null => {
  const run = draft.run.execution.get()
  return run === null || run.payload_removed_at !== null ? null : inputOf(run.input)
}

/** Runs with the input of the run before. Without one, what the workflow reads of its start is asked for. */
export async function beginRun(how: StartHow, asked: Asked): Promise<void> {
  const before = inputBefore(how)
  if (before === null) {
    const { needed } = await ask('startInput', how.draft.document.get())
    const isPinned = how.draft.document
      .get()
      .nodes.some(({ id }) => how.draft.analysis.get().presentations[id]?.trigger && how.draft.run.pins.get()[id])
    if (needed && !isPinned) return how.draft.run.asked.set(asked)
  }
  await startTest(how, asked, before)
}
