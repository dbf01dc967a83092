/** The node catalogue as the registry calls of §7 give it. */

import { AppError } from '#contract/core/errors.ts'
import {
  NODE_FEATURES,
  type NodeConfiguration,
  type NodeDetail,
  type NodeInfo,
  type NodeQuery,
} from '#contract/workflows/nodes.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
import type { NodeDefinition } from '#nodes/node.ts'

/** Settings by which a node uses a language model, which costs money. */
const MODEL_SETTINGS = ['model', 'fallback_model']

const asksModels = (node: NodeDefinition): boolean =>
  node.needs?.includes('model') === true ||
  MODEL_SETTINGS.some((name) => Object.hasOwn((describeNode(node).config.properties ?? {}) as object, name))

/** Formats of a setting that need an editor of their own. */
const PLAIN_WIDGETS = new Set(['text', 'textarea', 'number', 'select', 'switch'])

function widgetsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'widget' && typeof value === 'string' ? [value] : widgetsIn(value),
  )
}

function featuresOf(node: NodeDefinition): NodeInfo['features'] {
  const { ports, dynamic_ports, config } = describeNode(node)
  const has: Record<NodeInfo['features'][number], boolean> = {
    trigger: node.trigger === true,
    branches: dynamic_ports || ports.length > 1,
    waits: node.resume !== undefined,
    effects: node.kind === 'effect',
    migrates: node.migrate !== undefined,
    credentials: widgetsIn(config).includes('credential'),
    models: asksModels(node),
    own_thread: node.heavy === true,
  }
  return NODE_FEATURES.filter((feature) => has[feature])
}

function present(node: NodeDefinition): NodeInfo {
  const { type, version, title, category, icon, description, kind, trigger, ports, config } = describeNode(node)
  return {
    type,
    version,
    title,
    category,
    icon,
    description,
    kind,
    trigger,
    status: node.unfinished ? 'incomplete' : 'stable',
    has_visual: widgetsIn(config).some((widget) => !PLAIN_WIDGETS.has(widget)),
    has_cost_model: asksModels(node),
    features: featuresOf(node),
    ports,
  }
}

let presented: NodeInfo[] | undefined
/** Made when they are first asked for: describing all of them takes a twelfth of a start, and many processes are never asked. */
const allNodes = (): NodeInfo[] => {
  presented ??= catalogue.all.map(present)
  return presented
}

const asked = (flag: 'true' | 'false' | undefined, value: boolean): boolean =>
  flag === undefined || (flag === 'true') === value

const found = (node: NodeInfo, term: string): boolean =>
  [node.type, node.title, node.description, node.category].some((text) => text.toLowerCase().includes(term))

/** Node types in the order of the palette; `all` as the value of a filter is none. */
export function listNodes(query: Partial<NodeQuery> & { limit: number; offset: number }): {
  items: NodeInfo[]
  total: number
  limit: number
  offset: number
} {
  const term = query.search_term?.trim().toLowerCase() ?? ''
  const chosen = (filter: string | undefined, value: string) => !filter || filter === 'all' || filter === value
  const items = allNodes().filter(
    (node) =>
      chosen(query.category, node.category) &&
      chosen(query.status, node.status) &&
      asked(query.has_visual, node.has_visual) &&
      asked(query.has_cost_model, node.has_cost_model) &&
      asked(query.enhanced_features, node.features.length > 0) &&
      (term === '' || found(node, term)),
  )
  const { limit, offset } = query
  return { items: items.slice(offset, offset + limit), total: items.length, limit, offset }
}

/** @throws not_found */
export function getNode(type: string): NodeDetail {
  const node = catalogue.get(type)
  if (!node) throw new AppError('not_found')
  const { config, output, example, sentence, dynamic_ports, timeout_ms, raw_fields } = describeNode(node)
  const more = { example, sentence, dynamic_ports, timeout_ms, raw_fields }
  return { ...present(node), config_schema: config, output_schema: output, ...more }
}

const tally = (values: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

export const listNodeCategories = (): { categories: { name: string; nodes: number }[] } => ({
  categories: Object.entries(tally(allNodes().map(({ category }) => category))).map(([name, nodes]) => ({
    name,
    nodes,
  })),
})

export function getNodeStats() {
  const all = allNodes()
  return {
    total: all.length,
    by_category: tally(all.map(({ category }) => category)),
    by_kind: tally(all.map(({ kind }) => kind)),
    by_status: tally(all.map(({ status }) => status)),
    by_feature: tally(all.flatMap(({ features }) => features)),
  }
}

const MOST_SUGGESTIONS = 5

const pairs = (text: string): Set<string> => {
  const padded = ` ${text.toLowerCase()} `
  return new Set(Array.from({ length: padded.length - 1 }, (_, i) => padded.slice(i, i + 2)))
}

/** Dice coefficient over pairs of letters: 1 is the same, 0 has nothing in common. */
function likeness(a: string, b: string): number {
  const left = pairs(a)
  const right = pairs(b)
  return (2 * [...left].filter((pair) => right.has(pair)).length) / (left.size + right.size)
}

/** The settings of a type as JSON Schema; an unknown one is `missing` and comes with the likeliest types (§8). */
export function getNodeConfiguration(type: string): NodeConfiguration {
  const node = catalogue.get(type)
  if (node) return { node_type: type, status: 'available', configuration: describeNode(node).config, suggestions: [] }
  const suggestions = allNodes()
    .map((known) => ({ type: known.type, score: likeness(known.type, type) }))
    .filter(({ score }) => score > 0.2)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_SUGGESTIONS)
    .map((known) => `Did you mean ${known.type}?`)
  return {
    node_type: type,
    status: 'missing',
    configuration: null,
    suggestions: suggestions.length > 0 ? suggestions : ['See /api/nodes/registry/public for all node types.'],
  }
}
