import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { parseCodesTsv } from '#nodes/lib/clinical/code-import.ts'
import { createCodeTable } from '#nodes/lib/clinical/code-table.ts'
import { trialEmbed } from '#nodes/lib/retrieval/trial-embed.ts'
import { Quotes } from '#nodes/lib/second-look/quote.ts'
import type { ModelPort } from '#nodes/model-port.ts'
import { type NodeDefinition, NodeError } from '#nodes/node.ts'
import type { CodesPort, Ports } from '#nodes/ports.ts'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { answerWithCitations } from '#nodes/types/ai/answer-with-citations.ts'
import { ticketTriage } from '#nodes/types/ai/ticket-triage.ts'
import { answerQuestion } from '#nodes/types/documents/answer-question.ts'
import { categoriseTransactions } from '#nodes/types/finance/categorise-transactions.ts'
import { codeDiagnoses } from '#nodes/types/healthcare/code-diagnoses.ts'
import { findClauses } from '#nodes/types/legal/find-clauses.ts'
import { ndaCheck } from '#nodes/types/legal/nda-check.ts'
import { busy } from '#test/support/busy.ts'
import { secondLook } from './second-look.ts'

const seed = 'src/server/seed'
const table = createCodeTable(parseCodesTsv(readFileSync(`${seed}/icd10cm-starter.tsv`, 'utf8')), 'starter', {
  system: 'icd10cm',
})
const codes = { table: (system: 'icd10cm') => table.table(system) } as unknown as CodesPort

/** A model that answers with these claims, and remembers what it was asked. */
function claiming(...found: JsonObject[]): ModelPort & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    available: () => Promise.resolve(true),
    generate: async ({ messages }) => {
      asked.push(messages.map(({ content }) => content).join('\n'))
      const usage = { input_tokens: 100, output_tokens: 20, cost_micros: 0 }
      return { text: '', object: { found }, tool_calls: [], usage, model: 'small', finish: 'stop' }
    },
  }
}
const none: ModelPort = { available: () => Promise.resolve(false), generate: () => Promise.reject(new Error('asked')) }

const ports = (model: ModelPort) => ({ model, codes, embed: trialEmbed }) as unknown as Partial<Ports>
const rules = async (node: unknown, config: JsonObject) =>
  (await outputOf(node as NodeDefinition, config, { ports: ports(none) })) as JsonObject
const look = async (look_for: string, found: Json, document: string, model: ModelPort, more: JsonObject = {}) =>
  (await outputOf(secondLook, { look_for, found, document, ...more }, { ports: ports(model) })) as JsonObject & {
    second_look: { by: string; added: number; dropped: number; reason: string | null }
  }
/** Everything that has a place says what stands there. */
function expectTrue(value: Json, text: string): void {
  if (Array.isArray(value)) for (const one of value) expectTrue(one, text)
  else if (typeof value === 'object' && value !== null) {
    const { text: said, start, end } = value
    if (typeof said === 'string' && typeof start === 'number') expect(text.slice(start, Number(end))).toBe(said)
    for (const inner of Object.values(value)) expectTrue(inner, text)
  }
}

const INVENTED = 'These words stand nowhere in the document at all.'

