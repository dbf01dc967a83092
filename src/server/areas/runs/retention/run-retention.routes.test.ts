import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RetentionPolicy } from '#server/platform/retention-policy.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { enforceRetention } from './retention.ts'

const document = workflow(
  [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
  wires('start > done'),
)
const OPERATOR: RetentionPolicy = {
  visitor_hours: 24,
  succeeded_days: 30,
  failed_days: 10,
  runs_days: null,
  model_calls_days: null,
}

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ deps: { retention: OPERATOR } })
  const seller = await test.person('seller')
  await addAgent(test.database.pool, seller.id, document, { slug: 'coder' })
})
afterAll(() => test.close())

const choose = (as: Person | null, keep_days: number | null) =>
  test.call('PUT', '/api/v1/users/me/run-retention', { as, body: { keep_days } })

/** A run that ended so many days ago. @returns whether its content is still there */
async function oldRun(as: Person, days: number): Promise<() => Promise<boolean>> {
  const { body } = await test.call('POST', '/api/v1/workflows/execute', {
    as,
    body: { agent_id: 'coder', input: { text: 'private' }, wait_ms: 5000 },
  })
  const id = body.data.execution_id
  await test.database.pool.query(
    `update executions set created_at = now() - make_interval(days => $2), finished_at = now() - make_interval(days => $2) where id = $1`,
    [id, days],
  )
  return async () => (await test.call('GET', `/api/v1/executions/${id}`, { as })).body.data.input !== null
}

describe('how long an account keeps its runs', () => {
  it('is chosen by its person, and past runs follow, those of others not', async () => {
    const [me, other] = [await test.person(), await test.person()]
    const [old, young, others] = [await oldRun(me, 8), await oldRun(me, 6), await oldRun(other, 8)]
    expect((await choose(me, 7)).body.data).toEqual({
      keep_days: 7,
      choices: [1, 7, 30],
      operator: { succeeded_days: 30, failed_days: 10 },
    })
    await enforceRetention(test.database.db, OPERATOR)
    expect([await old(), await young(), await others()]).toEqual([false, true, true])
  })

  it('is never longer than the operator keeps anything', async () => {
    const me = await test.person()
    expect((await choose(me, 90)).body).toMatchObject({ status: { code: 400 } })
    const old = await oldRun(me, 31)
    expect((await choose(me, 30)).status).toBe(200)
    await enforceRetention(test.database.db, OPERATOR)
    expect(await old()).toBe(false)
  })

  it('can be given back to the operator', async () => {
    const me = await test.person()
    await choose(me, 1)
    expect((await choose(me, null)).body.data.keep_days).toBeNull()
    const run = await oldRun(me, 8)
    await enforceRetention(test.database.db, OPERATOR)
    expect(await run()).toBe(true)
  })
})
