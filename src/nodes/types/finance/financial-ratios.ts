import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { RATIO_GROUPS, RATIOS, readingOf } from '#nodes/lib/finance/ratios.ts'
import type { StatementLine } from '#nodes/lib/finance/statement.ts'
import { valuesBy } from '#nodes/lib/finance/statement.ts'
import { defineNode, NodeError, output } from '#nodes/node.ts'
import { value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const Given = z.looseObject({
  periods: z.array(z.string().max(100)).min(1).max(20),
  lines: z
    .array(z.looseObject({ key: z.string().nullable(), values: z.array(z.number().nullable()).max(20) }))
    .max(5_000),
})

const Ratio = z.object({
  key: z.string(),
  title: z.string(),
  group: z.enum(RATIO_GROUPS),
  unit: z.enum(['percent', 'times', 'days']),
  formula: z.string(),
  /** One per period; a percentage as a fraction of 1. */
  values: z.array(z.number().nullable()),
  /** Of the first period with a value. */
  reading: z.enum(['good', 'watch', 'weak']).nullable(),
  /** Keys of the lines that were there. */
  lines: z.array(z.string()),
})

/** Lines straight from an object such as {revenue: 100, profit_after_tax: 8}, for one period. */
function fromKeys(given: Json): z.output<typeof Given> | null {
  if (!isObject(given)) return null
  const lines = Object.entries(given).flatMap(([key, sum]) => (typeof sum === 'number' ? [{ key, values: [sum] }] : []))
  return lines.length === 0 ? null : { periods: ['Current'], lines }
}

export const financialRatios = defineNode({
  type: 'financial_ratios',
  version: 1,
  title: 'Financial ratios',
  category: 'finance',
  icon: 'chart-no-axes-column',
  description: `Works out ${RATIOS.length} ratios (margins, returns, liquidity, debt, turnover, growth) per period from the lines of Parse financial statement, each with its formula and a reading by the usual bounds.`,
  kind: 'pure',
  config: z.strictObject({
    statement: value(
      'Statement',
      'From Parse financial statement, or an object of line names and sums. Left out, the input is taken.',
    ),
  }),
  example: { statement: { revenue: 50_00_000_00, profit_after_tax: 4_00_000_00 } },
  output: z.object({
    periods: z.array(z.string()),
    ratios: z.array(Ratio),
    missing: z.array(z.object({ title: z.string(), needs: z.array(z.string()) })),
  }),
  sentence: () => `Works out ${RATIOS.length} ratios`,
  run(ctx) {
    const given = ctx.config.statement === undefined ? ctx.input : ctx.config.statement
    const parsed = Given.safeParse(given)
    const statement = parsed.success ? parsed.data : fromKeys(given)
    if (statement === null)
      throw new NodeError('no_statement', 'Expected the lines of a financial statement', { field: 'statement' })
    const source = { periods: statement.periods, lines: statement.lines as unknown as StatementLine[] }
    const cache = new Map<string, (number | null)[] | null>()
    const line = (key: string, period: number): number | null => {
      if (!cache.has(key)) cache.set(key, valuesBy(source, key))
      return cache.get(key)?.[period] ?? null
    }
    const all = RATIOS.map(({ value: compute, bounds, lines, ...rule }) => {
      const values = statement.periods.map((_, period) => {
        const found = compute(line, period)
        return found === null || !Number.isFinite(found) ? null : Math.round(found * 10_000) / 10_000
      })
      const first = values.find((one) => one !== null)
      return {
        ...rule,
        values,
        reading: first === undefined ? null : readingOf(first, bounds),
        lines: lines.filter((key) => valuesBy(source, key) !== null),
        needs: lines,
      }
    })
    const found = (values: readonly (number | null)[]): boolean => values.some((one) => one !== null)
    return output({
      periods: statement.periods,
      ratios: all.filter(({ values }) => found(values)).map(({ needs: _, ...ratio }) => ratio),
      missing: all.filter(({ values }) => !found(values)).map(({ title, needs }) => ({ title, needs: [...needs] })),
    })
  },
})
