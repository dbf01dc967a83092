/** The record of a run: what is entered, who reads it, and that a change is noticed. */
import { createHash, createPublicKey, randomUUID, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import type { RecordEntry } from '#contract/runs/run-records.ts'
import { output } from '#nodes/node.ts'
import { workForServer } from '#nodes/work-for.ts'
import { deletePayloads } from '#server/areas/runs/retention/retention.store.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

const CODES = ['J11', 'E11']
const RESULT: Json = {
  ...{ view: 'codes', notice: null, document: null, text: 'No flu now.' },
  codes: CODES.map((code) => ({
    ...{ code, description: `About ${code}`, confidence: 0.8, assertion: 'present' },
    evidence: [{ text: 'flu', start: 3, end: 6, page: 1, boxes: [] }],
  })),
}
const finding = (code: string) => `code:${code}:present`

let test: TestApp
let runners: Runners
let owner: Person
let reviewer: Person
let member: Person
let slug = ''
let agent_id = ''

beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({ deps: { paperwork: runners.paperwork }, behaviours: { code: () => output(RESULT) } })
  owner = await named('Asha', 'seller')
  const { id, slug: named_by } = (
    await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ).body.data
  slug = named_by
  reviewer = await named('Ben', 'basic_user')
  member = await named('Chitra', 'basic_user')
  for (const [person, role] of [
    [reviewer, 'reviewer'],
    [member, 'member'],
  ] as const)
    await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [id, person.id, role])
  const steps = workflow(
    [node('start', 'manual_trigger'), node('code', 'pure', { does: 'code' })],
    wires('start > code'),
  )
  agent_id = (await addAgent(test.database.pool, owner.id, steps, { name: 'Coder' })).id
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

async function named(name: string, role: 'seller' | 'basic_user'): Promise<Person> {
  const person = await test.person(role)
  await test.database.pool.query('update users set display_name = $2 where id = $1', [person.id, name])
  return person
}

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, as: Person, body?: object) =>
  test.call(method, `/api/v1${path}`, { as, headers: { 'x-workspace': slug }, ...(body && { body }) })
async function runOf(as = member): Promise<string> {
  const { body } = await call('POST', '/workflows/execute', as, { agent_id, input: { text: 'x' }, wait_ms: 5000 })
  return body.data.execution_id
}
const record = async (run: string, as = owner) => (await call('GET', `/executions/${run}/record`, as)).body.data
const kindsOf = ({ items }: { items: RecordEntry[] }) => items.map(({ kind, person }) => `${kind} ${person}`)
const decide = (run: string, as: Person, decision: object) =>
  call('POST', `/executions/${run}/decisions`, as, { decisions: [{ after: 0, key: randomUUID(), ...decision }] })
const download = (run: string, format: 'pdf' | 'json', as = owner) =>
  test.app.inject({
    method: 'POST',
    url: `/api/v1/executions/${run}/record/file`,
    headers: { authorization: `Bearer ${as.token}`, 'x-workspace': slug },
    payload: { format },
  })

async function pdfText(bytes: Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'record-'))
  try {
    await writeFile(join(folder, 'record.pdf'), bytes)
    const work = workForServer(AbortSignal.timeout(60_000))
    return (await runners.documents.parse(join(folder, 'record.pdf'), work)).text.replaceAll(/\s+/g, ' ')
  } finally {
    await rm(folder, { recursive: true })
  }
}

it('says who ran, opened, decided, signed, reopened and exported it, in that order', async () => {
  const run = await runOf()
  for (const _ of [1, 2]) await call('GET', `/executions/${run}`, reviewer)
  await decide(run, reviewer, { id: finding('J11'), verdict: 'accepted' })
  await decide(run, reviewer, { id: finding('J11'), verdict: 'rejected', reason: 'Ruled out', after: 1 })
  const signed = await call('POST', `/executions/${run}/sign-off`, reviewer, { number: 2, undecided: true })
  expect(signed.status, JSON.stringify(signed.body)).toBe(200)
  await call('POST', `/executions/${run}/reopen`, owner)
  await call('POST', `/executions/${run}/report`, member, { format: 'csv' })
  const kept = await record(run)
  expect(kindsOf(kept)).toEqual([
    'started Chitra',
    'ended Chowk',
    'opened Ben',
    'decided Ben',
    'decided Ben',
    'signed_off Ben',
    'reopened Asha',
    'exported Chitra',
  ])
  expect(kept).toMatchObject({ state: 'intact', changed_at: null, total: 8 })
  expect(kept.items[4].text).toEqual(['Rejected “J11”.', 'Before: accepted.', 'Reason: Ruled out'])
  expect(kept.items[0].text[0]).toContain('Coder')
  expect(kept.items[5].text[0]).toContain('revision 1')
})

it('is read by owners and admins alone', async () => {
  const run = await runOf()
  for (const as of [reviewer, member]) {
    expect((await call('GET', `/executions/${run}/record`, as)).body.errors[0].code).toBe('workspace_role')
    expect((await call('GET', `/executions/${run}`, as)).body.data.record_open).toBe(false)
    expect((await download(run, 'json', as)).statusCode).toBe(403)
  }
  const stranger = await test.person()
  expect((await test.call('GET', `/api/v1/executions/${run}/record`, { as: stranger })).status).toBe(404)
  expect((await test.call('GET', `/api/v1/executions/${run}/record`, {})).status).toBe(401)
})

