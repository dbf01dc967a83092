/** Operations that the gestures of the canvas become: pure, so that mouse, keyboard, list and menus make the very same edits. */

import type { JsonObject } from '#contract/core/primitives.ts'
import { applyOperation } from '#graph/apply.ts'
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { noteOfKey } from '#web/canvas/model/graph/flow-keys.ts'
import { freeId, freeTitle, idsOf, slug, titlesOf } from '#web/canvas/model/graph/naming.ts'
import type { OutputPort } from '#web/canvas/model/graph/refusals.ts'
import { downstream } from '#web/canvas/model/graph/traversal.ts'

import { before, behind, freePlace, makeRoom, type Place } from './placing.ts'

/** Several steps as one operation. Null when there is none. */
export const batch = (steps: Step[]): Operation | null =>
  steps.length === 0 ? null : steps.length === 1 ? (steps[0] as Step) : { type: 'batch', operations: steps }

/** The document after these steps, for the steps that come behind them. */
const after = (document: WorkflowDocument, steps: Step[]): WorkflowDocument =>
  applyOperation(document, { type: 'batch', operations: steps }).document

export const nodeOf = ({ nodes }: WorkflowDocument, id: string): WorkflowNode | null =>
  nodes.find((node) => node.id === id) ?? null

/** An id that no other edge has. */
export function edgeId(document: WorkflowDocument, from: { node: string; port: string }, to: string): string {
  const wanted = `${from.node}.${from.port}-${to}`.slice(0, 180)
  const taken = new Set(document.edges.map(({ id }) => id))
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? wanted : `${wanted}.${number}`
    if (!taken.has(id)) return id
  }
}

export function connecting(document: WorkflowDocument, from: OutputPort, to: string): Step {
  const edge: Edge = { id: edgeId(document, from, to), from, to: { node: to, port: 'in' } }
  return { type: 'connect', edge }
}

/** The wires that close the gap where nodes are taken out: only where one way leads through, so that branches are not guessed. */
function rejoining(document: WorkflowDocument, gone: ReadonlySet<string>): Step[] {
  const steps: Step[] = []
  let current = document
  for (const entry of document.edges.filter(({ from, to }) => !gone.has(from.node) && gone.has(to.node))) {
    const chain = new Set([entry.to.node])
    // Only what is reached through nodes that go, too.
    const inner = document.edges.filter(({ from, to }) => gone.has(from.node) && gone.has(to.node))
    for (const id of downstream({ ...document, edges: inner }, entry.to.node)) chain.add(id)
    const exits = document.edges.filter(
      ({ from, to }) => chain.has(from.node) && !gone.has(to.node) && from.port !== 'error',
    )
    if (new Set(exits.map(({ from }) => `${from.node} ${from.port}`)).size !== 1) continue
    for (const { to } of exits) {
      const there = current.edges.some(
        (edge) => edge.from.node === entry.from.node && edge.from.port === entry.from.port && edge.to.node === to.node,
      )
      if (there) continue
      const step = connecting(current, entry.from, to.node)
      steps.push(step)
      current = after(current, [step])
    }
  }
  return steps
}

/** Takes nodes, notes (as keys of the flow) and edges away; what stood before and behind a node is joined. Null when nothing is named. */
export function removing(
  document: WorkflowDocument,
  keys: readonly string[],
  edgeIds: readonly string[],
): Operation | null {
  const gone = new Set(keys)
  const cut = new Set(edgeIds)
  // A node takes its edges along.
  const loose = document.edges.filter(({ id, from, to }) => cut.has(id) && !gone.has(from.node) && !gone.has(to.node))
  return batch([
    ...loose.map(({ id }): Step => ({ type: 'disconnect', edge_id: id })),
    // An edge that is removed explicitly is not joined again.
    ...rejoining({ ...document, edges: document.edges.filter(({ id }) => !cut.has(id)) }, gone).map(
      (step): Step =>
        step.type === 'connect'
          ? { ...step, edge: { ...step.edge, id: edgeId(document, step.edge.from, step.edge.to.node) } }
          : step,
    ),
    ...keys.map((key): Step => {
      const note = noteOfKey(key)
      return note === null ? { type: 'remove_node', node_id: key } : { type: 'remove_note', note_id: note }
    }),
  ])
}

/** What is added: a type of the palette. */
export interface NewNode {
  type: string
  version: number
  title: string
  config?: JsonObject
}

export interface NewPlace {
  /** The left edge of its card; null lets it find its own place. */
  at: Place | null
  from: OutputPort | null
  into: string | null
  to?: string | undefined
  /** The first output port of the new node; null when nothing comes out of it. */
  port: string | null
}

