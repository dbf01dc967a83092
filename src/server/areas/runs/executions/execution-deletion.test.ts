import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExecutionId } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { enforceRetention } from '#server/areas/runs/retention/retention.ts'
import { noteIds } from '#server/areas/runs/retention/stored-content.store.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { removeOld } from '#server/platform/mail/mail.store.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { mayDeleteExecution } from './deletion.policy.ts'
import { lockDeletable } from './deletion.store.ts'

const FORM = inputSchemaOf({
  fields: [
    { name: 'text', label: 'Text', type: 'text', required: true },
    { name: 'file', label: 'File', type: 'file' },
  ],
})
const reading = workflow(
  [
    node('start', 'manual_trigger'),
    node('large', 'pure', { does: 'large', with: '{{ $trigger.text }}' }),
    set('done', { said: '{{ $trigger.text }}', file: '{{ $trigger.file }}' }),
  ],
  wires('start > large', 'large > done'),
)
const failing = workflow(
  [
    node('start', 'manual_trigger'),
    node('large', 'pure', { does: 'large', with: '{{ $trigger.text }}' }),
    node('bad', 'pure', { does: 'fail', with: '{{ $trigger.text }}' }),
  ],
  wires('start > large', 'large > bad'),
)
const mailing = workflow(
  [
    node('start', 'manual_trigger'),
    node('send', 'send_email', { to: 'colleague@example.com', subject: 'Result', text: '{{ $trigger.text }}' }),
  ],
  wires('start > send'),
)
const asking = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'Is it right?' })],
  wires('start > ask'),
)

let test: TestApp
let seller: Person
let fails = true
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      // Too large for a row: it is kept in a file of its own.
      large: (ctx) => output({ text: `${ctx.config.with} `.repeat(30_000) }),
      fail: (ctx) => {
        if (fails) throw new NodeError('bad_input', `cannot read ${ctx.config.with}`)
        return output({ ok: true })
      },
    },
  })
  seller = await test.person('seller')
  const { pool } = test.database
  await addAgent(pool, seller.id, reading, { slug: 'reading', input_schema: FORM })
  await addAgent(pool, seller.id, failing, {
    slug: 'failing',
    input_schema: FORM,
    listing: { workflow_open: true },
  })
  await addAgent(pool, seller.id, mailing, { slug: 'mailing', input_schema: FORM })
  await addAgent(pool, seller.id, asking, { slug: 'asking', input_schema: FORM })
})
afterAll(() => test.close())

let markers = 0
const freshMarker = () => `marker${++markers}of${Date.now()}`

