import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import type { RetentionPolicy } from '#server/platform/retention-policy.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createOwner } from '#test/support/engine.ts'
import { enforceRetention } from './retention.ts'

let database: TestDatabase
let owner = ''
beforeAll(async () => {
  database = await createTestDatabase()
  owner = await createOwner(database.pool)
})
afterAll(() => database.drop())

const GENEROUS: RetentionPolicy = {
  visitor_hours: 24,
  succeeded_days: null,
  failed_days: null,
  runs_days: null,
  model_calls_days: null,
}

interface Made {
  status?: string
  hours?: number
  visitor?: boolean
  source?: string
  parent?: string
}

/** A run that ended so many hours ago, with a large output, a file and a wait. */
async function run({ status = 'succeeded', hours = 1, visitor = false, source, parent }: Made): Promise<string> {
  const id = uuidv7()
  const { pool } = database
  const final = ['succeeded', 'failed', 'cancelled'].includes(status)
  await pool.query(
    `insert into executions (id, owner_id, visitor_key, run_token_hash, workflow_id, workflow_version_id, status, trigger, input,
       output, error, source_id, parent_id, created_at, finished_at)
     select $1, $2, $3, 'hash', gen_random_uuid(), gen_random_uuid(), $4, 'manual', '{"text":"Asha has diabetes"}', '{"a":1}',
       '{"code":"bad","message":"Asha is no date","node_id":"n"}', $5, $6, t, case when $7 then t end
     from (select now() - make_interval(hours => $8) as t) at`,
    [id, visitor ? null : owner, visitor ? 'somebody' : null, status, source ?? null, parent ?? null, final, hours],
  )
  const rows = [{ node_id: 'n', seq: 1, status: 'succeeded', stored: `executions/${id}/n.json`, started_at: 1 }]
  await pool.query('insert into journal (execution_id, seq, rows) values ($1, 1, $2)', [id, JSON.stringify(rows)])
  await pool.query(`insert into execution_waits (execution_id, node_id, wait) values ($1, 'n', '{"type":"timer"}')`, [
    id,
  ])
  await pool.query(
    `insert into files (owner_id, visitor_key, name, mime, bytes, sha256, execution_id) values ($1, $2, 'a', 'text/plain', 1, '', $3)`,
    [visitor ? null : owner, visitor ? 'somebody' : null, id],
  )
  return id
}

/** 'whole', 'line' (its data is gone) or 'gone'. */
async function left(id: string): Promise<string> {
  const { rows } = await database.pool.query(
    `select (select count(*)::int from journal where execution_id = $1)
       + (select count(*)::int from execution_waits where execution_id = $1)
       + (select count(*)::int from files where execution_id = $1 and expires_at is null) as data,
       (select to_jsonb(e) from executions e where e.id = $1) as run`,
    [id],
  )
  const { data, run: row } = rows[0]
  if (row === null) return data === 0 ? 'gone' : 'half'
  if (data === 3) return row.payload_removed_at === null ? 'whole' : 'half'
  const text = JSON.stringify(row)
  return data === 0 && row.payload_removed_at !== null && !text.includes('Asha') ? 'line' : 'half'
}

