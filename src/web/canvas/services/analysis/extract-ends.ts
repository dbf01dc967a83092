/** Where a workflow ends, and which of these ends are in a part of it: several ends are told apart in the result by their nodes. */
import type { WorkflowDocument } from '#graph/document.ts'
import { PlanError, type PlanNode, planDocument } from '#graph/plan.ts'

export interface Ends {
  inside: readonly string[]
  outside: readonly string[]
}

const NONE: Ends = { inside: [], outside: [] }

function nodesOf(document: WorkflowDocument): readonly PlanNode[] {
  try {
    return planDocument(document).nodes
  } catch (error) {
    // A cycle is told by the validation.
    if (error instanceof PlanError) return []
    throw error
  }
}

/** The ends of the scope that contains the part: the top level, or the body of a "For each" around it. */
export function endsOf(document: WorkflowDocument, ids: ReadonlySet<string>): Ends {
  const nodes = nodesOf(document)
  const own = nodes.filter(({ id }) => ids.has(id))
  const [outer] = own.map(({ scope }) => scope).sort((a, b) => a.depth - b.depth)
  if (!outer) return NONE
  const ends = nodes.filter(({ scope, outbound }) => scope === outer && !outbound.some(({ to }) => to.scope === outer))
  return {
    inside: ends.flatMap(({ id }) => (ids.has(id) ? [id] : [])),
    outside: ends.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
  }
}
