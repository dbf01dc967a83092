/** Test cases of runs that people decided about: who may make them, what they hold, and that personal data reaches none. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

const NAME = 'Asha Ramachandran'
const PHONE = '+91 98765 43210'
const LETTER = `Patient: ${NAME}\nPhone: ${PHONE}\nInfluenza without complications. ${NAME} returns in a week. Ramachandran agrees.`
const CODES = ['J11', 'E11', 'Z80']
const coded = (code: string): Json => ({
  ...{ code, description: `About ${code}`, confidence: 0.8, assertion: 'present' },
  evidence: [{ text: 'flu', start: 3, end: 6, page: 1, boxes: [] }],
})
const finding = (code: string) => `code:${code}:present`
const resultWith = (text: string | null): Json => ({
  ...{ view: 'codes', notice: null, document: null, text },
  codes: CODES.map(coded),
})

let test: TestApp
let owner: Person
let builder: Person
let reviewer: Person
let seller: Person
let slug = ''
let workspace = ''
let kept: string | null = LETTER
let own = { id: '', workflow: '' }
let bought = { id: '', workflow: '' }
beforeAll(async () => {
  test = await createTestApp({ behaviours: { code: () => output(resultWith(kept)) } })
  owner = await test.person('creator_admin')
  seller = await test.person('seller')
  ;({ id: workspace, slug } = (
    await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ).body.data)
  const joined = async (role: string) => {
    const person = await test.person('creator_admin')
    await sql('insert into workspace_members values ($1, $2, $3)', [workspace, person.id, role])
    return person
  }
  builder = await joined('builder')
  reviewer = await joined('reviewer')
  own = await agentOf(workspace)
  bought = await agentOf(seller.id)
})
afterAll(() => test.close())

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
async function agentOf(account: string) {
  const steps = workflow(
    [node('start', 'manual_trigger'), node('code', 'pure', { does: 'code' })],
    wires('start > code'),
  )
  const { id } = await addAgent(test.database.pool, account, steps, { input_schema: { type: 'object' } })
  const { rows } = await sql(
    'select v.workflow_id from workflow_versions v join agent_versions a on a.workflow_version_id = v.id where a.agent_id = $1',
    [id],
  )
  return { id, workflow: rows[0].workflow_id as string }
}

const within = () => ({ 'x-workspace': slug })
const call = (method: string, path: string, as: Person, body?: object, headers: Record<string, string> = within()) =>
  test.call(method, `/api/v1${path}`, { as, headers, ...(body && { body }) })
const consent = async (test_cases: boolean, as = owner) => {
  const { longest_days: _, ...policy } = (await call('GET', '/data-policy', owner)).body.data
  return call('PUT', '/data-policy', as, { ...policy, test_cases })
}
async function run(input: object = { text: LETTER }, agent = own.id, as = owner, headers = within() as object) {
  const sent = { as, headers: headers as Record<string, string>, body: { agent_id: agent, input, wait_ms: 5000 } }
  const { body } = await test.call('POST', '/api/v1/workflows/execute', sent)
  expect([body.data?.status, body.errors]).toEqual(['succeeded', undefined])
  return body.data.execution_id as string
}
const VERDICTS = [
  { id: finding('J11'), verdict: 'accepted' },
  { id: finding('E11'), verdict: 'rejected' },
]
async function decide(id: string, more: object[] = [{ id: finding('Z80'), verdict: 'accepted' }], headers = within()) {
  const decisions = [...VERDICTS, ...more].map((one) => ({ after: 0, key: randomUUID(), ...one }))
  expect((await call('POST', `/executions/${id}/decisions`, owner, { decisions }, headers)).status).toBe(200)
}
async function decided(input?: object) {
  const id = await run(input)
  await decide(id)
  return id
}
const preview = (id: string, as = owner, headers = within()) =>
  call('GET', `/executions/${id}/test-case`, as, undefined, headers)
const make = (id: string, body: object = {}, as = owner, headers = within()) =>
  call('POST', `/executions/${id}/test-case`, as, body, headers)
const codeOf = ({ status, body }: { status: number; body: { errors?: { code: string }[] } }) => [
  status,
  body.errors?.[0]?.code,
]
const bothOf = async (id: string, as = owner, headers = within()) => [
  codeOf(await preview(id, as, headers)),
  codeOf(await make(id, {}, as, headers)),
]
const twice = (status: number, code: string) => [
  [status, code],
  [status, code],
]
const casesOf = async (id: string) =>
  (await sql('select name, input, expected, scorer, revision from workflow_cases where execution_id = $1', [id])).rows
const everything = async (id: string) => JSON.stringify(await casesOf(id))

async function upload(text: string): Promise<string> {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="letter.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const { body } = await test.call('POST', '/api/v1/files', {
    ...{ as: owner, payload: `${head}${text}\r\n--x--\r\n` },
    headers: { 'content-type': 'multipart/form-data; boundary=x', ...within() },
  })
  return body.data.id
}

describe('a test case of a decided run', () => {
  it('needs the consent of the workspace, which owners and admins give and take back', async () => {
    const id = await decided()
    expect(await bothOf(id)).toEqual(twice(403, 'case_needs_consent'))
    expect((await make(id)).body.errors[0].message).toContain('owner or admin')
    expect((await consent(true, builder)).status).toBe(403)
    expect((await consent(true)).body.data.test_cases).toBe(true)
    expect((await make(id, {}, builder)).body.data).toMatchObject({ is_new: true })
    expect((await consent(false)).status).toBe(200)
    // What was made stays, and nothing is made.
    expect(await casesOf(id)).toHaveLength(1)
    expect(await bothOf(await decided())).toEqual(twice(403, 'case_needs_consent'))
    await consent(true)
  })

  it('holds the texts without a name or a phone number, and what people accepted or edited', async () => {
    const id = await decided({ text: LETTER, patient_name: NAME, mobile: 9876543210 })
    const seen = (await preview(id)).body.data
    expect(seen).toMatchObject({ workflow_id: own.workflow, revision: 1, is_made: false })
    expect(seen.expected).toEqual([
      { text: 'J11', verdict: 'accepted' },
      { text: 'Z80', verdict: 'accepted' },
    ])
    expect(JSON.stringify(seen)).not.toMatch(/Asha|Ramachandran|98765/)
    expect(seen.texts[0].text).toContain('Influenza without complications')
    const counted = Object.fromEntries(
      seen.replaced.map(({ kind, count }: { kind: string; count: number }) => [kind, count]),
    )
    expect(counted).toMatchObject({ name: 4, phone: 1 })
    expect(await casesOf(id)).toEqual([])
    const made = await make(id)
    expect(made.body.data).toMatchObject({ is_new: true, workflow_id: own.workflow })
    const [row] = await casesOf(id)
    expect(row).toMatchObject({
      ...{ expected: ['J11', 'Z80'], revision: 1, scorer: { type: 'contains', ignore_case: true } },
      input: { text: seen.texts[0].text, patient_name: '[name 1]', mobile: 0 },
    })
    expect(await everything(id)).not.toMatch(/Asha|Ramachandran|98765/)
  })

  it('replaces personal data in what the browser sends as well', async () => {
    const id = await decided()
    const sent = `Short. ${NAME} again, and Mr. Vikram Malhotra, email vikram.m@example.org. [name 1] stays.`
    const body = { name: `Letter of ${NAME}`, texts: [{ at: 0, text: sent }] }
    expect((await make(id, body)).status).toBe(200)
    const [row] = await casesOf(id)
    expect(row.input.text).toMatch(/^Short\. \[name 1\] again, .*\[name 1\] stays\.$/)
    expect(row.name).toBe('Letter of [name 1]')
    expect(await everything(id)).not.toMatch(/Asha|Ramachandran|Malhotra|vikram/)
  })

  it('refuses texts that the run hasn’t, and too much of them', async () => {
    const id = await decided()
    const refused = async (texts: object[]) => (await make(id, { texts })).body.errors[0]
    expect(await refused([{ at: 1, text: 'x' }])).toMatchObject({ field: 'texts.0.at' })
    expect(
      await refused([
        { at: 0, text: 'x' },
        { at: 0, text: 'y' },
      ]),
    ).toMatchObject({ field: 'texts.1.at' })
    expect(await refused([{ at: 0, text: 'x'.repeat(100_001) }])).toMatchObject({ field: 'texts.0.text' })
    const long = await decided({ text: 'word '.repeat(20_001) })
    expect(await bothOf(long)).toEqual(twice(413, 'file_too_large'))
  })

  it('is one for each revision, also for several who ask at once', async () => {
    const id = await decided()
    const all = await Promise.all([make(id), make(id, {}, builder), make(id)])
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(all.filter(({ body }) => body.data.is_new)).toHaveLength(1)
    expect((await make(id, { name: 'Another name' })).body.data.case).toEqual(all[0]?.body.data.case)
    expect((await preview(id)).body.data.is_made).toBe(true)
    expect(await casesOf(id)).toHaveLength(1)
    const audited = await sql(
      `select actor_id, details from audit_log where action = 'test_case.make' and target_id = $1`,
      [id],
    )
    expect(audited.rows).toHaveLength(1)
    expect(audited.rows[0].details).toMatchObject({ account: workspace, workflow: own.workflow, revision: 1 })
    const { number } = (await call('GET', `/executions/${id}/review`, owner)).body.data
    expect((await call('POST', `/executions/${id}/sign-off`, owner, { number })).status).toBe(200)
    expect((await call('POST', `/executions/${id}/reopen`, owner)).status).toBe(200)
    // Saved with the others by hand, it is still the case of its revision.
    const { cases } = (await call('GET', `/workflows/${own.workflow}/tests`, owner)).body.data
    expect((await call('PUT', `/workflows/${own.workflow}/tests`, owner, { cases })).status).toBe(200)
    expect((await make(id)).body.data).toMatchObject({ is_new: true })
    expect((await casesOf(id)).map(({ revision }) => revision).toSorted()).toEqual([1, 2])
  })

  it('waits for decisions or a sign-off, and for something to expect', async () => {
    const id = await run()
    expect(await bothOf(id)).toEqual(twice(409, 'case_not_decided'))
    await decide(id, [])
    expect(await bothOf(id)).toEqual(twice(409, 'case_not_decided'))
    const { number } = (await call('GET', `/executions/${id}/review`, owner)).body.data
    await call('POST', `/executions/${id}/sign-off`, owner, { number, undecided: true })
    expect((await preview(id)).body.data.expected).toEqual([{ text: 'J11', verdict: 'accepted' }])
    const none = await run()
    const decisions = CODES.map((code) => ({ id: finding(code), verdict: 'rejected', after: 0, key: randomUUID() }))
    await call('POST', `/executions/${none}/decisions`, owner, { decisions })
    expect(await bothOf(none)).toEqual(twice(409, 'case_not_decided'))
    expect((await make(none)).body.errors[0].message).toContain('No finding was accepted')
  })

  it('is refused to reviewers, strangers, visitors, and for an agent of another seller', async () => {
    const id = await decided()
    expect(await bothOf(id, reviewer)).toEqual(twice(403, 'workspace_role'))
    expect(await bothOf(id, seller, {} as never)).toEqual(twice(404, 'not_found'))
    expect(await bothOf(randomUUID())).toEqual(twice(404, 'not_found'))
    expect(codeOf(await test.call('GET', `/api/v1/executions/${id}/test-case`))).toEqual([401, 'unauthenticated'])
    const theirs = await run({ text: LETTER }, bought.id)
    await decide(theirs)
    expect(await bothOf(theirs)).toEqual(twice(403, 'case_of_others'))
    expect((await make(theirs)).body.errors[0].message).toContain('belong to its seller')
  })

  it('is refused when the content was deleted, and goes with its run', async () => {
    const gone = await decided()
    await sql('update executions set payload_removed_at = now() where id = $1', [gone])
    expect(await bothOf(gone)).toEqual(twice(409, 'case_content_deleted'))
    const id = await decided()
    await make(id)
    expect(await casesOf(id)).toHaveLength(1)
    expect((await call('DELETE', `/executions/${id}`, owner)).body.data).toEqual({ deleted: true })
    expect(await casesOf(id)).toEqual([])
    expect(await bothOf(id)).toEqual(twice(404, 'not_found'))
  })

  it('holds the text of a document that the run kept as a text file, and is refused without that text', async () => {
    const file_id = await upload(LETTER)
    const id = await decided({ file: { file_id } })
    const { texts } = (await preview(id)).body.data
    expect(texts).toMatchObject([{ at: 0, field: 'file', is_document: true }])
    expect((await make(id)).status).toBe(200)
    const [row] = await casesOf(id)
    expect(row.input.file.file_id).not.toBe(file_id)
    const stored = await test.files.borrow(row.input.file.file_id)
    const text = readFileSync(stored.path, 'utf8')
    await stored[Symbol.asyncDispose]()
    expect(text).toContain('Influenza without complications')
    expect(JSON.stringify([text, row])).not.toMatch(/Asha|Ramachandran|98765/)
    kept = null
    const without = await decided({ file: { file_id } })
    kept = LETTER
    expect(await bothOf(without)).toEqual(twice(409, 'case_needs_text'))
    const two = await decided({ file: { file_id }, text: 'x', more: { file_id: await upload('More') } })
    expect(await bothOf(two)).toEqual(twice(409, 'case_needs_text'))
  })

  it('needs no consent in an account of one person', async () => {
    const { id } = await agentOf(seller.id)
    const mine = await run({ text: LETTER }, id, seller, {})
    const decisions = CODES.map((code) => ({ id: finding(code), verdict: 'accepted', after: 0, key: randomUUID() }))
    expect((await call('POST', `/executions/${mine}/decisions`, seller, { decisions }, {} as never)).status).toBe(200)
    expect((await make(mine, {}, seller, {} as never)).body.data).toMatchObject({ is_new: true, cases: 1 })
  })
})
