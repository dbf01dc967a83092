/** Waits that end while another branch of their run is busy, and the answers that come too late for them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { output } from '#nodes/node.ts'
import { HOUR_MS } from '#shared/time.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  type Behaviour,
  createTestEngine,
  node,
  type TestEngine,
  until,
  wires,
  workflow,
} from '#test/support/engine.ts'

let gate = Promise.withResolvers<void>()
let continued = 0
const inAnHour = () => new Date(Date.now() + HOUR_MS).toISOString()
const behaviours: Record<string, Behaviour> = {
  long: () => ({ type: 'wait', wait: { type: 'timer', until: inAnHour() } }),
  ask: () => ({ type: 'wait', wait: { type: 'approval', title: '?', details: null, until: inAnHour() } }),
  busy: async () => {
    await gate.promise
    return output('busy')
  },
  note: ({ input }) => {
    continued++
    return output(input)
  },
}

/** What the sweeper asks for waits that are over for a while. */
const OVERDUE = `now() - interval '5 seconds'`
let sweepsWaits = true
/** While set, the first question of every sweep is not answered before. */
let sweeping: Promise<void> | null = null
let asked = 0

/** A database that answers the sweeper as the test says. */
const swept = (pool: TestDatabase['pool']): TestDatabase['pool'] =>
  Object.assign(Object.create(pool), {
    query: async (text: string, values?: unknown[]) => {
      if (!sweepsWaits && String(text).includes(OVERDUE)) return { rows: [] }
      if (sweeping && String(text).includes('select distinct executor')) {
        asked++
        await sweeping
      }
      return pool.query(text, values)
    },
  })

let database: TestDatabase
let test: TestEngine
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine({ pool: swept(database.pool), url: database.url }, { behaviours })
})
afterAll(async () => {
  await test.engine.stop()
  await database.drop()
})

const nodes = (does: string) => [
  node('start', 'manual_trigger'),
  node('w', 'wait', { does }),
  node('after', 'pure', { does: 'note' }),
  node('b', 'pure', { does: 'busy' }),
]
async function begin(does: string) {
  gate = Promise.withResolvers()
  continued = 0
  const request = await test.publish(workflow(nodes(does), wires('start > w > after', 'start > b')))
  const { execution_id } = await test.engine.start(request())
  const waits = await until(async () => {
    const { rows } = await database.pool.query('select id from execution_waits where execution_id = $1', [execution_id])
    return rows[0] && rows
  })
  return { execution_id, wait_id: waits[0].id as string }
}
const endsAgo = (wait_id: string, seconds: number) =>
  database.pool.query('update execution_waits set until = now() - make_interval(secs => $2) where id = $1', [
    wait_id,
    seconds,
  ])
const jobComes = (id: string) =>
  database.pool.query(`update queue_jobs set due = now() where execution_id = $1 and reason like 'wait:%'`, [id])

describe('a wait beside a branch that is busy', () => {
  it('ends when its time has come, not when the other branch has ended', async () => {
    sweepsWaits = false
    const { execution_id, wait_id } = await begin('long')
    await endsAgo(wait_id, 0)
    await jobComes(execution_id)
    await until(async () => continued === 1)
    expect((await test.engine.result(execution_id, 0)).status).toBe('running')
    sweepsWaits = true
    gate.resolve()
    expect(await test.engine.result(execution_id, 5000)).toMatchObject({ status: 'succeeded' })
  })

  it('ends a little later when its job was lost', async () => {
    const { execution_id, wait_id } = await begin('long')
    await endsAgo(wait_id, 10)
    await until(async () => continued === 1)
    expect((await test.engine.result(execution_id, 0)).status).toBe('running')
    gate.resolve()
    expect(await test.engine.result(execution_id, 5000)).toMatchObject({ status: 'succeeded' })
  })
})

it('an answer that comes after the time for it is not taken', async () => {
  sweepsWaits = false
  const { execution_id, wait_id } = await begin('ask')
  await endsAgo(wait_id, 10)
  const answer = { type: 'approval', approved: true, comment: '', by: null } as const
  expect(await test.engine.resolveWait(wait_id, answer, null)).toEqual({ execution_id, now: false, late: true })
  sweepsWaits = true
  await until(async () => continued === 1)
  gate.resolve()
  const ended = await test.engine.result(execution_id, 5000)
  expect(ended).toMatchObject({ status: 'succeeded', output: { after: { type: 'timeout' } } })
  expect(await test.engine.resolveWait(wait_id, answer, null)).toEqual({ execution_id, now: false, late: false })
})

it('a sweep that the database does not answer holds up neither schedules nor a stop', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  sweeping = promise
  await until(async () => asked === 1)
  const request = await test.publish(
    workflow([node('start', 'schedule_trigger', { cron: '0 0 1 1 *', time_zone: 'UTC' })], []),
  )
  await database.pool.query(
    `insert into workflow_triggers (workflow_id, type, config, next_run_at)
     select workflow_id, 'schedule', '{"cron": "0 0 1 1 *", "time_zone": "UTC"}', now()
     from workflow_versions where id = $1`,
    [request().workflow_version_id],
  )
  await until(async () => {
    const runs = await database.pool.query(`select from executions where trigger = 'schedule' and status = 'succeeded'`)
    return runs.rowCount === 1
  })
  await test.engine.drain(200)
  sweeping = null
  resolve()
})