/** A node of this type with an id and a title of its own. */
export function freshNode(document: WorkflowDocument, entry: NewNode, position: Place): WorkflowNode {
  const title = freeTitle(entry.title, titlesOf(document))
  // A title in another script leaves no letters for an id.
  const wanted = slug(title)
  const id = freeId(wanted === 'node' ? slug(entry.type) : wanted, idsOf(document))
  return { id, type: entry.type, version: entry.version, title, config: entry.config ?? {}, position }
}

/** The edges of a new node, and its position between its neighbours. */
function wiring(document: WorkflowDocument, { at, from, into, to, port }: NewPlace, id: string) {
  const edge = into === null ? null : (document.edges.find((each) => each.id === into) ?? null)
  const [source, target] = [edge?.from ?? from, edge?.to.node ?? to]
  const steps: Step[] = []
  if (edge) steps.push({ type: 'disconnect', edge_id: edge.id })
  if (source) steps.push(connecting(document, source, id))
  if (target !== undefined && port !== null) steps.push(connecting(document, { node: id, port }, target))
  const [left, right] = [
    source && nodeOf(document, source.node),
    target === undefined ? null : nodeOf(document, target),
  ]
  const wanted = at ?? (left ? behind(left) : right ? before(right) : { x: 0, y: 0 })
  const followers = edge && right ? new Set([right.id, ...downstream(document, right.id)]) : new Set<string>()
  return { steps, wanted, followers }
}

/** Adds a node: loose, wired to what it comes from, leading to what follows, or put into an edge, whose end makes room. */
export function adding(
  document: WorkflowDocument,
  entry: NewNode,
  place: NewPlace,
): { operation: Operation; id: string } {
  const fresh = freshNode(document, entry, { x: 0, y: 0 })
  const { steps, wanted, followers } = wiring(document, place, fresh.id)
  const room = place.into === null ? [] : makeRoom(document, followers, wanted.x)
  const position = freePlace(after(document, room).nodes, wanted)
  const operations: Step[] = [...room, { type: 'add_node', node: { ...fresh, position } }, ...steps]
  return { operation: batch(operations) as Operation, id: fresh.id }
}

/** Puts a node that is there into an edge, at the place it was dropped. */
export function inserting(document: WorkflowDocument, id: string, port: string, edge: Edge): Operation {
  return batch([
    { type: 'disconnect', edge_id: edge.id },
    connecting(document, edge.from, id),
    connecting(document, { node: id, port }, edge.to.node),
  ]) as Operation
}

/** What the node that takes another's place is like. */
export interface Replacement extends NewNode {
  /** Names of its settings. */
  fields: readonly string[]
  ports: readonly string[]
}

/** Puts a node of another type in a node's place: same id, same wires as far as it has the output ports, and the settings both have. */
export function replacing(
  document: WorkflowDocument,
  id: string,
  entry: Replacement,
  oldTitle: string,
): Operation | null {
  const index = document.nodes.findIndex((node) => node.id === id)
  const old = document.nodes[index]
  if (!old) return null
  const kept = Object.fromEntries(Object.entries(old.config).filter(([field]) => entry.fields.includes(field)))
  // A title that a person wrote stays; one that names the old type would be wrong.
  const written = old.title.replace(/ \d+$/, '') !== oldTitle
  const title = written ? old.title : freeTitle(entry.title, titlesOf(document))
  const node = { ...old, type: entry.type, version: entry.version, title, config: { ...entry.config, ...kept } }
  const [first] = entry.ports
  const steps: Step[] = [
    { type: 'remove_node', node_id: id },
    { type: 'add_node', node, at: index },
  ]
  for (const edge of document.edges) {
    if (edge.to.node === id) steps.push({ type: 'connect', edge })
    if (edge.from.node !== id || first === undefined) continue
    const port = entry.ports.includes(edge.from.port) ? edge.from.port : first
    steps.push({ type: 'connect', edge: { ...edge, from: { node: id, port } } })
  }
  for (const group of document.groups)
    if (group.nodes.includes(id)) steps.push({ type: 'update_group', group_id: group.id, nodes: group.nodes })
  return batch(steps)
}

/** Switches nodes off, or on again when all of them are off. */
export function toggling(
  document: WorkflowDocument,
  ids: readonly string[],
): { operation: Operation | null; off: boolean } {
  const nodes = document.nodes.filter(({ id }) => ids.includes(id))
  const off = nodes.some(({ disabled }) => disabled !== true)
  const changed = nodes.filter(({ disabled }) => (disabled === true) !== off)
  const steps = changed.map(({ id }): Step => ({ type: 'set_disabled', node_id: id, disabled: off ? true : null }))
  return { operation: batch(steps), off }
}
