/** Sums of categorised transactions, by category and by month. */
import type { Category } from './merchants.ts'

export interface Counted {
  category: string
  /** Negative when it was paid. */
  amount_paise: number
  /** `YYYY-MM-DD` */
  date: string
}

/** The most money first; months in order. */
export function totalsOf(rows: readonly Counted[]) {
  const categories = new Map<string, { count: number; in_paise: number; out_paise: number }>()
  const months = new Map<string, { in_paise: number; out_paise: number }>()
  for (const { category, amount_paise, date } of rows) {
    const [into, out] = [Math.max(0, amount_paise), Math.max(0, -amount_paise)]
    const one = categories.get(category) ?? { count: 0, in_paise: 0, out_paise: 0 }
    categories.set(category, { count: one.count + 1, in_paise: one.in_paise + into, out_paise: one.out_paise + out })
    const month = months.get(date.slice(0, 7)) ?? { in_paise: 0, out_paise: 0 }
    months.set(date.slice(0, 7), { in_paise: month.in_paise + into, out_paise: month.out_paise + out })
  }
  return {
    by_category: [...categories]
      .map(([category, sums]) => ({ category: category as Category, ...sums }))
      .sort((a, b) => b.out_paise + b.in_paise - a.out_paise - a.in_paise),
    by_month: [...months]
      .map(([month, sums]) => ({ month, ...sums, net_paise: sums.in_paise - sums.out_paise }))
      .sort((a, b) => a.month.localeCompare(b.month)),
  }
}
