import type { Step } from '#graph/operations.ts'
import type { Edit } from './rebase.ts'

const isSame = (a: Step, b: Step): boolean =>
  a.type === b.type &&
  (a.type === 'set_config' || a.type === 'set_title' || a.type === 'move') &&
  'node_id' in b &&
  a.node_id === b.node_id

/** What an edit is about: what is typed into one field is one change, however often it was sent. */
function about({ operation, step_id, label }: Edit): string {
  const { type } = operation
  // The label names the field.
  if (type === 'set_config') return `${operation.node_id} ${label}`
  return type === 'set_title' || type === 'move' ? `${type} ${operation.node_id}` : step_id
}

/** How many changes a person would count in these edits. */
export const changesIn = (edits: readonly Edit[]): number => new Set(edits.map(about)).size

/** Adds an edit; of keystrokes in one field only the last is worth sending. Nothing of `pending` may be under way. */
export function squash(pending: readonly Edit[], edit: Edit): Edit[] {
  const last = pending.at(-1)
  const joins =
    last !== undefined &&
    last.step_id === edit.step_id &&
    last.operation.type !== 'batch' &&
    edit.operation.type !== 'batch' &&
    isSame(last.operation, edit.operation)
  return joins ? [...pending.slice(0, -1), { ...last, operation: edit.operation }] : [...pending, edit]
}
