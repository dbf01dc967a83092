/** Snippets as edits of a document: what is kept of a selection, what inserting one adds, and what a newer version changes. Pure. */
import type { Json } from '#contract/core/primitives.ts'
import { applyOperation } from '#graph/apply.ts'
import type { Edge, Group, SnippetOrigin, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Operation, Step } from '#graph/operations.ts'
import { renameReference } from '#graph/rename-reference.ts'
import { filledNodes, proposedValue, type SnippetParts } from '#graph/snippet.ts'
import { edgeKey } from '#web/canvas/model/diff/diff.ts'
import { freeId, freeTitle, idsOf, titlesOf } from '#web/canvas/model/graph/naming.ts'
import type { OutputPort } from '#web/canvas/model/graph/refusals.ts'
import { connecting, edgeId } from './edits.ts'
import { pasting } from './pasting.ts'

export type Values = SnippetOrigin['inputs']

/** A version as it is inserted. */
export interface KeptVersion {
  id: string
  name: string
  number: number
  content: SnippetParts
}

/** Nodes and edges under other ids; references follow, also where two ids change places. */
export function withIds(
  nodes: readonly WorkflowNode[],
  edges: readonly Edge[],
  ids: ReadonlyMap<string, string>,
): { nodes: WorkflowNode[]; edges: Edge[] } {
  const name = (id: string) => ids.get(id) ?? id
  const changed = [...ids].filter(([from, to]) => from !== to)
  // Through names that nobody has.
  const steps = [
    ...changed.map(([from], at) => [from, `moving_${at}_0`] as const),
    ...changed.map(([, to], at) => [`moving_${at}_0`, to] as const),
  ]
  return {
    nodes: nodes.map((node) => ({
      ...node,
      id: name(node.id),
      config: steps.reduce((config, [from, to]) => renameReference(config, from, to), node.config),
    })),
    edges: edges.map((edge) => ({
      ...edge,
      from: { ...edge.from, node: name(edge.from.node) },
      to: { ...edge.to, node: name(edge.to.node) },
    })),
  }
}

/**
 * The selection as the content of a snippet, and its ids by the ids of the document.
 * @param origin of the group it belongs to, when a new version of that snippet is created: its nodes keep their names
 * in the snippet
 */
export function partsOf(
  document: WorkflowDocument,
  selected: ReadonlySet<string>,
  origin: SnippetOrigin | null,
): { nodes: WorkflowNode[]; edges: Edge[]; ids: Map<string, string> } {
  const nodes = document.nodes.filter(({ id }) => selected.has(id))
  const edges = document.edges.filter(({ from, to }) => selected.has(from.node) && selected.has(to.node))
  const known = new Map(nodes.flatMap(({ id }) => (origin?.nodes[id] ? [[id, origin.nodes[id]] as const] : [])))
  const taken = new Set(known.values())
  const ids = new Map(known)
  for (const { id } of nodes) {
    if (known.has(id)) continue
    const free = freeId(id.slice(0, 58), taken)
    taken.add(free)
    ids.set(id, free)
  }
  return { ...withIds(nodes, edges, ids), ids }
}

/** What is proposed for each input. */
export const proposedValues = (content: SnippetParts): Values =>
  Object.fromEntries(content.inputs.map((input) => [input.key, proposedValue(content, input) as Values[string]]))

/** What was answered before, where the input is still of that kind; else what is proposed. */
export function valuesBefore(content: SnippetParts, before: Values): Values {
  const proposed = proposedValues(content)
  const kept = Object.entries(proposed).map(([key, value]) => {
    const old = Object.hasOwn(before, key) ? before[key] : undefined
    return [key, typeof old === typeof value ? old : value]
  })
  return Object.fromEntries(kept)
}

interface Where {
  /** Its upper left corner. */
  at: { x: number; y: number }
  /** The output port it is wired to. */
  from: OutputPort | null
  /** The edge it is put into. */
  into: string | null
  /** The first output port of a node of the snippet, for what comes behind it. */
  portOf: (id: string) => string | null
}

