/** Runs of a bench that end, or never begin, without an answer. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { SECRET } from '#test/support/app.ts'
import { type BenchApp, createBenchApp, threeCases } from '#test/support/benches.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import { mayBench } from './benches.policy.ts'
import { startBench } from './start.ts'

let app: BenchApp
beforeAll(async () => {
  app = await createBenchApp()
})
afterAll(() => app.test.close())

it('ends where the agent asks a person in a workflow that it calls, and gives back what was held', async () => {
  const { pool } = app.test.database
  const asks = workflow(
    [node('start', 'manual_trigger'), node('ask', 'approval'), set('end', {})],
    wires('start > ask', 'ask:approved > end'),
  )
  const calling = (workflow_id: string) =>
    workflow(
      [node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id, input: {} })],
      wires('start > call'),
    )
  const inner = await storeWorkflow(pool, app.seller.id, asks)
  const between = await storeWorkflow(pool, app.seller.id, calling(inner.workflow_id))
  const agent = await addAgent(pool, app.seller.id, calling(between.workflow_id), { price: ['per_run', 500] })
  await pool.query('update agents set trial_runs = 0 where id = $1', [agent.id])
  const buyer = await app.rich(10_000)
  const id = await app.draft(buyer, [agent])
  expect((await app.start(id, buyer)).status).toBe(200)
  await app.sweep()
  await until(async () => {
    const { rows } = await pool.query(
      `select count(*)::int as asked from execution_waits w join executions e on e.id = w.execution_id
       where e.owner_id = $1 and w.wait ->> 'type' = 'approval'`,
      [buyer.id],
    )
    return rows[0].asked === 3 ? true : undefined
  })
  const { runs } = await app.done(id, buyer)
  expect(runs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed'])
  expect(runs[0]?.note).toContain('waited for a person')
  expect(await app.money(buyer)).toEqual([10_000, 0])
})

it('starts nothing more once the agreement to what is sent elsewhere was withdrawn, and gives back what was held', async () => {
  const { db, pool } = app.test.database
  const buyer = await app.rich(10_000)
  const { agent_id } = await insertAgent(app.test.database, app.document('echo'), { sends_to: ['A lab'] })
  const agree = { destinations: ['A lab'] }
  expect((await app.call('PUT', `/agents/${agent_id}/agreement`, agree, buyer)).status).toBe(200)
  const id = await app.draft(buyer, [{ id: agent_id }], threeCases)
  const trials = { secret: SECRET, askProof: false }
  const caller = { type: 'user', id: buyer.id, permissions: new Set() } as unknown as Caller
  // As a process leaves it that dies before the first run.
  await startBench({ db, billingGate: createBillingGate({ db, trials }), trials }, mayBench(caller), id, 1_000_000)
  expect(await app.money(buyer)).toEqual([8_500, 1_500])
  expect((await app.call('DELETE', `/agents/${agent_id}/agreement`, undefined, buyer)).status).toBe(200)
  const { runs } = await app.done(id, buyer)
  expect(runs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed'])
  expect(runs[0]?.note).toContain('This agent sends your input to A lab. Agree to that first.')
  expect((await pool.query('select from executions where owner_id = $1', [buyer.id])).rowCount).toBe(0)
  expect(await app.money(buyer)).toEqual([10_000, 0])
})
