/** The words of a model as they are written, put together from the pieces that live events bring. */
import type { Execution } from '#contract/runs/executions.ts'
import { readAgent } from '#graph/custom-agent/read-agent.ts'

/**
 * Whether what its model writes is what the agent answers: words that were sent can’t be taken back, and an answer whose personal data
 * is covered at its end must never be read before.
 */
export function writesLive({ graph, steps_open }: Execution): boolean {
  if (!steps_open) return false
  const found = readAgent({
    schema_version: 1,
    nodes: graph.nodes.map((node) => ({ ...node, version: 1, config: {}, position: { x: 0, y: 0 } })),
    edges: graph.edges.map(({ from, port, to }, index) => ({
      id: `e${index}`,
      from: { node: from, port },
      to: { node: to, port: 'in' },
    })),
    notes: [],
    groups: [],
  })
  return found.fits && found.steps.cover === null
}

/** An agent with tools writes several texts, one after the other. */
export class LiveWords {
  /** Of the text that is being written. */
  #said = ''

  /** @param piece its characters from `at` on. @returns what is new */
  add({ at, text }: { at: number; text: string }): string {
    // So much was missed that it is left to the end.
    if (at > this.#said.length) return ''
    const overlap = this.#said.slice(at)
    if (text.startsWith(overlap)) return this.#say(text.slice(overlap.length))
    this.#said = ''
    return at > 0 ? '' : `\n\n${this.#say(text)}`
  }

  /** What is left to send of the answer. */
  rest(answer: string): string {
    return answer.startsWith(this.#said) ? answer.slice(this.#said.length) : `\n\n${answer}`
  }

  #say(text: string): string {
    this.#said += text
    return text
  }
}
