/** What the runs of a bench cost where the price of an agent has changed since the bench was drafted. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BenchApp, createBenchApp, oneCase } from '#test/support/benches.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'

let app: BenchApp
beforeAll(async () => {
  app = await createBenchApp()
  await giveSellerDetails(app.test.database.pool, app.seller.id)
})
afterAll(() => app.test.close())

const query = (text: string, values: unknown[]) => app.test.database.pool.query(text, values)

/** Publishes a second version at another price. */
const sellAt = (agent: { id: string; version_id: string }, type: string, paise: number) =>
  query(
    `with made as (
       insert into agent_versions (id, agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
         price_paise, content_hash, listing, published_at)
       select gen_random_uuid(), agent_id, 2, workflow_version_id, input_schema, output_schema, view, samples, $3, $4, 'two', listing, now()
       from agent_versions where id = $2 returning id)
     update agents set current_version_id = made.id, price_type = $3, price_paise = $4, trial_runs = 0 from made
     where agents.id = $1`,
    [agent.id, agent.version_id, type, paise],
  )

it.each([
  ['by the run', 'per_run', 500],
  ['once', 'one_time', 5_000],
])('asks for what a first run costs now, though the agent was free when it was chosen: %s', async (_, type, paise) => {
  const buyer = await app.test.person()
  const agent = await app.agent('echo', 0)
  const id = await app.draft(buyer, [agent])
  await sellAt(agent, type, paise)
  const first = await app.call('POST', '/workflows/execute', { agent_id: agent.id, input: { text: 'new' } }, buyer)
  expect(first.status).toBe(402)
  const cases = Array.from({ length: 20 }, (_, at) => oneCase(`new ${at}`))
  const draft = { agent_ids: [agent.id], cases, same_as: {}, keep_days: 7 }
  const saved = await app.call('PUT', `/benches/${id}`, draft, buyer)
  expect(saved.body.data.agents).toMatchObject([{ version: 1, price: { type, paise } }])
  expect((await app.start(id, buyer, 0)).status).not.toBe(200)
  const { rows } = await query('select count(*)::int as runs from bench_runs where bench_id = $1', [id])
  expect(rows).toEqual([{ runs: 0 }])
})

it('takes today’s price for the runs of the version that was chosen', async () => {
  const buyer = await app.rich(10_000)
  const agent = await app.agent('echo', 500)
  const id = await app.draft(buyer, [agent])
  await sellAt(agent, 'per_run', 700)
  const plan = await app.call('GET', `/benches/${id}/plan`, undefined, buyer)
  expect(plan.body.data).toMatchObject({ most_paise: 2_100, agents: [{ how: 'credits', price_paise: 700 }] })
  expect((await app.start(id, buyer, 2_100)).status).toBe(200)
  await app.done(id, buyer)
  expect(await app.money(buyer)).toEqual([7_900, 0])
  const { rows } = await query('select distinct agent_version_id from executions where owner_id = $1', [buyer.id])
  expect(rows).toEqual([{ agent_version_id: agent.version_id }])
})

it('costs nothing once the agent is free', async () => {
  const buyer = await app.test.person()
  const agent = await app.agent('echo', 500)
  const id = await app.draft(buyer, [agent])
  await sellAt(agent, 'free', 0)
  expect((await app.start(id, buyer, 0)).status).toBe(200)
  expect((await app.done(id, buyer)).figures).toMatchObject([{ ended: 3, cost_paise: 0 }])
})
