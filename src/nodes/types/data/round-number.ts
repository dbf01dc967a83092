import { z } from 'zod'
import { numberFrom } from '#nodes/lib/data/values.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'

const MODES = ['half_up', 'half_even', 'up', 'down', 'floor', 'ceiling'] as const
type Mode = (typeof MODES)[number]

export const roundNumber = defineNode({
  type: 'round_number',
  version: 1,
  title: 'Round a number',
  category: 'data',
  icon: 'circle-equal',
  description: 'Rounds to a number of decimal places, with the rounding rule you choose. 1.005 to two places is 1.01.',
  kind: 'pure',
  config: z.strictObject({
    value: value('Number', 'The number. Leave empty to use the input.'),
    places: z
      .number()
      .int()
      .min(-12)
      .max(12)
      .default(2)
      .describe('Negative values round to tens, hundreds and so on.')
      .meta({ title: 'Decimal places' }),
    mode: z
      .enum(MODES)
      .default('half_up')
      .describe('half_up: 2.5 becomes 3. half_even: 2.5 becomes 2. up and down: away from and towards zero.')
      .meta({ title: 'Mode' }),
  }),
  example: { value: 1.005, places: 2 },
  output: z.number(),
  sentence: ({ places }) => `To ${places} places`,
  run(ctx) {
    const number = numberFrom(ctx.config.value, ctx.input)
    if (Math.abs(number) >= 1e21)
      throw new NodeError('number_too_large', 'This number is too large to round', { field: 'value' })
    const result = rounded(number, ctx.config.places, ctx.config.mode)
    return output(result === 0 ? 0 : result)
  },
})

/** By the decimal digits a person sees, not by the binary number behind them. */
function rounded(number: number, places: number, mode: Mode): number {
  const [digits = '0', exponent = '0'] = Math.abs(number).toExponential().split('e')
  const scaled = Number(`${digits}e${Number(exponent) + places}`)
  const below = Math.floor(scaled)
  const rest = scaled - below
  const away = number < 0 ? mode === 'floor' : mode === 'ceiling'
  const isUp =
    mode === 'up' || away
      ? rest > 0
      : mode === 'half_up'
        ? rest >= 0.5
        : mode === 'half_even' && (rest > 0.5 || (rest === 0.5 && below % 2 === 1))
  const [whole = '0', power = '0'] = (below + (isUp ? 1 : 0)).toExponential().split('e')
  return Math.sign(number) * Number(`${whole}e${Number(power) - places}`)
}
