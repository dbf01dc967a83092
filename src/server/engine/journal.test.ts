import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { toStorableJson } from '#server/platform/database/storable-json.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/engine.ts'
import { createJournal, type Journal, JournalRefusal } from './journal.ts'
import type { ExecutionRow } from './journal-sql.ts'
import { Fenced, Recorder, StartTooLate } from './recorder.ts'
import { executionRow } from './request.ts'
import { takeExecution } from './store.ts'

let database: TestDatabase
let journal: Journal
beforeAll(async () => {
  database = await createTestDatabase()
  journal = await createJournal({ databaseUrl: database.url })
})
afterAll(async () => {
  await journal.close()
  await database.drop()
})

const newRow = (): ExecutionRow =>
  executionRow(
    {
      workflow_version_id: uuidv7(),
      input: { n: 1 },
      trigger: 'manual',
      priority: 'normal',
      owner: { visitor_key: 'v' },
      mode: 'now',
    },
    uuidv7(),
    'me',
  )
const recorderOf = (row: ExecutionRow) => new Recorder(journal, { id: row.id, epoch: 1, seq: 0, start: row }, () => {})
const done = (node_id: string, output: string | null = null) =>
  ({ node_id, status: 'succeeded', output, started_at: 1, finished_at: 2 }) as const
const end = { status: 'succeeded', output: { ok: true }, error: null, finished_at: new Date().toISOString() } as const
/** Nothing is stored until the connection ends. */
async function lockExecutions(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin; lock table executions in share mode')
  return client
}
const stored = async (id: string) => ({
  status: (await database.pool.query('select status from executions where id = $1', [id])).rows[0]?.status,
  nodes: (
    await database.pool.query('select node_id from node_runs where execution_id = $1 order by seq', [id])
  ).rows.map((row) => row.node_id),
})

