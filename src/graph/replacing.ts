/** A whole document in place of another, said as edits: so it can be undone like any other. */
import type { WorkflowDocument } from './document.ts'
import type { Operation, Step } from './operations.ts'

export function replaceOperations(before: WorkflowDocument, after: WorkflowDocument): Operation {
  const operations: Step[] = [
    ...before.groups.map((group): Step => ({ type: 'remove_group', group_id: group.id })),
    ...before.notes.map((note): Step => ({ type: 'remove_note', note_id: note.id })),
    // a node takes its edges with it
    ...before.nodes.map((node): Step => ({ type: 'remove_node', node_id: node.id })),
    ...after.nodes.map((node): Step => ({ type: 'add_node', node })),
    ...after.edges.map((edge): Step => ({ type: 'connect', edge })),
    ...after.notes.map((note): Step => ({ type: 'add_note', note })),
    ...after.groups.map((group): Step => ({ type: 'add_group', group })),
  ]
  return { type: 'batch', operations }
}
