/** Ratios of a business from its statements, each with its formula, the lines it came from and a reading. Usual bounds of credit analysis, not rules. */

export const RATIO_GROUPS = ['profitability', 'liquidity', 'leverage', 'efficiency', 'growth', 'cash'] as const
export type RatioGroup = (typeof RATIO_GROUPS)[number]

export type Reading = 'good' | 'watch' | 'weak'

/** A line in one period, whole paise; null when it is not printed. */
export type Line = (key: string, period: number) => number | null

export interface RatioRule {
  key: string
  title: string
  group: RatioGroup
  unit: 'percent' | 'times' | 'days'
  formula: string
  lines: readonly string[]
  /** Null when something is missing or a divisor is not positive. */
  value(line: Line, period: number): number | null
  /** From `good` on it is good, from `watch` on worth a watch; turned round when less is better. Null: no reading. */
  bounds: { good: number; watch: number; lessIsBetter?: true } | null
}

const over = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : part / whole
const plus = (...parts: (number | null)[]): number | null =>
  parts.every((part) => part === null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)

const revenue = (line: Line, at: number): number | null => line('revenue', at) ?? line('total_income', at)
const debt = (line: Line, at: number): number | null =>
  plus(line('long_term_borrowings', at), line('short_term_borrowings', at))
export const equity = (line: Line, at: number): number | null =>
  line('total_equity', at) ?? plus(line('share_capital', at), line('reserves', at))
/** Profit before interest and tax. */
export const ebit = (line: Line, at: number): number | null => {
  const before = line('profit_before_tax', at)
  return before === null ? line('operating_profit', at) : before + (line('finance_costs', at) ?? 0)
}
const ebitda = (line: Line, at: number): number | null => {
  const earned = ebit(line, at)
  return line('ebitda', at) ?? (earned === null ? null : earned + (line('depreciation', at) ?? 0))
}
const materials = (line: Line, at: number): number | null =>
  plus(line('cost_of_materials', at), line('purchases', at), line('inventory_change', at))
const assets = (line: Line, at: number): number | null =>
  line('total_assets', at) ?? line('total_equity_and_liabilities', at)
const grown =
  (of: (line: Line, at: number) => number | null) =>
  (line: Line, at: number): number | null => {
    const [now, before] = [of(line, at), of(line, at + 1)]
    const change = now === null || before === null || before <= 0 ? null : (now - before) / before
    return change
  }
const days =
  (of: string, by: (line: Line, at: number) => number | null) =>
  (line: Line, at: number): number | null => {
    const share = over(line(of, at), by(line, at))
    return share === null ? null : share * 365
  }

