import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Json, type JsonObject } from '#contract/core/primitives.ts'
import { TEMPLATE_CATEGORIES } from '#contract/workflows/workflow-templates.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import type { ModelPort } from '#nodes/model-port.ts'
import { createCodesPort } from '#server/areas/agents/codes/codes-port.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { createMemoryPort } from '#server/areas/runs/memories/memory-port.ts'
import { createCuratedPort } from '#server/areas/workflows/curated-answers/match.ts'
import type { EngineOptions } from '#server/engine/assemble.ts'
import { createFileStore } from '#server/gateways/files.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { seed } from '#server/seed/seed.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, noPorts, type TestEngine } from '#test/support/engine.ts'
import { neverDeleted } from '#test/support/files.ts'
import { TEMPLATES } from './all.ts'
import { COVERS, coverOf } from './covers.ts'
import { nearest } from './nearest.ts'

let database: TestDatabase
let runners: Runners
let dir: string
let test: TestEngine
/** Answers of a model, by what a template asks for; no template that works by rules reaches it. */
const model: ModelPort = {
  available: () => Promise.resolve(false),
  generate: ({ schema, tools = [], messages }) => {
    // An agent with tools calls the first one once, and answers with what it gave.
    const given = messages.findLast(({ role }) => role === 'tool')?.content
    const calls = tools.slice(0, given === undefined ? 1 : 0)
    return Promise.resolve({
      text: given ?? 'I am sorry that your parcel is late. I have asked the carrier where it is.',
      ...(schema && { object: { vendor: 'Sahyadri Stationers', item: '20 reams of paper', total: 5824 } }),
      tool_calls: calls.map(({ name }) => ({ id: 'call_1', name, arguments: TOOL_INPUT[name] ?? {} })),
      usage: { input_tokens: 1, output_tokens: 1, cost_micros: 0 },
      model: 'scripted',
      finish: 'stop',
    })
  },
}
/** What a model would give the first tool of an agent, for the sample. */
const TOOL_INPUT: Record<string, JsonObject> = {
  find_doctor: { specialty: 'children' },
  search_policies: { question: 'How many days of leave can be carried over?' },
  find_invoice: { number: 'SS-148' },
  next_step: { size: 'medium' },
  search_help: { question: 'What does error E-42 mean?' },
  find_product: { product: 'Pump 1 HP' },
}
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db, [])
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  dir = await mkdtemp(join(tmpdir(), 'templates-'))
  const ports: EngineOptions['ports'] = {
    ...noPorts,
    model,
    codes: createCodesPort(database.db),
    embed: runners.embed,
    memory: createMemoryPort(database.db),
    curated: createCuratedPort({ db: database.db, embed: noPorts.embed, log: { warn: () => {} } }),
    paperwork: runners.paperwork,
    files: createFilePort({
      db: database.db,
      files: createFileStore({ objects: createFolderObjects({ dir }), whileKept: neverDeleted }),
    }),
  }
  test = await createTestEngine(database, { ports })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await runners.stop()
  await database.drop()
  await rm(dir, { recursive: true })
})

/** A run to its end. */
async function run(slug: string): Promise<{ status: string; output: unknown; error: unknown }> {
  const template = TEMPLATES.find((one) => one.slug === slug)
  if (!template) throw new Error(`There is no template ${slug}`)
  const start = await test.publish(template.document)
  const { status, output = null, error = null } = await test.engine.run(start(template.sample.input), 20_000)
  if (process.env.SHOW) console.log(slug, JSON.stringify(error ?? output).slice(0, 1500))
  return { status, output, error }
}