describe('what is kept', () => {
  it('of a visitor is a line after a day, of a user everything', async () => {
    const [old, young] = [await run({ visitor: true, hours: 25 }), await run({ visitor: true, hours: 23 })]
    const mine = await run({ hours: 24 * 4000 })
    await enforceRetention(database.db, GENEROUS)
    expect(await Promise.all([old, young, mine].map(left))).toEqual(['line', 'whole', 'whole'])
    const { rows } = await database.pool.query(`select path from leftovers where path = 'outputs/executions/' || $1`, [
      old,
    ])
    expect(rows).toHaveLength(1)
    const { rows: kept } = await database.pool.query('select run_token_hash, error from executions where id = $1', [
      old,
    ])
    expect(kept[0]).toMatchObject({ run_token_hash: null, error: { code: 'bad', node_id: 'n' } })
  })

  it('of a large result or input of a visitor is nothing after a day, its file included', async () => {
    const around = await run({ visitor: true, hours: 30 })
    const [result, inside] = [await run({ visitor: true, hours: 25 }), await run({ visitor: true, hours: 25 })]
    const { pool } = database
    await pool.query(`delete from journal where execution_id = any($1)`, [[result, inside]])
    await pool.query('update executions set output_file = $2 where id = $1', [
      result,
      `executions/${result}/-result.json`,
    ])
    await pool.query('update executions set input_file = $2 where id = $1', [
      inside,
      `executions/${around}/call.input.json`,
    ])
    await enforceRetention(database.db, GENEROUS)
    const { rows } = await pool.query(`select path from leftovers where path like any($1) order by path`, [
      [`%${result}`, `%${around}`, `%${inside}`],
    ])
    expect(rows.map(({ path }) => path)).toEqual(
      [around, result, inside].sort().map((id) => `outputs/executions/${id}`),
    )
    const { rows: named } = await pool.query(
      'select from executions where id = any($1) and (input_file is not null or output_file is not null)',
      [[result, inside]],
    )
    expect(named).toEqual([])
  })

  it.each([
    ['was cancelled', 'cancelled'],
    ['failed', 'failed'],
    ['succeeded', 'succeeded'],
  ])('of a run that %s is nothing, also of an output that no row names', async (_what, status) => {
    const id = await run({ visitor: true, hours: 25, status })
    const rows = [{ node_id: 'n', seq: 1, status: 'succeeded', started_at: 1 }]
    await database.pool.query('update journal set rows = $2 where execution_id = $1', [id, JSON.stringify(rows)])
    await enforceRetention(database.db, GENEROUS)
    const left = await database.pool.query(`select 1 from leftovers where path = 'outputs/executions/' || $1`, [id])
    expect(left.rows).toHaveLength(1)
  })

  it('of what a repeat copied from a run is there while the repeat is, and nothing afterwards', async () => {
    const { pool } = database
    const [first, second] = [await run({ hours: 24 * 50 }), await run({ hours: 24 * 10 })]
    const copied = [{ node_id: 'n', seq: 1, status: 'succeeded', stored: `executions/${first}/n.json`, started_at: 1 }]
    await pool.query('update journal set rows = $2 where execution_id = $1', [second, JSON.stringify(copied)])
    await pool.query('update executions set copied_ids = array[$2::uuid] where id = $1', [second, first])
    const isQueued = async () =>
      (await pool.query(`select from leftovers where path = 'outputs/executions/' || $1`, [first])).rowCount === 1
    await enforceRetention(database.db, { ...GENEROUS, succeeded_days: 30 })
    expect([await left(first), await isQueued()]).toEqual(['line', false])
    await enforceRetention(database.db, { ...GENEROUS, succeeded_days: 5 })
    expect([await left(second), await isQueued()]).toEqual(['line', true])
  })

  it('by the choice of its owner goes in turns: very many runs of one keep nobody else’s', async () => {
    const [busy, calm] = [await createOwner(database.pool), await createOwner(database.pool)]
    const of = async (user: string, hours: number) => {
      const id = await run({ hours })
      await database.pool.query('update executions set owner_id = $2 where id = $1', [id, user])
      await database.pool.query('update files set owner_id = $2 where execution_id = $1', [id, user])
      return id
    }
    const many = await Promise.all(Array.from({ length: 20 }, () => of(busy, 24 * 40)))
    const few = await Promise.all([of(calm, 24 * 8), of(calm, 24 * 6)])
    await database.pool.query('update users set keep_runs_days = 7 where id = any($1)', [[busy, calm]])
    await enforceRetention(database.db, GENEROUS, { batch: 2, most_batches: 4 })
    expect(await Promise.all(few.map(left))).toEqual(['line', 'whole'])
    const lines = async () => (await Promise.all(many.map(left))).filter((state) => state === 'line').length
    expect(await lines()).toBe(8)
    await enforceRetention(database.db, GENEROUS)
    expect(await lines()).toBe(20)
    await database.pool.query('update users set keep_runs_days = null where id = any($1)', [[busy, calm]])
  })

  it('follows the policy of the operator, each kind by its own', async () => {
    const ids = await Promise.all([
      run({ hours: 24 * 31 }),
      run({ hours: 24 * 29 }),
      run({ hours: 24 * 31, status: 'cancelled' }),
      run({ hours: 24 * 31, status: 'failed' }),
      run({ hours: 24 * 91, status: 'failed' }),
      run({ hours: 24 * 400 }),
    ])
    await enforceRetention(database.db, { ...GENEROUS, succeeded_days: 30, failed_days: 90, runs_days: 365 })
    expect(await Promise.all(ids.map(left))).toEqual(['line', 'whole', 'line', 'whole', 'line', 'gone'])
  })

  it.each(['queued', 'running', 'waiting', 'paused'])('of what is %s is everything', async (status) => {
    const [own, visitors] = [await run({ status, hours: 90_000 }), await run({ status, hours: 90_000, visitor: true })]
    const child = await run({ hours: 90_000, parent: own })
    await enforceRetention(database.db, {
      visitor_hours: 1,
      succeeded_days: 1,
      failed_days: 1,
      runs_days: 1,
      model_calls_days: null,
    })
    expect(await Promise.all([own, visitors, child].map(left))).toEqual(['whole', 'whole', 'whole'])
  })

  it('takes along the notices and mails that quote what was removed', async () => {
    const { pool } = database
    const [old, young] = [await run({ hours: 24 * 31 }), await run({ hours: 1 })]
    for (const [seq, id] of [old, young].entries()) {
      await pool.query(
        `insert into notifications (user_id, kind, title, message, href, seq) values ($1, 'run_failed', 'Failed', 'Asha', $2, $3)`,
        [owner, `/runs/${id}`, 100 + seq],
      )
      await pool.query(
        `insert into mails (id, to_address, subject, body, status, run_id) values (gen_random_uuid(), 'a@example.com', 'x', 'Asha', 'sent', $1)`,
        [id],
      )
    }
    await enforceRetention(database.db, { ...GENEROUS, succeeded_days: 30 })
    const { rows: notices } = await pool.query(`select href from notifications where message = 'Asha'`)
    const { rows: mails } = await pool.query(`select run_id from mails where body = 'Asha'`)
    expect([notices, mails]).toEqual([[{ href: `/runs/${young}` }], [{ run_id: young }]])
  })

  it('stays whole while a run made from it needs its outputs', async () => {
    const first = await run({ hours: 24 * 50 })
    const second = await run({ hours: 24 * 10, source: first })
    const policy = { ...GENEROUS, succeeded_days: 30 }
    await enforceRetention(database.db, policy)
    expect(await Promise.all([first, second].map(left))).toEqual(['whole', 'whole'])
    await database.pool.query(
      `update executions set created_at = created_at - interval '30 days', finished_at = finished_at - interval '30 days' where id = $1`,
      [second],
    )
    await enforceRetention(database.db, policy)
    await enforceRetention(database.db, policy)
    expect(await Promise.all([first, second].map(left))).toEqual(['line', 'line'])
  })

  it('lets calls of models go by their own days, but those of a run under way', async () => {
    const { pool } = database
    const [waiting, ended] = [await run({ status: 'waiting', hours: 100 }), await run({ hours: 100 })]
    const call = (name: string, days: number, execution: string | null, visitor: string | null = null) =>
      pool.query(
        `insert into model_calls (user_id, visitor_key, execution_id, model_id, model, input_tokens, output_tokens, cost_micros, created_at)
         values ($1, $2, $3, 'm', $4, 1, 1, 1, now() - make_interval(days => $5))`,
        [visitor ? null : owner, visitor, execution, name, days],
      )
    await call('old', 40, ended)
    await call('of no run', 40, null)
    await call('under way', 40, waiting)
    await call('young', 20, ended)
    await call('a visitor long ago', 181, null, 'somebody')
    const left = async () =>
      (await pool.query('select model from model_calls order by model')).rows.map(({ model }) => model)
    await enforceRetention(database.db, GENEROUS)
    expect(await left()).toEqual(['of no run', 'old', 'under way', 'young'])
    await enforceRetention(database.db, { ...GENEROUS, model_calls_days: 30 })
    expect(await left()).toEqual(['under way', 'young'])
  })

  it('is let go whatever the input and the steps of another run look like', async () => {
    const [odd, other] = [await run({ hours: 60 }), await run({ hours: 50 })]
    const dashes = '-'.repeat(36)
    await database.pool.query('update executions set input = $2 where id = $1', [odd, { file_id: dashes }])
    const rows = [{ node_id: 'n', seq: 1, status: 'succeeded', stored: `executions/${dashes}/n.json`, started_at: 1 }]
    await database.pool.query('update journal set rows = $2 where execution_id = $1', [odd, JSON.stringify(rows)])
    await enforceRetention(database.db, { ...GENEROUS, succeeded_days: 2 })
    expect([await left(odd), await left(other)]).toEqual(['line', 'line'])
  })

  it('of one kind that cannot be removed keeps no other kind', async () => {
    const gone = await run({ status: 'failed', hours: 60 })
    const never = Number.NaN
    await expect(
      enforceRetention(database.db, { ...GENEROUS, succeeded_days: never, failed_days: 2 }),
    ).rejects.toThrow()
    expect(await left(gone)).toBe('line')
  })

  it('is let go once by two that do it at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => run({ visitor: true, hours: 48 })))
    const counts = await Promise.all([enforceRetention(database.db, GENEROUS), enforceRetention(database.db, GENEROUS)])
    expect(counts[0].payloads + counts[1].payloads).toBe(ids.length)
  })

  it('is what /privacy promises of messages and logs', async () => {
    const { pool } = database
    const message = (years: number) =>
      pool.query(
        `insert into contact_messages (id, reference, topic, name, email, message, created_at)
         values (gen_random_uuid(), $1, 'other', 'A', 'a@example.com', 'Hello', now() - make_interval(years => $2))`,
        [`R${years}`, years],
      )
    await message(2)
    await message(4)
    await pool.query(
      `insert into visitor_usage (visitor_key, day, runs) values ('a', now() - interval '181 days', 1), ('b', now(), 1)`,
    )
    await enforceRetention(database.db, GENEROUS)
    expect((await pool.query('select reference from contact_messages')).rows).toEqual([{ reference: 'R2' }])
    expect((await pool.query('select visitor_key from visitor_usage')).rows).toEqual([{ visitor_key: 'b' }])
  })
})
