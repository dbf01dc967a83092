/**
 * Eighty people who review at once: nobody waits in vain, and each of them counts once. All of them want the pool's connections, and a request waits
 * 5 s for one, so more people than a busy machine serves in that time would be told to try again.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { REVIEWS } from '#contract/agents/review-limits.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const PEOPLE = 80

let test: TestApp
let seller: Person
let people: Person[]
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  people = await Promise.all(Array.from({ length: PEOPLE }, () => test.person()))
})
afterAll(() => test.close())

/** An agent that all of them ran often enough. */
async function used(): Promise<string> {
  const agent = await addAgent(test.database.pool, seller.id, document)
  await test.database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, agent_id, agent_version_id, status, trigger, input, started_at, finished_at)
     select uuidv7(), p, $3, $3, $1, $2, 'succeeded', 'manual', '{}', now(), now() from unnest($4::uuid[]) p, generate_series(1, 3)`,
    [agent.id, agent.version_id, uuidv7(), people.map(({ id }) => id)],
  )
  return agent.id
}
const write = (as: Person, agent: string, stars: number) =>
  test.call('PUT', `/api/v1/agents/${agent}/reviews`, { as, body: { stars, text: 'At once.' } })
const kept = async (agent: string) =>
  (
    await test.database.pool.query(
      `select count(*)::int as count, count(*) filter (where r.status = 'shown')::int as shown, a.review_count,
         a.rating::float8 as rating, avg(r.stars) filter (where r.status = 'shown')::float8 as mean
       from reviews r join agents a on a.id = r.agent_id where a.id = $1 group by a.review_count, a.rating`,
      [agent],
    )
  ).rows[0]

it('of one agent: all are heard, the burst shows as many as it may, and the rating is of what is shown', async () => {
  const agent = await used()
  const answers = await Promise.all(people.map((who, i) => write(who, agent, 1 + (i % 5))))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const shown = REVIEWS.unpaid_per_agent_and_day
  const { mean, rating, ...counts } = await kept(agent)
  expect(counts).toEqual({ count: PEOPLE, shown, review_count: shown })
  expect(rating).toBeCloseTo(mean, 2)
})

it('of forty agents: others are answered meanwhile', async () => {
  const agents = await Promise.all(Array.from({ length: 40 }, used))
  const writing = Promise.all(people.map((who, i) => write(who, agents[i % agents.length] ?? '', 5)))
  const [visitor] = people
  const read = await test.call('GET', `/api/v1/agents/${agents[0]}/reviews`, { as: visitor ?? null })
  expect(read.status).toBe(200)
  expect((await writing).filter(({ status }) => status !== 200)).toEqual([])
  expect(await Promise.all(agents.map(kept))).toEqual(
    agents.map(() => ({ count: 2, shown: 2, review_count: 2, rating: 5, mean: 5 })),
  )
})

it('from one mailbox of many addresses: one is heard', async () => {
  const agent = await used()
  await test.database.pool.query(
    `update users set email = 'crowd+' || id || '@example.test' where id = any($1::uuid[])`,
    [people.map(({ id }) => id)],
  )
  const answers = await Promise.all(people.map((who) => write(who, agent, 5)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.errors?.[0]?.code === 'review_refused')).toHaveLength(PEOPLE - 1)
  expect(await kept(agent)).toMatchObject({ count: 1, review_count: 1 })
})
