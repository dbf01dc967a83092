/** Workflows for tests, written down in few words. */
import type { Edge, WorkflowDocument, WorkflowNode } from '#graph/document.ts'

type Config = Record<string, unknown>

/** @param config as the browser would send it; the server reads it again */
export const node = (
  id: string,
  type: string,
  title: string,
  config: Config = {},
  x = 0,
  y = 0,
  version = 1,
): WorkflowNode => ({ id, type, version, title, config: config as WorkflowNode['config'], position: { x, y } })

/** From a port of one node to what the other takes in. */
export const edge = (from: string, to: string, port = 'out'): Edge => ({
  id: `${from}-${to}`,
  from: { node: from, port },
  to: { node: to, port: 'in' },
})

export const graph = (nodes: WorkflowNode[], edges: Edge[] = []): WorkflowDocument => ({
  schema_version: 1,
  nodes,
  edges,
  notes: [],
  groups: [],
})

/** A trigger, two steps that read each other, and one that stands alone. */
export const SMALL = graph(
  [
    node('start', 'manual_trigger', 'Start'),
    node('first', 'set_fields', 'First', { json: '{"a": 1}' }, 304),
    node('second', 'set_fields', 'Second', { json: '{{ $nodes.first }}' }, 608),
    node('loose', 'set_fields', 'Loose', { json: '{}' }, 304, 304),
  ],
  [edge('start', 'first'), edge('first', 'second')],
)

/** Steps in rows of ten, one after another, `count` of them with the trigger. */
export function large(count: number): WorkflowDocument {
  const nodes = Array.from({ length: count }, (_, at) =>
    at === 0
      ? node('start', 'manual_trigger', 'Start')
      : node(`step_${at}`, 'set_fields', `Step ${at}`, { json: '{}' }, (at % 10) * 304, Math.floor(at / 10) * 144),
  )
  return graph(
    nodes,
    nodes.slice(1).map(({ id }, at) => edge(nodes[at]?.id ?? 'start', id)),
  )
}
