/** What a workflow is like before it runs: how involved, what it may cost, what it signs in with, and what is risky about it. */
import type { Slot } from '#contract/workflows/bundle.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { planDocument, topologicalOrder } from '#graph/plan.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { credentialTypesOf } from './node-slots.ts'
import { ownedIds } from './owned-ids.ts'
import { findRisks, type Risk } from './risks.ts'

export interface Analysis {
  complexity: {
    nodes: number
    edges: number
    /** Nodes on the longest way. */
    depth: number
    branches: number
    loops: number
    level: 'simple' | 'moderate' | 'involved'
  }
  cost: {
    /** Per run; calls inside a "For each" are counted once per item in addition. */
    model_calls: { once: number; per_item: number }
    outside_calls: { once: number; per_item: number }
    /** The most that budgets on its nodes let a run spend, in paise; null where a node that asks a model has none. */
    budget_paise: number | null
  }
  credentials: { node: string; field: string; type: string; name: string; chosen: boolean }[]
  risks: Risk[]
}

const BRANCHES = ['if', 'switch', 'ai_route', 'approval', 'partition']

/** Bounded in time for any document. */
export function analyse(document: WorkflowDocument, slots: readonly Slot[]): Analysis {
  const on = document.nodes.filter(({ disabled }) => disabled !== true)
  const inLoop = repeatedNodes(document)
  const asks = on.filter(({ type }) => catalogue.get(type)?.needs?.includes('model') === true)
  const calls = on.filter(({ type }) => catalogue.get(type)?.kind === 'effect')
  const count = (nodes: readonly WorkflowNode[]) => {
    const per_item = nodes.filter(({ id }) => inLoop.has(id)).length
    return { once: nodes.length - per_item, per_item }
  }
  const branches = on.filter(({ type }) => BRANCHES.includes(type)).length
  const loops = on.filter(({ type }) => type === 'map').length
  const weight = on.length + 3 * branches + 4 * loops
  return {
    complexity: {
      nodes: document.nodes.length,
      edges: document.edges.length,
      depth: longestWay(document),
      branches,
      loops,
      level: weight <= 8 ? 'simple' : weight <= 30 ? 'moderate' : 'involved',
    },
    cost: { model_calls: count(asks), outside_calls: count(calls), budget_paise: budgetOf(asks) },
    credentials: credentialsOf(document, slots),
    risks: findRisks(document, inLoop),
  }
}

function budgetOf(asks: readonly WorkflowNode[]): number | null {
  let total = 0
  for (const { config } of asks) {
    const { max_cost_paise: most } = config
    if (typeof most !== 'number') return null
    total += most
  }
  return total
}

function credentialsOf(document: WorkflowDocument, slots: readonly Slot[]): Analysis['credentials'] {
  const types = new Map(document.nodes.map(({ id, type }) => [id, type]))
  const chosen = ownedIds(document)
    .filter(({ kind }) => kind === 'credential')
    .map(({ node, field }) => ({
      node,
      field,
      type: credentialTypesOf(types.get(node) ?? '')[0] ?? 'credential',
      name: '',
      chosen: true,
    }))
  const open = slots
    .filter(
      ({ type, node, field }) =>
        type !== 'secret' && types.has(node) && !chosen.some((one) => one.node === node && one.field === field),
    )
    .map(({ node, field, type, name }) => ({ node, field, type, name, chosen: false }))
  return [...chosen, ...open]
}

/** Nodes that run once per item of a "For each". None where the document cannot be planned. */
function repeatedNodes(document: WorkflowDocument): ReadonlySet<string> {
  if (topologicalOrder(document.nodes, document.edges).length < document.nodes.length) return new Set()
  const planned = planDocument(document, (type) => catalogue.isTrigger(type))
  return new Set(planned.nodes.filter(({ scope }) => scope.owner !== null).map(({ id }) => id))
}

/** 0 where a circle makes it endless. */
function longestWay({ nodes, edges }: WorkflowDocument): number {
  const order = topologicalOrder(nodes, edges)
  if (order.length < nodes.length) return 0
  const behind = Map.groupBy(edges, ({ from }) => from.node)
  const length = new Map(order.map((id) => [id, 1]))
  for (const id of order) {
    for (const { to } of behind.get(id) ?? [])
      length.set(to.node, Math.max(length.get(to.node) ?? 1, (length.get(id) ?? 1) + 1))
  }
  return Math.max(0, ...length.values())
}
