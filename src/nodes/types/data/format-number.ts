import { z } from 'zod'
import { numberFrom } from '#nodes/lib/data/values.ts'
import { defineNode, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

export const formatNumber = defineNode({
  type: 'format_number',
  version: 1,
  title: 'Format a number',
  category: 'data',
  icon: 'hash',
  description: 'Formats a number for people: 12,34,567.50, ₹12,34,567.50, 42 %, 1.2M.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Number', 'The number. Leave empty to use the input.'),
    style: z
      .enum(['plain', 'money', 'percent', 'short'])
      .default('plain')
      .describe('“percent” formats 0.42 as 42%.')
      .meta({ title: 'As' }),
    language: z
      .enum(['en-IN', 'hi-IN', 'en-US', 'en-GB', 'de-DE', 'fr-FR'])
      .default('en-IN')
      .describe('Decides how digits are grouped.')
      .meta({ title: 'Language' }),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'Three capital letters, for example INR')
      .default('INR')
      .describe('For amounts of money.')
      .meta({ title: 'Currency', when: { field: 'style', is: ['money'] } }),
    places: z
      .number()
      .int()
      .min(0)
      .max(10)
      .default(2)
      .describe('Number of decimal places.')
      .meta({ title: 'Decimal places' }),
  }),
  example: { value: 1234567.5, style: 'money' },
  output: z.string(),
  sentence: ({ style, language }) => `As ${style}, ${language}`,
  run(ctx) {
    const { style, language, currency, places } = ctx.config
    const digits = { minimumFractionDigits: style === 'short' ? 0 : places, maximumFractionDigits: places }
    const options: Intl.NumberFormatOptions =
      style === 'money'
        ? { style: 'currency', currency, ...digits }
        : style === 'percent'
          ? { style: 'percent', ...digits }
          : { notation: style === 'short' ? 'compact' : 'standard', ...digits }
    return output(new Intl.NumberFormat(language, options).format(numberFrom(ctx.config.value, ctx.input)))
  },
})