export const RATIOS: readonly RatioRule[] = [
  {
    key: 'gross_margin',
    title: 'Gross margin',
    group: 'profitability',
    unit: 'percent',
    formula: '(Revenue − materials) ÷ revenue',
    lines: ['revenue', 'cost_of_materials', 'purchases', 'inventory_change', 'gross_profit'],
    value: (line, at) => {
      const cost = materials(line, at)
      const sold = revenue(line, at)
      const gross = line('gross_profit', at) ?? (cost === null || sold === null ? null : sold - cost)
      return over(gross, sold)
    },
    bounds: null,
  },
  {
    key: 'ebitda_margin',
    title: 'EBITDA margin',
    group: 'profitability',
    unit: 'percent',
    formula: '(Profit before tax + finance costs + depreciation) ÷ revenue',
    lines: ['profit_before_tax', 'finance_costs', 'depreciation', 'ebitda', 'revenue'],
    value: (line, at) => over(ebitda(line, at), revenue(line, at)),
    bounds: { good: 0.15, watch: 0.07 },
  },
  {
    key: 'net_margin',
    title: 'Net profit margin',
    group: 'profitability',
    unit: 'percent',
    formula: 'Profit after tax ÷ revenue',
    lines: ['profit_after_tax', 'revenue'],
    value: (line, at) => over(line('profit_after_tax', at), revenue(line, at)),
    bounds: { good: 0.08, watch: 0.02 },
  },
  {
    key: 'return_on_equity',
    title: 'Return on equity',
    group: 'profitability',
    unit: 'percent',
    formula: 'Profit after tax ÷ equity',
    lines: ['profit_after_tax', 'total_equity', 'share_capital', 'reserves'],
    value: (line, at) => over(line('profit_after_tax', at), equity(line, at)),
    bounds: { good: 0.15, watch: 0.08 },
  },
  {
    key: 'return_on_capital',
    title: 'Return on capital employed',
    group: 'profitability',
    unit: 'percent',
    formula: '(Profit before tax + finance costs) ÷ (equity + borrowings)',
    lines: ['profit_before_tax', 'finance_costs', 'total_equity', 'long_term_borrowings', 'short_term_borrowings'],
    value: (line, at) => over(ebit(line, at), plus(equity(line, at), debt(line, at))),
    bounds: { good: 0.15, watch: 0.08 },
  },
  {
    key: 'return_on_assets',
    title: 'Return on assets',
    group: 'profitability',
    unit: 'percent',
    formula: 'Profit after tax ÷ total assets',
    lines: ['profit_after_tax', 'total_assets'],
    value: (line, at) => over(line('profit_after_tax', at), assets(line, at)),
    bounds: { good: 0.06, watch: 0.02 },
  },
  {
    key: 'current_ratio',
    title: 'Current ratio',
    group: 'liquidity',
    unit: 'times',
    formula: 'Current assets ÷ current liabilities',
    lines: ['total_current_assets', 'total_current_liabilities'],
    value: (line, at) => over(line('total_current_assets', at), line('total_current_liabilities', at)),
    bounds: { good: 1.33, watch: 1 },
  },
  {
    key: 'quick_ratio',
    title: 'Quick ratio',
    group: 'liquidity',
    unit: 'times',
    formula: '(Current assets − inventories) ÷ current liabilities',
    lines: ['total_current_assets', 'inventories', 'total_current_liabilities'],
    value: (line, at) => {
      const current = line('total_current_assets', at)
      return over(
        current === null ? null : current - (line('inventories', at) ?? 0),
        line('total_current_liabilities', at),
      )
    },
    bounds: { good: 1, watch: 0.7 },
  },
  {
    key: 'cash_ratio',
    title: 'Cash ratio',
    group: 'liquidity',
    unit: 'times',
    formula: 'Cash and bank balances ÷ current liabilities',
    lines: ['cash', 'total_current_liabilities'],
    value: (line, at) => over(line('cash', at), line('total_current_liabilities', at)),
    bounds: { good: 0.2, watch: 0.05 },
  },
  {
    key: 'debt_to_equity',
    title: 'Debt to equity',
    group: 'leverage',
    unit: 'times',
    formula: 'Borrowings ÷ equity',
    lines: ['long_term_borrowings', 'short_term_borrowings', 'total_equity', 'share_capital', 'reserves'],
    value: (line, at) => over(debt(line, at), equity(line, at)),
    bounds: { good: 1, watch: 2, lessIsBetter: true },
  },
  {
    key: 'interest_cover',
    title: 'Interest cover',
    group: 'leverage',
    unit: 'times',
    formula: '(Profit before tax + finance costs) ÷ finance costs',
    lines: ['profit_before_tax', 'finance_costs'],
    value: (line, at) => over(ebit(line, at), line('finance_costs', at)),
    bounds: { good: 3, watch: 1.5 },
  },
  {
    key: 'debt_to_ebitda',
    title: 'Debt to EBITDA',
    group: 'leverage',
    unit: 'times',
    formula: 'Borrowings ÷ EBITDA',
    lines: ['long_term_borrowings', 'short_term_borrowings', 'profit_before_tax', 'finance_costs', 'depreciation'],
    value: (line, at) => over(debt(line, at), ebitda(line, at)),
    bounds: { good: 3, watch: 5, lessIsBetter: true },
  },
  {
    key: 'asset_turnover',
    title: 'Asset turnover',
    group: 'efficiency',
    unit: 'times',
    formula: 'Revenue ÷ total assets',
    lines: ['revenue', 'total_assets'],
    value: (line, at) => over(revenue(line, at), assets(line, at)),
    bounds: null,
  },
  {
    key: 'receivable_days',
    title: 'Receivable days',
    group: 'efficiency',
    unit: 'days',
    formula: 'Trade receivables ÷ revenue × 365',
    lines: ['trade_receivables', 'revenue'],
    value: days('trade_receivables', revenue),
    bounds: { good: 60, watch: 120, lessIsBetter: true },
  },
  {
    key: 'inventory_days',
    title: 'Inventory days',
    group: 'efficiency',
    unit: 'days',
    formula: 'Inventories ÷ cost of materials × 365',
    lines: ['inventories', 'cost_of_materials', 'purchases', 'inventory_change'],
    value: days('inventories', materials),
    bounds: { good: 90, watch: 180, lessIsBetter: true },
  },
  {
    key: 'payable_days',
    title: 'Payable days',
    group: 'efficiency',
    unit: 'days',
    formula: 'Trade payables ÷ cost of materials × 365',
    lines: ['trade_payables', 'cost_of_materials', 'purchases', 'inventory_change'],
    value: days('trade_payables', materials),
    bounds: null,
  },
  {
    key: 'revenue_growth',
    title: 'Revenue growth',
    group: 'growth',
    unit: 'percent',
    formula: 'Change of revenue ÷ revenue of the period before',
    lines: ['revenue'],
    value: grown(revenue),
    bounds: { good: 0.08, watch: 0 },
  },
  {
    key: 'profit_growth',
    title: 'Profit growth',
    group: 'growth',
    unit: 'percent',
    formula: 'Change of profit after tax ÷ that of the period before',
    lines: ['profit_after_tax'],
    value: grown((line, at) => line('profit_after_tax', at)),
    bounds: { good: 0.08, watch: 0 },
  },
  {
    key: 'cash_conversion',
    title: 'Cash conversion',
    group: 'cash',
    unit: 'percent',
    formula: 'Cash from operating activities ÷ profit after tax',
    lines: ['operating_cash_flow', 'profit_after_tax'],
    value: (line, at) => over(line('operating_cash_flow', at), line('profit_after_tax', at)),
    bounds: { good: 0.8, watch: 0.5 },
  },
]

export function readingOf(value: number, bounds: RatioRule['bounds']): Reading | null {
  if (bounds === null) return null
  const { good, watch, lessIsBetter } = bounds
  if (lessIsBetter) return value <= good ? 'good' : value <= watch ? 'watch' : 'weak'
  return value >= good ? 'good' : value >= watch ? 'watch' : 'weak'
}
