import { expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import type { Language } from '#shared/language.ts'
import { TEST_FIRM } from '#test/support/firm.ts'
import { invoicePages } from './invoice-pages.ts'
import type { IssuedRow } from './invoices.store.ts'

const party = { name: 'Asha', address: '22 FC Road, Pune 411004', gstin: null, state_code: '27' }
const row = (over: Partial<IssuedRow>): IssuedRow => ({
  id: '01890000-0000-7000-8000-000000000000' as IssuedRow['id'],
  kind: 'invoice',
  number: 'CH/26-27/000001',
  supplier_id: null,
  customer_id: '01890000-0000-7000-8000-000000000001' as UserId,
  supplier: { ...party, name: 'Chowk', gstin: '27AAPFU0939F1ZV' },
  customer: party,
  place_of_supply: '27',
  lines: [{ title: 'Runs', sac: '998315', quantity: 3, taxable_paise: 100_000, gst_paise: 18_000, discount: null }],
  rate_bps: 1800,
  taxable_paise: 100_000,
  cgst_paise: 9_000,
  sgst_paise: 9_000,
  igst_paise: 0,
  total_paise: 118_000,
  currency: 'INR',
  issued_at: new Date('2026-11-20T10:00:00Z'),
  credits_number: null,
  credits_issued_at: null,
  ...over,
})
const textOf = (over: Partial<IssuedRow>, language: Language = 'en') =>
  invoicePages(row(over), TEST_FIRM.company, language)
    .blocks.map((block) =>
      block.kind === 'table'
        ? block.rows.map((cells) => cells.join(' ')).join('\n')
        : 'text' in block
          ? block.text
          : '',
    )
    .join('\n')

it('says what rule 46 asks for', () => {
  const text = textOf({})
  for (const part of [
    'Tax invoice',
    'CH/26-27/000001',
    '20 November 2026',
    'GSTIN: 27AAPFU0939F1ZV',
    '22 FC Road, Pune 411004',
    'State: Maharashtra (27)',
    'Place of supply Maharashtra (27)',
    'Reverse charge No',
    'Runs 998315 3 ₹1,000.00 ₹180.00 ₹1,180.00',
    'CGST 9 % ₹90.00',
    'SGST 9 % ₹90.00',
    'Rupees one thousand one hundred eighty only',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('e-commerce operator')
})

it('names the invoice that a credit note takes from with its day (rule 53)', () => {
  const text = textOf({
    kind: 'credit_note',
    credits_number: 'CH/26-27/000001',
    credits_issued_at: new Date('2026-10-31T18:30:00Z'),
  })
  expect(text).toContain('Credits invoice CH/26-27/000001 of 1 November 2026')
})

it('says who issued it where a seller is the supplier', () => {
  expect(textOf({ supplier_id: '01890000-0000-7000-8000-000000000002' as UserId })).toContain(
    'the e-commerce operator, in the name of the supplier',
  )
})

it('lets an address write no line of its own: a GSTIN in it stays in the address', () => {
  const text = textOf({ customer: { ...party, address: '1 MG Road\r\nGSTIN: 27AAPFU0939F1ZV' } })
  expect(text).toContain('1 MG Road, GSTIN: 27AAPFU0939F1ZV')
  expect(text.match(/^GSTIN: .*/gm)).toEqual(['GSTIN: 27AAPFU0939F1ZV', 'GSTIN: not registered'])
})

it('is written in Hindi with the English behind it, and names taxes as the law does', () => {
  const text = textOf({ lines: row({}).lines.map((line) => ({ ...line, title: 'Runs of Coder' })) }, 'hi')
  for (const part of [
    'कर बीजक / Tax invoice',
    'तारीख़ / Date 20 नवंबर 2026 / 20 November 2026',
    'आपूर्ति का स्थान / Place of supply महाराष्ट्र (27) / Maharashtra (27)',
    'रिवर्स चार्ज / Reverse charge नहीं / No',
    'Coder के रन / Runs of Coder 998315 3 ₹1,000.00 ₹180.00 ₹1,180.00',
    'कर-योग्य मूल्य / Value before tax ₹1,000.00',
    'CGST 9 % ₹90.00',
    'SGST 9 % ₹90.00',
    'GSTIN: 27AAPFU0939F1ZV',
    'एक हज़ार एक सौ अस्सी रुपये मात्र\nRupees one thousand one hundred eighty only',
  ])
    expect(text).toContain(part)
})