/** Wires the one node it begins with, and the one it ends with, to where it goes. */
function wiring(
  document: WorkflowDocument,
  nodes: readonly string[],
  { from, into, portOf }: Where,
  ids: Names,
): Step[] {
  const inside = new Set(nodes)
  const inner = document.edges.filter((edge) => inside.has(edge.from.node) && inside.has(edge.to.node))
  const [entry, ...entries] = nodes.filter((id) => !inner.some((edge) => edge.to.node === id))
  const [exit, ...exits] = nodes.filter((id) => !inner.some((edge) => edge.from.node === id))
  const edge = document.edges.find(({ id }) => id === into)
  const way = edge?.from ?? from
  const steps: Step[] = []
  if (way && entry !== undefined && entries.length === 0) {
    if (edge) steps.push({ type: 'disconnect', edge_id: edge.id })
    steps.push(connecting(document, way, entry))
    const port = exit !== undefined && exits.length === 0 ? portOf(ids.get(exit) ?? exit) : null
    if (edge && exit !== undefined && port !== null)
      steps.push(connecting(document, { node: exit, port }, edge.to.node))
  }
  return steps
}

/** Ids in the snippet by ids in the document. */
type Names = ReadonlyMap<string, string>

/** The edit that inserts a version as a group of its own. */
export function inserting(
  document: WorkflowDocument,
  { id, name, number, content }: KeptVersion,
  values: Values,
  where: Where,
): { operation: Operation; nodes: string[] } {
  const own = Object.fromEntries(content.nodes.map((node) => [node.id, node.id]))
  const group: Group = {
    id: 'snippet',
    title: name,
    nodes: content.nodes.map((node) => node.id),
    snippet: { id, version: number, inputs: values, nodes: own },
  }
  const fragment = { nodes: filledNodes(content, values), edges: content.edges, notes: [], groups: [group] }
  const pasted = pasting(document, fragment, where.at)
  const after = applyOperation(document, pasted.operation).document
  const sources = new Map([...pasted.ids].map(([source, here]) => [here, source]))
  const steps = pasted.operation.type === 'batch' ? pasted.operation.operations : [pasted.operation]
  const wires = wiring(after, pasted.nodes, where, sources)
  return { operation: { type: 'batch', operations: [...steps, ...wires] }, nodes: pasted.nodes }
}

const POLICY = ['retry', 'timeout_ms', 'on_error'] as const

/** The properties that turn one node into another, except its title and position, which stay. */
function changing(before: WorkflowNode, after: WorkflowNode, edges: readonly Edge[]): Step[] {
  const node_id = before.id
  if (before.type !== after.type || before.version !== after.version) {
    const touching = edges.filter(({ from, to }) => from.node === node_id || to.node === node_id)
    return [
      { type: 'remove_node', node_id },
      { type: 'add_node', node: { ...after, title: before.title, position: before.position } },
      ...touching.map((edge): Step => ({ type: 'connect', edge })),
    ]
  }
  const steps: Step[] = []
  if (JSON.stringify(before.config) !== JSON.stringify(after.config))
    steps.push({ type: 'set_config', node_id, config: after.config })
  if (POLICY.some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])))
    steps.push({
      type: 'set_policy',
      node_id,
      retry: after.retry ?? null,
      timeout_ms: after.timeout_ms ?? null,
      on_error: after.on_error ?? null,
    })
  return steps
}

/** Ids here of the nodes of a version: those that were inserted keep theirs. */
function idsHere(document: WorkflowDocument, content: SnippetParts, origin: SnippetOrigin): Map<string, string> {
  const taken = idsOf(document)
  const here = new Map(
    Object.entries(origin.nodes).flatMap(([id, source]) => (taken.has(id) ? [[source, id] as const] : [])),
  )
  return new Map(
    content.nodes.map(({ id }) => {
      const free = here.get(id) ?? freeId(id.slice(0, 58), taken)
      taken.add(free)
      return [id, free]
    }),
  )
}

