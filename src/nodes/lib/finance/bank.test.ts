import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { outputOf } from '#nodes/trial.ts'
import { BankStatementReport, bankStatementParse } from '#nodes/types/finance/bank-statement-parse.ts'
import { categoriseTransactions } from '#nodes/types/finance/categorise-transactions.ts'
import { busy } from '#test/support/busy.ts'

const file = (name: string): string => readFileSync(`src/nodes/finance/fixtures/bank/${name}`, 'utf8')
const read = async (config: JsonObject, input: Json = null): Promise<z.output<typeof BankStatementReport>> =>
  BankStatementReport.parse(await outputOf(bankStatementParse, config, { input }))

describe('parse bank statement', () => {
  it.each([
    [
      'hdfc.csv',
      9,
      1_734_050,
      4_265_475,
      { bank: 'HDFC Bank', number_last4: '6789', ifsc: 'HDFC0000123', from: '2025-04-01', to: '2025-06-30' },
    ],
    [
      'sbi.txt',
      8,
      2_500_000,
      5_300_650,
      { bank: 'State Bank of India', ifsc: 'SBIN0001234', from: '2025-05-01', to: '2025-05-31' },
    ],
    ['icici-newest-first.txt', 5, 550_000, 4_111_300, { bank: 'ICICI Bank', number_last4: '8901' }],
    ['plain-lines.txt', 5, 1_000_000, 1_073_330, { bank: 'Kotak Mahindra Bank', from: '2026-01-01' }],
    ['dr-cr-type.csv', 4, -150_000, 514_200, {}],
  ])('reads %s and finds its balance right', async (name, count, opening, closing, account) => {
    const document = file(name)
    const found = await read({ document })
    expect(found).toMatchObject({
      opening_paise: opening,
      closing_paise: closing,
      balanced: true,
      problems: [],
      account,
    })
    expect(found.transactions).toHaveLength(count)
    expect(found.in_paise - found.out_paise).toBe(closing - opening)
    for (const { text, start, end } of found.transactions) expect(document.slice(start, end)).toBe(text)
    const days = found.transactions.map(({ date }) => date)
    expect(days).toEqual(days.toSorted())
  })

  it('says which step does not add up', async () => {
    const found = await read({ document: file('sbi.txt').replace('68,365.50', '68,366.50') })
    expect(found.balanced).toBe(false)
    expect(found.problems.map(({ text }) => text.slice(0, 10))).toEqual(['6 May 2025', '9 May 2025'])
  })

  it('reads rows of a spreadsheet as lists and as objects', async () => {
    const lists = [
      ['Date', 'Narration', 'Debit', 'Credit', 'Balance'],
      ['01-04-2025', 'A', 100.5, null, 899.5],
      ['02-04-2025', 'B', null, 50, 949.5],
    ]
    expect(await read({ rows: lists })).toMatchObject({ balanced: true, out_paise: 10_050, in_paise: 5_000 })
    const objects = [
      { Date: '01-04-2025', Narration: 'A', Amount: -100, Balance: 900 },
      { Date: '02-04-2025', Narration: 'B', Amount: 50, Balance: 950 },
    ]
    expect((await read({ rows: objects })).transactions.map(({ amount_paise }) => amount_paise)).toEqual([
      -10_000, 5_000,
    ])
  })

  it('joins a narration that goes over two lines', async () => {
    const document =
      'Date\tNarration\tDebit\tCredit\tBalance\n01/04/2025\tUPI/RAMESH\t100.00\t\t900.00\nSHARMA/RENT\n02/04/2025\tB\t\t50.00\t950.00'
    expect((await read({ document })).transactions.map(({ narration }) => narration)).toEqual([
      'UPI/RAMESH SHARMA/RENT',
      'B',
    ])
  })

  it('bears a hostile file and refuses what holds no transactions', async () => {
    const found = await read({ document: file('hostile.csv') })
    expect(found.transactions.map(({ narration }) => narration)).toContain('a line with "quotes", and a comma')
    expect(found.transactions).toHaveLength(3)
    await expect(read({ document: 'Dear customer, nothing happened.' })).rejects.toMatchObject({
      code: 'no_transactions',
    })
    await expect(read({ document: '' })).rejects.toMatchObject({ code: 'document_empty' })
    await expect(read({ rows: 'no' })).rejects.toMatchObject({ code: 'not_a_list', field: 'rows' })
  })

  it('reads ten thousand lines in seconds', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `01/04/2025,UPI/A${index},1.00,,${20_000 - index}.00`)
    const spent = busy()
    expect((await read({ document: ['Date,Narration,Debit,Credit,Balance', ...lines].join('\n') })).balanced).toBe(true)
    expect(spent()).toBeLessThan(5_000)
  })
})

