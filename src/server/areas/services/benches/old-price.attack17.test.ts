/** What the runs of a bench cost that was drafted before the agent had its price. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BenchApp, createBenchApp, oneCase } from '#test/support/benches.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'

let app: BenchApp
beforeAll(async () => {
  app = await createBenchApp()
  await giveSellerDetails(app.test.database.pool, app.seller.id)
})
afterAll(() => app.test.close())

/** Publishes the second version, which has another price. */
const priceNow = (agent: { id: string; version_id: string }, type: string, paise: number) =>
  app.test.database.pool.query(
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
])('a bench of an agent that was free when it was drafted asks for what a first run costs now: %s', async (_, type, paise) => {
  const buyer = await app.test.person()
  const agent = await app.agent('echo', 0)
  const id = await app.draft(buyer, [agent])
  await priceNow(agent, type, paise)
  const first = await app.call('POST', '/workflows/execute', { agent_id: agent.id, input: { text: 'new' } }, buyer)
  expect(first.status).toBe(402)
  // Cases that are new, too.
  const cases = Array.from({ length: 20 }, (_, at) => oneCase(`new ${at}`))
  const saved = await app.call('PUT', `/benches/${id}`, { agent_ids: [agent.id], cases, same_as: {}, keep_days: 7 }, buyer)
  expect(saved.status).toBe(200)
  const started = await app.start(id, buyer, 0)
  expect(started.status).not.toBe(200)
  const { rows } = await app.test.database.pool.query('select count(*)::int as runs from bench_runs where bench_id = $1', [id])
  expect(rows).toEqual([{ runs: 0 }])
})
