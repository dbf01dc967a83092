/** Whether the printed totals follow from the lines above them. */
import { rupees } from './money.ts'
import { type ReadStatement, valuesBy } from './statement.ts'

export interface Arithmetic {
  check: string
  period: string
  ok: boolean
  reason: string
}

type Term = readonly [key: string, sign: 1 | -1]

interface Rule {
  check: string
  total: string
  terms: readonly Term[]
  /** Terms that count as nothing when they are not printed. */
  optional?: readonly string[]
}

const RULES: readonly Rule[] = [
  {
    check: 'Total assets equal equity and liabilities',
    total: 'total_assets',
    terms: [['total_equity_and_liabilities', 1]],
  },
  {
    check: 'Total income',
    total: 'total_income',
    terms: [
      ['revenue', 1],
      ['other_income', 1],
    ],
    optional: ['other_income'],
  },
  {
    check: 'Profit before tax',
    total: 'profit_before_tax',
    terms: [
      ['total_income', 1],
      ['total_expenses', -1],
      ['exceptional_items', 1],
    ],
    optional: ['exceptional_items'],
  },
  {
    check: 'Profit after tax',
    total: 'profit_after_tax',
    terms: [
      ['profit_before_tax', 1],
      ['tax', -1],
    ],
  },
  {
    check: 'Total assets from their parts',
    total: 'total_assets',
    terms: [
      ['total_non_current_assets', 1],
      ['total_current_assets', 1],
    ],
  },
  {
    check: 'Equity and liabilities from their parts',
    total: 'total_equity_and_liabilities',
    terms: [
      ['total_equity', 1],
      ['total_non_current_liabilities', 1],
      ['total_current_liabilities', 1],
    ],
  },
  {
    check: 'Net change in cash',
    total: 'net_cash_change',
    terms: [
      ['operating_cash_flow', 1],
      ['investing_cash_flow', 1],
      ['financing_cash_flow', 1],
    ],
  },
]

/** A printed figure is rounded: each may be off by half of its last place, two units of the printed one together. */
const SLACK_UNITS = 2

/** One entry per rule and period whose figures are all printed. */
export function arithmetic(statement: ReadStatement): Arithmetic[] {
  const slack = Math.max(100, statement.unit * 100 * SLACK_UNITS)
  return RULES.flatMap(({ check, total, terms, optional = [] }) => {
    const totals = valuesBy(statement, total)
    const columns = terms.map(([key, sign]) => ({ key, sign, values: valuesBy(statement, key) }))
    if (totals === null || columns.some(({ key, values }) => values === null && !optional.includes(key))) return []
    return statement.periods.flatMap((period, index): Arithmetic[] => {
      const printed = totals[index] ?? null
      const parts = columns.map(({ key, sign, values }) => {
        const found = values?.[index] ?? null
        return found === null ? (optional.includes(key) ? 0 : null) : sign * found
      })
      if (printed === null || parts.some((part) => part === null)) return []
      const computed = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
      const ok = Math.abs(computed - printed) <= slack
      const reason = ok
        ? `${rupees(printed)} follows from its parts.`
        : `Printed ${rupees(printed)}, its parts make ${rupees(computed)}.`
      return [{ check, period, ok, reason }]
    })
  })
}
