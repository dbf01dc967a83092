import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gstInside, type SaleParties, splitSale, type TaxRates } from './split-sale.ts'

/** As they are since 2024-10-01. */
const RATES: TaxRates = { gst: 1800, tcs: 50, tds: 10, tds_no_pan: 500, tds_free_paise: 50_000_000 }

const sale = (
  over: Partial<SaleParties['seller']> = {},
  gross_paise = 118_000,
  commission_rate = 0.15,
): SaleParties => ({
  gross_paise,
  commission_rate,
  seller: { has_gstin: true, has_pan: true, is_individual: false, year_paise: 0, ...over },
})

describe('the parts of ₹1,180', () => {
  it.each([
    // ₹1,000 + ₹180 GST: 15 % of ₹1,000, 18 % GST on it, 0.5 % TCS and 0.1 % TDS of ₹1,000
    ['a company with a GSTIN', sale(), ['seller', 15_000, 2_700, 0, 500, 100, 99_700]],
    [
      'an individual with a GSTIN below five lakh',
      sale({ is_individual: true }),
      ['seller', 15_000, 2_700, 0, 500, 0, 99_800],
    ],
    [
      'an individual who passes five lakh with it',
      sale({ is_individual: true, year_paise: 49_900_001 }),
      ['seller', 15_000, 2_700, 0, 500, 100, 99_700],
    ],
    ['a firm without a GSTIN', sale({ has_gstin: false }), ['platform', 15_000, 0, 18_000, 0, 100, 84_900]],
    [
      'an individual without GSTIN and PAN',
      sale({ has_gstin: false, has_pan: false, is_individual: true }),
      ['platform', 15_000, 0, 18_000, 0, 5_000, 80_000],
    ],
    ['a commission of all', sale({}, 118_000, 1), ['seller', 99_492, 17_908, 0, 500, 100, 0]],
  ] as const)('of %s', (_, given, [supplier, commission, commissionGst, gst, tcs, tds, seller]) => {
    expect(splitSale(given, RATES)).toEqual({
      supplier,
      commission_paise: commission,
      commission_gst_paise: commissionGst,
      gst_paise: gst,
      tcs_paise: tcs,
      tds_paise: tds,
      seller_paise: seller,
    })
  })
})

it('divides every price without a rest, and nobody pays for selling', () => {
  const parties = fc.record({
    gross_paise: fc.integer({ min: 1, max: 1_000_000_000 }),
    commission_rate: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 10_000),
    seller: fc.record({
      has_gstin: fc.boolean(),
      has_pan: fc.boolean(),
      is_individual: fc.boolean(),
      year_paise: fc.integer({ min: 0, max: 100_000_000 }),
    }),
  })
  fc.assert(
    fc.property(parties, (given) => {
      const { supplier: _, ...parts } = splitSale(given, RATES)
      const all = Object.values(parts)
      expect(all.every((paise) => Number.isSafeInteger(paise) && paise >= 0)).toBe(true)
      expect(all.reduce((sum, paise) => sum + paise, 0)).toBe(given.gross_paise)
    }),
    { numRuns: 2_000 },
  )
})

it('finds a GST that halves without a rest', () => {
  for (const paise of [1, 2, 3, 99, 100, 101, 118_000, 99_999, 1_000_000_001])
    expect(gstInside(paise, 1800) % 2).toBe(0)
  expect(gstInside(118_000, 1800)).toBe(18_000)
})

it.each([0, -1, 0.5, 1e21, Number.NaN])('refuses a price of %s', (gross) => {
  expect(() => splitSale(sale({}, gross), RATES)).toThrow()
})