/** What `expected` says in words, of each. */
const APOLOGY = 'I am sorry that your parcel is late. I have asked the carrier where it is.'
const EXPECTED: Record<string, unknown> = {
  'agent-patient-questions': APOLOGY,
  'agent-contract-questions': APOLOGY,
  'agent-customer-questions': APOLOGY,
  'agent-practice-reception': expect.stringContaining('Dr. Farah Sheikh'),
  'agent-hr-answers': expect.stringContaining('Up to 8 days of leave can be carried over'),
  'agent-invoice-chaser': expect.stringContaining('Asha Family Clinic'),
  'agent-lead-qualifier': expect.stringContaining('A demo of 30 minutes'),
  'agent-support-triage': expect.stringContaining('connect the account again'),
  'agent-stock-and-prices': expect.stringContaining('5310'),
  'note-to-icd10-codes': { view: 'codes', notice: expect.any(String) },
  'discharge-medication-list': {
    markdown: expect.stringContaining('- Metformin, 500 mg, BID\n- Aspirin, 81 mg, daily'),
  },
  'lab-values-out-of-range': { alert: true, message: expect.stringContaining('HbA1c 8.1 % is high') },
  'deidentify-clinical-note': { removed: 4, count: 4 },
  'check-claim-codes': { clean: false, to_mend: [{ code: 'E11', status: 'header' }] },
  'ask-a-document': { found: true, answer: 'The clinic treated 40 patients in May.' },
  'contract-review': { clauses: [{ kind: 'payment_terms' }, { kind: 'governing_law' }] },
  'obligations-as-a-table': { csv: expect.stringMatching(/^who,what,kind,deadline\r\nLessee,pay the rent/) },
  'compare-two-contracts': { changes: [{ type: 'changed' }, { type: 'added' }] },
  'summary-and-key-facts': {
    outline: [{ text: 'Report' }, { text: 'Costs' }],
    facts: { dates: [{ iso: '2027-05-04' }] },
  },
  'nda-sign-or-review': { decision: 'review' },
  'read-a-gst-invoice': { number: { text: 'SS/2025-26/0148' }, supplier: { gstin_valid: true } },
  'bank-statement-by-category': {
    transactions: [{}, { category: 'food' }, {}, {}],
    anomalies: [{ kind: 'duplicate' }],
  },
  'reconcile-bank-and-ledger': { matched: 2, only_bank: [], only_ledger: [{ amount_paise: 900 }] },
  'quotation-with-gst': { payable_paise: 117_999 },
  'check-expense-claims': {
    by_person: [{ who: 'Meera' }, { who: 'Farah' }, { who: 'Anil' }],
    to_ask_about: [{ claim: { who: 'Meera' } }],
  },
  'check-a-new-vendor': { accepted: true },
  'triage-support-tickets': { tickets: [{ category: 'technical' }, { category: 'refund' }] },
  'answer-from-help-articles': 'The reset link is valid for one hour. (from “Password”)',
  'route-customer-messages': { team: 'billing' },
  'mask-personal-data': { found: { email: 1, phone: 1, pan: 1 } },
  'draft-a-reply-with-a-model': { checked: true },
  'take-orders-by-webhook': { status: 202, body: { order: 'A-17', pieces: 2, accepted: true } },
  'clean-a-contact-list': { kept: 2, dropped: 2 },
  'rank-texts-by-meaning': { results: [{ item: 'Refunds take five days' }, {}, {}] },
  'work-on-each-item': { count: 2, messages: { items: ['Dear Meera, ₹1,200 is due. Thank you!', expect.any(String)] } },
  'fill-a-form-from-text': { data: { vendor: 'Sahyadri Stationers', total: 5824 } },
}

it('reads in Hindi in the gallery', () => {
  const hindi = JSON.parse(readFileSync('src/web/lib/hindi.json', 'utf8')) as Record<string, string>
  const texts = TEMPLATES.flatMap(({ name, description, sample, expected }) => [
    name,
    description,
    sample.title,
    expected,
  ])
  expect(texts.filter((text) => hindi[text] === undefined)).toEqual([])
})

describe('a template', () => {
  it.each(TEMPLATES.map((template) => [template.slug] as const))('%s runs on its sample', async (slug) => {
    const { status, output, error } = await run(slug)
    expect({ status, error }).toMatchObject({ status: 'succeeded' })
    expect({ output }).toMatchObject({ output: EXPECTED[slug] })
    // What its card shows is what it gives; of a model nothing is recorded.
    if (COVERS.has(slug)) expect(coverOf(slug, Json.parse(output))).toEqual(COVERS.get(slug))
  })
})

describe('the templates', () => {
  it('have no problems, sound texts and names of their own', () => {
    for (const { slug, name, description, expected, document, tags } of TEMPLATES) {
      expect([slug, validate(document, catalogue)]).toEqual([slug, []])
      expect(slug).toMatch(/^[a-z0-9-]{3,60}$/)
      expect(name.length).toBeLessThan(60)
      for (const text of [description, expected]) expect(text).toMatch(/^[A-Z].*\.$/)
      expect(tags.length).toBeGreaterThan(2)
    }
    expect(new Set(TEMPLATES.map(({ slug }) => slug)).size).toBe(TEMPLATES.length)
  })
  it('show a recorded result where they need no model, and nothing else', () => {
    for (const { slug, needs } of TEMPLATES)
      expect([slug, (COVERS.get(slug)?.lines.length ?? 0) > 0]).toEqual([slug, needs.model !== 'needed'])
  })
  it('are at least twenty over every category, most of which need nothing', () => {
    expect(TEMPLATES.length).toBeGreaterThanOrEqual(20)
    for (const category of TEMPLATE_CATEGORIES)
      expect(TEMPLATES.filter((one) => one.category === category).length).toBeGreaterThan(2)
    expect(TEMPLATES.filter(({ needs }) => needs.model === 'needed' || needs.credentials.length > 0).length).toBe(11)
    for (const { document, needs } of TEMPLATES) {
      const asks = document.nodes.some(({ type }) => catalogue.get(type)?.needs?.includes('model'))
      expect(asks).toBe(needs.model === 'needed')
    }
  })
  it.each([
    ['read invoices from suppliers', 'read-a-gst-invoice'],
    ['I want to sort incoming support tickets by priority', 'triage-support-tickets'],
    ['Which ICD-10 codes fit a doctor’s note?', 'note-to-icd10-codes'],
    ['summarise a long report', 'summary-and-key-facts'],
    ['match bank payments with our books', 'reconcile-bank-and-ledger'],
    ['receive orders from my shop over an API', 'take-orders-by-webhook'],
  ])('are found by what people say: %s', (sentence, slug) => {
    expect(nearest(TEMPLATES, sentence)[0]?.slug).toBe(slug)
  })
  it('are none when nothing fits, all when nothing is said, and soon found in a long text', () => {
    expect(nearest(TEMPLATES, 'zyxwvut')).toEqual([])
    expect(nearest(TEMPLATES, 'the and of')).toHaveLength(TEMPLATES.length)
    expect(nearest(TEMPLATES, 'invoice '.repeat(100_000)).length).toBeGreaterThan(0)
  })
})
