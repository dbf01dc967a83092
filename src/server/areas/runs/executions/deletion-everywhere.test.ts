/** A word of its own is put into every place that the content of a run, a chat or a document can reach, and searched for everywhere. */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, UserId } from '#contract/core/primitives.ts'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { queueDueNoticeMail } from '#server/areas/accounts/notifications/mail-notices.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { readTestBrand } from '#test/support/brand.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const FORM = inputSchemaOf({
  fields: [
    { name: 'text', label: 'Text', type: 'text', required: true },
    { name: 'file', label: 'File', type: 'file' },
  ],
})

let test: TestApp
let owner: Person
let admin: Person
let member: Person
let colleague: Person
let workspace = ''
let slug = ''
let base = ''
let agent_id = ''
let workflow_id = ''
let asking = ''
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('creator_admin')
  const made = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ;({ id: workspace, slug } = made.body.data)
  const joined = async (role: string) => {
    const person = await test.person()
    await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [workspace, person.id, role])
    await test.database.pool.query('update users set is_verified = true where id = $1', [person.id])
    return person
  }
  admin = await joined('admin')
  member = await joined('member')
  colleague = await joined('reviewer')
  base = (await call('POST', '/knowledge', owner, { name: 'Letters' })).body.data.id
  const word = '{{ $trigger.text }}'
  const document = workflow(
    [
      node('start', 'manual_trigger'),
      node('keep', 'knowledge_document', { knowledge_id: base, text: word, name: word }),
      set('code', resultOf(word)),
    ],
    wires('start > keep', 'keep > code'),
  )
  const { pool } = test.database
  const letters = await addAgent(pool, workspace as UserId, document, { slug: 'letters', input_schema: FORM })
  agent_id = letters.id
  workflow_id = (
    await pool.query(
      'select workflow_id from workflow_versions v join agent_versions a on a.workflow_version_id = v.id where a.agent_id = $1',
      [agent_id],
    )
  ).rows[0].workflow_id
  const wait = workflow(
    [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'Pay it?' })],
    wires('start > ask'),
  )
  asking = (await addAgent(pool, owner.id, wait, { slug: 'asking', input_schema: FORM })).id
})
afterAll(() => test.close())

const resultOf = (word: string): Record<string, Json> => ({
  ...{ view: 'codes', notice: null, document: null, text: word },
  codes: [
    {
      ...{ code: 'J11', description: `About ${word}`, confidence: 0.8, assertion: 'present' },
      evidence: [{ text: word, start: 0, end: 3, page: 1, boxes: [] }],
    },
  ],
})

const call = (method: string, path: string, as: Person, body?: object) =>
  test.call(method, `/api/v1${path}`, { as, headers: { 'x-workspace': slug }, ...(body && { body }) })
let words = 0
const freshWord = () => `canary${++words}of${Date.now()}`
const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)

