/** A large workflow as n8n exports it: nothing in it is anybody's. */
import type { Json } from '#contract/core/primitives.ts'

/** Names as people give them. */
const NAMES = [
  'Fetch open invoices',
  'Check the amount',
  'Append row in sheet',
  'Ask the model for a summary',
  'HTTP Request',
  'Send a message to accounts',
  'Merge with the customer',
  'Set the due date',
]
const nameOf = (at: number, what = NAMES[at % NAMES.length]): string => `${what} ${at}`

/** An export of n8n of about so many steps, and half as many again: branches at every fourth, a loop of three steps at every ninth. */
export function largeExport(count: number): Json {
  const nodes: Json[] = [{ name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {}, position: [0, 0] }]
  const connections: Record<string, { main: Json[][] }> = {}
  const link = (from: string, to: string, port = 0) => {
    const { main } = connections[from] ?? { main: [] }
    connections[from] = { main }
    while (main.length <= port) main.push([])
    main[port]?.push({ node: to, type: 'main', index: 0 })
  }
  const add = (name: string, type: string, parameters: Json = {}) => {
    nodes.push({ name, type: `n8n-nodes-base.${type}`, parameters, position: [nodes.length * 30, 0], typeVersion: 3 })
    return name
  }
  let last = 'Start'
  for (let at = 1; at < count; at += 1) {
    if (at % 9 === 5) {
      const loop = add(nameOf(at, 'For each customer'), 'splitInBatches')
      link(last, loop)
      const [first, second] = [add(nameOf(at, 'Read the record'), 'noOp'), add(nameOf(at, 'Save the answer'), 'noOp')]
      link(loop, first, 1)
      link(first, second)
      link(second, loop)
      last = loop
      continue
    }
    const isBranch = at % 4 === 2
    const next = add(
      nameOf(at),
      isBranch ? 'if' : 'noOp',
      isBranch ? { conditions: { boolean: [{ value1: true }] } } : {},
    )
    link(last, next)
    if (isBranch) link(next, add(nameOf(at, 'Otherwise tell the owner'), 'noOp'), 1)
    last = next
  }
  return { name: 'Large', nodes, connections } as Json
}
