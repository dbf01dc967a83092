import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAmounts, numberFromWords } from './amounts.ts'
import { analyse } from './analyse.ts'
import { findDates, lastDay } from './dates.ts'
import { findParties } from './parties.ts'
import { durations, highestYearlyRate } from './quantities.ts'

const fixture = (file: string) => analyse(readFileSync(join(import.meta.dirname, 'fixtures', file), 'utf8'))
const parties = (file: string) => fixture(file).parties.map(({ name, role, type }) => [name, role, type])
const dates = (file: string) => fixture(file).dates.map(({ iso, role, computed }) => [iso, role, computed])

describe('parties', () => {
  it('are read with the terms that the contract gives them', () => {
    expect(parties('services.txt')).toEqual([
      ['Sahyadri Textiles Private Limited', 'Client', 'organisation'],
      ['Brightloom Analytics LLP', 'Service Provider', 'organisation'],
    ])
    expect(parties('nda.txt')).toEqual([
      ['Kestrel Robotics Inc.', 'Kestrel', 'organisation'],
      ['Nilgiri Sensors Pvt. Ltd.', 'Nilgiri', 'organisation'],
    ])
    expect(parties('employment.txt')).toEqual([
      ['Vantara Payments Private Limited', 'Company', 'organisation'],
      ['Mr. Rohan Deshmukh', 'Employee', 'person'],
    ])
    expect(parties('lease.txt')).toEqual([
      ['Mrs. Lakshmi Narayanan', 'Lessor', 'person'],
      ['M/s Palm Grove Foods Private Limited', 'Lessee', 'organisation'],
    ])
  })

  it.each([
    [
      'is by and between About.com, Inc. ("About"), a Delaware corporation, located at New York, NY 10018 and Ebix, Inc. ("Ebix"), a Utah corporation.',
      ['About.com, Inc.', 'Ebix, Inc.'],
    ],
    [
      'Ladies and Gentlemen: Hyde Park Mutual, a mutual company (the "MHC"), and Blue Hills Bank, a savings bank (the "Bank" and together with the MHC, the "Parties"), agree.',
      ['Hyde Park Mutual', 'Blue Hills Bank'],
    ],
    [
      'between them. It is made between (1) Alpha Ltd (the "Buyer") and (2) the customer named in the Order Form, Beta Ltd ("Customer").',
      ['Alpha Ltd', 'Beta Ltd'],
    ],
  ])('are found in %j', (text, names) => {
    expect(findParties(text).map((party) => party.name)).toEqual(names)
  })

  it('are found in a letter by address and signature', () => {
    expect(parties('letter.txt').map(([name]) => name)).toEqual(['Ms. Farah Contractor', 'Malabar Spice Traders'])
  })

  it('are found without defined terms', () => {
    expect(
      findParties('Agreement between Alpha Mills Ltd and Beta Yarns LLP, made today.').map((party) => party.name),
    ).toEqual(['Alpha Mills Ltd', 'Beta Yarns LLP'])
    expect(findParties('The weather is fine.')).toEqual([])
  })
})

describe('dates', () => {
  it('carry their role, and the expiry follows from start and term', () => {
    expect(dates('services.txt')).toEqual([
      ['2025-04-05', 'signing', false],
      ['2025-05-01', 'effective', false],
      ['2028-04-30', 'expiry', true],
    ])
    expect(dates('lease.txt')).toEqual([
      ['2025-03-01', 'signing', false],
      ['2025-03-01', 'effective', false],
      ['2028-02-29', 'expiry', false],
    ])
  })

  it.each([
    ['this 5th day of April, 2025', '2025-04-05', false],
    ['January 15, 2026', '2026-01-15', false],
    ['on 03-Feb-24', '2024-02-03', false],
    ['2025-12-31', '2025-12-31', false],
    ['dated 04/05/2025', '2025-05-04', true],
    ['dated 12/25/2025', '2025-12-25', false],
    ['dated 01.07.2025', '2025-07-01', true],
  ])('%s is %s', (text, iso, ambiguous) => {
    expect(findDates(text)).toMatchObject([{ iso, ambiguous }])
  })

  it('knows days that do not exist and days left blank', () => {
    expect(findDates('31 February 2025')).toMatchObject([{ iso: null }])
    expect(findDates('this ____ day of ____ 2025')).toMatchObject([{ iso: null }])
    expect(findDates('32/13/2025, version 1.2.3, 99/99/9999')).toEqual([])
  })

  it('ends a term on the day before', () => {
    expect(lastDay('2025-04-01', 12)).toBe('2026-03-31')
    expect(lastDay('2024-03-01', 12)).toBe('2025-02-28')
    expect(lastDay('2025-01-01', 12)).toBe('2025-12-31')
    expect(lastDay('2025-07-15', 6)).toBe('2026-01-14')
  })
})

describe('amounts', () => {
  it.each([
    ['Rs. 4,50,000/- (Rupees Four Lakh Fifty Thousand only) per month', 'INR', 450_000, 'month', false],
    ['₹1.5 crore', 'INR', 15_000_000, null, false],
    ['INR 32,00,000 per annum', 'INR', 3_200_000, 'year', false],
    ['US$ 48,000', 'USD', 48_000, null, false],
    ['Rs. 7,50,000/- (Rupees Seven Lakh only)', 'INR', 750_000, null, true],
    ['£2,500.50 a week', 'GBP', 2_500.5, 'week', false],
    ['20 lakhs', 'INR', 2_000_000, null, false],
    ['5,000 dollars', 'USD', 5_000, null, false],
    ['$3.2 million', 'USD', 3_200_000, null, false],
  ])('%s', (text, currency, value, per, mismatch) => {
    expect(findAmounts(text)).toMatchObject([{ currency, value, per, mismatch }])
  })

  it('names what a sum is for', () => {
    expect(
      findAmounts('pays a security deposit of Rs. 90,000 and rent of Rs. 30,000').map((sum) => sum.purpose),
    ).toEqual(['security deposit', 'rent'])
  })

  it('reads numbers in words, and nothing else', () => {
    expect(numberFromWords('Rupees Two Crore Thirty Lakh Five Thousand One Hundred and Twelve only')).toBe(23_005_112)
    expect(numberFromWords('one million two hundred thousand')).toBe(1_200_000)
    expect(numberFromWords('rupees some')).toBeNull()
    expect(findAmounts('Rs. ,,,, and ₹ and $$$ and parties 4. Term')).toEqual([])
  })
})

describe('quantities', () => {
  it('reads durations in figures and words', () => {
    const found = durations('three (3) years, 90 days, a 12-month term, sixty (60) calendar days, eighteen months')
    expect(found.map(({ count, unit }) => [count, unit])).toEqual([
      [3, 'year'],
      [90, 'day'],
      [12, 'month'],
      [60, 'day'],
      [18, 'month'],
    ])
  })

  it('turns rates into a year', () => {
    expect(highestYearlyRate('interest at 2.5% per month')).toBe(30)
    expect(highestYearlyRate('interest at 18 per cent per annum')).toBe(18)
    expect(highestYearlyRate('no interest')).toBe(0)
  })
})
