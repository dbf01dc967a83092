/** Operations that the gestures of the canvas become: pure, so that mouse, keyboard, list and menus make the very same edits. */
import type { Edge, WorkflowDocument } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { noteOfKey } from './flow.ts'

const batch = (steps: Step[]): Operation | null =>
  steps.length === 0 ? null : steps.length === 1 ? (steps[0] as Step) : { type: 'batch', operations: steps }

/** An id that no other edge has. */
export function edgeId(document: WorkflowDocument, from: { node: string; port: string }, to: string): string {
  const wanted = `${from.node}.${from.port}-${to}`.slice(0, 180)
  const taken = new Set(document.edges.map(({ id }) => id))
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}.${number}`
    if (!taken.has(id)) return id
  }
}

export function connecting(document: WorkflowDocument, from: { node: string; port: string }, to: string): Step {
  const edge: Edge = { id: edgeId(document, from, to), from, to: { node: to, port: 'in' } }
  return { type: 'connect', edge }
}

/** Takes nodes, notes (as keys of the flow) and edges away. Null when nothing is named. */
export function removing(
  document: WorkflowDocument,
  keys: readonly string[],
  edgeIds: readonly string[],
): Operation | null {
  const gone = new Set(keys)
  // A node takes its edges along.
  const loose = document.edges.filter(
    ({ id, from, to }) => edgeIds.includes(id) && !gone.has(from.node) && !gone.has(to.node),
  )
  return batch([
    ...loose.map(({ id }): Step => ({ type: 'disconnect', edge_id: id })),
    ...keys.map((key): Step => {
      const note = noteOfKey(key)
      return note === null ? { type: 'remove_node', node_id: key } : { type: 'remove_note', note_id: note }
    }),
  ])
}
