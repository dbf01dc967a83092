/** Leaves nodes out of a program for as long as engine and reference still differ about it. */
import type { Json } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { isRunnable, type Played, type Stage } from './play.ts'

export interface Smaller {
  difference: string
  input: Json
  nodes: WorkflowDocument['nodes']
  edges: string[]
}

const without = (document: WorkflowDocument, id: string): WorkflowDocument => ({
  ...document,
  nodes: document.nodes.filter((node) => node.id !== id),
  edges: document.edges.filter(({ from, to }) => from.node !== id && to.node !== id),
})

/** @returns null when it only differs with what was done to it */
export async function makeSmaller(stage: Stage, { document, input }: Played): Promise<Smaller | null> {
  let difference = await stage.playDocument(document, input)
  if (difference === null) return null
  let smallest = document
  for (let shrunk = true; shrunk; ) {
    shrunk = false
    for (const { id } of smallest.nodes.toReversed()) {
      const fewer = without(smallest, id)
      if (id === 'start' || !isRunnable(fewer)) continue
      const differs = await stage.playDocument(fewer, input)
      if (differs === null) continue
      shrunk = true
      difference = differs
      smallest = fewer
    }
  }
  return { difference, input, nodes: smallest.nodes, edges: smallest.edges.map(({ id }) => id) }
}
