import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { fieldName, objectFrom } from '#nodes/lib/data/values.ts'
import { defineNode, type NodeResult, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const Rename = z.strictObject({
  from: fieldName('From').describe('The current name.'),
  to: fieldName('To').describe('The new name.'),
})

export const chooseFields = defineNode({
  type: 'choose_fields',
  version: 1,
  title: 'Choose fields',
  category: 'data',
  icon: 'list-checks',
  description: 'Keeps, removes or renames fields of an object, or of every object in a list.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Value', 'An object or a list of objects. Leave empty to use the input.'),
    keep: z
      .array(fieldName('Field'))
      .max(500)
      .default([])
      .describe('Only these fields, in this order. Leave empty for all fields.')
      .meta({ title: 'Keep' }),
    leave_out: z
      .array(fieldName('Field'))
      .max(500)
      .default([])
      .describe('Removes these fields.')
      .meta({ title: 'Remove' }),
    rename: z.array(Rename).max(500).default([]).describe('New names, applied last.').meta({ title: 'Rename' }),
  }),
  example: { keep: ['name', 'email'], rename: [{ from: 'email', to: 'address' }] },
  output: Json,
  sentence: ({ keep, leave_out: out, rename }) =>
    [
      keep.length > 0 ? `keeps ${keep.join(', ')}` : '',
      out.length > 0 ? `removes ${out.join(', ')}` : '',
      rename.length > 0 ? `renames ${rename.map(({ from }) => from).join(', ')}` : '',
    ]
      .filter(Boolean)
      .join('; ') || 'Keeps all fields',
  run(ctx): NodeResult | Promise<NodeResult> {
    const { keep, leave_out, rename } = ctx.config
    const left = new Set(leave_out)
    const names = new Map(rename.map(({ from, to }) => [from, to]))
    const chosen = (found: Json): JsonObject => {
      const item = objectFrom(found, null)
      const result: JsonObject = {}
      for (const name of keep.length > 0 ? keep : Object.keys(item)) {
        if (!left.has(name) && Object.hasOwn(item, name)) result[names.get(name) ?? name] = item[name] ?? null
      }
      return result
    }
    const given = ctx.config.value ?? ctx.input
    return Array.isArray(given) ? inSlices(ofEach(given, chosen), ctx) : output(chosen(given))
  },
})

function* ofEach(items: Json[], chosen: (item: Json) => JsonObject): Generator<void, NodeResult> {
  const results: JsonObject[] = []
  for (const item of items) {
    yield
    results.push(chosen(item))
  }
  return output(results)
}
