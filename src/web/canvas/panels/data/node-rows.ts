/** Whose data a node is given and what it gave, of the run, the item and the pins that are looked at: pure. */
import type { Execution, NodeRun } from '#contract/runs/executions.ts'
import type { WorkflowDocument } from '#graph/document.ts'

/** Rows of a node in the order of their items. */
export const rowsOf = (run: Execution | null, id: string): NodeRun[] =>
  run?.nodes.filter(({ node_id, status }) => node_id === id && status !== 'pending') ?? []

/** The row that is looked at: of the chosen item, else of the first that failed, else the first. */
export function rowAt(rows: readonly NodeRun[], iteration: string | undefined): NodeRun | null {
  return (
    rows.find((row) => row.iteration === iteration) ?? rows.find(({ status }) => status === 'failed') ?? rows[0] ?? null
  )
}

/** The nodes before one, the nearest first: those that lead to it, then all behind these. */
export function nodesBefore({ edges }: WorkflowDocument, id: string): { direct: string[]; further: string[] } {
  const into = (node: string) => edges.filter(({ to }) => to.node === node).map(({ from }) => from.node)
  const direct = [...new Set(into(id))]
  const seen = new Set([id, ...direct])
  const further: string[] = []
  const queue = [...direct]
  for (let at = queue.shift(); at !== undefined; at = queue.shift())
    for (const one of into(at)) {
      if (seen.has(one)) continue
      seen.add(one)
      further.push(one)
      queue.push(one)
    }
  return { direct, further }
}