describe('the journal', () => {
  it('writes a whole run in one batch', async () => {
    const row = newRow()
    const recorder = recorderOf(row)
    recorder.add(done('a'))
    recorder.add(done('b'))
    const before = journal.counters.entries
    await recorder.end(end)
    expect(journal.counters.entries - before).toBe(1)
    expect(await stored(row.id)).toEqual({ status: 'succeeded', nodes: ['a', 'b'] })
  })

  it('commits many executions together', async () => {
    const before = journal.counters.batches
    const rows = Array.from({ length: 100 }, newRow)
    await Promise.all(rows.map((row) => recorderOf(row).end(end)))
    expect(journal.counters.batches - before).toBeLessThan(20)
    const ids = rows.map((row) => row.id)
    const count = await database.pool.query(
      `select count(*)::int as n from executions where id = any($1) and status = 'succeeded'`,
      [ids],
    )
    expect(count.rows[0].n).toBe(100)
  })

  it('refuses rows and the end of an execution that another process has taken', async () => {
    const row = newRow()
    const recorder = recorderOf(row)
    recorder.add(done('a'))
    await recorder.settled()
    const other = await takeExecution(database.pool, row.id, 'me', 'lost')
    expect(other?.epoch).toBe(2)
    recorder.add(done('stale'))
    await expect(recorder.settled()).rejects.toThrow(Fenced)
    await expect(new Recorder(journal, { id: row.id, epoch: 1, seq: 9 }, () => {}).end(end)).rejects.toThrow(Fenced)
    const rightful = new Recorder(journal, { id: row.id, epoch: 2, seq: 1 }, () => {})
    rightful.add(done('b'))
    await rightful.end(end)
    expect(await stored(row.id)).toEqual({ status: 'succeeded', nodes: ['a', 'b'] })
  })

  it('lets one entry that cannot be stored fail alone', async () => {
    const good = newRow()
    const bad = { ...newRow(), workflow_id: 'not-a-uuid' }
    const results = await Promise.allSettled([recorderOf(good).end(end), recorderOf(bad).end(end)])
    expect(results[0].status).toBe('fulfilled')
    expect((results[1] as PromiseRejectedResult).reason).toBeInstanceOf(JournalRefusal)
    expect((await stored(good.id)).status).toBe('succeeded')
  })

  it('continues after its connections were killed, with every row once', async () => {
    const rows = Array.from({ length: 300 }, newRow)
    const work = rows.map(async (row, index) => {
      const recorder = recorderOf(row)
      await new Promise((resolve) => setTimeout(resolve, index))
      recorder.add(done('a'))
      await recorder.settled()
      recorder.add(done('b'))
      await recorder.end(end)
    })
    for (let kill = 0; kill < 5; kill++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chowk journal' and datname = current_database()`,
      )
    }
    await Promise.all(work)
    expect(journal.counters.retries).toBeGreaterThan(0)
    const ids = rows.map((row) => row.id)
    const found = await database.pool.query(
      `select count(*)::int as n from executions e where id = any($1) and status = 'succeeded'
         and (select array_agg(node_id order by seq) from node_runs where execution_id = e.id) = array['a', 'b']`,
      [ids],
    )
    expect(found.rows[0].n).toBe(300)
  })

  it('does not send a start again that is too late by the end of an outage: whoever gave it its id has begun another', async () => {
    const row = newRow()
    const start_by = Date.now() + MINUTE_MS
    const recorder = new Recorder(journal, { id: row.id, epoch: 1, seq: 0, start: row, start_by }, () => {})
    const other = await lockExecutions()
    const refused = expect(recorder.settled()).rejects.toThrow(StartTooLate)
    const writers = `from pg_stat_activity where application_name = 'chowk journal' and datname = current_database()`
    await until(
      async () => (await database.pool.query(`select ${writers} and wait_event_type = 'Lock'`)).rowCount === 1,
    )
    vi.useFakeTimers({ now: start_by + 1, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    await database.pool.query(`select pg_terminate_backend(pid) ${writers}`)
    await refused
    await other.end()
    expect((await stored(row.id)).status).toBeUndefined()
  })

  it('sends everything else of a run that was stored in time', async () => {
    const row = newRow()
    const start_by = Date.now() + MINUTE_MS
    const recorder = new Recorder(journal, { id: row.id, epoch: 1, seq: 0, start: row, start_by }, () => {})
    await recorder.settled()
    vi.useFakeTimers({ now: start_by + 1, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    recorder.add(done('a'))
    await recorder.end(end)
    expect(await stored(row.id)).toEqual({ status: 'succeeded', nodes: ['a'] })
  })

  it('keeps the order of rows of one execution', async () => {
    const row = newRow()
    const recorder = recorderOf(row)
    for (let index = 0; index < 50; index++) {
      recorder.add(done(`n${index}`))
      if (index % 3 === 0) void recorder.flush()
      if (index % 10 === 0) await recorder.settled()
    }
    await recorder.end(end)
    expect((await stored(row.id)).nodes).toEqual(Array.from({ length: 50 }, (_, index) => `n${index}`))
  })

  it('gives an output back with its keys in the order the node gave', async () => {
    const row = newRow()
    const recorder = recorderOf(row)
    const order = { id: 7, customer: 'Asha', amount: 5, items: [], email: 'a@b.example' }
    recorder.add({ ...done('o'), output: order })
    await recorder.end(end)
    const found = await database.pool.query('select output from node_runs where execution_id = $1', [row.id])
    expect(JSON.stringify(found.rows[0].output)).toBe(JSON.stringify(order))
  })

  it('reads every row through the view once, the newest of a node', async () => {
    const row = newRow()
    const recorder = recorderOf(row)
    recorder.add({ node_id: 'w', status: 'waiting', started_at: 1 })
    await recorder.settled()
    recorder.add(done('w', 'answered'))
    await recorder.end(end)
    const found = await database.pool.query(
      'select node_id, status, seq, output, port, attempts from node_runs where execution_id = $1',
      [row.id],
    )
    expect(found.rows).toEqual([
      { node_id: 'w', status: 'succeeded', seq: 2, output: 'answered', port: 'out', attempts: 1 },
    ])
  })
})

describe('storable', () => {
  it('replaces what Postgres cannot hold and nothing else', () => {
    const value = { a: 'x\u0000y', b: '\ud800', c: '\udfff!', d: '\\u0000', e: '\\\\u0000', f: '😀', g: '\u0001' }
    expect(JSON.parse(toStorableJson(JSON.stringify(value)))).toEqual({
      ...value,
      a: 'x\ufffdy',
      b: '\ufffd',
      c: '\ufffd!',
    })
  })
})
