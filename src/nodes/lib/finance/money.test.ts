import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { stateFrom } from '#contract/india/states.ts'
import { outputOf } from '#nodes/trial.ts'
import { amountInWords } from '#nodes/types/finance/amount-in-words.ts'
import { gstCompute } from '#nodes/types/finance/gst-compute.ts'
import { parseMoney, rupees } from './money.ts'

describe('money', () => {
  it.each([
    ['₹1,23,456.78', 12_345_678],
    ['Rs. 5,000/-', 500_000],
    ['(1,234)', -123_400],
    ['1,234.50-', -123_450],
    ['-₹2,000', -200_000],
    ['12.5 lakh', 125_000_000],
    ['INR 2 crore', 2_000_000_000],
    ['0.1', 10],
    ['0', 0],
    ['(0)', 0],
    ['1,234,567.00', 123_456_700],
  ])('reads %s', (cell, paise) => {
    expect(parseMoney(cell)?.paise).toBe(paise)
  })

  it('reads the side of a bank statement', () => {
    expect(parseMoney('1,000.00 Cr')).toEqual({ paise: 100_000, side: 'credit' })
    expect(parseMoney('500.00 (Dr)')).toEqual({ paise: 50_000, side: 'debit' })
  })

  it.each(['', '-', 'abc', '12 34', '1.2.3', '99999999999999999', '12/05/2025', '1,2,3', '9'.repeat(61)])(
    'takes %j for no sum',
    (cell) => {
      expect(parseMoney(cell)).toBeNull()
    },
  )

  it('writes them as India groups', () => {
    expect([0, 5, 123_456, -1_000_000_000].map(rupees)).toEqual(['₹0', '₹0.05', '₹1,234.56', '−₹1,00,00,000'])
  })
})

describe('amount in words', () => {
  const run = (amount: number | string) => outputOf(amountInWords, { amount })
  it.each([
    [12_345_678, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six and Seventy-Eight Paise Only'],
    [100, 'Rupee One Only'],
    [0, 'Rupees Zero Only'],
    [5, 'Five Paise Only'],
    [-20_000, 'Minus Rupees Two Hundred Only'],
    ['₹1,00,00,000', 'Rupees One Crore Only'],
    [1_000_000_000_000_00, 'Rupees One Lakh Crore Only'],
  ])('%s', async (amount, words) => {
    expect(await run(amount)).toMatchObject({ words })
  })
  it.each(['', 'ten', 1.5])('refuses %j', async (amount) => {
    await expect(run(amount)).rejects.toMatchObject({ code: 'not_a_sum', field: 'amount' })
  })
})

describe('compute GST', () => {
  const run = (config: JsonObject) => outputOf(gstCompute, config)
  const lines = [{ amount: 99_999, rate: 18 }]

  it('halves the tax within a state, the halves always equal', async () => {
    expect(await run({ lines, supplier_state: '27', place_of_supply: 'Maharashtra' })).toMatchObject({
      intra_state: true,
      cgst_paise: 9_000,
      sgst_paise: 9_000,
      igst_paise: 0,
      total_paise: 117_999,
    })
  })

  it('charges IGST between states, and takes it out of a price that holds it', async () => {
    const config = {
      supplier_state: '29-Karnataka',
      place_of_supply: '27AAPFU0939F1ZV',
      inclusive: true,
      round_to_rupee: true,
    }
    expect(await run({ lines: [{ amount: '₹1,180.40', rate: 18 }], ...config })).toMatchObject({
      intra_state: false,
      taxable_paise: 100_034,
      igst_paise: 18_006,
      round_off_paise: -40,
      payable_paise: 118_000,
      payable_in_words: 'Rupees One Thousand One Hundred Eighty Only',
    })
  })

  it('knows union territories, cess and unknown states', async () => {
    const config = {
      lines: [{ amount: 10_000, rate: 28, cess: 12 }],
      supplier_state: 'Chandigarh',
      place_of_supply: '04',
    }
    expect(await run(config)).toMatchObject({ utgst: true, cess_paise: 1_200, total_paise: 14_000 })
    await expect(run({ ...config, place_of_supply: 'Atlantis' })).rejects.toMatchObject({
      code: 'unknown_state',
      field: 'place_of_supply',
    })
  })

  it.each([
    ['Tamil Nadu (33)', '33'],
    ['orissa', '21'],
    ['7', null],
    ['', null],
  ])('reads the state %j', (text, code) => {
    expect(stateFrom(text)?.code ?? null).toBe(code)
  })
})
