/**
 * Makes a workflow of its own from a part of another. What the part reads from outside becomes the input of the new workflow; where the
 * meaning could change, it is refused with the nodes that stand in the way. Runs in the worker, which knows the catalogue.
 */
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import type { Step } from '#graph/operations.ts'
import { renameReference } from '#graph/rename-reference.ts'
import { fragmentOf } from '#web/canvas/model/graph/fragment.ts'
import { freeId, freeTitle, idsOf, slug, titlesOf } from '#web/canvas/model/graph/naming.ts'
import { CARD, GAP } from '#web/canvas/model/graph/sizes.ts'
import { mapTexts } from '#web/canvas/model/graph/texts.ts'
import { endsOf } from './extract-ends.ts'
import { obstacles, type Part, partOf } from './extract-rules.ts'

export interface ExtractInput {
  document: WorkflowDocument
  nodes: readonly string[]
  /** What the new workflow, and the node that runs it, are called. */
  title: string
}

export type Extraction =
  | { kind: 'refused'; reason: string; nodes: string[] }
  | {
      kind: 'extracted'
      child: WorkflowDocument
      /** The names of its inputs in addition to its plain input: outside nodes that it reads. */
      inputs: string[]
      /** The node that runs it; `workflow_id` is still to be set. */
      caller: WorkflowNode
      /** Puts the caller in place of the nodes: its `add_node` is the only one. */
      steps: Step[]
    }

const TRIGGER = 'called'
const ARRIVED = 'received'

interface Names {
  trigger: string
  arrived: string
  /** Under which name the plain input is handed over. */
  input: string
}

const edge = (from: Edge['from'], to: string, taken: Set<string>): Edge => {
  const id = freeId(`${from.node}.${from.port}-${to}`.slice(0, 180), taken)
  taken.add(id)
  return { id, from, to: { node: to, port: 'in' } }
}

/** Settings in the new workflow: what was read from nodes outside is read from its input. */
const inside = (node: WorkflowNode, reads: readonly string[], trigger: string): WorkflowNode => {
  const config = reads.reduce((settings, id) => {
    const path = `${trigger}.${id}`
    return mapTexts(renameReference(settings, id, path), (text) => text.replaceAll(`\`${path}\``, path))
  }, node.config)
  return { ...node, config }
}

function childOf(document: WorkflowDocument, part: Part, names: Names): WorkflowDocument {
  const { reads, entries, ids } = part
  const fragment = fragmentOf(document, { nodes: ids, notes: new Set() })
  const left = Math.min(...fragment.nodes.map(({ position }) => position.x))
  const top = (fragment.nodes.find(({ id }) => entries[0] === id) ?? fragment.nodes[0])?.position.y ?? 0
  const step = CARD.width + GAP.x
  const place = (columns: number) => ({ x: left - columns * step, y: top })
  const wrapped = reads.length > 0
  const trigger: WorkflowNode = {
    id: names.trigger,
    type: 'workflow_trigger',
    version: 1,
    title: 'When another workflow calls',
    config: {},
    position: place(wrapped ? 2 : 1),
  }
  const arrived: WorkflowNode = {
    id: names.arrived,
    type: 'set_fields',
    version: 1,
    title: 'What arrived',
    config: { json: `{{ $nodes.${names.trigger}.${names.input} }}` },
    position: place(1),
  }
  const first = wrapped ? names.arrived : names.trigger
  const taken = new Set(fragment.edges.map(({ id }) => id))
  const lead = wrapped ? [edge({ node: names.trigger, port: 'out' }, names.arrived, taken)] : []
  const begin = entries.map((id) => edge({ node: first, port: 'out' }, id, taken))
  return {
    schema_version: document.schema_version,
    ...fragment,
    nodes: [
      trigger,
      ...(wrapped ? [arrived] : []),
      ...fragment.nodes.map((node) => inside(node, reads, names.trigger)),
    ],
    edges: [...lead, ...begin, ...fragment.edges],
  }
}

function callerOf(document: WorkflowDocument, part: Part, names: Names, title: string): WorkflowNode {
  const gone = document.nodes.filter(({ id }) => part.ids.has(id))
  const middle = (axis: 'x' | 'y') => {
    const places = gone.map(({ position }) => position[axis])
    return Math.round((Math.min(...places) + Math.max(...places)) / 2)
  }
  const kept = document.nodes.filter(({ id }) => !part.ids.has(id))
  const { inside, outside } = endsOf(document, part.ids)
  // One end among several is known by its id in the result.
  const end = part.exit === null && outside.length > 0 ? inside[0] : undefined
  const handed = Object.fromEntries(part.reads.map((id) => [id, `{{ $nodes.${id} }}`]))
  return {
    id: end ?? freeId(slug(title), idsOf(document)),
    type: 'sub_workflow',
    version: 1,
    title: freeTitle(title, titlesOf({ ...document, nodes: kept })),
    config: part.reads.length > 0 ? { input: { [names.input]: '{{ $input }}', ...handed } } : {},
    position: { x: middle('x'), y: middle('y') },
  }
}

/** What changes around the part: edges in and out lead to the caller, expressions speak of it. */
function stepsOf(document: WorkflowDocument, { ids, inbound, outbound, exit }: Part, caller: WorkflowNode): Step[] {
  const taken = new Set(document.edges.map(({ id }) => id))
  const into = new Map(inbound.map(({ from }) => [`${from.node} ${from.port}`, from]))
  const out = new Set(outbound.map(({ to }) => to.node))
  const rewired = [
    ...[...into.values()].map((from) => edge(from, caller.id, taken)),
    ...[...out].map((to) => edge({ node: caller.id, port: 'out' }, to, taken)),
  ]
  const readers = document.nodes.flatMap((node): Step[] => {
    if (exit === null || ids.has(node.id)) return []
    const config = renameReference(node.config, exit, caller.id)
    return config === node.config ? [] : [{ type: 'set_config', node_id: node.id, config }]
  })
  return [
    ...[...ids].map((id): Step => ({ type: 'remove_node', node_id: id })),
    { type: 'add_node', node: caller },
    ...rewired.map((one): Step => ({ type: 'connect', edge: one })),
    ...readers,
  ]
}

/** The new workflow and the edits that put it in place, or why it cannot be made. */
export function extract({ document, nodes, title }: ExtractInput): Extraction {
  const part = partOf(document, new Set(nodes))
  const obstacle = obstacles(document, part)
  if (obstacle) return { kind: 'refused', ...obstacle }
  const taken = new Set([...idsOf(document), ...part.reads])
  const trigger = freeId(TRIGGER, taken)
  const names = { trigger, arrived: freeId(ARRIVED, taken), input: freeId('input', new Set(part.reads)) }
  const caller = callerOf(document, part, names, title)
  return {
    kind: 'extracted',
    child: childOf(document, part, names),
    inputs: [...part.reads],
    caller,
    steps: stepsOf(document, part, caller),
  }
}
