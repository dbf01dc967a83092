/** The workflow as rows in the order in which it runs: what the list shows of each node. Pure. */

import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { topologicalOrder } from '#graph/plan.ts'
import type { DocumentAnalysis } from '#web/canvas/model/draft/draft.ts'
import { problemText } from '#web/canvas/model/fields/problem-words.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'
import { t } from '#web/lib/language.ts'

export interface Link {
  edge: Edge
  /** The node at the other end. */
  id: string
  title: string
  /** Which output port, where there are several. */
  port: string | null
}

export interface Row {
  node: WorkflowNode
  number: number
  presentation: NodePresentation | undefined
  to: readonly Link[]
  from: readonly Link[]
  problems: readonly string[]
}

/** Nodes of a cycle, which run in no order, stand last. */
export function rowsOf(document: WorkflowDocument, { presentations, problems }: DocumentAnalysis): Row[] {
  const byId = new Map(document.nodes.map((node) => [node.id, node]))
  const order = topologicalOrder(document.nodes, document.edges)
  const known = new Set(order)
  const ids = [...order, ...document.nodes.filter(({ id }) => !known.has(id)).map(({ id }) => id)]
  const out = new Map<string, Edge[]>()
  const into = new Map<string, Edge[]>()
  for (const edge of document.edges) {
    out.set(edge.from.node, [...(out.get(edge.from.node) ?? []), edge])
    into.set(edge.to.node, [...(into.get(edge.to.node) ?? []), edge])
  }
  const link = (edge: Edge, id: string): Link => {
    const ports = presentations[edge.from.node]?.ports ?? []
    const port = ports.find(({ name }) => name === edge.from.port)
    const several = ports.length > 1 || (port === undefined && edge.from.port !== 'out')
    return { edge, id, title: byId.get(id)?.title ?? id, port: several ? (port?.title ?? edge.from.port) : null }
  }
  return ids.flatMap((id, index): Row[] => {
    const node = byId.get(id)
    if (!node) return []
    return [
      {
        node,
        number: index + 1,
        presentation: presentations[id],
        to: (out.get(id) ?? []).map((edge) => link(edge, edge.to.node)),
        from: (into.get(id) ?? []).map((edge) => link(edge, edge.from.node)),
        problems: problems.filter((problem) => problem.node === id).map(problemText),
      },
    ]
  })
}

/** From so many rows on, only those in sight are drawn. */
export const VIRTUAL_FROM = 200
/** So many selected rows stay drawn out of sight: where Tab comes back to. */
const MOST_KEPT = 8

/** Places of the rows that are drawn wherever one looks: the first, the one with the focus, and those that are selected. */
export function alwaysDrawn(ids: readonly string[], selected: ReadonlySet<string>, focused: string | null): number[] {
  const kept = [...selected].slice(0, MOST_KEPT)
  const places = [focused, ...kept].map((id) => (id === null ? -1 : ids.indexOf(id)))
  return [...new Set([0, ...places])].filter((place) => place >= 0 && place < ids.length)
}

/** The row that a key leads to from one; null where there is none. */
export function rowBy(ids: readonly string[], id: string, key: string): string | null {
  const at = ids.indexOf(id)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[key]
  return to === undefined ? null : (ids[to] ?? null)
}

/** The rows that have every word somewhere in their names or their sentence. */
export function filtered(rows: readonly Row[], text: string): readonly Row[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter(({ node, presentation }) => {
    const all =
      `${node.title} ${node.id} ${presentation?.kind ?? node.type} ${presentation?.sentence ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** What a row says to who does not see it. */
export function spokenRow({ node, number, presentation, to, problems }: Row): string {
  const leads = to.map(({ title, port }) => (port === null ? title : t('{title} via {port}', { title, port })))
  return [
    `${number}. ${node.title}`,
    presentation?.kind,
    node.disabled ? t('switched off') : null,
    presentation?.sentence,
    leads.length > 0 ? t('Leads to {leads}', { leads: leads.join(', ') }) : null,
    problems.length > 0
      ? `${problems.length === 1 ? t('1 problem') : t('{count} problems', { count: problems.length })}: ${problems.join('. ')}`
      : null,
  ]
    .filter(Boolean)
    .join('. ')
}
