/**
 * Rebases edits made on one document onto another that another person derived from it. Every step is treated as an
 * intent: its changes are compared with theirs. Independent intents both apply. Where both changed the same field, or
 * one deleted what the other changed, their side stays in the document and mine becomes a conflict that the person
 * decides; where things were only moved, mine applies. Pure.
 */
import { applyOperation } from '#graph/apply.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { OperationError } from '#graph/operation-error.ts'
import type { Operation, Step } from '#graph/operations.ts'
import type { Carry } from './carry.ts'
import type { Conflict } from './conflicts.ts'
import { type Names, noNames } from './rebase-names.ts'
import { rebaseStep } from './rebase-step.ts'

/** An edit that the server does not have yet. */
export interface Edit {
  edit_id: string
  step_id: string
  label: string
  undoes: string | null
  operation: Operation
}

export interface Rebased {
  document: WorkflowDocument
  /** What is left of the edits, on `theirs`; those that have nothing left are gone. */
  edits: Edit[]
  conflicts: Conflict[]
  /** By edit, what of it did not happen. */
  clashes: ReadonlyMap<string, readonly Conflict[]>
  /** From ids in the document with my edits to ids in `document`. */
  names: Names
}

export const stepsOf = (operation: Operation): readonly Step[] =>
  operation.type === 'batch' ? operation.operations : [operation]

/** Tries steps on what they made; one that cannot be done there is told as it is. */
function perform(carry: Carry, steps: readonly Step[], intent: Step): Step[] {
  const done: Step[] = []
  for (const step of steps)
    try {
      carry.now = applyOperation(carry.now, step).document
      done.push(step)
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      const key = `refused ${JSON.stringify(intent)}`
      carry.conflicts.set(key, { key, type: 'refused', title: '', reason: error.message, operation: step })
    }
  return done
}

/** Only my own document knows this intent: if it cannot be done even there, it is left as it is. */
function remember(carry: Carry, intent: Step): void {
  try {
    carry.old = applyOperation(carry.old, intent).document
  } catch (error) {
    if (!(error instanceof OperationError)) throw error
  }
}

/**
 * @param base the document my edits were made on
 * @param theirs what others made of it
 * @param renames what they renamed (`renamesOf`)
 */
export function rebase(
  base: WorkflowDocument,
  theirs: WorkflowDocument,
  edits: readonly Edit[],
  renames: Names = noNames(),
): Rebased {
  const names = { ...noNames(), nodes: new Map(renames.nodes) } satisfies Names
  for (const kind of ['edges', 'notes', 'groups'] as const) names[kind] = new Map(renames[kind])
  const carry: Carry = { old: base, now: theirs, names, own: new Set(), conflicts: new Map() }
  const kept: Edit[] = []
  const clashes = new Map<string, readonly Conflict[]>()
  for (const edit of edits) {
    const before = new Map(carry.conflicts)
    const done = stepsOf(edit.operation).flatMap((intent) => {
      const steps = perform(carry, rebaseStep(carry, intent), intent)
      remember(carry, intent)
      return steps
    })
    const fresh = [...carry.conflicts].filter(([key, conflict]) => before.get(key) !== conflict)
    if (fresh.length > 0)
      clashes.set(
        edit.edit_id,
        fresh.map(([, conflict]) => conflict),
      )
    const [only] = done
    if (!only) continue
    kept.push({ ...edit, operation: done.length === 1 ? only : { type: 'batch', operations: done } })
  }
  return { document: carry.now, edits: kept, conflicts: [...carry.conflicts.values()], clashes, names }
}