/** Where new nodes stand: as far from one that is there as they do in the snippet. */
function shiftOf(before: ReadonlyMap<string, WorkflowNode>, nodes: readonly WorkflowNode[]) {
  const known = nodes.find(({ id }) => before.has(id))
  const at = known && before.get(known.id)?.position
  return known && at ? { x: at.x - known.position.x, y: at.y - known.position.y } : { x: 0, y: 0 }
}

/**
 * The edit that makes an inserted group what another version is. What a person changed inside gives way; titles, places, what they
 * added to the group and the wires out of it stay.
 */
export function updating(
  document: WorkflowDocument,
  group: Group & { snippet: SnippetOrigin },
  { id, number, content }: KeptVersion,
  values: Values,
): Operation {
  const origin = group.snippet
  const ids = idsHere(document, content, origin)
  const { nodes, edges } = withIds(filledNodes(content, values), content.edges, ids)
  const present = new Map(document.nodes.map((node) => [node.id, node]))
  const mine = new Set(Object.keys(origin.nodes).filter((one) => present.has(one)))
  const wanted = new Set(nodes.map((node) => node.id))
  const gone = [...mine].filter((one) => !wanted.has(one))
  const by = shiftOf(present, nodes)
  const titles = titlesOf(document)
  const added = nodes
    .filter((node) => !present.has(node.id))
    .map((node): Step => {
      const title = freeTitle(node.title, titles)
      titles.add(title)
      const position = { x: node.position.x + by.x, y: node.position.y + by.y }
      return { type: 'add_node', node: { ...node, title, position } }
    })
  const isInner = ({ from, to }: Edge) => mine.has(from.node) && mine.has(to.node)
  const ways = new Set(edges.map(edgeKey))
  const cut = document.edges.filter((edge) => isInner(edge) && !ways.has(edgeKey(edge)))
  const left = document.edges.filter(
    (edge) => !cut.includes(edge) && !gone.includes(edge.from.node) && !gone.includes(edge.to.node),
  )
  const steps: Step[] = [
    ...cut.map((edge): Step => ({ type: 'disconnect', edge_id: edge.id })),
    ...gone.map((node_id): Step => ({ type: 'remove_node', node_id })),
    ...added,
    ...nodes.flatMap((node) => {
      const before = present.get(node.id)
      return before ? changing(before, node, left) : []
    }),
  ]
  let current = applyOperation(document, { type: 'batch', operations: steps }).document
  const there = new Set(current.edges.map(edgeKey))
  for (const edge of edges) {
    if (there.has(edgeKey(edge))) continue
    const step: Step = { type: 'connect', edge: { ...edge, id: edgeId(current, edge.from, edge.to.node) } }
    steps.push(step)
    current = applyOperation(current, step).document
  }
  const others = group.nodes.filter((one) => !mine.has(one))
  const sources = Object.fromEntries([...ids].map(([source, here]) => [here, source]))
  steps.push({
    type: 'update_group',
    group_id: group.id,
    nodes: [...nodes.map((node) => node.id), ...others],
    snippet: { id, version: number, inputs: values, nodes: sources },
  })
  return { type: 'batch', operations: steps }
}

/** A setting that can be asked when a snippet is inserted. */
export interface Askable {
  path: string[]
  value: string | number | boolean
}

const MOST_ASKABLE = 60
const MOST_DEEP = 12

/** The texts, numbers and yes-or-nos in the settings of a node, in their order. */
export function askableOf({ config }: WorkflowNode): Askable[] {
  const found: Askable[] = []
  const walk = (value: Json, path: string[]) => {
    if (found.length >= MOST_ASKABLE || path.length > MOST_DEEP || value === null) return
    if (typeof value === 'object') for (const [key, part] of Object.entries(value)) walk(part, [...path, key])
    else found.push({ path, value })
  }
  walk(config, [])
  return found
}
