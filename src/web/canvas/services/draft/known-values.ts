/** What is known of nodes' data from what there is: pure. `known-data.ts` keeps it true. */

import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import type { Pin } from '#contract/workflows/test-runs.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { actionOf, joinedPages } from '#web/canvas/model/graph/app-step.ts'
import type { Bindings, Known, KnownOutputs } from '#web/canvas/model/run/known-data.ts'
import { t } from '#web/lib/language.ts'
import { findRow } from '#web/parts/runs/run-values.ts'

export interface KnownParts {
  document: WorkflowDocument
  run: Execution | null
  pins: Readonly<Record<string, Pin>>
  /** By type of node; of a step that runs an action of an app by that (`actionOf`). */
  declared: Readonly<Record<string, Json | undefined>>
  iterations: Readonly<Record<string, string>>
  /** What each loop goes over, by its id, as far as its settings can be tried. */
  items: Readonly<Record<string, readonly Json[]>>
}

export const SAID = {
  pin: 'Pinned',
  mock: 'Pinned mock data',
  changed: 'Pinned, edited',
  run: 'From the run on the canvas',
  declared: 'Declared; not run yet',
} as const

const rowOf = ({ run, iterations }: KnownParts, id: string): NodeRun | null => {
  if (!run) return null
  const at = iterations[id]
  const own = run.nodes.filter((row) => row.node_id === id)
  return own.find((row) => row.iteration === at) ?? own.find((row) => row.finished_at !== null) ?? own[0] ?? null
}

/** What a node gives, before it has run. */
function declaredBy({ declared }: KnownParts, node: WorkflowNode): Json | undefined {
  const action = actionOf(node)
  if (action === null) return declared[node.type]
  return node.config.all_pages === true ? joinedPages(declared[action]) : declared[action]
}

/** What is known of every node of a document. */
export function knownOutputs(parts: KnownParts): KnownOutputs {
  const known: Record<string, Known> = {}
  for (const node of parts.document.nodes) {
    const { id } = node
    const pin = parts.pins[id]
    const row = rowOf(parts, id)
    const declared = declaredBy(parts, node)
    if (pin)
      known[id] = {
        value: pin.output,
        source: 'pin',
        made_up: pin.made_up,
        said: t(pin.made_up ? SAID.mock : pin.before ? SAID.changed : SAID.pin),
      }
    else if (row && row.finished_at !== null && row.status !== 'failed' && !row.stored)
      known[id] = { value: row.output, source: 'run', made_up: false, said: t(SAID.run) }
    else if (declared !== undefined)
      known[id] = { value: declared, source: 'declared', made_up: true, said: t(SAID.declared) }
  }
  return known
}

/** Ids of the loops a node is inside, the nearest first. */
export function loopsAround({ nodes, edges }: WorkflowDocument, id: string): string[] {
  const types = new Map(nodes.map((node) => [node.id, node.type]))
  const found: string[] = []
  const seen = new Set<string>([id])
  const queue = [id]
  for (let at = queue.shift(); at !== undefined; at = queue.shift())
    for (const { from, to } of edges) {
      if (to.node !== at || seen.has(from.node)) continue
      if (from.port === 'item' && ['map', 'loop'].includes(types.get(from.node) ?? '')) found.push(from.node)
      seen.add(from.node)
      queue.push(from.node)
    }
  return found
}

/** The values that a field of a node sees, as the engine would bind them. */
export function bindingsOf(parts: KnownParts, outputs: KnownOutputs, id: string): Bindings {
  const { document, run } = parts
  const nodes: JsonObject = Object.fromEntries(Object.entries(outputs).map(([node, { value }]) => [node, value]))
  const inbound = document.edges.filter(({ to }) => to.node === id)
  const row = rowOf(parts, id)
  const iteration = parts.iterations[id] ?? row?.iteration ?? ''
  const item = itemOf(parts, id, iteration)
  const valueOver = ({ node, port }: { node: string; port: string }): Json => {
    if (port === 'item' && item) return item.item
    const source = run && findRow(run.nodes, node, iteration)
    return source && source.finished_at !== null && !parts.pins[node] ? source.output : (nodes[node] ?? null)
  }
  // Of several ways in, those that the run came by; all of them before a run.
  const came = inbound.filter(({ from }) => {
    const source = run && findRow(run.nodes, from.node, iteration)
    return !source || source.port === null || source.port === from.port
  })
  const live = came.length > 0 ? came : inbound
  const [only] = live
  const input: Json =
    inbound.length === 0
      ? (run?.input ?? nodes[id] ?? {})
      : only && live.length === 1
        ? valueOver(only.from)
        : Object.fromEntries(live.map(({ from }) => [from.node, valueOver(from)]))
  const starts = document.nodes.find((node) => !document.edges.some(({ to }) => to.node === node.id))
  const trigger = starts && nodes[starts.id]
  return { input, nodes, vars: {}, ...(trigger === undefined ? {} : { trigger }), ...item }
}

/** What the nearest loop hands the item that is looked at. */
function itemOf({ document, items }: KnownParts, id: string, iteration: string): { item: Json; index: number } | null {
  const [loop] = loopsAround(document, id)
  if (loop === undefined) return null
  const index = Number(iteration.split('.').at(-1)) || 0
  return { item: items[loop]?.[index] ?? null, index }
}
