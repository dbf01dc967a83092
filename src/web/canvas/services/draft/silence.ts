/** What a run can say nothing of, in a workflow that was edited after it. Pure. */
import type { Edge, WorkflowDocument } from '#graph/document.ts'

export interface Silence {
  nodes: ReadonlySet<string>
  edges: ReadonlySet<string>
}

const wayOf = ({ from, to }: Edge): string => `${from.node}:${from.port}>${to.node}:${to.port}`
const idsOf = (all: readonly { id: string }[]): ReadonlySet<string> => new Set(all.map(({ id }) => id))
const NONE: ReadonlySet<string> = new Set()

/**
 * Connections that weren’t there. Of a run from before the page was opened also steps that were edited since, with what they gave: nobody
 * here knows them as they were. All of it where the version that ran is gone.
 * @param edited ids of steps that are not what they were
 */
export function silenceOf(
  now: WorkflowDocument,
  ran: WorkflowDocument | null,
  edited: ReadonlySet<string>,
  earlier: boolean,
): Silence {
  if (ran === null) return earlier ? { nodes: idsOf(now.nodes), edges: idsOf(now.edges) } : { nodes: NONE, edges: NONE }
  if (now === ran) return { nodes: NONE, edges: NONE }
  const were = new Set(ran.edges.map(wayOf))
  const edges = now.edges.filter((edge) => !were.has(wayOf(edge)) || (earlier && edited.has(edge.from.node)))
  return { nodes: earlier ? edited : NONE, edges: idsOf(edges) }
}
