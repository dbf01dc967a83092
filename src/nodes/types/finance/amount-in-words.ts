import { z } from 'zod'
import { amountInWords as inWords } from '#nodes/lib/finance/in-words.ts'
import { rupees } from '#nodes/lib/finance/money.ts'
import { Paise, paiseFrom } from '#nodes/lib/finance/money-field.ts'
import { defineNode, output } from '#nodes/node.ts'

export const amountInWords = defineNode({
  type: 'amount_in_words',
  version: 1,
  title: 'Amount in words',
  category: 'finance',
  icon: 'spell-check',
  description: 'Writes an amount in words as on Indian cheques and invoices, with lakh and crore.',
  kind: 'pure',
  config: z.strictObject({
    amount: Paise('Amount', 'Whole paise as a number, or text such as ₹1,23,456.78.'),
  }),
  example: { amount: 12_345_678 },
  output: z.object({ paise: z.number().int(), figure: z.string(), words: z.string() }),
  sentence: () => 'Writes an amount in words',
  run(ctx) {
    const paise = paiseFrom(ctx.config.amount, 'amount')
    return output({ paise, figure: rupees(paise), words: inWords(paise) })
  },
})
