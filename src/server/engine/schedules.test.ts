import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
import { nextRun } from './schedules.ts'

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
})
