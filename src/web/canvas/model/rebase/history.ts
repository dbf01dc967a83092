/**
 * Undo and redo of one person. Each stack is a row of operations of which the top one can be applied to the document as it is, the next
 * one to what comes of that, and so on. What others do carries the rows along like edits that are still to be sent; a step that they
 * have gone over in the meantime is blocked, with the words to say so. Pure.
 */
import type { WorkflowDocument } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { inWords } from './conflict-words.ts'
import { type Edit, rebase, stepsOf } from './rebase.ts'
import { type Names, noNames } from './rebase-names.ts'

/** One step of undo, or of redo. */
export interface Change {
  /** What the server calls it. */
  step_id: string
  /** In the past tense, for "Undo: …": `Moved 2 nodes`. */
  label: string
  /** Takes it back, or brings it back. */
  back: Operation
  /** Changes with the same burst follow each other as one step: keystrokes in one field. */
  burst: string | null
  at: number
  /** Why it cannot be taken back any more. */
  blocked: string | null
}

/** The last one is the next one to go. */
export interface History {
  undo: readonly Change[]
  redo: readonly Change[]
}

export const NO_HISTORY: History = { undo: [], redo: [] }

/** Keystrokes this close to each other are one step, in ms. */
const BURST_MS = 1500
const MOST_STEPS = 200

export const joins = ({ undo }: History, burst: string | null, at: number): Change | null => {
  const before = undo.at(-1)
  return before && burst !== null && before.burst === burst && at - before.at < BURST_MS ? before : null
}

const goal = (step: Step): string => {
  const { type } = step
  return 'node_id' in step ? `${type} ${step.node_id}` : type
}

/** Takes back the later one, then the earlier one. */
export function together(later: Operation, earlier: Operation): Operation {
  const [last, first] = [stepsOf(later), stepsOf(earlier)]
  const whole = last.every(({ type }) => ['set_config', 'set_title', 'move'].includes(type))
  // What the earlier one sets anyway need not be set in between.
  const same = whole && last.every((step) => first.some((one) => goal(one) === goal(step)))
  return same ? earlier : { type: 'batch', operations: [...last, ...first] }
}

/** A new step: what was taken back before is forgotten. */
export function pushed({ undo }: History, next: Change, onto: Change | null): History {
  const step = onto ? { ...next, step_id: onto.step_id, back: together(next.back, onto.back) } : next
  return { undo: [...(onto ? undo.slice(0, -1) : undo), step].slice(-MOST_STEPS), redo: [] }
}

/** The step on the other side once it was taken. */
export const moved = (history: History, from: 'undo' | 'redo', step: Change): History => {
  const rest = history[from].slice(0, -1)
  return from === 'undo' ? { undo: rest, redo: [...history.redo, step] } : { undo: [...history.undo, step], redo: rest }
}

interface Journey {
  from: WorkflowDocument
  to: WorkflowDocument
  names?: Names
  /** Who changed the document. */
  who: string
}

const NOTHING: Operation = { type: 'batch', operations: [] }

function carriedStack(stack: readonly Change[], { from, to, names = noNames(), who }: Journey): Change[] {
  if (stack.length === 0) return []
  const edits = stack
    .map(
      ({ back, label, step_id }, index): Edit => ({
        edit_id: String(index),
        step_id,
        label,
        undoes: null,
        operation: back,
      }),
    )
    .toReversed()
  const rebased = rebase(from, to, edits, names)
  const left = new Map(rebased.edits.map((edit) => [edit.edit_id, edit.operation]))
  return stack.flatMap((change, index) => {
    const [clash] = rebased.clashes.get(String(index)) ?? []
    const back = left.get(String(index))
    const blocked = change.blocked ?? (clash ? inWords(clash, who) : null)
    if (back === undefined && blocked === null) return []
    return [{ ...change, back: back ?? NOTHING, blocked }]
  })
}

/** The history after another person changed the document. */
export const carried = ({ undo, redo }: History, journey: Journey): History => ({
  undo: carriedStack(undo, journey),
  redo: carriedStack(redo, journey),
})

/** The history without the top step of a side; those beneath are for the document as it is. */
export function skipped(history: History, side: 'undo' | 'redo', document: WorkflowDocument, who: string): History {
  const top = history[side].at(-1)
  if (!top) return history
  const passed = rebase(document, document, [
    { edit_id: 'top', step_id: '', label: '', undoes: null, operation: top.back },
  ]).document
  return { ...history, [side]: carriedStack(history[side].slice(0, -1), { from: passed, to: document, who }) }
}
