import { z } from 'zod'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { RESERVED_KEYS } from '#graph/values/document-values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const isAllowed = (name: string) => !(RESERVED_KEYS as readonly string[]).includes(name)

const Field = z.strictObject({
  name: z
    .string()
    .min(1, 'Enter a name for the field')
    .max(200)
    .refine(isAllowed, 'This name is reserved')
    .meta({ title: 'Name' }),
  value: Json.optional()
    .describe('Text, number, list, object or an expression.')
    .meta({ title: 'Value', widget: 'expression' }),
})

export const setFields = defineNode({
  type: 'set_fields',
  version: 1,
  title: 'Set fields',
  category: 'data',
  icon: 'pencil-line',
  description: 'Builds an object from named values, or outputs a whole JSON value.',
  kind: 'pure',
  config: z.strictObject({
    fields: z.array(Field).max(200).default([]).describe('The fields to set.').meta({ title: 'Fields' }),
    json: Json.optional()
      .describe('A whole JSON value instead of single fields. Fields, if any, are then set on it.')
      .meta({ title: 'JSON', widget: 'json' }),
    keep_input: z
      .boolean()
      .default(false)
      .describe('Start from the input object and change only these fields.')
      .meta({ title: 'Keep the other fields' }),
  }),
  example: { fields: [{ name: 'full_name', value: '{{ $input.first & " " & $input.last }}' }] },
  output: Json,
  sentence: (config) =>
    config.fields.length > 0 ? `Sets ${config.fields.map((field) => field.name).join(', ')}` : 'Outputs a JSON value',
  run(ctx) {
    const { fields, json, keep_input: keep } = ctx.config
    if (fields.length === 0 && !keep && json !== undefined) return output(json)
    const result: JsonObject = {}
    if (keep) Object.assign(result, asObject(ctx.input, 'keep_input'))
    if (json !== undefined) Object.assign(result, asObject(json, 'json'))
    for (const { name, value } of fields) result[name] = value ?? null
    return output(result)
  },
})

function asObject(found: Json, field: string): JsonObject {
  if (isObject(found)) return found
  throw new NodeError('not_an_object', `Expected an object, got ${kindOf(found)}`, { field })
}
