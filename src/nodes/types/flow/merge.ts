import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf } from '#nodes/settings.ts'

const MODES = {
  by_node: 'One object with the output of each node under the node’s name',
  append: 'One list with the items of all lists, in order',
  combine: 'One object with the fields of all objects; later fields replace earlier ones',
  first: 'The first value that arrived, in the order of the connections',
} as const

export const merge = defineNode({
  type: 'merge',
  version: 1,
  title: 'Merge',
  category: 'data',
  icon: 'merge',
  description: 'Waits for all connected branches and combines what arrives. Branches that weren’t taken are left out.',
  kind: 'control',
  config: z.strictObject({
    mode: z
      .enum(['by_node', 'append', 'combine', 'first'])
      .default('by_node')
      .describe(
        Object.entries(MODES)
          .map(([mode, help]) => `${mode}: ${help}.`)
          .join(' '),
      )
      .meta({ title: 'How' }),
  }),
  output: Json,
  sentence: (config) => MODES[config.mode] ?? 'Combines branches',
  run(ctx) {
    const { inputs } = ctx
    switch (ctx.config.mode) {
      case 'first':
        return output(inputs[0]?.value ?? null)
      case 'append':
        return output(inputs.flatMap(({ value }) => (value === null ? [] : value)))
      case 'combine': {
        const result: JsonObject = {}
        for (const { node, value } of inputs) {
          if (value === null) continue
          if (typeof value !== 'object' || Array.isArray(value)) {
            throw new NodeError('not_an_object', `“${node}” returned ${kindOf(value)}; only objects can be combined`)
          }
          Object.assign(result, value)
        }
        return output(result)
      }
      default:
        return output(Object.fromEntries(inputs.map(({ node, value }) => [node, value])))
    }
  },
})
