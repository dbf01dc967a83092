/** Undo of before: the steps that the server has kept, made ready for the document as it is. */
import type { EditStep, LoggedEdit } from '#contract/workflows/workflow-edits.ts'
import { applyOperation } from '#graph/apply.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { before, operationOf } from './follow-log.ts'
import { type Change, carried, type History, moved, NO_HISTORY, together } from './history.ts'
import { renamesOf } from './rebase-names.ts'

/** How far back steps are made ready, in edits of the log. */
export const MOST_EDITS = 200

/** Where to begin to read the log; null when nothing can be undone. */
export function readFrom({
  revision,
  undo,
  redo,
}: {
  revision: number
  undo: EditStep[]
  redo: EditStep[]
}): number | null {
  const firsts = [...undo, ...redo].map(({ from_revision }) => from_revision - 1)
  const near = firsts.filter((first) => revision - first <= MOST_EDITS)
  return near.length === 0 ? null : Math.min(...near)
}

/** A step of one's own that was made on another page. */
export function ownStep(history: History, edit: LoggedEdit): History {
  const { step_id, undoes, label } = edit
  const back = edit.inverse as unknown as Operation
  const step: Change = { step_id, label, back, burst: null, at: Date.parse(edit.at), blocked: null }
  const [done, undone] = [history.undo.at(-1), history.redo.at(-1)]
  for (const side of ['undo', 'redo'] as const) {
    const top = history[side].at(-1)
    // One more of a step of several edits.
    if (top?.step_id === step_id)
      return { ...history, [side]: [...history[side].slice(0, -1), { ...step, back: together(back, top.back) }] }
  }
  if (undoes !== null && done?.step_id === undoes) return moved(history, 'undo', step)
  if (undoes !== null && undone?.step_id === undoes) return moved(history, 'redo', step)
  return { undo: [...history.undo, step], redo: [] }
}

/**
 * Goes through the log as it was written, from before its first edit.
 * @param document as it is after the log
 * @returns null where the log does not fit
 */
export function historyOf(document: WorkflowDocument, log: readonly LoggedEdit[], me: string): History | null {
  let now = before(document, log)
  if (!now) return null
  let history = NO_HISTORY
  for (const edit of log) {
    const to: WorkflowDocument = applyOperation(now, operationOf(edit)).document
    const isMine = edit.author.id === me
    history = isMine
      ? ownStep(history, edit)
      : carried(history, { from: now, to, names: renamesOf([operationOf(edit)]), who: edit.author.name })
    now = to
  }
  return history
}
