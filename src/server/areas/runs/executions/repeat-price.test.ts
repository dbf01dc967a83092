/** What a run of an agent costs when it is repeated after the agent has another price: what a first run costs at that moment. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NodeError, output } from '#nodes/node.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { type AgentOptions, addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { addPurchase, giveCredits } from '#test/support/paid-agent.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'

type Price = NonNullable<AgentOptions['price']>
interface Agent {
  id: string
  version_id: string
}

const document = workflow(
  [node('start', 'manual_trigger'), node('end', 'effect', { does: 'end' })],
  wires('start > end'),
)

let test: TestApp
let seller: Person
let broken = true
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      end: () => {
        if (broken) throw new NodeError('bank_away', 'The bank does not answer.')
        return output('done')
      },
    },
  })
  seller = await test.person('seller')
  await giveSellerDetails(test.database.pool, seller.id)
})
afterAll(() => test.close())

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
const agentOf = (price: Price): Promise<Agent> => addAgent(test.database.pool, seller.id, document, { price })

/** Publishes the second version, which has another price. @returns its id */
async function priceNow(agent: Agent, [type, paise]: Price): Promise<string> {
  const { rows } = await sql(
    `with made as (
       insert into agent_versions (id, agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
         price_paise, content_hash, listing, published_at)
       select gen_random_uuid(), agent_id, 2, workflow_version_id, input_schema, output_schema, view, samples, $3, $4, 'two', listing, now()
       from agent_versions where id = $2 returning id)
     update agents set current_version_id = made.id, price_type = $3, price_paise = $4, trial_runs = 0 from made
     where agents.id = $1 returning made.id`,
    [agent.id, agent.version_id, type, paise],
  )
  return rows[0].id
}

let visitors = 0
function asker(as: Person | null) {
  const ip = `198.51.100.${++visitors}`
  let token: string | null = null
  return {
    async execute(body: object, fails: boolean) {
      broken = fails
      const answer = await test.call('POST', '/api/v1/workflows/execute', { as, ip, body: { wait_ms: 5_000, ...body } })
      broken = false
      token = answer.body.data?.access_token ?? token
      return answer
    },
    press: (id: string, body: object) =>
      test.call('POST', `/api/v1/executions/${id}/control`, {
        as,
        ip,
        body,
        headers: token ? { 'x-run-token': token } : {},
      }),
  }
}
const verdict = ({ status, body }: { status: number; body: { errors?: { code: string }[] } }) => [
  status,
  body.errors?.[0]?.code,
]
const rowOf = async (id: string) =>
  (await sql('select agent_version_id, source_id, trigger from executions where id = $1', [id])).rows[0]
const heldFor = async (id: string) =>
  (await sql('select price_paise::int, kind, agent_version_id from charges where execution_id = $1', [id])).rows[0]

const INPUT = { text: 'one' }
const REPEATS = [
  ['retry', { action: 'retry' }],
  ['rerun', { action: 'rerun' }],
  ['rerun with new input', { action: 'rerun', input: { text: 'two' } }],
] as const

describe('a run from when the agent was free', () => {
  const PRICES: Price[] = [
    ['per_run', 5_000],
    ['one_time', 5_000],
    ['monthly', 5_000],
  ]
  const all = PRICES.flatMap((price) =>
    REPEATS.flatMap(([name, body]) =>
      (['an account', 'a visitor'] as const).map((who) => [price, name, who, body] as const),
    ),
  )
  it.each(all)('asks for %s what a first run asks for: %s by %s', async (price, _name, who, body) => {
    const agent = await agentOf(['free', 0])
    const { execute, press } = asker(who === 'an account' ? await test.person() : null)
    const run = await execute({ agent_id: agent.id, input: INPUT }, true)
    expect(run.body.data.status).toBe('failed')
    await priceNow(agent, price)
    const first = verdict(await execute({ agent_id: agent.id, input: { text: 'two' } }, false))
    expect(first[0]).toBeGreaterThanOrEqual(401)
    expect(verdict(await press(run.body.data.execution_id, body))).toEqual(first)
  })

  it.each(REPEATS)('costs today’s price, and a %s names the version that ran', async (name, body) => {
    const agent = await agentOf(['free', 0])
    const buyer = await test.person()
    const { execute, press } = asker(buyer)
    const run = await execute({ agent_id: agent.id, input: INPUT }, true)
    const second = await priceNow(agent, ['per_run', 500])
    await giveCredits(test.database, buyer.id, 500)
    const again = await press(run.body.data.execution_id, body)
    expect(verdict(again)).toEqual([200, undefined])
    const id = again.body.data.execution_id
    // With new input it is a first run in all but name.
    const ran = name === 'rerun with new input' ? second : agent.version_id
    expect(await heldFor(id)).toEqual({ price_paise: 500, kind: 'credits', agent_version_id: ran })
    expect(await rowOf(id)).toEqual({
      agent_version_id: ran,
      source_id: run.body.data.execution_id,
      trigger: 'manual',
    })
    expect(verdict(await press(run.body.data.execution_id, body))).toEqual([402, 'insufficient_credits'])
  })
})

it('a service stays with its version and its price, whatever the agent costs now', async () => {
  const agent = await agentOf(['free', 0])
  const buyer = await test.person()
  const { rows } = await sql(
    `insert into services (id, owner_id, agent_id, agent_version_id, name) values (gen_random_uuid(), $1, $2, $3, 'Mine') returning id`,
    [buyer.id, agent.id, agent.version_id],
  )
  const { execute, press } = asker(buyer)
  const run = await execute({ service_id: rows[0].id, input: INPUT }, true)
  const second = await priceNow(agent, ['per_run', 5_000])
  for (const [, body] of REPEATS) {
    const again = await press(run.body.data.execution_id, body)
    expect(verdict(again)).toEqual([200, undefined])
    expect((await rowOf(again.body.data.execution_id)).agent_version_id).toBe(agent.version_id)
  }
  // Taken to the version that has a price, it asks for that one.
  await sql('update services set agent_version_id = $2 where id = $1', [rows[0].id, second])
  for (const [, body] of REPEATS)
    expect(verdict(await press(run.body.data.execution_id, body))).toEqual([402, 'insufficient_credits'])
})

it('what a buyer has bought repeats without a further price', async () => {
  const agent = await agentOf(['one_time', 5_000])
  await sql('update agents set trial_runs = 0 where id = $1', [agent.id])
  const buyer = await test.person()
  await addPurchase(test.database, buyer.id, agent)
  const { execute, press } = asker(buyer)
  const run = await execute({ agent_id: agent.id, input: INPUT }, true)
  await priceNow(agent, ['one_time', 9_000])
  for (const [, body] of REPEATS) {
    const again = await press(run.body.data.execution_id, body)
    expect(verdict(again)).toEqual([200, undefined])
    expect((await rowOf(again.body.data.execution_id)).agent_version_id).toBe(agent.version_id)
  }
})

it('an agent that is free now costs nothing more when a run is repeated', async () => {
  const agent = await agentOf(['per_run', 500])
  await sql('update agents set trial_runs = 0 where id = $1', [agent.id])
  const buyer = await test.person()
  await giveCredits(test.database, buyer.id, 500)
  const { execute, press } = asker(buyer)
  const run = await execute({ agent_id: agent.id, input: INPUT }, true)
  await priceNow(agent, ['free', 0])
  const again = await press(run.body.data.execution_id, { action: 'retry' })
  expect(await heldFor(again.body.data.execution_id)).toBeUndefined()
})