async function upload(as: Person | null, text: string, ip = '192.0.2.1'): Promise<string> {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${text}.txt"\r\ncontent-type: text/plain\r\n\r\n`
  const { status, body } = await test.call('POST', '/api/v1/files', {
    as,
    ip,
    payload: `${head}about ${text}\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  expect(status).toBe(201)
  return body.data.id
}

async function run(as: Person | null, agent_id: string, input: object, ip = '192.0.2.1') {
  const { body } = await test.call('POST', '/api/v1/workflows/execute', {
    as,
    ip,
    body: { agent_id, input, wait_ms: 5000 },
  })
  return body.data as { execution_id: string; access_token: string; status: string }
}
const remove = (as: Person | null, id: string, token?: string) =>
  test.call('DELETE', `/api/v1/executions/${id}`, { as, headers: token ? { 'x-run-token': token } : {} })
const read = (as: Person | null, id: string, token?: string) =>
  test.call('GET', `/api/v1/executions/${id}`, { as, headers: token ? { 'x-run-token': token } : {} })

/** Every table with a row that holds the marker, and every file. */
async function whereIs(marker: string): Promise<string[]> {
  const { rows: tables } = await test.database.pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await test.database.pool.query(`select 1 from ${name} t where strpos(t::text, $1) > 0 limit 1`, [
      marker,
    ])
    if (rows.length > 0) found.push(name)
  }
  for (const path of readdirSync(test.folder, { recursive: true, encoding: 'utf8' })) {
    const whole = join(test.folder, path)
    if (path.includes(marker)) found.push(path)
    else if (statSync(whole).isFile() && readFileSync(whole).includes(marker)) found.push(path)
  }
  return found
}

describe('deleting a run', () => {
  it('leaves nothing of its input, document, steps, result and error anywhere', async () => {
    const somebody = await test.person()
    const marker = freshMarker()
    const file_id = await upload(somebody, marker)
    expect((await test.call('GET', `/api/v1/files/${file_id}/text`, { as: somebody })).status).toBe(200)
    const good = await run(somebody, 'reading', { text: marker, file: { file_id } })
    const bad = await run(somebody, 'failing', { text: marker })
    expect([good.status, bad.status]).toEqual(['succeeded', 'failed'])
    await test.database.pool.query(
      `insert into notifications (user_id, kind, title, message, href, seq) values ($1, 'run_failed', 'Failed', $2, $3, 1)`,
      [somebody.id, marker, `/runs/${bad.execution_id}`],
    )
    const before = await whereIs(marker)
    expect(before).toEqual(expect.arrayContaining(['public.executions', 'public.journal', 'public.files']))
    expect(before.some((place) => place.startsWith('outputs/'))).toBe(true)
    const answer = await test.call('POST', '/api/v1/executions/delete', {
      as: somebody,
      body: { ids: [good.execution_id, bad.execution_id] },
    })
    expect(answer.body.data.results.map(({ deleted }: { deleted: boolean }) => deleted)).toEqual([true, true])
    expect(await whereIs(marker)).toEqual([])
  })

  it('takes along what a step of a failed run was still writing, which no row names', async () => {
    const somebody = await test.person()
    const marker = freshMarker()
    const { execution_id, status } = await run(somebody, 'failing', { text: 'x' })
    expect(status).toBe('failed')
    const folder = join(test.folder, 'outputs/executions', execution_id)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'beside.json'), JSON.stringify(marker))
    expect((await remove(somebody, execution_id)).status).toBe(200)
    expect(await whereIs(marker)).toEqual([])
  })

  it('takes along the mail it sent, and mail that waits once that is sent', async () => {
    const somebody = await test.person()
    const [sent, waiting] = [freshMarker(), freshMarker()]
    const runs = [await run(somebody, 'mailing', { text: sent }), await run(somebody, 'mailing', { text: waiting })]
    const { db, pool } = test.database
    const markSent = (marker: string) =>
      pool.query(`update mails set status = 'sent', sent_at = now() where strpos(body, $1) > 0`, [marker])
    await markSent(sent)
    for (const { execution_id, status } of runs) {
      expect(status).toBe('succeeded')
      expect((await remove(somebody, execution_id)).status).toBe(200)
    }
    expect([await whereIs(sent), await whereIs(waiting)]).toEqual([[], ['public.mails']])
    await markSent(waiting)
    await removeOld(db, 30)
    expect(await whereIs(waiting)).toEqual([])
  })

  it('is done once: the second time there is nothing to delete', async () => {
    const somebody = await test.person()
    const { execution_id: id } = await run(somebody, 'reading', { text: 'x' })
    expect(await remove(somebody, id)).toMatchObject({ status: 200, body: { data: { deleted: true } } })
    expect(await remove(somebody, id)).toMatchObject({ status: 200, body: { data: { deleted: true } } })
    expect((await read(somebody, id)).status).toBe(404)
    expect((await test.call('GET', '/api/v1/executions', { as: somebody })).body.data.total).toBe(0)
  })

  it('is refused to all but its owner, the seller of the agent and admins included', async () => {
    const somebody = await test.person()
    const { execution_id: id } = await run(somebody, 'reading', { text: 'x' })
    for (const as of [null, await test.person(), seller, await test.person('admin')])
      expect((await remove(as, id)).status).toBe(404)
    expect((await remove(await test.person('super_admin'), id)).status).toBe(403)
    const { body } = await test.call('POST', '/api/v1/executions/delete', { as: seller, body: { ids: [id] } })
    expect(body.data.results).toEqual([{ id, deleted: false, error: expect.objectContaining({ code: 'not_found' }) }])
    expect((await read(somebody, id)).body.data.abilities.delete).toEqual({ allowed: true, reason: null })
  })

  it('is refused while the run has not ended, with what to do first', async () => {
    const somebody = await test.person()
    const { execution_id: id } = await run(somebody, 'asking', { text: 'x' })
    const reason = 'This run has not ended. Stop it first.'
    expect((await remove(somebody, id)).body).toMatchObject({ status: { code: 409, message: reason } })
    expect((await read(somebody, id)).body.data.abilities.delete).toEqual({ allowed: false, reason })
    await test.call('POST', `/api/v1/executions/${id}/control`, { as: somebody, body: { action: 'cancel' } })
    expect((await remove(somebody, id)).status).toBe(200)
  })

  it('is refused while a workflow that the run called goes on, and takes it along once that is cancelled', async () => {
    const somebody = await test.person()
    const caller = { type: 'user', id: somebody.id } as Caller
    const [id, called] = [
      (await run(somebody, 'asking', { text: 'x' })).execution_id as ExecutionId,
      (await run(somebody, 'asking', { text: 'y' })).execution_id,
    ]
    const { db, pool } = test.database
    await pool.query(`update executions set parent_id = $1, parent_node = 'call' where id = $2`, [id, called])
    // As after a process that died before it could cancel what the run had called. No sweep sees it before it is undone.
    const refused = db.transaction().execute(async (tx) => {
      await sql`update executions set status = 'failed', finished_at = now() where id = ${id}`.execute(tx)
      mayDeleteExecution(caller, null, await lockDeletable(tx, id))
    })
    await expect(refused).rejects.toMatchObject({
      code: 'illegal_transition',
      message: 'A workflow that this run started is still being cancelled. Try again in a minute.',
    })
    await test.call('POST', `/api/v1/executions/${id}/control`, { as: somebody, body: { action: 'cancel' } })
    expect((await remove(somebody, id)).status).toBe(200)
    expect((await pool.query('select from executions where id = any($1)', [[id, called]])).rowCount).toBe(0)
  })

  it('is for a visitor with the token of that run only', async () => {
    const ip = '192.0.2.44'
    const marker = freshMarker()
    const file_id = await upload(null, marker, ip)
    const made = await run(null, 'reading', { text: marker, file: { file_id } }, ip)
    const other = await run(null, 'reading', { text: 'y' }, ip)
    expect((await remove(null, made.execution_id)).status).toBe(404)
    expect((await remove(null, made.execution_id, other.access_token)).status).toBe(404)
    expect((await remove(null, made.execution_id, made.access_token)).status).toBe(200)
    expect((await read(null, made.execution_id, made.access_token)).status).toBe(404)
    expect(await whereIs(marker)).toEqual([])
  })

  it.each([
    ['short', 'two', null],
    ['long', 'two'.repeat(1_500), null],
    ['long and noted', 'two'.repeat(1_500), 100],
  ])('keeps a document that another run was given in a %s input, until that one is deleted', async (_, text, noted) => {
    const somebody = await test.person()
    const file_id = await upload(somebody, freshMarker())
    const [one, two] = [
      await run(somebody, 'reading', { text: 'one', file: { file_id } }),
      await run(somebody, 'reading', { text, file: { file_id } }),
    ]
    if (noted !== null) await noteIds(test.database.db, noted, null)
    const file = async () => (await test.call('GET', `/api/v1/files/${file_id}`, { as: somebody })).status
    await remove(somebody, one.execution_id)
    expect(await file()).toBe(200)
    await remove(somebody, two.execution_id)
    expect(await file()).toBe(404)
  })

  it('keeps a document that a version names which is published, sold or kept by a name, whatever the draft says now', async () => {
    const creator = await test.person('seller')
    const { pool } = test.database
    const naming = (file_id: string) =>
      workflow([node('start', 'manual_trigger'), set('done', { file: { file_id } })], wires('start > done'))
    const make = async (document: object): Promise<string> =>
      (await test.call('POST', '/api/v1/workflows', { as: creator, body: { name: 'Prices', document } })).body.data.id
    const on = (id: string, verb: string, body: object, method = 'POST') =>
      test.call(method, `/api/v1/workflows/${id}${verb}`, { as: creator, body: { base_revision: 0, ...body } })
    const keeping: Record<string, (file_id: string) => Promise<unknown>> = {
      published: async (file_id) => {
        const id = await make(naming(file_id))
        await on(id, '/publish', {})
        await on(id, '', { document: reading }, 'PUT')
      },
      checkpoint: async (file_id) => {
        const id = await make(naming(file_id))
        await on(id, '/checkpoints', { name: 'With prices' })
        await on(id, '', { document: reading }, 'PUT')
      },
      sold: async (file_id) => {
        await addAgent(pool, creator.id, naming(file_id))
        await pool.query('update workflows set document = $2 where owner_id = $1', [creator.id, reading])
      },
    }
    for (const [how, keep] of Object.entries(keeping)) {
      const file_id = await upload(creator, freshMarker())
      await keep(file_id)
      const { execution_id } = await run(creator, 'reading', { text: 'x', file: { file_id } })
      await remove(creator, execution_id)
      expect((await test.call('GET', `/api/v1/files/${file_id}`, { as: creator })).status, how).toBe(200)
    }
  })

  it('keeps a document that a row of a data table or a waiting document of a batch names, until that is gone, too', async () => {
    const somebody = await test.person()
    const { pool } = test.database
    const keeping: Record<string, (file_id: string) => Promise<unknown>> = {
      table: (file_id) =>
        pool.query(
          `with made as (insert into data_tables (owner_id, name, columns, next_column) values ($1, 'Bills', '[]', 1) returning id)
           insert into data_table_rows (table_id, cells) select id, $2 from made`,
          [somebody.id, { c1: { file_id } }],
        ),
      batch: (file_id) =>
        pool.query(
          `with made as (insert into batches (owner_id, name, status) values ($1, 'Bills', 'draft') returning id)
           insert into batch_items (batch_id, position, name, input) select id, 0, 'bill.pdf', $2 from made`,
          [somebody.id, { file: { file_id } }],
        ),
    }
    for (const [how, keep] of Object.entries(keeping)) {
      const file_id = await upload(somebody, freshMarker())
      await keep(file_id)
      const file = async () => (await test.call('GET', `/api/v1/files/${file_id}`, { as: somebody })).status
      const given = async () => (await run(somebody, 'reading', { text: how, file: { file_id } })).execution_id
      await remove(somebody, await given())
      expect(await file(), how).toBe(200)
      const last = await given()
      await pool.query('delete from data_tables where owner_id = $1', [somebody.id])
      await pool.query('delete from batches where owner_id = $1', [somebody.id])
      await remove(somebody, last)
      expect(await file(), how).toBe(404)
    }
  })

  it('of a call from outside takes along what came with it, not a file of the owner that the caller names', async () => {
    const creator = await test.person('seller')
    const own = await upload(creator, freshMarker())
    const body = { file: { file_id: '{{ $trigger.body.file.file_id }}' } }
    const made = async (document: object) =>
      (await test.call('POST', '/api/v1/workflows', { as: creator, body: { name: 'Called', document } })).body.data
    const inner = await made(workflow([node('start', 'workflow_trigger'), set('done', body)], wires('start > done')))
    await test.call('POST', `/api/v1/workflows/${inner.id}/publish`, { as: creator, body: { base_revision: 0 } })
    const call = node('call', 'sub_workflow', { workflow_id: inner.id, input: '{{ $trigger }}' })
    const start = node('start', 'webhook_trigger', { respond: 'when_finished' })
    const { hook } = await made(workflow([start, call], wires('start > call')))
    const form = new FormData()
    form.append('bill', new File(['total 5'], 'bill.txt', { type: 'text/plain' }))
    const sent = new Response(form)
    const type = sent.headers.get('content-type') ?? ''
    await test.call('POST', hook.path, {
      payload: Buffer.from(await sent.arrayBuffer()),
      headers: { 'content-type': type },
    })
    await test.call('POST', hook.path, { body: { file: { file_id: own } } })
    const { rows } = await test.database.pool.query(
      'select id, input from executions where owner_id = $1 and parent_id is null',
      [creator.id],
    )
    for (const { id } of rows)
      await expect.poll(async () => (await read(creator, id)).body.data.status).toBe('succeeded')
    const received = rows.map(({ input }) => input.body.bill?.file_id).find(Boolean)
    expect((await test.call('GET', `/api/v1/files/${received}`, { as: creator })).status).toBe(200)
    for (const { id } of rows) expect((await remove(creator, id)).status).toBe(200)
    expect((await test.call('GET', `/api/v1/files/${received}`, { as: creator })).status).toBe(404)
    expect((await test.call('GET', `/api/v1/files/${own}`, { as: creator })).status).toBe(200)
  })

  it.each([
    ['at once', null],
    ['and noted meanwhile', 100],
  ])('keeps the outputs a retry reuses, %s, until the retry is deleted', async (_, noted) => {
    const somebody = await test.person()
    const marker = freshMarker()
    const first = await run(somebody, 'failing', { text: marker })
    fails = false
    const retried = await test.call('POST', `/api/v1/executions/${first.execution_id}/control`, {
      as: somebody,
      body: { action: 'retry' },
    })
    const second = retried.body.data.execution_id
    await test.engine.engine.result(second, 5000)
    fails = true
    if (noted !== null) await noteIds(test.database.db, noted, null)
    await remove(somebody, first.execution_id)
    const large = await test.call('GET', `/api/v1/executions/${second}/nodes/large/output`, { as: somebody })
    expect(large.body.data.output.text).toContain(marker)
    await remove(somebody, second)
    expect(await whereIs(marker)).toEqual([])
  })

  it('takes along the documents of runs whose retention period ended', async () => {
    const somebody = await test.person()
    const marker = freshMarker()
    const file_id = await upload(somebody, marker)
    const { execution_id: id } = await run(somebody, 'reading', { text: marker, file: { file_id } })
    await test.database.pool.query(
      `update executions set created_at = now() - interval '2 days', finished_at = now() - interval '2 days' where id = $1`,
      [id],
    )
    const none = { visitor_hours: 24, failed_days: null, runs_days: null, model_calls_days: null }
    await enforceRetention(test.database.db, { ...none, succeeded_days: 1 })
    expect((await test.call('GET', `/api/v1/files/${file_id}`, { as: somebody })).status).toBe(404)
    expect((await read(somebody, id)).body.data.input).toBeNull()
  })

  it('needs an API key with the scope for it', async () => {
    const somebody = await test.person()
    const { execution_id: id } = await run(somebody, 'reading', { text: 'x' })
    const keyOf = async (scopes: string[]): Promise<Person> => {
      const made = await test.call('POST', '/api/v1/api-keys', { as: somebody, body: { name: 'Key', scopes } })
      return { ...somebody, token: made.body.data.secret }
    }
    const refused = await remove(await keyOf(['run', 'read']), id)
    expect([refused.status, refused.body.status.message]).toEqual([
      403,
      'This API key may not do this: it needs the scope delete.',
    ])
    expect((await remove(await keyOf(['delete']), id)).status).toBe(200)
  })
})
