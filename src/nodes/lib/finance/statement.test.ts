import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { outputOf } from '#nodes/trial.ts'
import { financialRatios } from '#nodes/types/finance/financial-ratios.ts'
import { parseStatement, StatementReport } from '#nodes/types/finance/parse-statement.ts'
import { busy } from '#test/support/busy.ts'

type Report = z.output<typeof StatementReport>
const file = (name: string): string => readFileSync(`src/nodes/finance/fixtures/statements/${name}`, 'utf8')
const read = async (document: Json): Promise<Report> =>
  StatementReport.parse(await outputOf(parseStatement, { document }))
const valuesOf = (report: Report, key: string) => report.lines.find((line) => line.key === key)?.values
type Ratios = {
  ratios: { key: string; values: (number | null)[]; reading: string | null }[]
  missing: { title: string }[]
}
const ratios = async (statement: Json) => (await outputOf(financialRatios, { statement })) as unknown as Ratios
const of = ({ ratios: all }: Ratios, key: string) => all.find((one) => one.key === key)

describe('parse financial statement', () => {
  it('reads both statements of a company in lakhs, line by line', async () => {
    const document = file('manufacturer.txt')
    const found = await read(document)
    expect(found).toMatchObject({
      statements: ['profit_and_loss', 'balance_sheet'],
      periods: ['31 March 2025', '31 March 2024'],
      unit: 100_000,
    })
    expect(valuesOf(found, 'revenue')).toEqual([6_420_80_000_00, 5_806_40_000_00])
    expect(valuesOf(found, 'inventory_change')).toEqual([-44_25_000_00, -28_10_000_00])
    expect(valuesOf(found, 'eps')).toEqual([659, 427])
    expect(found.lines.filter(({ key }) => key === null)).toEqual([])
    expect(found.checks.length).toBe(12)
    expect(found.checks.every(({ ok }) => ok)).toBe(true)
    for (const { text, start, end } of found.lines) expect(document.slice(start, end)).toBe(text)
  })

  it.each([
    ['services-crore.txt', 'revenue', [1_284_60_00_000_00, 1_102_30_00_000_00], 10_000_000],
    ['loss-thousands.txt', 'profit_after_tax', [-35_90_000_00, 2_96_000_00], 1_000],
    ['trader-plain.txt', 'trade_receivables', [5_05_000_00], 1],
  ])('reads %s', async (name, key, values, unit) => {
    const found = await read(file(name))
    expect(valuesOf(found, key)).toEqual(values)
    expect(found.unit).toBe(unit)
  })

  it('finds the total that does not follow', async () => {
    const { checks } = await read(file('wrong-totals.txt'))
    expect(checks.filter(({ ok }) => !ok)).toEqual([
      {
        check: 'Total assets equal equity and liabilities',
        period: '2025',
        ok: false,
        reason: 'Printed ₹3,40,00,000, its parts make ₹3,50,00,000.',
      },
    ])
  })

  it('refuses what holds no statement', async () => {
    await expect(read('The weather was fine.')).rejects.toMatchObject({ code: 'no_statement', field: 'document' })
    await expect(read(' ')).rejects.toMatchObject({ code: 'document_empty' })
  })

  it('bears hostile lines and a great many', async () => {
    const hostile =
      'Particulars\t2025\t2024\nRevenue from operations\t<script>\t1\nTotal assets\t99999999999999\t(((1)))\n=cmd()\t1\t2\nTotal income\t5\t6'
    expect((await read(hostile)).lines.length).toBeGreaterThan(1)
    const spent = busy()
    await read(`Particulars\t2025\t2024\n${'Revenue from operations\t1\t2\n'.repeat(30_000)}`)
    expect(spent()).toBeLessThan(8_000)
  })
})

describe('financial ratios', () => {
  it('agree with the figures worked out by hand', async () => {
    const found = await ratios(await read(file('manufacturer.txt')))
    expect(of(found, 'current_ratio')).toMatchObject({ values: [1.9031, 1.911], reading: 'good' })
    expect(of(found, 'debt_to_equity')?.values).toEqual([0.5253, 0.6658])
    expect(of(found, 'interest_cover')?.values).toEqual([4.8145, 3.3215])
    expect(of(found, 'receivable_days')?.values).toEqual([53.1401, 54.1365])
    expect(of(found, 'revenue_growth')?.values).toEqual([0.1058, null])
    expect(found.missing.map(({ title }) => title)).toEqual(['Cash conversion'])
  })

  it('reads a company in trouble as weak', async () => {
    const found = await ratios(await read(file('loss-thousands.txt')))
    for (const key of ['net_margin', 'current_ratio', 'interest_cover', 'debt_to_equity'])
      expect(of(found, key)?.reading).toBe('weak')
  })

  it('takes plain sums, divides by nothing, and refuses what is no statement', async () => {
    const found = await ratios({ revenue: 1_000, profit_after_tax: 80, total_equity: 0 })
    expect(found.ratios.map(({ key, values }) => [key, values])).toEqual([['net_margin', [0.08]]])
    for (const statement of [null, [], 'x', {}])
      await expect(ratios(statement)).rejects.toMatchObject({ code: 'no_statement' })
  })
})
