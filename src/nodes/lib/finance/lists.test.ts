import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { outputOf } from '#nodes/trial.ts'
import { detectAnomalies } from '#nodes/types/finance/detect-anomalies.ts'
import { reconcile } from '#nodes/types/finance/reconcile.ts'
import { busy } from '#test/support/busy.ts'

describe('detect anomalies', () => {
  type Found = {
    anomalies: { index: number; kind: string; severity: string; reason: string; with: number[] }[]
    benford: { reading: string } | null
    checked: number
  }
  const run = async (items: Json, config: JsonObject = {}) =>
    (await outputOf(detectAnomalies, { items, ...config })) as unknown as Found
  const usual = Array.from({ length: 20 }, (_, index) => ({
    date: `2026-01-${String(index + 1).padStart(2, '0')}`,
    narration: `shop ${'abcdefghijklmnopqrstuvwxyz'[index]}`,
    amount_paise: -(40_000 + index * 1_237),
    category: 'food',
  }))

  it('explains an outlier, a payment made twice and a round sum', async () => {
    const items = [
      ...usual,
      { date: '2026-01-21', narration: 'banquet', amount_paise: -2_300_050, category: 'food' },
      { date: '2026-01-22', narration: 'UPI/123456/ACME', amount_paise: -77_700, category: 'other' },
      { date: '2026-01-23', narration: 'UPI/654321/ACME', amount_paise: -77_700, category: 'other' },
      { date: '2026-01-24', narration: 'cash', amount_paise: -10_000_000, category: 'cash' },
    ]
    const { anomalies, checked } = await run(items)
    expect(checked).toBe(24)
    expect(anomalies.map(({ index, kind }) => [index, kind])).toEqual([
      [20, 'outlier'],
      [22, 'duplicate'],
      [23, 'round'],
    ])
    expect(anomalies[0]?.reason).toMatch(/^−₹23,000\.50 is [\d.]+ times the usual ₹[\d,.]+ in food \(robust score/)
    expect(anomalies[1]).toMatchObject({ with: [21], reason: expect.stringContaining('1 day apart') })
  })

  it('finds nothing in what is even, nor in a few', async () => {
    expect((await run(usual)).anomalies).toEqual([])
    expect((await run([100, 100_000_000_00])).anomalies).toEqual([])
    expect(await run([])).toMatchObject({ anomalies: [], benford: null, checked: 0 })
  })

  it('reads first digits only of a hundred sums and more', async () => {
    const growing = Array.from({ length: 400 }, (_, index) => Math.round(100_000 * 10 ** (index / 100)))
    expect((await run(growing, { kinds: [] })).benford?.reading).toMatch(/close|acceptable/)
    expect(
      (
        await run(
          Array.from({ length: 200 }, () => 9_999),
          { kinds: [] },
        )
      ).benford?.reading,
    ).toBe('not conforming')
  })

  it.each<[Json, string]>([
    ['x', 'not_a_list'],
    [[{ amount_paise: 'ten' }], 'not_a_sum'],
    [[null], 'not_a_sum'],
  ])('refuses %j as %s', async (items, code) => {
    await expect(run(items)).rejects.toMatchObject({ code })
  })
})

describe('reconcile', () => {
  const run = (left: Json, right: Json, config: JsonObject = {}) => outputOf(reconcile, { left, right, ...config })
  const entry = (date: string, amount_paise: number, narration = '', reference = '') => ({
    date,
    amount_paise,
    narration,
    reference,
  })

  it('matches by reference, words, day and several for one', async () => {
    const bank = [
      entry('2026-01-05', 50_000, '', 'UTR0012345'),
      entry('2026-01-06', 10_000, 'ACME TRADERS'),
      entry('2026-01-06', 10_000, 'GLOBEX'),
      entry('2026-01-20', 90_000),
      entry('2026-01-25', 7),
    ]
    const ledger = [
      entry('2026-01-04', 10_000, 'Globex invoice 12'),
      entry('2026-01-07', 10_000, 'Acme Traders bill'),
      entry('2026-03-01', 50_000, '', 'utr-0012345'),
      entry('2026-01-18', 40_000),
      entry('2026-01-19', 50_000),
      entry('2026-01-30', 5),
    ]
    expect(await run(bank, ledger)).toEqual({
      matches: [
        { left: [0], right: [2], by: 'reference', difference_paise: 0, days: 55 },
        { left: [1], right: [1], by: 'amount_and_words', difference_paise: 0, days: 1 },
        { left: [2], right: [0], by: 'amount_and_words', difference_paise: 0, days: 2 },
        { left: [3], right: [3, 4], by: 'sum_of_several', difference_paise: 0, days: 2 },
      ],
      left_only: [4],
      right_only: [5],
      left_paise: 160_007,
      right_paise: 160_005,
      difference_paise: 2,
    })
  })

  it('keeps to tolerance and days', async () => {
    const [left, right] = [[entry('2026-01-01', 1_000)], [entry('2026-01-09', 1_001)]]
    expect(await run(left, right)).toMatchObject({ matches: [], left_only: [0], right_only: [0] })
    expect(await run(left, right, { tolerance_paise: 1, days: 8 })).toMatchObject({
      matches: [{ difference_paise: -1, days: 8 }],
    })
  })

  it('bears empty lists and refuses what is none', async () => {
    expect(await run([], [])).toMatchObject({ matches: [], difference_paise: 0 })
    await expect(run('x', [])).rejects.toMatchObject({ code: 'not_a_list', field: 'left' })
    await expect(run([], [{ amount_paise: true }])).rejects.toMatchObject({ code: 'not_a_sum', field: 'right' })
  })

  it('matches thousands quickly', async () => {
    const many = (offset: number) =>
      Array.from({ length: 4_000 }, (_, index) => entry('2026-01-05', 1_000 + ((index * 7_919 + offset) % 4_000)))
    const spent = busy()
    expect(((await run(many(0), many(13))) as { matches: Json[] }).matches).toHaveLength(4_000)
    expect(spent()).toBeLessThan(5_000)
  })
})
