import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { importCodes } from '#server/areas/agents/codes/codes.ts'
import { parseDocx } from '#server/runners/documents/docx.ts'
import { parsePdf } from '#server/runners/documents/pdf.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

const coded = (code: string, description: string, words = 'flu'): Json => ({
  ...{ code, description, confidence: 0.8, assertion: 'present' },
  evidence: [{ text: words, start: 3, end: 3 + words.length, page: 2, boxes: [] }],
})
const NOTICE = 'Draft for review by a qualified professional'
const three = [coded('J11', '=1+1'), coded('E11', 'मधुमेह और उच्च रक्तचाप', 'रोगी को बुखार'), coded('Z80', 'History')]
const result = (codes: Json): Json => ({ view: 'codes', notice: NOTICE, document: null, text: 'No flu now.', codes })

let test: TestApp
let runners: Runners
let owner: Person
let agent_id = ''
let given: Json = null

beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({
    deps: { paperwork: runners.paperwork },
    behaviours: { code: () => output(given) },
  })
  owner = await test.person('seller')
  const steps = workflow(
    [node('start', 'manual_trigger'), node('code', 'pure', { does: 'code' })],
    wires('start > code'),
  )
  agent_id = (await addAgent(test.database.pool, owner.id, steps)).id
  await importCodes(test.database.db, 'icd10cm', {
    source: 'test',
    codes: [{ code: 'I10', description: 'Essential (primary) hypertension', billable: true, synonyms: [] }],
  })
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

async function runOf(codes: Json = three, as: Person | null = owner): Promise<{ id: string; token: string }> {
  given = result(codes)
  const body = { agent_id, input: { text: 'x' }, wait_ms: 5000 }
  const started = await test.call('POST', '/api/v1/workflows/execute', { as, body })
  return { id: started.body.data.execution_id, token: started.body.data.access_token ?? '' }
}
const ask = (
  id: string,
  payload: object,
  headers: Record<string, string> = { authorization: `Bearer ${owner.token}` },
) => test.app.inject({ method: 'POST', url: `/api/v1/executions/${id}/report`, headers, payload })
const accepted = { id: 'code:J11:present', verdict: 'accepted' }
const corrected = { id: 'code:E11:present', verdict: 'edited', value: 'i10' }

describe('the result of a run as a file', () => {
  it('is a table whose cells are no formulas, with decisions and what the code table says', async () => {
    const { id } = await runOf()
    const { statusCode, headers, body } = await ask(id, { format: 'csv', decisions: [accepted, corrected] })
    expect(statusCode, body).toBe(200)
    expect(headers['content-disposition']).toMatch(/^attachment; filename="findings-[0-9a-f]{12}\.csv"/)
    const [head, first, second] = body.split('\r\n')
    expect(head).toMatch(/^tab,section,finding,description,/)
    expect(first).toContain("J11,'=1+1,")
    expect(first).toContain(',accepted,')
    expect(second).toContain(',edited,I10,Essential (primary) hypertension,yes')
  })

  it('is a PDF report with quotes, pages, decisions, agent, version and notice, in Devanagari as well', async () => {
    const { id } = await runOf()
    const pdf = await ask(id, {
      format: 'pdf',
      decisions: [accepted, corrected, { id: 'code:Z80:present', verdict: 'rejected' }],
    })
    expect(pdf.statusCode, pdf.body.slice(0, 300)).toBe(200)
    const { text } = await parsePdf(new Uint8Array(pdf.rawPayload))
    for (const part of [
      NOTICE,
      '3 of 3 findings decided',
      'Accepted',
      'Corrected to I10',
      'Rejected',
      '“flu”',
      'p. 2',
      'version 1',
      'IST',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/\p{Script=Devanagari}/u)
  })

  it('is a Word report of the same', async () => {
    const { id } = await runOf()
    const word = await ask(id, { format: 'docx', decisions: [corrected] })
    const { text } = await parseDocx(word.rawPayload)
    for (const part of [
      '1 of 3 findings decided',
      'Corrected to I10 Essential (primary) hypertension',
      'मधुमेह और उच्च रक्तचाप',
      NOTICE,
    ])
      expect(text).toContain(part)
  })

  it('holds 500 findings and a hostile text of 1 MB', async () => {
    const hostile = `\u0000\u202E]]><w:p>${'<script>&amp;'.repeat(80_000)}`
    const { id } = await runOf([
      coded('A00', hostile, hostile),
      ...Array.from({ length: 499 }, (_, i) => coded(`B${i}`, `Finding ${i}`)),
    ])
    const [pdf, word, csv] = [
      await ask(id, { format: 'pdf' }),
      await ask(id, { format: 'docx' }),
      await ask(id, { format: 'csv' }),
    ]
    expect([pdf, word, csv].map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect((await parsePdf(new Uint8Array(pdf.rawPayload))).text).toContain('Finding 498')
    expect((await parseDocx(word.rawPayload)).text).toContain('Finding 498')
    expect(csv.body.split('\r\n')).toHaveLength(502)
  })
})

describe('decisions that cannot be', () => {
  it.each([
    ['decisions.0.id', [{ id: 'code:X99:present', verdict: 'accepted' }]],
    ['decisions.1.id', [accepted, accepted]],
    ['decisions.0.value', [{ id: 'code:J11:present', verdict: 'edited', value: 'banana' }]],
    ['decisions.0.value', [{ id: 'code:J11:present', verdict: 'edited' }]],
    ['decisions.0.value', [{ id: 'code:J11:present', verdict: 'accepted', value: 'I10' }]],
    ['decisions', Array.from({ length: 5001 }, (_, i) => ({ id: String(i), verdict: 'accepted' }))],
  ])('are refused with their field: %s', async (field, decisions) => {
    const { id } = await runOf()
    const answer = await ask(id, { format: 'csv', decisions })
    expect(answer.statusCode).toBe(400)
    expect(JSON.stringify(answer.json())).toContain(`"${field}"`)
  })
})

describe('who exports a result', () => {
  it('is its owner, or a visitor with its run token, and nobody else', async () => {
    const { id } = await runOf()
    const stranger = await test.person('seller')
    expect((await ask(id, { format: 'csv' }, { authorization: `Bearer ${stranger.token}` })).statusCode).toBe(404)
    const boss = await test.person('super_admin')
    expect((await ask(id, { format: 'csv' }, { authorization: `Bearer ${boss.token}` })).statusCode).toBe(403)
    const made = await runOf(three, null)
    expect((await ask(made.id, { format: 'csv' }, { 'x-run-token': made.token })).statusCode).toBe(200)
    expect((await ask(made.id, { format: 'csv' }, {})).statusCode).toBe(404)
    expect((await ask(id, { format: 'csv' }, { 'x-run-token': made.token })).statusCode).toBe(404)
  })

  it('exports nothing of a run that failed, or whose content was deleted', async () => {
    const change = (to: string, id: string) =>
      test.database.pool.query(`update executions set ${to} where id = $1`, [id])
    const [failed, removed] = [await runOf(), await runOf()]
    await change(`status = 'failed'`, failed.id)
    expect((await ask(failed.id, { format: 'csv' })).statusCode).toBe(409)
    await change('payload_removed_at = now()', removed.id)
    expect((await ask(removed.id, { format: 'csv' })).statusCode).toBe(404)
  })
})
