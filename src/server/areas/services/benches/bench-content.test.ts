import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queueMail } from '#server/platform/mail/mail.ts'
import type { Person } from '#test/support/app.ts'
import { type BenchApp, createBenchApp, oneCase } from '#test/support/benches.ts'

let app: BenchApp
beforeAll(async () => {
  app = await createBenchApp()
})
afterAll(() => app.test.close())

const call = (method: string, path: string, body?: object, as?: Person | null) =>
  app.call(method, path, body, as ?? null)

describe('what went in and came out', () => {
  const MARK = 'zebra-quartz-9417'
  /** Everything of the database that holds the words. */
  async function holding(text: string): Promise<string[]> {
    const { pool } = app.test.database
    const { rows } = await pool.query(
      `select schemaname as s, tablename as t from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { s, t } of rows) {
      const hit = await pool.query(`select 1 from "${s}"."${t}" x where x::text ilike '%' || $1 || '%' limit 1`, [text])
      if (hit.rows.length > 0) found.push(`${s}.${t}`)
    }
    return found
  }
  async function upload(as: Person, text: string): Promise<string> {
    const boundary = 'bench-boundary'
    const payload = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${text}.txt"\r\ncontent-type: text/plain\r\n\r\n${text}\r\n--${boundary}--\r\n`
    const answer = await app.test.call('POST', '/api/v1/files', {
      as,
      payload,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    return answer.body.data.id
  }
  const marked = (file_id: string) => [
    oneCase(`${MARK} 1`, [MARK]),
    oneCase(`${MARK} 2`, [`${MARK} never`]),
    { ...oneCase(`${MARK} 3`), input: { text: `${MARK} 3`, paper: { file_id } } },
  ]
  const schema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      paper: { type: 'object', format: 'file', properties: { file_id: { type: 'string' } } },
    },
    required: ['text'],
  }
  const takesFiles = (what: 'echo' | 'refuse') => app.agent(what, 0, schema)

  it('is gone from every table and from the disk at the time that was stated; the figures stay', async () => {
    const who = await app.test.person()
    const file = await upload(who, MARK)
    const id = await app.draft(who, [await takesFiles('echo'), await takesFiles('refuse')], marked(file), 1)
    await app.start(id, who)
    const before = await app.done(id, who)
    expect(await holding(MARK)).toEqual(
      expect.arrayContaining(['public.executions', 'public.journal', 'public.bench_cases', 'public.files']),
    )
    expect(new Date(before.delete_at).getTime() - new Date(before.started_at ?? '').getTime()).toBe(86_400_000)
    await app.test.database.pool.query('update benches set delete_at = now() where id = $1', [id])
    await app.sweep()
    expect(await holding(MARK)).toEqual([])
    await expect(app.test.files.borrow(file)).rejects.toThrow()
    const after = await app.read(id, who)
    expect(after).toMatchObject({ cases: [], deleted_at: expect.any(String), figures: before.figures })
    expect(after.runs.every(({ answer, note }) => answer === null && note === '')).toBe(true)
    expect(
      (await call('PUT', `/benches/${id}/cases/0`, { expected: MARK, scorer: { type: 'exact' } }, who)).status,
    ).toBe(409)
    const run = await call('GET', `/executions/${before.runs[0]?.execution_id}`, undefined, who)
    expect(run.body.data).toMatchObject({ input: null, output: null, payload_removed_at: expect.any(String) })
  })

  it('goes at once when its owner says so, also while it runs; then the bench itself', async () => {
    const who = await app.rich(10_000)
    app.gate.close()
    const file = await upload(who, MARK)
    const agent = await app.agent('hang', 100, schema)
    const id = await app.draft(who, [agent], marked(file))
    await app.start(id, who)
    await app.running(who)
    const deleted = await call('DELETE', `/benches/${id}`, undefined, who)
    expect(deleted.body.data).toMatchObject({ status: 'cancelled', cases: [], deleted_at: expect.any(String) })
    app.gate.open()
    await app.sweep()
    expect(await holding(MARK)).toEqual([])
    expect(await app.money(who)).toEqual([10_000, 0])
    expect((await call('DELETE', `/benches/${id}`, undefined, who)).body.data).toBeNull()
    expect((await call('GET', `/benches/${id}`, undefined, who)).status).toBe(404)
  })

  it('that a run mailed is nobody else’s, and goes as well', async () => {
    const who = await app.test.person()
    const admin = await app.test.person('super_admin')
    const id = await app.draft(who, [await takesFiles('echo')], [oneCase('a'), oneCase('b'), oneCase('c')])
    await app.start(id, who)
    const { runs } = await app.done(id, who)
    const { db } = app.test.database
    const [run] = runs
    await queueMail(db, { to: 'a@example.com', subject: MARK, text: MARK, execution_id: run?.execution_id ?? '' })
    const outbox = await call('GET', '/admin/outbox', undefined, admin)
    expect(outbox.status).toBe(200)
    expect(JSON.stringify(outbox.body)).not.toContain(MARK)
    await call('DELETE', `/benches/${id}`, undefined, who)
    expect(await holding(MARK)).toEqual([])
  })

  it('of a draft that was never started goes as well', async () => {
    const who = await app.test.person()
    const file = await upload(who, MARK)
    const id = await app.draft(who, [await takesFiles('echo')], marked(file))
    expect((await call('DELETE', `/benches/${id}`, undefined, who)).body.data).toBeNull()
    expect(await holding(MARK)).toEqual([])
  })

  it('is nobody else’s: not the seller’s, not an admin’s', async () => {
    const who = await app.test.person()
    const admin = await app.test.person('super_admin')
    const id = await app.draft(
      who,
      [await app.agent('refuse', 0), await app.agent('echo', 0)],
      [oneCase(MARK, [MARK]), oneCase('b'), oneCase('c')],
    )
    await app.start(id, who)
    const { runs } = await app.done(id, who)
    for (const other of [app.seller, admin]) {
      for (const { execution_id } of runs)
        expect((await call('GET', `/executions/${execution_id}`, undefined, other)).status).toBe(404)
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['GET', '/plan', undefined],
        ['PUT', '', { agent_ids: [(await app.agent('echo', 0)).id], cases: [], same_as: {}, keep_days: 7 }],
        ['POST', '/start', { most_paise: 0 }],
        ['POST', '/cancel', undefined],
        ['PUT', '/cases/0', { expected: 'x', scorer: { type: 'exact' } }],
        ['PUT', '/runs/0/0', { right: true }],
        ['DELETE', '', undefined],
      ] as const)
        expect((await call(method, `/benches/${id}${path}`, body, other)).status, `${method} ${path}`).toBe(404)
    }
    const everybody = await app.test.call('GET', '/api/v1/executions', { as: admin, query: { scope: 'all' } })
    expect(JSON.stringify(everybody.body)).not.toContain(MARK)
    const failed = await app.test.call('GET', '/api/v1/recovery/executions', { as: admin, query: { scope: 'all' } })
    expect(JSON.stringify(failed.body)).not.toContain(MARK)
    const notices = await app.test.database.pool.query(
      'select 1 from notice_causes c join bench_runs r on r.execution_id = c.execution_id',
    )
    expect(notices.rows).toEqual([])
    const again = await call('POST', `/executions/${runs[0]?.execution_id}/control`, { action: 'rerun' }, who)
    expect(again.body.errors[0].code).toBe('illegal_transition')
  })
})