async function upload(as: Person, word: string): Promise<string> {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${word}.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const { body } = await test.call('POST', '/api/v1/files', {
    as,
    payload: `${head}about ${word}\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x', 'x-workspace': slug },
  })
  return body.data.id
}

async function run(as: Person, word: string): Promise<string> {
  const file_id = await upload(as, word)
  const input = { text: word, file: { file_id } }
  const { body } = await call('POST', '/workflows/execute', as, { agent_id, input, wait_ms: 8000 })
  expect([body.data?.status, body.errors]).toEqual(['succeeded', undefined])
  return body.data.execution_id
}

/** Every table with a row that has the word, and every file. */
async function whereIs(word: string): Promise<string[]> {
  const { rows: tables } = await sql(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, [word])
    if (rows.length > 0) found.push(name)
  }
  for (const path of readdirSync(test.folder, { recursive: true, encoding: 'utf8' })) {
    const whole = join(test.folder, path)
    if (path.includes(word) || (statSync(whole).isFile() && readFileSync(whole).includes(word))) found.push(path)
  }
  return found
}

const audited = async (id: string) =>
  (await sql('select actor_id, action, target_id, details from audit_log where target_id = $1', [id])).rows

describe('deleting a run of a workspace', () => {
  it('leaves its words in no table and no file', async () => {
    const word = freshWord()
    const id = await run(member, word)
    // Decided, commented on, assigned; told by notice and by mail.
    const review = (await call('GET', `/executions/${id}/review`, colleague)).body.data
    const decisions = [{ id: 'code:J11:present', verdict: 'rejected', reason: word, after: 0, key: randomUUID() }]
    expect([
      review.number,
      (await call('POST', `/executions/${id}/decisions`, colleague, { decisions })).status,
    ]).toEqual([0, 200])
    const comment = { text: `Look at ${word}`, mentions: [colleague.id] }
    expect((await call('POST', `/executions/${id}/comments`, member, comment)).status).toBe(201)
    await sql(
      `insert into notifications (user_id, kind, title, message, href, seq, mail_due) values ($1, 'run_failed', $2, 'x', $3, 1000, true)`,
      [member.id, word, `/runs/${id}`],
    )
    await queueDueNoticeMail({ db: test.database.db, publicUrl: 'https://chowk.test', brand: readTestBrand }, 0)
    await sql(`update mails set status = 'sent', sent_at = now()`)
    await sql('delete from notifications where kind = $1', ['run_failed'])
    // Made into a test case, which was evaluated, and edited afterwards.
    const added = await call('POST', `/workflows/${workflow_id}/tests/cases`, owner, { execution_id: id })
    expect(added.status).toBe(200)
    const evaluated = await call('POST', `/workflows/${workflow_id}/tests/run`, owner, {})
    expect(evaluated.status).toBe(200)
    await expect
      .poll(
        async () =>
          (await call('GET', `/workflows/${workflow_id}/tests`, owner)).body.data.results.map(
            (one: { ms: number | null }) => one.ms !== null,
          ),
        { timeout: 10_000 },
      )
      .toEqual([true])
    const { cases } = (await call('GET', `/workflows/${workflow_id}/tests`, owner)).body.data
    await call('PUT', `/workflows/${workflow_id}/tests`, owner, { cases: [{ ...cases[0], expected: `not ${word}` }] })
    // Remembered, in a results table, and answered in a chat that goes through a channel.
    await sql(
      `with m as (insert into memories (person_id, workflow_id) values ($1, $2) returning id)
       insert into memory_facts (memory_id, number, fact, written_by, execution_id) select id, 1, $3, 'agent', $4 from m`,
      [member.id, workflow_id, word, id],
    )
    await sql(
      `with b as (insert into batches (owner_id, name) values ($1, 'Batch') returning id)
       insert into batch_items (batch_id, position, name, input, state, execution_id) select id, 0, $2, $3, 'succeeded', $4 from b`,
      [workspace, word, { text: word }, id],
    )
    await sql(`insert into batch_results (execution_id, fields, top, findings) values ($1, $2, $3, 1)`, [
      id,
      { a: word },
      word,
    ])
    await sql(
      `with c as (insert into conversations (owner_id, workflow_id, channel, title) values ($1, $2, 'builder', $3) returning id)
       insert into conversation_messages (conversation_id, role, text, execution_id) select id, 'person', $3, $4 from c`,
      [workspace, workflow_id, word, id],
    )
    const before = await whereIs(word)
    for (const table of [
      ...['executions', 'journal', 'files', 'run_decisions', 'run_comments', 'notifications', 'mails'],
      ...[
        'workflow_cases',
        'workflow_evaluation_results',
        'memory_facts',
        'batch_items',
        'batch_results',
        'conversations',
      ],
      ...['conversation_messages', 'knowledge_documents'],
    ])
      expect(before).toContain(`public.${table}`)
    expect((await call('DELETE', `/executions/${id}`, member)).body.data).toEqual({ deleted: true })
    await test.tidy()
    expect(await whereIs(word)).toEqual([])
    expect(await audited(id)).toEqual([
      { actor_id: member.id, action: 'execution.delete', target_id: id, details: { account: workspace } },
    ])
  })

  it('gives the same answer again, also in a list', async () => {
    const id = await run(member, freshWord())
    for (const _ of [1, 2]) {
      const { status, body } = await call('DELETE', `/executions/${id}`, member)
      expect([status, body.data]).toEqual([200, { deleted: true }])
    }
    const { body } = await call('POST', '/executions/delete', member, { ids: [id] })
    expect(body.data.results).toEqual([{ id, deleted: true, error: null }])
    expect(await audited(id)).toHaveLength(1)
    expect((await call('GET', `/executions/${id}`, member)).status).toBe(404)
  })

  it('is for who started it, and for owners and admins', async () => {
    const id = await run(member, freshWord())
    const message = 'Only the person who started this run, or an owner or admin of the workspace, can delete it.'
    expect((await call('DELETE', `/executions/${id}`, colleague)).body.status).toMatchObject({ code: 403, message })
    expect((await call('GET', `/executions/${id}`, colleague)).body.data.abilities.delete).toEqual({
      ...{ allowed: false, reason: message },
    })
    const { body } = await call('POST', '/executions/delete', colleague, { ids: [id] })
    expect(body.data.results).toEqual([{ id, deleted: false, error: { code: 'illegal_transition', message } }])
    expect((await call('DELETE', `/executions/${id}`, admin)).status).toBe(200)
  })

  it('is refused while it waits for an approval', async () => {
    const { body } = await call('POST', '/workflows/execute', member, {
      agent_id: asking,
      input: { text: 'x' },
      wait_ms: 500,
    })
    const refused = await call('DELETE', `/executions/${body.data.execution_id}`, member)
    expect(refused.body.status).toMatchObject({ code: 409, message: 'This run has not ended. Stop it first.' })
  })
})

describe('deleting a chat', () => {
  /** A chat on WhatsApp with one answered question. */
  async function chat(word: string): Promise<{ id: string; execution: string }> {
    const execution = await run(owner, word)
    const agent = await addAgent(
      test.database.pool,
      owner.id,
      workflow([node('start', 'manual_trigger'), set('done', {})], wires('start > done')),
    )
    const { rows } = await sql(
      `with s as (insert into services (owner_id, agent_id, agent_version_id, name)
         select $1, id, current_version_id, 'Desk' from agents where id = $2 returning id),
       h as (insert into channels (service_id, owner_id, kind, token, verify_token, settings, key_id, wrapped_key, sealed)
         select id, $1, 'whatsapp', $3, 'x', '{}', 'x', '', '' from s returning id, service_id),
       v as (insert into chat_visitors (service_id, channel_id, address) select service_id, id, '919812345678' from h returning id, service_id, channel_id),
       i as (insert into channel_messages (channel_id, visitor_id, external_id, text, sent_at, state)
         select channel_id, id, 'e', $4, now(), 'done' from v returning id, channel_id, visitor_id),
       o as (insert into channel_outbox (channel_id, visitor_id, cause, kind, text, state)
         select channel_id, visitor_id, 'answer ' || id || ' 0', 'answer', $4, 'sent' from i),
       c as (insert into conversations (owner_id, service_id, channel, visitor_id, title)
         select $1, service_id, 'whatsapp', id, $4 from v returning id),
       r as (insert into chat_handovers (conversation_id, state, asked_by, reason) select id, 'returned', 'agent', $4 from c)
       insert into conversation_messages (conversation_id, key, role, text, execution_id)
         select c.id, i.id, 'person', $4, $5 from c, i returning conversation_id as id`,
      [workspace, agent.id, randomUUID().replaceAll('-', ''), word, execution],
    )
    return { id: rows[0].id, execution }
  }

  it('takes along its runs and what its channel holds, and gives the same answer again', async () => {
    const word = freshWord()
    const { id, execution } = await chat(word)
    await sql(
      `insert into conversation_messages (conversation_id, role, author, text) values ($1, 'staff', 'Asha', $2)`,
      [id, word],
    )
    expect((await call('DELETE', `/conversations/${id}`, colleague)).status).toBe(403)
    await sql(`update executions set status = 'running', finished_at = null where id = $1`, [execution])
    expect((await call('DELETE', `/conversations/${id}`, admin)).status).toBe(409)
    await sql(`update executions set status = 'succeeded', finished_at = now() where id = $1`, [execution])
    for (const _ of [1, 2]) {
      const { status, body } = await call('DELETE', `/conversations/${id}`, admin)
      expect([status, body.data]).toEqual([200, { id }])
    }
    await test.tidy()
    expect(await whereIs(word)).toEqual([])
    expect((await audited(id)).map(({ action }) => action)).toEqual(['conversation.delete'])
  })
})

describe('deleting a document', () => {
  it('takes along its bytes, text and name, and gives the same answer again', async () => {
    const word = freshWord()
    const id = await upload(member, word)
    await call('GET', `/files/${id}/text`, member)
    expect((await call('DELETE', `/files/${id}`, colleague)).status).toBe(403)
    expect((await test.call('DELETE', `/api/v1/files/${id}`, { as: await test.person() })).status).toBe(404)
    for (const _ of [1, 2]) {
      const { status, body } = await call('DELETE', `/files/${id}`, member)
      expect([status, body.data]).toEqual([200, { deleted: true }])
    }
    await test.tidy()
    expect(await whereIs(word)).toEqual([])
    expect((await call('GET', `/files/${id}`, member)).status).toBe(404)
  })

  it('is refused while a run, a workflow or a test case uses it, with what does', async () => {
    const id = await upload(member, freshWord())
    const refusal = async () => (await call('DELETE', `/files/${id}`, admin)).body.status
    const input = { text: 'x', file: { file_id: id } }
    const { body } = await call('POST', '/workflows/execute', member, { agent_id: asking, input, wait_ms: 500 })
    expect(await refusal()).toMatchObject({
      code: 409,
      message: 'A run that has not ended uses this document. Stop it first.',
    })
    await call('POST', `/executions/${body.data.execution_id}/control`, member, { action: 'cancel' })
    const document = workflow([node('start', 'manual_trigger'), set('done', input)], wires('start > done'))
    await call('POST', '/workflows', owner, { name: 'Prices', document })
    expect(await refusal()).toMatchObject({
      code: 409,
      message: expect.stringContaining('A workflow or an agent uses'),
    })
  })
})

it('says until when backups have what was deleted', async () => {
  expect((await test.call('GET', '/api/v1/deletion-terms')).body.data).toEqual({ backup_days: null })
})
