import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { outputOf } from '#nodes/trial.ts'
import { gstInvoiceFields, InvoiceReport } from '#nodes/types/finance/gst-invoice-fields.ts'
import { busy } from '#test/support/busy.ts'

type Report = z.output<typeof InvoiceReport>
const file = (name: string): string => readFileSync(`src/nodes/finance/fixtures/invoices/${name}`, 'utf8')
const read = async (document: Json): Promise<Report> =>
  InvoiceReport.parse(await outputOf(gstInvoiceFields, { document }))
const brief = (found: Report) => ({
  number: found.number?.text,
  date: found.date?.iso,
  supplier: [found.supplier.name?.text, found.supplier.gstin?.text],
  buyer: [found.buyer.name?.text, found.buyer.gstin?.text],
  place: found.place_of_supply?.code,
  lines: found.lines.map(({ hsn, quantity, taxable_paise }) => [hsn, quantity, taxable_paise]),
  totals: Object.fromEntries(Object.entries(found.totals).map(([name, { paise }]) => [name, paise])),
})
const notOk = ({ checks }: Report) =>
  checks.filter(({ status }) => status !== 'ok').map(({ check, status }) => [check, status])

describe('GST invoice fields', () => {
  it('reads a sale within a state', async () => {
    const found = await read(file('intra-tabs.txt'))
    expect(brief(found)).toEqual({
      number: 'SS/2025-26/0148',
      date: '2025-06-12',
      supplier: ['Sahyadri Stationers', '27AABCS1429B1ZU'],
      buyer: ['Asha Family Clinic Pvt Ltd', '27AAPFU0939F1ZV'],
      place: '27',
      lines: [
        ['4802', 20, 520_000],
        ['9608', 4, 140_000],
      ],
      totals: { taxable: 660_000, cgst: 39_600, sgst: 39_600, total: 739_200 },
    })
    expect(found).toMatchObject({
      kind: 'tax_invoice',
      reverse_charge: false,
      in_words: { paise: 739_200 },
      consistent: true,
    })
    expect(notOk(found)).toEqual([])
  })

  it('reads services to another state, a Markdown table, an IRN', async () => {
    const found = await read(file('inter-services.md'))
    expect(brief(found)).toEqual({
      number: 'KSP-1042',
      date: '2025-04-30',
      supplier: ['Kaveri Software Private Limited', '29AAGCK5678M1ZN'],
      buyer: ['Mehta Fabricators', '24AAKFM2345P1ZX'],
      place: '24',
      lines: [
        ['998314', 120, 18_000_000],
        ['998313', 1, 2_000_000],
      ],
      totals: { taxable: 20_000_000, igst: 3_600_000, total: 23_600_000 },
    })
    expect(found).toMatchObject({
      due: { iso: '2025-05-15' },
      order: { text: 'PO/778' },
      irn: { valid: true },
      consistent: true,
    })
    expect(notOk(found)).toEqual([])
  })

  it('reads typed columns with a round-off', async () => {
    const found = await read(file('typed-columns.txt'))
    expect(brief(found)).toMatchObject({
      number: '887',
      date: '2025-08-05',
      supplier: ['NADI CHEMICALS', '33AADCN9012Q1Z6'],
      buyer: ['Deccan Traders', expect.anything()],
      totals: { total: 508_600, round_off: 20 },
    })
    expect(found.consistent).toBe(true)
  })

  it('names every error of a wrong invoice', async () => {
    const found = await read(file('wrong-arithmetic.txt'))
    expect(found.consistent).toBe(false)
    expect(notOk(found)).toEqual([
      ['Supplier GSTIN', 'wrong'],
      ['Buyer GSTIN', 'missing'],
      ['Number', 'wrong'],
      ['CGST equals SGST', 'wrong'],
      ['Kind of tax', 'wrong'],
      ['Line 2', 'wrong'],
      ['SGST at 9 %', 'wrong'],
      ['Total', 'wrong'],
    ])
  })

  it('reads a bill without tax and says what is missing', async () => {
    const found = await read(file('bill-of-supply.txt'))
    expect(found).toMatchObject({
      kind: 'bill_of_supply',
      number: { text: '31' },
      date: { iso: '2025-07-03' },
      buyer: { name: { text: 'Hotel Kaveri' } },
      totals: { total: { paise: 212_000 } },
    })
    expect(notOk(found).map(([check]) => check)).toEqual(['Supplier GSTIN', 'Buyer GSTIN', 'HSN', 'Tax'])
  })

  it('shows the words of every place', async () => {
    for (const name of ['intra-tabs.txt', 'typed-columns.txt', 'wrong-arithmetic.txt']) {
      const document = file(name)
      const { number, date, lines, totals, supplier, buyer } = await read(document)
      const places = [
        number,
        date,
        ...lines,
        ...Object.values(totals),
        supplier.name,
        supplier.gstin,
        buyer.name,
      ].filter((one) => one !== null)
      expect(places.length).toBeGreaterThan(6)
      for (const { text, start, end } of places) expect(document.slice(start, end)).toBe(text)
    }
  })

  it('bears hostile text, text that is no invoice, and refuses nothing to read', async () => {
    const found = await read(file('hostile.txt'))
    expect(found.consistent).toBe(false)
    expect(found.date).toBeNull()
    expect((await read('Dear Sir, thank you for your letter.')).lines).toEqual([])
    await expect(read('')).rejects.toMatchObject({ code: 'document_empty' })
  })

  it('reads a megabyte quickly', async () => {
    const spent = busy()
    await read(`Item\tHSN\tQty\tRate\tAmount\n${'A thing\t1234\t1\t10.00\t10.00\n'.repeat(30_000)}Total\t300000.00`)
    await read('Invoice No '.repeat(90_000))
    await read(`Rupees ${'one hundred and '.repeat(60_000)}`)
    expect(spent()).toBeLessThan(10_000)
  })
})