describe('categorise transactions', () => {
  type Categorised = {
    transactions: { category: string; channel: string; counterparty: string | null; because: string }[]
    by_category: JsonObject[]
    by_month: JsonObject[]
    recurring: JsonObject[]
    unsure: number
  }
  const run = async (config: JsonObject, input: Json = null) =>
    (await outputOf(categoriseTransactions, config, { input })) as unknown as Categorised
  const one = async (narration: string, amount_paise: number) =>
    (await run({}, [{ date: '2026-01-01', narration, amount_paise }])).transactions[0]

  it.each([
    ['NEFT CR-ICIC0000104-ACME TECHNOLOGIES PVT LTD-RAVI-SALARY MAR', 100, 'salary', 'neft'],
    ['UPI-SWIGGY-SWIGGY.STORES@AXB-UTIB0000553-509212345678-PAYMENT', -100, 'food', 'upi'],
    ['UPI-SWIGGY-SWIGGY.STORES@AXB-UTIB0000553-509212345678-PAYMENT', 100, 'refund', 'upi'],
    ['ACH D- HDFC LTD HOME LOAN-0012345', -100, 'loan_emi', 'nach'],
    ['ATW-512345XXXXXX1234-S1ANBN01-BANGALORE', -100, 'cash', 'atm'],
    ['POS 512345XXXXXX1234 BIGBASKET', -100, 'groceries', 'card'],
    ['UPI/DR/5121/LITTLE FLOWER SCHOOL FEE/SBIN', -100, 'education', 'upi'],
    ['DEBIT CARD ANNUAL FEE INCL GST', -100, 'bank_charges', 'card'],
    ['CREDIT INTEREST CAPITALISED', 100, 'interest', 'bank'],
    ['BIL/ONL/000123/TDS CBDT/INCOME TAX', -100, 'tax', 'other'],
    ['NEFT*HDFC0000001*N123*GLOBEX SERVICES PVT LTD', 100, 'business_income', 'neft'],
    ['CHQ PAID-MICR CTS NO 123456', -100, 'cheque', 'cheque'],
    ['UPI/Priya Nair/600212345678/dinner', -100, 'transfer', 'upi'],
    ['xyzzy', -100, 'other', 'other'],
    ['', -100, 'other', 'other'],
  ])('%s (%i): %s by %s', async (narration, amount, category, channel) => {
    expect(await one(narration, amount)).toMatchObject({ category, channel, because: expect.stringMatching(/./) })
  })

  it('names the other side', async () => {
    const names = await Promise.all(
      [
        'UPI-RAMESH SHARMA-98@YBL-SBIN0000123-5097-RENT',
        'UPI/6059/Payment from Ph/netflix@icici/ICICI Bank',
        'NEFT*HDFC0000001*N1232512*GLOBEX SERVICES PVT LTD--',
        'ATW-5123-CASH',
      ].map(async (narration) => (await one(narration, -100))?.counterparty),
    )
    expect(names).toEqual(['RAMESH SHARMA', 'netflix', 'GLOBEX SERVICES PVT LTD', null])
  })

  it('adds up by category and month, and sees what comes back every month', async () => {
    const rent = ['2025-01-05', '2025-02-05', '2025-03-06', '2025-04-05'].map((date) => ({
      date,
      narration: 'UPI/RAMESH/RENT',
      amount_paise: -1_800_000,
    }))
    const found = await run({}, [...rent, { date: '2025-01-31', narration: 'SALARY', amount_paise: 5_000_000 }])
    expect(found.by_category[0]).toEqual({ category: 'rent', count: 4, in_paise: 0, out_paise: 7_200_000 })
    expect(found.by_month[0]).toEqual({
      month: '2025-01',
      in_paise: 5_000_000,
      out_paise: 1_800_000,
      net_paise: 3_200_000,
    })
    expect(found.recurring).toMatchObject([{ counterparty: 'RAMESH', times: 4, amount_paise: -1_800_000 }])
  })

  it('lets your own rules come first', async () => {
    const found = await run({ rules: [{ contains: 'swiggy', category: 'other' }] }, [
      { date: '2026-01-01', narration: 'UPI-SWIGGY', amount_paise: -1 },
    ])
    expect(found.transactions[0]).toMatchObject({ category: 'other', because: 'your rule “swiggy”' })
  })

  it.each<[Json, string]>([
    ['no list', 'not_a_list'],
    [[{ narration: 'x' }], 'not_a_transaction'],
    [[{ date: 'd', narration: 'x', amount_paise: 1.5 }], 'not_a_transaction'],
  ])('refuses %j as %s', async (input, code) => {
    await expect(run({}, input)).rejects.toMatchObject({ code, field: 'transactions' })
  })

  it('gives empty lists for none', async () => {
    expect(await run({}, [])).toMatchObject({ transactions: [], by_category: [], unsure: 0 })
  })
})