describe('a second look', () => {
  it('finds a clause in plain words that the rules miss, and drops what is not there', async () => {
    const text =
      'AGREEMENT between Asha Traders and Ravi Works for repairs.\nRavi Works mends machines.\nShould a machine burn down, Ravi Works bears at most what the job cost.\n'
    const found = await rules(findClauses, { document: text })
    const missing = (found.missing as JsonObject[]).map(({ kind }) => String(kind))
    const [kind = '', other = ''] = missing
    const model = claiming(
      { kind, quote: 'Ravi Works bears at most what the  job cost' },
      { kind: other, quote: INVENTED },
    )
    const again = await look('clauses', found, text, model)
    expect(again.second_look).toMatchObject({ by: 'model', added: 1, dropped: 1 })
    expect((again.missing as JsonObject[]).map((one) => one.kind)).toEqual(missing.filter((one) => one !== kind))
    expect(again.clauses).toContainEqual(
      expect.objectContaining({ kind, found_by: 'model', text: 'Ravi Works bears at most what the job cost' }),
    )
    expectTrue(again, text)
  })

  it('shows a passage for a check that found nothing, for a person to judge', async () => {
    const text =
      'MUTUAL NON-DISCLOSURE AGREEMENT\n1. The parties keep Confidential Information secret.\n2. What was in the newspapers is free for all.\n'
    const found = await rules(ndaCheck, { document: text })
    const open = (found.checks as JsonObject[]).filter(({ status }) => status === 'missing')
    const check = String(open[0]?.check)
    const again = await look(
      'checks',
      found,
      text,
      claiming({ check, quote: 'What was in the newspapers' }, { check, quote: INVENTED }),
    )
    expect(again.second_look).toMatchObject({ added: 1, dropped: 1 })
    expect((again.checks as JsonObject[]).find((one) => one.check === check)).toMatchObject({ status: 'attention' })
    expect((again.summary as JsonObject).missing).toBe(open.length - 1)
    expectTrue(again, text)
  })

  it.each<[string, NodeDefinition, string]>([
    ['a help desk', answerWithCitations as never, 'articles'],
    ['a document', answerQuestion as never, 'document'],
  ])('answers %s in the words of the document alone', async (_what, node, field) => {
    const text =
      '# Parcels\n\nGive the courier the six digits we sent you. Nobody else may ask for them.\n\n# Lamps\n\nLamps are repaired in Pune.\n'
    const found = await rules(node, { question: 'kya OTP dena padega?', [field]: text, mode: 'bm25' })
    expect(found).toMatchObject({ found: false, answer: null })
    const model = claiming({ quote: 'the six digits we sent you' }, { quote: INVENTED })
    const again = await look('answers', found, text, model)
    // The whole sentence, so that nothing is said by half.
    expect(again).toMatchObject({
      found: true,
      answer: 'Give the courier the six digits we sent you.',
      second_look: { added: 1, dropped: 1 },
    })
    expectTrue(again, text)
    const invented = await look('answers', found, text, claiming({ quote: INVENTED }))
    expect(invented).toMatchObject({ found: false, answer: null, second_look: { added: 0, dropped: 1 } })
  })

  it('is skipped in the run where no model was asked, and has not succeeded at anything', async () => {
    const sure = { question: 'x', found: true, confidence: 0.9, citations: [] }
    const open = { ...sure, found: false, answer: null }
    const run = (found: JsonObject, model: ModelPort) =>
      tryNode(secondLook, { look_for: 'answers', found, document: 'Some text.' }, { ports: ports(model) })
    expect(await run(open, none)).toMatchObject({ type: 'output', skipped: true, output: open })
    expect(await run(sure, claiming())).toMatchObject({ type: 'output', skipped: true, output: sure })
    expect(await run(open, claiming({ quote: INVENTED }))).not.toHaveProperty('skipped')
  })

  it('lets a sure answer of the rules stand, and asks nobody', async () => {
    const sure = { question: 'x', found: true, confidence: 0.9, citations: [] }
    const model = claiming({ quote: INVENTED })
    expect(await look('answers', sure, 'Some text.', model)).toMatchObject({ ...sure, second_look: { by: 'rules' } })
    expect(model.asked).toEqual([])
  })

  it('sorts a ticket in a language the rules do not read, by words of that ticket', async () => {
    const text = 'Subject: வணக்கம்\nஎன் பணம் திரும்ப வேண்டும்\n---\nSubject: Hello\nNice day to you all.\n'
    const found = await rules(ticketTriage, { tickets: text })
    expect((found.tickets as JsonObject[]).map(({ category }) => category)).toEqual(['other', 'other'])
    const claim = { category: 'refund', quote: 'என் பணம் திரும்ப' }
    // The second borrows the words of the first.
    const again = await look('tickets', found, text, claiming({ id: '1', ...claim }, { id: '2', ...claim }))
    expect(again.tickets).toMatchObject([
      { category: 'refund', queue: 'Payments', confidence: 0.5 },
      { category: 'other' },
    ])
    expect(again.second_look).toMatchObject({ added: 1, dropped: 1 })
    expect((again.summary as JsonObject).by_category).toEqual([
      { category: 'refund', count: 1 },
      { category: 'other', count: 1 },
    ])
    expectTrue(again, text)
  })

  it('explains transactions that no name explains, and counts again', async () => {
    const row = (narration: string, amount_paise: number) => ({ date: '2026-04-01', narration, amount_paise })
    const found = await rules(categoriseTransactions, {
      transactions: [row('XQZ 991', -50_000), row('SWIGGY', -20_000)],
    })
    expect(found.unsure).toBe(1)
    const again = await look(
      'transactions',
      found,
      'Statement',
      claiming({ row: 0, category: 'rent' }, { row: 1, category: 'tax' }),
    )
    expect(again.transactions).toMatchObject([
      { category: 'rent', because: expect.stringContaining('model') },
      { category: 'food' },
    ])
    expect(again.by_category).toMatchObject([
      { category: 'rent', out_paise: 50_000 },
      { category: 'food', out_paise: 20_000 },
    ])
    expect(again.second_look).toMatchObject({ added: 1, dropped: 1 })
  })

  it('codes a diagnosis in a layman’s words, and not one that is negated, of the mother, made up or without a code', async () => {
    const text =
      'Assessment: The sugar of this lady has been too high for ten years.\nNo water in the lungs.\nFamily history: Mother had the shaking illness.\n'
    const found = await rules(codeDiagnoses, { document: text })
    const claims = [
      { code: 'E11.9', quote: 'sugar of this lady has been too high' },
      { code: 'J90', quote: 'water in the lungs' },
      { code: 'G20.A1', quote: 'the shaking illness' },
      { code: 'I10', quote: INVENTED },
      { code: 'Z99.999', quote: 'ten years' },
    ]
    const again = await look('diagnoses', found, text, claiming(...claims))
    const all = again.codes as JsonObject[]
    const candidates = all.filter(({ candidate }) => candidate).map(({ code }) => code)
    expect(candidates).toContain('E11.9')
    expect(candidates).not.toContain('J90')
    expect(all.map(({ code }) => code)).not.toContain('I10')
    expect(all.find(({ code }) => code === 'J90') ?? { assertion: 'negated' }).toMatchObject({ assertion: 'negated' })
    expect(again.second_look.dropped).toBeGreaterThanOrEqual(2)
    expectTrue(again, text)
  })
})

