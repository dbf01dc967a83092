/**
 * The public outline of a workflow: titles, types and connections. Settings, prompts and notes stay with the seller.
 */

import type { AgentDocument, AgentWorkflow } from '#contract/agents/agent-workflow.ts'
import { AppError } from '#contract/core/errors.ts'
import { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { parseDocument } from '#graph/parse-document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { describe as describeNode } from '#nodes/describe.ts'
import type { OpenAgent } from './agents.policy.ts'

type Steps = Pick<WorkflowDocument, 'nodes' | 'edges'>

/** Steps in the order they run; those of one rank as in the document. Steps in a cycle come last. */
export function sortSteps({ nodes, edges }: Steps): WorkflowDocument['nodes'] {
  const waiting = new Map(nodes.map(({ id }) => [id, 0]))
  for (const { to } of edges) waiting.set(to.node, (waiting.get(to.node) ?? 0) + 1)
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0).map(({ id }) => id)
  const order: string[] = []
  for (let next = ready.shift(); next !== undefined; next = ready.shift()) {
    order.push(next)
    for (const { from, to } of edges) {
      if (from.node !== next) continue
      const left = (waiting.get(to.node) ?? 0) - 1
      waiting.set(to.node, left)
      if (left === 0) ready.push(to.node)
    }
  }
  const place = new Map(order.map((id, index) => [id, index]))
  return [...nodes].sort((a, b) => (place.get(a.id) ?? nodes.length) - (place.get(b.id) ?? nodes.length))
}

/** @throws not_found when what is stored is no document of today's schema */
export function presentDocument({ id, slug, name, tagline, number }: OpenAgent, stored: unknown): AgentDocument {
  const { document } = parseDocument(stored)
  if (document === null) throw new AppError('not_found')
  return { agent: { id, slug, name, tagline }, version: number, document: JsonObject.parse(document) }
}

/** @throws not_found when what is stored is no document of today's schema */
export function presentWorkflow(agent: OpenAgent, stored: unknown, settings_open: boolean): AgentWorkflow {
  const { document } = parseDocument(stored)
  if (document === null) throw new AppError('not_found')
  return {
    agent: { id: agent.id, slug: agent.slug, name: agent.name },
    version: agent.number,
    settings_open,
    steps: sortSteps(document).map(({ id, title, type }) => {
      const known = catalogue.get(type)
      const {
        title: type_title,
        category,
        icon,
      } = known ? describeNode(known) : { title: type, category: 'other', icon: 'box' }
      return { id, title, type, type_title, category, icon }
    }),
    edges: document.edges.map(({ from, to }) => ({ from: from.node, port: from.port, to: to.node })),
  }
}
