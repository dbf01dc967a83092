/**
 * Measures the agents for contracts, finance and customers on held-out texts: `node bench/agents.ts`. What is measured was
 * written after the rules and is not used to change them; it is small and by one hand, so read the figures as a first check.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '#contract/core/primitives.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { readStatement } from '#nodes/lib/finance/bank.ts'
import { categorise } from '#nodes/lib/finance/categorise.ts'
import { readInvoice } from '#nodes/lib/finance/invoice.ts'
import { readFinancials } from '#nodes/lib/finance/statement.ts'
import { arithmetic } from '#nodes/lib/finance/statement-checks.ts'
import { triage } from '#nodes/lib/tickets/triage.ts'
import { embedForServer } from '#nodes/runner-ports.ts'
import { outputOf } from '#nodes/trial.ts'
import { answerWithCitations } from '#nodes/types/ai/answer-with-citations.ts'
import { ndaCheck } from '#nodes/types/legal/nda-check.ts'
import { createRunners } from '#server/runners/runners.ts'
import { NDAS } from './agents/ndas.ts'
import { bankCases, invoiceCases, statementCases } from './agents/papers.ts'
import { PAYMENTS } from './agents/payments.ts'
import { QUESTIONS } from './agents/questions.ts'
import { TICKETS } from './agents/tickets.ts'

interface Tally {
  right: number
  all: number
  wrong: string[]
}

const tally = (): Tally => ({ right: 0, all: 0, wrong: [] })

function count(into: Tally, right: boolean, what: string): void {
  into.all++
  if (right) into.right++
  else into.wrong.push(what)
}

function print(title: string, { right, all, wrong }: Tally): void {
  console.log(
    `${title.padEnd(48)} ${String(right).padStart(3)} of ${String(all).padStart(3)} (${(right / Math.max(1, all)).toFixed(2)})`,
  )
  if (process.argv.includes('--wrong')) for (const one of wrong) console.log(`   ${one}`)
}

async function measureNdas(): Promise<void> {
  const [status, open] = [tally(), tally()]
  for (const { name, text, expected } of NDAS) {
    const { checks } = (await outputOf(ndaCheck, { document: text })) as unknown as {
      checks: { check: string; status: string }[]
    }
    for (const [check, wanted] of Object.entries(expected)) {
      const found = checks.find((one) => one.check === check)?.status
      count(status, found === wanted, `${name}: ${check} is ${found}, expected ${wanted}`)
      if (wanted !== 'ok') count(open, found !== 'ok', `${name}: ${check} was called fine`)
    }
  }
  print('NDA checker: checks judged as expected', status)
  print('NDA checker: objections not overlooked', open)
}

function measurePayments(): void {
  const found = tally()
  for (const [narration, sum, wanted] of PAYMENTS) {
    const { category } = categorise(narration, sum * 100)
    count(found, category === wanted, `${narration}: ${category}, expected ${wanted}`)
  }
  print('Bank statements: category of a payment', found)
}

function measureTickets(): void {
  const [category, priority] = [tally(), tally()]
  for (const { text, category: wanted, high } of TICKETS) {
    const found = triage(text)
    count(category, found.category === wanted, `${text}: ${found.category}, expected ${wanted}`)
    count(priority, ['high', 'urgent'].includes(found.priority) === high, `${text}: ${found.priority}`)
  }
  print('Ticket triage: category', category)
  print('Ticket triage: urgent told from the rest', priority)
}

function measurePapers(): void {
  const [rows, balance, fields, lines, sums] = [tally(), tally(), tally(), tally(), tally()]
  for (const { name, text, amounts } of bankCases()) {
    const found = readStatement(documentFromText(text)).transactions
    for (const [index, wanted] of amounts.entries())
      count(
        rows,
        found[index]?.amount_paise === wanted,
        `${name}: line ${index + 1} is ${found[index]?.amount_paise}, expected ${wanted}`,
      )
    count(
      balance,
      found.length === amounts.length && found.every((one) => one.balance_ok !== false),
      `${name}: ${found.length} lines`,
    )
  }
  for (const { name, text, expected } of invoiceCases()) {
    const invoice = readInvoice(documentFromText(text))
    const got: Record<string, Json> = {
      number: invoice.number?.text ?? null,
      date: invoice.date?.iso ?? null,
      supplier: invoice.supplier.name?.text ?? null,
      supplier_gstin: invoice.supplier.gstin?.text ?? null,
      buyer: invoice.buyer.name?.text ?? null,
      buyer_gstin: invoice.buyer.gstin?.text ?? null,
      place: invoice.place_of_supply?.code ?? null,
      lines: invoice.items.length,
      taxable: invoice.totals.taxable?.paise ?? null,
      cgst: invoice.totals.cgst?.paise ?? null,
      igst: invoice.totals.igst?.paise ?? null,
      total: invoice.totals.total?.paise ?? null,
    }
    for (const [key, wanted] of Object.entries(expected))
      count(fields, got[key] === wanted, `${name}: ${key} is ${got[key]}, expected ${wanted}`)
  }
  for (const { name, text, expected } of statementCases()) {
    const statement = readFinancials(documentFromText(text))
    for (const [key, wanted] of Object.entries(expected)) {
      const found = statement.lines.find((line) => line.key === key)?.values
      count(
        lines,
        JSON.stringify(found) === JSON.stringify(wanted),
        `${name}: ${key} is ${JSON.stringify(found)}, expected ${JSON.stringify(wanted)}`,
      )
    }
    for (const { ok, check, reason } of arithmetic(statement)) count(sums, ok, `${name}: ${check}: ${reason}`)
  }
  print('Bank statements: amount of a line', rows)
  print('Bank statements: read whole, balance right', balance)
  print('GST invoices: field', fields)
  print('Financial statements: line, both years', lines)
  print('Financial statements: totals found to follow', sums)
}

async function measureAnswers(): Promise<void> {
  const articles = readFileSync(join(import.meta.dirname, '../src/server/seed/samples/help-centre.md'), 'utf8')
  const runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  const [answered, refused] = [tally(), tally()]
  for (const [question, wanted] of QUESTIONS) {
    const output = await outputOf(
      answerWithCitations,
      { question, articles },
      { ports: { embed: embedForServer(runners.embed) } },
    )
    const { citations } = output as unknown as { citations: { article: string | null }[] }
    const found = citations[0]?.article ?? null
    if (wanted === null) count(refused, found === null, `${question}: ${found}`)
    else count(answered, found === wanted, `${question}: ${found}, expected ${wanted}`)
  }
  await runners.stop()
  print('Help desk: answered from the right article', answered)
  print('Help desk: rightly handed to a person', refused)
}

await measureNdas()
measurePapers()
measurePayments()
measureTickets()
await measureAnswers()
