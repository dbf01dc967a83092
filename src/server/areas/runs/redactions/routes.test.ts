import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { parsePdf } from '#server/runners/documents/pdf.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { pdf } from '#test/support/files.ts'

const WORDS = 'Patient Asha Rao was seen by Dr Sen on 4 May in Pune.'
const place = (words: string) => ({
  start: WORDS.indexOf(words),
  end: WORDS.indexOf(words) + words.length,
  kind: 'name',
})
const NAME = place('Asha Rao')
const DOCTOR = place('Sen')

const document = workflow(
  [node('start', 'manual_trigger'), node('read', 'pure', { does: 'read' }), node('redact', 'pure', { does: 'redact' })],
  wires('start > read > redact'),
)

let test: TestApp
let runners: Runners
let owner: Person
let other: Person
let agent_id = ''
/** What the document was read from. */
let original: { file_id: string; name: string; mime: string } | null = null
let read: Json = null

beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({
    deps: { paperwork: runners.paperwork },
    behaviours: {
      read: () => output({ document: read, file: original }),
      redact: () =>
        output({
          file: { file_id: 'made', name: 'note (redacted).pdf', mime: 'application/pdf', bytes: 3 },
          places: [NAME, DOCTOR],
          by_kind: { name: 2 },
          not_removed: [],
          mark: 'kind',
          text_length: WORDS.length,
        }),
    },
  })
  owner = await test.person('seller')
  other = await test.person('seller')
  agent_id = (await addAgent(test.database.pool, owner.id, document)).id
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

async function runOf(as: Person = owner, text = 'x'): Promise<string> {
  const body = { agent_id, input: { text }, wait_ms: 5000 }
  return (await test.call('POST', '/api/v1/workflows/execute', { as, body })).body.data.execution_id
}
const ask = (id: string, payload: object, token: string = owner.token) =>
  test.app.inject({
    method: 'POST',
    url: `/api/v1/executions/${id}/redacted-file`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  })

describe('a redacted text with decisions', () => {
  it('keeps what a person rejected, and removes what they wrote instead', async () => {
    original = null
    read = { text: WORDS }
    const id = await runOf()
    const all = await ask(id, { keep: [], remove: [] })
    expect(all.body).toBe('Patient [NAME] was seen by Dr [NAME] on 4 May in Pune.')
    const undone = await ask(id, { keep: [{ start: DOCTOR.start, end: DOCTOR.end }], remove: ['Pune'] })
    expect(undone.body).toBe('Patient [NAME] was seen by Dr Sen on 4 May in [WORD].')
  })
  it('is nobody else’s to make, and only removals of the run can be undone', async () => {
    const id = await runOf()
    expect((await ask(id, { keep: [], remove: [] }, other.token)).statusCode).toBe(404)
    const wrong = await ask(id, { keep: [{ start: 1, end: 2 }], remove: [] })
    expect(wrong.statusCode).toBe(400)
    expect((await ask(id, { keep: [], remove: ['x'] })).statusCode).toBe(400)
  })
})

describe('a redacted text of a closed workflow', () => {
  it('is made again by a buyer from what they gave, never from a document between the steps', async () => {
    original = null
    read = { text: WORDS }
    const given = await ask(await runOf(other, `${WORDS}\n`), { keep: [], remove: ['Pune'] }, other.token)
    expect(given.body).toBe('Patient [NAME] was seen by Dr [NAME] on 4 May in [WORD].')
    const inside = await runOf(other, 'Something else')
    const whole = [NAME, DOCTOR].map(({ start, end }) => ({ start, end }))
    expect((await ask(inside, { keep: whole, remove: [] }, other.token)).statusCode).toBe(404)
  })
})

describe('a redacted PDF with decisions', () => {
  it('holds no text, and black only where words are removed', async () => {
    const bytes = await pdf((page) => page.fontSize(12).text(WORDS, 50, 50, { lineBreak: false }))
    read = JSON.parse(JSON.stringify(await parsePdf(new Uint8Array(bytes))))
    const { id: file_id } = await upload(bytes)
    original = { file_id, name: 'note.pdf', mime: 'application/pdf' }
    const id = await runOf()
    const [all, undone] = await Promise.all(
      [[], [{ start: NAME.start, end: NAME.end }]].map((keep) => ask(id, { keep, remove: [] })),
    )
    for (const answer of [all, undone]) {
      expect(answer?.statusCode).toBe(200)
      expect((await parsePdf(new Uint8Array(answer?.rawPayload ?? []))).text.trim()).toBe('')
      expect(answer?.rawPayload.includes('Asha')).toBe(false)
    }
    expect(undone?.rawPayload.equals(all?.rawPayload ?? Buffer.alloc(0))).toBe(false)
  })
})

async function upload(bytes: Buffer): Promise<{ id: string }> {
  const edge = 'edge'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="note.pdf"\r\ncontent-type: application/pdf\r\n\r\n`
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/v1/files',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  })
  return answer.json().data
}
