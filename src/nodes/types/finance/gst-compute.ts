import { z } from 'zod'
import { type State, stateFrom } from '#contract/india/states.ts'
import { isIntraState, sumOf, taxOn } from '#nodes/lib/finance/gst.ts'
import { amountInWords } from '#nodes/lib/finance/in-words.ts'
import { Paise, paiseFrom } from '#nodes/lib/finance/money-field.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'

const Tax = {
  taxable_paise: z.number().int(),
  cgst_paise: z.number().int(),
  sgst_paise: z.number().int(),
  igst_paise: z.number().int(),
  cess_paise: z.number().int(),
  total_paise: z.number().int(),
}
const place = (title: string, help: string) => z.string().max(80).default('').describe(help).meta({ title })

/** @throws NodeError `unknown_state` */
function stateOf(text: string, field: string): State {
  const state = stateFrom(text)
  if (state !== null) return state
  throw new NodeError(
    'unknown_state',
    `“${text.slice(0, 60)}” isn’t a state; enter a name, a code such as 27, or a GSTIN`,
    { field },
  )
}

export const gstCompute = defineNode({
  type: 'gst_compute',
  version: 1,
  title: 'Compute GST',
  category: 'finance',
  icon: 'calculator',
  description:
    'Calculates CGST, SGST or UTGST, IGST and cess of a supply, line by line in whole paise, from the supplier’s state and the place of supply.',
  kind: 'pure',
  config: z.strictObject({
    lines: z
      .array(
        z.strictObject({
          amount: Paise('Amount', 'Whole paise as a number, or text such as ₹1,000.'),
          rate: z.number().min(0).max(100).describe('Percent.').meta({ title: 'Rate' }),
          cess: z.number().min(0).max(300).default(0).describe('Percent.').meta({ title: 'Cess' }),
        }),
      )
      .min(1)
      .max(1_000)
      .describe('The items supplied, one line per rate or item.')
      .meta({ title: 'Lines' }),
    supplier_state: place('Supplier’s state', 'Name, code or GSTIN.'),
    place_of_supply: place('Place of supply', 'Name, code or GSTIN.'),
    inclusive: z.boolean().default(false).describe('The amounts already include tax.').meta({ title: 'Tax included' }),
    round_to_rupee: z
      .boolean()
      .default(false)
      .describe('Rounds the total to whole rupees, as invoices can (section 170 CGST Act rounds tax the same way).')
      .meta({ title: 'Round to rupee' }),
  }),
  example: { lines: [{ amount: 10_000_00, rate: 18 }], supplier_state: '27', place_of_supply: 'Maharashtra' },
  output: z.object({
    ...Tax,
    lines: z.array(z.object({ rate: z.number(), ...Tax })),
    intra_state: z.boolean(),
    utgst: z.boolean(),
    supplier_state: z.string(),
    place_of_supply: z.string(),
    round_off_paise: z.number().int(),
    payable_paise: z.number().int(),
    payable_in_words: z.string(),
  }),
  sentence: ({ lines, place_of_supply }) =>
    `Tax on ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}${place_of_supply ? `, supplied in ${place_of_supply}` : ''}`,
  run(ctx) {
    const { config } = ctx
    const from = stateOf(config.supplier_state, 'supplier_state')
    const to = stateOf(config.place_of_supply, 'place_of_supply')
    const intra = isIntraState(from, to)
    const lines = config.lines.map(({ amount, rate, cess }) => ({
      rate,
      ...taxOn(paiseFrom(amount, 'lines'), rate, { intra, inclusive: config.inclusive, cess }),
    }))
    const sum = sumOf(lines)
    if (!Number.isSafeInteger(sum.total_paise))
      throw new NodeError('not_a_sum', 'These amounts are too large', { field: 'lines' })
    const payable = config.round_to_rupee ? Math.round(sum.total_paise / 100) * 100 : sum.total_paise
    return output({
      ...sum,
      lines,
      intra_state: intra,
      utgst: intra && to.utgst,
      supplier_state: from.name,
      place_of_supply: to.name,
      round_off_paise: payable - sum.total_paise,
      payable_paise: payable,
      payable_in_words: amountInWords(payable),
    })
  },
})
