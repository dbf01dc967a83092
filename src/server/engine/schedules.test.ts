import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { timeZoneOf } from '#nodes/lib/triggers/cron.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  createTestEngine,
  node,
  set,
  storeWorkflow,
  type TestEngine,
  until,
  wires,
  workflow,
} from '#test/support/engine.ts'
import { insertUser } from '#test/support/users.ts'
import { nextRun, nextRuns, runsFor, startDue } from './schedules.ts'

let database: TestDatabase
let test: TestEngine
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database)
})
afterAll(async () => {
  await test.engine.stop()
  await database.drop()
})

const document = workflow(
  [node('start', 'schedule_trigger'), set('at', { at: '{{ $input.due_at }}' })],
  wires('start > at'),
)
async function schedule(config: object, next: string | null) {
  const { workflow_id } = await storeWorkflow(database.pool, test.owner, document)
  await database.pool.query(
    `insert into workflow_triggers (workflow_id, type, config, next_run_at) values ($1, 'schedule', $2, $3)`,
    [workflow_id, JSON.stringify(config), next],
  )
  return workflow_id
}
const trigger = async (workflow_id: string) =>
  (
    await database.pool.query('select next_run_at, enabled from workflow_triggers where workflow_id = $1', [
      workflow_id,
    ])
  ).rows[0]
const runs = async (workflow_id: string) =>
  (await database.pool.query('select status, output from executions where workflow_id = $1', [workflow_id])).rows

describe('schedules', () => {
  it('start one run for a time that has come, however many were missed, and set the next', async () => {
    const id = await schedule({ cron: '*/5 * * * *', time_zone: 'UTC' }, '2026-01-31T09:30:00.000Z')
    await until(async () => (await runs(id))[0]?.status === 'succeeded')
    expect(await runs(id)).toEqual([{ status: 'succeeded', output: { at: '2026-01-31T09:30:00.000Z' } }])
    const { next_run_at, enabled } = await trigger(id)
    expect(enabled).toBe(true)
    expect(next_run_at.getTime()).toBeGreaterThan(Date.now())
    expect(next_run_at.getUTCMinutes() % 5).toBe(0)
  })

  it('give a new trigger its first time without running it', async () => {
    const id = await schedule({ cron: '0 9 * * 1-5', time_zone: 'Asia/Kolkata' }, null)
    const at = await until(async () => (await trigger(id)).next_run_at as Date | undefined)
    // 09:00 in India is 03:30 in UTC.
    expect([at.getUTCHours(), at.getUTCMinutes()]).toEqual([3, 30])
    expect(await runs(id)).toEqual([])
  })

  it('put one that cannot be read out of the way', async () => {
    const id = await schedule({ cron: 'whenever' }, '2026-01-31T09:30:00.000Z')
    await until(async () => (await trigger(id)).enabled === false)
    expect(nextRun({ cron: 'whenever' }, new Date())).toBeNull()
  })

  it('wait while they are paused, and go on afterwards by their policy', async () => {
    const id = await schedule({ cron: '0 * * * *', time_zone: 'UTC', missed: 'skip' }, null)
    await until(async () => (await trigger(id)).next_run_at as Date | undefined)
    const set = (sql: string) => database.pool.query(`update workflow_triggers set ${sql} where workflow_id = $1`, [id])
    await set(`paused_at = now(), next_run_at = now() - interval '3 hours'`)
    await startDue(database.pool, async () => 'none')
    expect((await trigger(id)).next_run_at.getTime()).toBeLessThan(Date.now())
    await set('paused_at = null')
    await until(async () => (await trigger(id)).next_run_at > new Date())
    expect(await runs(id)).toEqual([])
  })

  it('let times pass while their owner is blocked, and are not made up for', async () => {
    const { pool } = database
    const id = await schedule({ cron: '*/5 * * * *', time_zone: 'UTC', missed: 'run_all' }, null)
    await until(async () => (await trigger(id)).next_run_at)
    const comes = () =>
      pool.query(`update workflow_triggers set next_run_at = now() - interval '5 seconds' where workflow_id = $1`, [id])
    const passed = () => until(async () => (await trigger(id)).next_run_at.getTime() > Date.now())
    const owner = await insertUser(database, 'seller')
    await pool.query('update workflows set owner_id = $2 where id = $1', [id, owner])
    for (const [status, until_] of [
      ['blocked', null],
      ['blocked', '1 day'],
      ['deactivated', null],
    ]) {
      await pool.query(`update users set status = $2, blocked_until = now() + $3::interval where id = $1`, [
        owner,
        status,
        until_,
      ])
      await comes()
      await passed()
    }
    expect(await runs(id)).toEqual([])
    await pool.query(`update users set status = 'blocked', blocked_until = now() - interval '1 minute' where id = $1`, [
      owner,
    ])
    await comes()
    await until(async () => (await runs(id))[0]?.status === 'succeeded')
    expect(await runs(id)).toHaveLength(1)
  })

  it('start a time once although the clock of the server is behind that of the database', async () => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000
    const due: unknown[] = []
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await schedule({ cron: '* * * * *', time_zone: 'UTC' }, new Date(minute).toISOString())
      for (const behind of [2000, 1000]) {
        vi.setSystemTime(minute - behind)
        await startDue(database.pool, async (_client, { input }) => {
          due.push((input as { due_at: string }).due_at)
          return 'an execution'
        })
      }
    } finally {
      vi.useRealTimers()
    }
    expect(new Set(due).size).toBe(due.length)
  })

  it('start a time once, however many workers look', async () => {
    const id = await schedule({ cron: '*/5 * * * *', time_zone: 'UTC', missed: 'run_all', most_missed: 3 }, null)
    await until(async () => (await trigger(id)).next_run_at as Date | undefined)
    await database.pool.query(
      `update workflow_triggers set next_run_at = date_trunc('hour', now()) - interval '1 hour' where workflow_id = $1`,
      [id],
    )
    const seen: unknown[] = []
    const worker = () =>
      startDue(database.pool, async (_client, request) => {
        if (request.workflow_id === id) seen.push(request.input)
        return 'counted'
      })
    // The sweeper of the engine under test looks as well.
    await Promise.all(Array.from({ length: 8 }, worker))
    expect(seen.length + (await runs(id)).length).toBe(3)
    expect((await trigger(id)).next_run_at.getTime()).toBeGreaterThan(Date.now())
  })
})

