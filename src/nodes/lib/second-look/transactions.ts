/** Transactions whose narration no rule and no name explains. The row itself is the evidence. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { totalsOf } from '#nodes/lib/finance/category-totals.ts'
import { CATEGORIES } from '#nodes/lib/finance/merchants.ts'
import { BY_MODEL, claims, claimsOf, MOST_CLAIMS, objectsIn, type SecondLookTask } from './task.ts'

/** As `categorise_transactions` counts them. */
const UNSURE = 0.6

const open = (found: JsonObject) =>
  objectsIn(found.transactions)
    .map((one, row) => ({ ...one, row }) as JsonObject)
    .filter(({ category }) => category === 'other')
    .slice(0, MOST_CLAIMS)

export const transactions: SecondLookTask = {
  title: 'Transactions that no rule explains',
  ask(found) {
    const unsure = open(found)
    if (unsure.length === 0) return null
    const rows = unsure.map(({ row, narration, amount_paise }) => ({
      row,
      narration,
      rupees: Number(amount_paise) / 100,
    }))
    return {
      task: 'Say what each transaction of an Indian bank account was for; a negative amount was paid. Leave out what the narration does not tell.',
      text: JSON.stringify(rows, null, 1),
      schema: claims({
        row: { enum: unsure.map(({ row }) => row ?? null) },
        category: { enum: CATEGORIES.filter((one) => one !== 'other') },
      }),
    }
  },
  take(answer, found) {
    const list = claimsOf<{ row: number; category: string }>(answer)
    const unsure = new Set(open(found).map(({ row }) => row))
    let added = 0
    const all = objectsIn(found.transactions).map((one, row): JsonObject => {
      const claim = unsure.has(row) ? list.find((given) => given.row === row) : undefined
      if (!claim) return one
      added++
      return { ...one, category: claim.category, because: 'a language model read the narration', confidence: BY_MODEL }
    })
    const rows = all as { category: string; amount_paise: number; date: string; confidence: number }[]
    const sums = totalsOf(rows) as unknown as Record<string, Json>
    const data = {
      ...found,
      transactions: all,
      ...sums,
      unsure: rows.filter(({ confidence }) => confidence < UNSURE).length,
    }
    return { data, added, dropped: list.length - added }
  },
}
