/** A bench of an agent that asks a person only inside a workflow it calls. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addAgent } from '#test/support/catalogue.ts'
import { type BenchApp, createBenchApp } from '#test/support/benches.ts'
import { node, set, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'

let app: BenchApp
beforeAll(async () => {
  app = await createBenchApp()
  await giveSellerDetails(app.test.database.pool, app.seller.id)
})
afterAll(() => app.test.close())

it('ends, as where the agent asks itself, and gives back what was held', async () => {
  const { pool } = app.test.database
  const asks = workflow(
    [node('start', 'manual_trigger'), node('ask', 'approval'), set('end', {})],
    wires('start > ask', 'ask:approved > end'),
  )
  const inner = await storeWorkflow(pool, app.seller.id, asks)
  const calls = workflow(
    [node('start', 'manual_trigger'), node('call', 'sub_workflow', { workflow_id: inner.workflow_id, input: {} })],
    wires('start > call'),
  )
  const agent = await addAgent(pool, app.seller.id, calls, { price: ['per_run', 500] })
  await pool.query('update agents set trial_runs = 0 where id = $1', [agent.id])
  const buyer = await app.rich(10_000)
  const id = await app.draft(buyer, [agent])
  expect((await app.start(id, buyer)).status).toBe(200)
  await app.sweep()
  await until(async () => {
    const { rows } = await pool.query(
      `select count(*)::int as n from execution_waits w join executions e on e.id = w.execution_id
       where e.owner_id = $1 and w.wait ->> 'type' = 'approval'`,
      [buyer.id],
    )
    return rows[0].n === 3 ? true : undefined
  })
  for (let sweeps = 0; sweeps < 5; sweeps++) await app.sweep()
  await app.done(id, buyer).catch(() => {})
  expect((await app.read(id, buyer)).runs.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'failed'])
  expect(await app.money(buyer)).toEqual([10_000, 0])
})
