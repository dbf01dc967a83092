import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { UserId } from '#contract/primitives.ts'
import type { ModelPort } from '#nodes/ports.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { uuidv7 } from '#server/database/uuid.ts'
import { vaultOf } from '#server/domain/credentials/vault-of.ts'
import { createModelPort } from '#server/domain/models/model-port.ts'
import { createModelClient } from '#server/gateways/models/client.ts'
import { createOutbound, type Outbound } from '#server/gateways/outbound.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { insertUser } from '#test/support/users.ts'
import { createToll } from './toll.ts'

let database: TestDatabase
let peer: ModelPeer
let outbound: Outbound
let port: ModelPort
let agent: PaidAgent
let buyer: UserId
const model = uuidv7()

/** Two paise an output token. */
const addModel = (id: string, owner: UserId | null) =>
  database.pool.query(
    `insert into models (id, owner_id, name, provider, base_url, model, input_price, output_price)
     values ($1, $2, 'M', 'ollama', $3, 'small', 0, 2000000)`,
    [id, owner, peer.url],
  )

beforeAll(async () => {
  database = await createTestDatabase()
  peer = await startModelPeer()
  outbound = createOutbound({ allow: [peer.host] })
  const { db } = database
  const vault = vaultOf(db, [{ id: 'test', key: Buffer.alloc(32, 7) }])
  port = createModelPort({ db, vault, environment: null, ask: createModelClient(outbound).ask, pause: async () => {} })
  agent = await insertAgent(database, workflow([node('start', 'manual_trigger')], []))
  await addModel(model, null)
})
afterAll(async () => {
  outbound.close()
  await peer.close()
  await database.drop()
})
beforeEach(async () => {
  peer.asked.length = 0
  peer.behave({ type: 'answer', text: 'fine', usage: { input: 100, output: 10 } })
  buyer = await insertUser(database)
  await giveCredits(database, buyer, 5_000)
})

const caps = (run: number | null, day: number | null) =>
  database.pool.query('insert into credit_settings (user_id, run_cap_paise, day_cap_paise) values ($1, $2, $3)', [
    buyer,
    run,
    day,
  ])

/** What a node of a paid run asks: at most 50 output tokens, a rupee; it takes 10, 20 paise. */
async function paidRun(chosen = model) {
  const toll = createToll({ db: database.db, secret: 'x' })
  const owner = { user_id: buyer }
  const charge = await toll.hold({ agent_version_id: agent.agent_version_id, owner, trigger: 'manual' })
  const execution_id = charge?.execution_id ?? ''
  const ask = () =>
    port.generate(
      { messages: [{ role: 'user', content: 'hello' }], max_output_tokens: 50, model: chosen },
      { owner, author: null },
      new AbortController().signal,
      undefined,
      { execution_id, node_id: 'ask', record: () => {} },
    )
  const cost = async () =>
    (await database.pool.query('select model_micros::float8 as micros from charges where id = $1', [charge?.id]))
      .rows[0].micros
  return { ask, cost, execution_id }
}

it('counts what models take on the run, and stops before the call that would pass its cap', async () => {
  await caps(700, null)
  const { ask, cost } = await paidRun()
  for (let n = 1; n <= 6; n++) {
    await ask()
    expect(await cost()).toBe(n * 200_000)
  }
  await expect(ask()).rejects.toMatchObject({
    code: 'cap_reached',
    message:
      'Your cap for a run is ₹7: it costs ₹5, its models took ₹1.20, and this call may take ₹1. What is finished is kept.',
  })
  expect(peer.asked).toHaveLength(6)
  expect(await cost()).toBe(1_200_000)
})

it('lets calls at the same time have only what is left together', async () => {
  await caps(800, null)
  const { ask, cost } = await paidRun()
  const all = await Promise.allSettled(Array.from({ length: 40 }, ask))
  const made = all.filter(({ status }) => status === 'fulfilled').length
  expect(made).toBe(peer.asked.length)
  expect(500 + (await cost()) / 10_000).toBeLessThanOrEqual(800)
  expect(made).toBeGreaterThanOrEqual(3)
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'cap_reached' })
})

it('counts them against the cap of the day, over all runs', async () => {
  await caps(null, 1_130)
  const [first, second] = [await paidRun(), await paidRun()]
  await first.ask()
  await second.ask()
  await expect(first.ask()).rejects.toMatchObject({ code: 'cap_reached', message: expect.stringContaining('a day') })
})

it('counts nothing of a model of one’s own, and what a child run asks on the run that started it', async () => {
  await caps(610, null)
  const own = uuidv7()
  await addModel(own, buyer)
  const free = await paidRun(own)
  for (let n = 0; n < 3; n++) await free.ask()
  expect(await free.cost()).toBe(0)
  const parent = await paidRun()
  const child = uuidv7()
  const insert = `insert into executions (id, owner_id, workflow_id, workflow_version_id, parent_id, status, trigger, input)
    values ($1, $2, gen_random_uuid(), gen_random_uuid(), $3, 'running', 'workflow', 'null')`
  await database.pool.query(insert, [child, buyer, parent.execution_id])
  const asked = port.generate(
    { messages: [{ role: 'user', content: 'hello' }], max_output_tokens: 50, model },
    { owner: { user_id: buyer }, author: null },
    new AbortController().signal,
    undefined,
    { execution_id: child, node_id: 'ask', record: () => {} },
  )
  await asked
  expect(await parent.cost()).toBe(200_000)
  await expect(parent.ask()).rejects.toMatchObject({ code: 'cap_reached' })
})