describe('times', () => {
  const at = (cron: string, time_zone: string, after: string, count = 3) =>
    nextRuns({ cron, time_zone }, new Date(after), count).map((time) => time.toISOString().slice(0, 16))

  it('that the clock skips run when it moves on', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00. 02:30 is then 03:30, once.
    expect(at('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:30',
      '2026-03-30T00:30',
    ])
    // São Paulo, 4 November 2018: there was no midnight.
    expect(at('0 0 * * *', 'America/Sao_Paulo', '2018-11-03T12:00:00Z', 2)).toEqual([
      '2018-11-04T03:00',
      '2018-11-05T02:00',
    ])
    expect(at('30 1,2,3 * * *', 'America/New_York', '2026-03-08T00:00:00Z')).toEqual([
      '2026-03-08T06:30',
      '2026-03-08T07:30',
      '2026-03-09T05:30',
    ])
  })

  it('that the clock shows twice run once, but every half hour is every half hour', () => {
    expect(at('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30',
      '2026-10-26T01:30',
    ])
    expect(at('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:31:00Z', 1)).toEqual(['2026-10-26T01:30'])
    expect(at('*/30 * * * *', 'Europe/Berlin', '2026-10-25T00:00:00Z', 4)).toEqual([
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ])
  })

  it('are the same in any spelling of the time zone, of which one is known', () => {
    const of = (time_zone: string) => nextRuns({ cron: '0 9 * * *', time_zone }, new Date('2026-01-01T00:00:00Z'), 2)
    expect(of('asia/KOLKATA')).toEqual(of('Asia/Kolkata'))
    expect(timeZoneOf('asia/KOLKATA')).toBe(timeZoneOf('Asia/Kolkata'))
  })

  it('never come, or cannot be read', () => {
    expect(at('0 0 30 2 *', 'UTC', '2026-01-01T00:00:00Z')).toEqual([])
    expect(nextRuns({ cron: 'whenever' }, new Date(), 5)).toEqual([])
  })

  it.each([
    ['run_once', [['08:00', 4]]],
    ['skip', []],
    [
      'run_all',
      [
        ['10:00', 2],
        ['11:00', 0],
        ['12:00', 0],
      ],
    ],
  ])('that were missed are made up for by %s', (missed, expected) => {
    const config = { cron: '0 * * * *', time_zone: 'UTC', missed, most_missed: 3 }
    const found = runsFor(config, new Date('2026-01-31T08:00:00Z'), new Date('2026-01-31T12:30:00Z'))
    expect(found.map((run) => [run.due_at.toISOString().slice(11, 16), run.missed])).toEqual(expected)
  })

  it('that are a little late are not missed', () => {
    const due = new Date('2026-01-31T08:00:00Z')
    const config = { cron: '0 * * * *', time_zone: 'UTC', missed: 'skip' }
    expect(runsFor(config, due, new Date('2026-01-31T08:00:20Z'))).toEqual([{ due_at: due, missed: 0 }])
  })
})
