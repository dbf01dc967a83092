import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { inSlices } from '#nodes/lib/data/slices.ts'
import { fieldName, objectFrom } from '#nodes/lib/data/values.ts'
import { defineNode, type NodeResult, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const Rename = z.strictObject({
  from: fieldName('From').describe('The name it has.'),
  to: fieldName('To').describe('The name it gets.'),
})

export const chooseFields = defineNode({
  type: 'choose_fields',
  version: 1,
  title: 'Choose fields',
  category: 'data',
  icon: 'list-checks',
  description: 'Keeps, leaves out or renames fields of an object, or of every object of a list.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Value', 'An object or a list of objects. The input when left out.'),
    keep: z
      .array(fieldName('Field'))
      .max(500)
      .default([])
      .describe('Only these, in this order. All when left out.')
      .meta({ title: 'Keep' }),
    leave_out: z.array(fieldName('Field')).max(500).default([]).describe('All but these.').meta({ title: 'Leave out' }),
    rename: z.array(Rename).max(500).default([]).describe('Other names, given at the end.').meta({ title: 'Rename' }),
  }),
  example: { keep: ['name', 'email'], rename: [{ from: 'email', to: 'address' }] },
  output: Json,
  sentence: ({ keep, leave_out: out, rename }) =>
    [
      keep.length > 0 ? `keeps ${keep.join(', ')}` : '',
      out.length > 0 ? `leaves out ${out.join(', ')}` : '',
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
