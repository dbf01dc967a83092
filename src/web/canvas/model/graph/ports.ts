/** Output ports of a node. */

import type { WorkflowDocument } from '#graph/document.ts'
import type { NodePresentation } from '#web/canvas/model/graph/node-presentation.ts'

import type { OutputPort } from './refusals.ts'

/** The first output port that leads nowhere yet, else the first; null when nothing comes out. A node not yet looked at has `out`. */
export function freePort(
  { edges }: WorkflowDocument,
  presentation: NodePresentation | undefined,
  node: string,
): OutputPort | null {
  const ports = (presentation?.ports ?? [{ name: 'out' }]).map(({ name }) => name)
  const used = new Set(edges.filter(({ from }) => from.node === node).map(({ from }) => from.port))
  const port = ports.find((name) => !used.has(name) && name !== 'error') ?? ports[0]
  return port === undefined ? null : { node, port }
}
