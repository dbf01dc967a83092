/** Exports of n8n in a few words, and what an import makes of them. */
import { expect } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { importN8n } from '#nodes/import/n8n/import-n8n.ts'

export type Rest = { [key: string]: Json }
/** A step of an export; `lc:` stands for the names of the LangChain nodes. */
export const step = (name: string, type: string, parameters: Rest = {}, rest: Rest = {}): Rest => ({
  name,
  type: type.startsWith('lc:') ? type.replace('lc:', '@n8n/n8n-nodes-langchain.') : `n8n-nodes-base.${type}`,
  typeVersion: 1,
  position: [0, 0],
  parameters,
  ...rest,
})

/** The one workflow that is made of steps and lines: `A > B` for a way of items, `A > ai_tool > B` for a part. */
export function made(nodes: Rest[], ...lines: string[]) {
  const connections: { [from: string]: { [kind: string]: Json[][] } } = {}
  for (const line of lines) {
    const [from = '', middle = '', last] = line.split(' > ')
    const kind = last === undefined ? 'main' : middle
    connections[from] ??= {}
    connections[from][kind] ??= [[]]
    connections[from][kind][0]?.push({ node: last ?? middle, type: kind, index: 0 })
  }
  const [first, ...others] = importN8n({ name: 'Knowledge', nodes, connections })
  if (!first) throw new Error('nothing was made')
  expect(others).toEqual([])
  const { document, slots, report } = first
  const open = slots.map(({ node, field }) => `${node}.${field}`)
  const problems = validate(document, catalogue).filter(({ node, field }) => !open.includes(`${node}.${field}`))
  const of = (id: string) => document.nodes.find((node) => node.id === id)?.config
  const how = Object.fromEntries(report.steps.map((one) => [one.name, one.how]))
  const types = document.nodes.map(({ type }) => type)
  return { document, slots, problems, of, how, types, warnings: report.warnings }
}
