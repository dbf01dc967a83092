/** What people type and what they should see first: over the house's own agents and others beside them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AgentQuery } from '#contract/agents.ts'
import { seed } from '#server/database/seed/seed.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { insertUser } from '#test/support/users.ts'
import { createMarketplace, type Marketplace } from './marketplace.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

/** Beside the house's own, so that a hit is a choice. */
const OTHERS: [slug: string, name: string, tagline: string, category: string, tags: string[]][] = [
  [
    'resume-screener',
    'Resume screener',
    'Ranks applications for a job by what it asks for',
    'productivity',
    ['hiring', 'recruitment'],
  ],
  [
    'meeting-minutes',
    'Meeting minutes',
    'Turns a transcript into decisions and tasks',
    'productivity',
    ['transcript', 'notes'],
  ],
  [
    'sql-helper',
    'SQL query helper',
    'Writes database queries from a question',
    'developer-tools',
    ['database', 'code'],
  ],
  [
    'code-reviewer',
    'Pull request reviewer',
    'Reads changes of a program and finds bugs',
    'developer-tools',
    ['code', 'bugs'],
  ],
  [
    'ad-writer',
    'Advertisement writer',
    'Writes campaign texts for a product',
    'marketing',
    ['copywriting', 'campaign'],
  ],
  ['seo-audit', 'Website audit', 'Checks pages for search engines', 'marketing', ['seo']],
  ['lease-reader', 'Lease reader', 'Finds rent, term and deposit of a lease', 'legal', ['property', 'rent']],
  [
    'payslip-checker',
    'Payslip checker',
    'Checks salary, provident fund and deductions',
    'finance',
    ['payroll', 'salary'],
  ],
  [
    'radiology-impressions',
    'Radiology impressions',
    'Writes the impression of a radiology report',
    'healthcare',
    ['x-ray', 'imaging'],
  ],
  [
    'translator',
    'Document translator',
    'Translates documents between Hindi and English',
    'productivity',
    ['hindi', 'translation'],
  ],
]

let database: TestDatabase
let market: Marketplace
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db)
  const seller = await insertUser(database, 'seller')
  for (const [slug, name, tagline, category, tags] of OTHERS)
    await addAgent(database.pool, seller, document, { slug, name, tagline, category, tags })
  market = createMarketplace(database.db, { fresh_ms: 60_000 })
})
afterAll(() => database.drop())

const first = async (search: string): Promise<string[]> =>
  (await market.list(AgentQuery.parse({ search }))).agents.map(({ slug }) => slug)

it.each([
  // Names and parts of them.
  ['icd', 'icd10-coder'],
  ['ICD-10', 'icd10-coder'],
  ['icd coder', 'icd10-coder'],
  ['hcpcs', 'hcpcs-finder'],
  ['nda', 'nda-checker'],
  ['nda checker', 'nda-checker'],
  ['phi redactor', 'phi-redactor'],
  ['ticket triage', 'ticket-triage'],
  ['pdf insight', 'pdf-insight'],
  ['contract', 'contract-analyst'],
  ['bank statement', 'bank-statement-categoriser'],
  ['gst invoice', 'gst-invoice-extractor'],
  ['discharge', 'discharge-structurer'],
  ['help desk', 'help-desk-answerer'],
  ['financial statement', 'financial-statement-analyst'],
  // While it is typed.
  ['cont', 'contract-analyst'],
  ['disch', 'discharge-structurer'],
  ['invo', 'gst-invoice-extractor'],
  ['redac', 'phi-redactor'],
  ['trans', 'translator'],
  // Other forms of a word.
  ['invoices', 'gst-invoice-extractor'],
  ['contracts', 'contract-analyst'],
  ['redacting', 'phi-redactor'],
  ['translating documents', 'translator'],
  ['checked payslips', 'payslip-checker'],
  // Misspelt.
  ['contarct', 'contract-analyst'],
  ['invioce', 'gst-invoice-extractor'],
  ['discharg sumary', 'discharge-structurer'],
  ['finacial statment', 'financial-statement-analyst'],
  ['redactr', 'phi-redactor'],
  ['radiolgy', 'radiology-impressions'],
  ['transalator', 'translator'],
  ['databse queries', 'sql-helper'],
  ['advertisment', 'ad-writer'],
  ['reumse screening', 'resume-screener'],
  // Other names of a thing.
  ['medical coding', 'icd10-coder'],
  ['diagnoses', 'icd10-coder'],
  ['non disclosure', 'nda-checker'],
  ['confidentiality', 'nda-checker'],
  ['anonymize', 'phi-redactor'],
  ['hipaa', 'phi-redactor'],
  ['agreement', 'contract-analyst'],
  ['lawyer', 'contract-analyst'],
  ['customer service', 'help-desk-answerer'],
  ['complaints', 'ticket-triage'],
  ['faq', 'help-desk-answerer'],
  ['bookkeeping', 'bank-statement-categoriser'],
  ['balance sheet', 'financial-statement-analyst'],
  ['ratios', 'financial-statement-analyst'],
  ['billing codes', 'hcpcs-finder'],
  ['ocr', 'pdf-insight'],
  ['tax invoice', 'gst-invoice-extractor'],
  // Sentences.
  ['find risky clauses', 'contract-analyst'],
  ['code a clinical note', 'icd10-coder'],
  ['answer questions from help articles', 'help-desk-answerer'],
  ['remove patient names from documents', 'phi-redactor'],
  ['which payments are subscriptions in my bank statement', 'bank-statement-categoriser'],
  ['rank applications for a job', 'resume-screener'],
  ['translate hindi to english', 'translator'],
  ['check the salary deductions', 'payslip-checker'],
])('“%s” finds %s first', async (search, expected) => {
  expect((await first(search))[0]).toBe(expected)
})

it('says what it took a misspelt word for, and nothing of a word that is right', async () => {
  expect((await market.list(AgentQuery.parse({ search: 'contarct' }))).corrected).toBe('contract')
  expect((await market.list(AgentQuery.parse({ search: 'contract' }))).corrected).toBeNull()
})

it.each(['zzzz qqqq', '🦀', "'; drop table agents; --", `${'a '.repeat(99)}`, '& | ! ( ) :*'])(
  'has an answer to “%s”',
  async (search) => {
    await expect(first(search)).resolves.toBeInstanceOf(Array)
  },
)

it('counts what each choice would leave', async () => {
  const all = await market.list(AgentQuery.parse({}))
  const quiet = await market.list(AgentQuery.parse({ model: 'none' }))
  expect(quiet.total).toBe(all.facets.no_model)
  expect(quiet.total).toBeLessThan(all.total)
  expect((await market.list(AgentQuery.parse({ offline: 'true' }))).total).toBe(all.facets.offline)
  const [id] = quiet.agents.map((agent) => agent.id)
  await database.pool.query('update agents set rating = 4.2, review_count = 3, quality = 80 where id = $1', [id])
  const fresh = createMarketplace(database.db, { fresh_ms: 0 })
  const rated = await fresh.list(AgentQuery.parse({ rating: '4', category: quiet.agents[0]?.category.slug }))
  expect([rated.total, rated.agents[0]?.id, rated.facets.ratings]).toEqual([
    1,
    id,
    [
      { least: 4, count: 1 },
      { least: 3, count: 1 },
    ],
  ])
  expect((await fresh.list(AgentQuery.parse({ sort: 'quality' }))).agents[0]?.id).toBe(id)
})