describe('without help', () => {
  const found = { clauses: [], missing: [{ kind: 'payment', title: 'Payment' }], summary: {} }
  const failing = (error: unknown): ModelPort => ({
    available: () => Promise.resolve(true),
    generate: () => Promise.reject(error),
  })

  it.each(['model_limited', 'model_schema', 'budget_exceeded', 'model_timeout'])(
    'keeps the findings of the rules after %s',
    async (code) => {
      const again = await look('clauses', found, 'Text.', failing(new NodeError(code, 'No')))
      expect(again).toMatchObject({ ...found, second_look: { by: 'rules', reason: expect.stringContaining(code) } })
    },
  )

  it('says so where a model was requested explicitly', async () => {
    const failed = look('clauses', found, 'Text.', failing(new NodeError('model_limited', 'No')), { how: 'model' })
    await expect(failed).rejects.toMatchObject({ code: 'model_limited' })
  })

  it('bears a model that says anything', async () => {
    const wild = claiming(
      { kind: '__proto__', quote: '<script>' },
      { kind: 'payment', quote: 'x' },
      { kind: 'payment', quote: '   ' },
    )
    expect(await look('clauses', found, 'x x x', wild)).toMatchObject({
      clauses: [],
      second_look: { added: 0, dropped: 3 },
    })
  })
})

describe('a quote', () => {
  it.each([
    ['He said “yes” — twice.', 'he SAID "yes" - twice', 'He said “yes” — twice'],
    ['one\n  two\tthree', 'one two three', 'one\n  two\tthree'],
    ['a\u200bbc def', 'abc def', 'a\u200bbc def'],
    ['फिर से देखो।', 'फिर से', 'फिर से'],
  ])('of %j is found though it was copied as %j', (text, quote, said) => {
    const span = new Quotes(text).place(quote)
    expect(span && text.slice(span.start, span.end)).toBe(said)
  })
  it('is looked for in time that grows with the text', () => {
    const spent = busy()
    const quotes = new Quotes('ab '.repeat(200_000))
    for (let n = 0; n < 25; n++) quotes.place(`${'ab '.repeat(190)}c`)
    expect(spent()).toBeLessThan(3_000)
  })
})
