import { z } from 'zod'
import { Json, JsonObject } from '#contract/core/primitives.ts'
import { schemaProblems, THREAD_CHECK } from '#nodes/lib/data/json-schema.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const validateSchema = defineNode({
  type: 'validate_schema',
  version: 1,
  title: 'Check against a schema',
  category: 'data',
  icon: 'shield-check',
  description:
    'Checks a value against a JSON Schema (2020-12). Continues through “valid” or, with the problems, through “invalid”.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    schema: JsonObject.describe('The JSON Schema.').meta({
      title: 'Schema',
      widget: 'json_schema',
      expression: 'none',
    }),
    value: value('Value', 'The value to check. Leave empty to use the input.'),
  }),
  example: { schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
  output: z.union([
    z.object({ value: Json, errors: z.array(z.object({ path: z.string(), message: z.string() })) }),
    Json,
  ]),
  ports: [
    { name: 'valid', title: 'Valid' },
    { name: 'invalid', title: 'Invalid' },
  ],
  sentence: () => 'Checks a value against a schema',
  async run(ctx) {
    const checked = ctx.config.value ?? ctx.input
    const problems = await schemaProblems(ctx.config.schema, checked, THREAD_CHECK)
    if (problems.length === 0) return output(checked, 'valid')
    return output({ value: checked, errors: problems.map(({ path, message }) => ({ path, message })) }, 'invalid')
  },
})