it('is downloaded as a PDF in the language of its reader, and says so', async () => {
  const run = await runOf()
  await decide(run, reviewer, { id: finding('E11'), verdict: 'accepted' })
  const english = await pdfText((await download(run, 'pdf')).rawPayload)
  expect(english).toContain('Accepted “E11”')
  expect(english).toContain('IST')
  expect(english).toContain('Downloaded this record as PDF')
  await test.call('PUT', '/api/v1/auth/profile', { as: owner, body: { language: 'hi' } })
  expect((await record(run)).items.at(-1).text).toEqual(['यह अभिलेख PDF में डाउनलोड किया।'])
  expect((await download(run, 'pdf')).rawPayload.length).toBeGreaterThan(1000)
  await test.call('PUT', '/api/v1/auth/profile', { as: owner, body: { language: 'en' } })
  expect(kindsOf(await record(run)).slice(-2)).toEqual(['record_downloaded Asha', 'record_downloaded Asha'])
})

it('can be checked by anybody from its JSON file', async () => {
  const run = await runOf()
  await decide(run, reviewer, { id: finding('J11'), verdict: 'accepted' })
  const file = JSON.parse((await download(run, 'json')).payload)
  let before = Buffer.alloc(0)
  for (const entry of file.entries) {
    const hash = createHash('sha256').update(before).update(entry.text_hashed).digest()
    expect(hash.toString('hex')).toBe(entry.hash)
    const key = createPublicKey(file.public_keys[entry.key_id])
    expect(verify(null, hash, key, Buffer.from(entry.signature, 'base64'))).toBe(true)
    const [, , , , , , , who, content] = JSON.parse(entry.text_hashed)
    for (const [text, salt, kept] of [
      [entry.who_text, entry.who_salt, who],
      [entry.content_text, entry.content_salt, content],
    ])
      if (text !== null)
        expect(createHash('sha256').update(Buffer.from(salt, 'hex')).update(text).digest('hex')).toBe(kept)
    before = hash
  }
})

it('refuses changes in the database, and notices those that are made around it', async () => {
  const run = await runOf()
  await decide(run, reviewer, { id: finding('J11'), verdict: 'accepted' })
  expect((await record(run)).state).toBe('intact')
  const { pool } = test.database
  const change = (set: string) =>
    pool.query(`update run_record_entries set ${set} where execution_id = $1 and number = 2`, [run])
  await expect(change(`facts = '{}'`)).rejects.toThrow('are not changed')
  await expect(pool.query('delete from run_record_entries where execution_id = $1', [run])).rejects.toThrow(
    'not deleted',
  )
  await pool.query('alter table run_record_entries disable trigger run_record_entries_kept')
  try {
    await change(`facts = '{"status":"failed"}'`)
    expect(await record(run)).toMatchObject({ state: 'changed', changed_at: 2 })
    // A chain that is written again from there on is not signed.
    const other = await runOf()
    await record(other)
    await pool.query('delete from run_record_entries where execution_id = $1 and number = 2', [other])
    expect(await record(other)).toMatchObject({ state: 'changed', changed_at: 2 })
  } finally {
    await pool.query('alter table run_record_entries enable trigger run_record_entries_kept')
  }
})

it('stays without its details when the content of the run is deleted, and goes with the run', async () => {
  const run = await runOf()
  await decide(run, reviewer, { id: finding('J11'), verdict: 'rejected', reason: 'Ruled out' })
  await test.database.db.transaction().execute((tx) => deletePayloads(tx, [run]))
  const kept = await record(run)
  expect(kept.state).toBe('intact')
  expect(kept.items[2]).toMatchObject({ kind: 'decided', person: 'Ben', content: null, withheld: 'deleted' })
  expect(JSON.stringify(kept)).not.toContain('Ruled out')
  await test.database.pool.query('delete from executions where id = $1', [run])
  const { rowCount } = await test.database.pool.query('select from run_record_entries where execution_id = $1', [run])
  expect(rowCount).toBe(0)
})

it('enters each thing once, however many ask at the same moment', async () => {
  const run = await runOf()
  await Promise.all([1, 2, 3, 4].map(() => call('GET', `/executions/${run}`, reviewer)))
  await Promise.all([record(run), record(run), record(run)])
  expect(kindsOf(await record(run))).toEqual(['started Chitra', 'ended Chowk', 'opened Ben'])
})

it('doesn’t show a second reader what the first one decided', async () => {
  const run = await runOf()
  await decide(run, reviewer, { id: finding('J11'), verdict: 'rejected', reason: 'Ruled out' })
  await test.database.pool.query(`update run_reviews set reading = 'second' where execution_id = $1`, [run])
  const blind = await record(run)
  expect(blind.items[2]).toMatchObject({ kind: 'decided', content: null, withheld: 'second_reading' })
  expect(blind.state).toBe('intact')
  expect((await download(run, 'json')).payload).not.toContain('Ruled out')
})
