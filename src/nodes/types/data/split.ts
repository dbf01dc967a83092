import { z } from 'zod'
import { Json } from '#contract/core/primitives.ts'
import { lookUpProperty } from '#graph/expressions/fast-values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { kindOf, value } from '#nodes/settings.ts'

export const split = defineNode({
  type: 'split',
  version: 1,
  title: 'Split',
  category: 'data',
  icon: 'scissors',
  description: 'Creates a list from the items in a field, or from the parts of a text.',
  kind: 'pure',
  heavy: 'when_large',
  config: z.strictObject({
    mode: z
      .enum(['list', 'text'])
      .default('list')
      .describe('Take a list from a field, or split a text.')
      .meta({ title: 'Mode' }),
    value: value('Value', 'The value to split. Leave empty to use the input.'),
    field: z
      .string()
      .max(500)
      .default('')
      .describe('Path to the list within the value, for example order.lines. Leave empty for the value itself.')
      .meta({ title: 'Field' }),
    separator: z
      .string()
      .max(100)
      .default('\n')
      .describe('Where to split the text.')
      .meta({ title: 'Separator', when: { field: 'mode', is: ['text'] } }),
    trim: z
      .boolean()
      .default(true)
      .describe('Remove spaces around each part of a text.')
      .meta({ title: 'Trim', when: { field: 'mode', is: ['text'] } }),
    keep_empty: z
      .boolean()
      .default(false)
      .describe('Keep empty parts of a text.')
      .meta({ title: 'Keep empty parts', when: { field: 'mode', is: ['text'] } }),
  }),
  output: z.array(Json),
  sentence: (config) =>
    config.mode === 'text' ? 'Splits a text into parts' : `Items of ${config.field || 'the value'}`,
  run(ctx) {
    const { mode, field, separator, trim, keep_empty: keepEmpty } = ctx.config
    let found: unknown = ctx.config.value ?? ctx.input
    for (const key of field === '' ? [] : field.split('.')) found = lookUpProperty(found, key)
    const whole = (found ?? null) as Json
    if (mode === 'list') {
      if (Array.isArray(whole)) return output(whole)
      return output(whole === null ? [] : [whole])
    }
    if (typeof whole !== 'string')
      throw new NodeError('not_a_text', `Expected a text, got ${kindOf(whole)}`, { field: 'value' })
    const parts = whole.split(separator).map((part) => (trim ? part.trim() : part))
    return output(keepEmpty ? parts : parts.filter((part) => part !== ''))
  },
})
