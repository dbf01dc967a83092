import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import type { ModelPort } from '#nodes/model-port.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createVaultOf } from '#server/areas/accounts/credentials/vault-of.ts'
import { chargeOfModels } from '#server/areas/billing/charges/charges.store.ts'
import { holdModelCost } from '#server/areas/billing/charges/model-costs.ts'
import { listEntries } from '#server/areas/billing/credits/credits.ts'
import { issueDue } from '#server/areas/billing/invoices/issue.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import type { OwnMoney } from '#server/areas/billing/purchases/purchases.policy.ts'
import { createModelPort } from '#server/areas/workflows/models/model-port.ts'
import { saveSettings } from '#server/areas/workflows/models/models.store.ts'
import { createModelClient } from '#server/gateways/models/client.ts'
import { createOutbound, type Outbound } from '#server/gateways/outbound.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, storeWorkflow, workflow } from '#test/support/engine.ts'
import { REAL_INVOICES } from '#test/support/firm.ts'
import { giveCredits, insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { insertUser } from '#test/support/users.ts'
import { createBillingGate } from './billing-gate.ts'
import { findCharge } from './charges.store.ts'

let database: TestDatabase
let peer: ModelPeer
let outbound: Outbound
let port: ModelPort
let agent: PaidAgent
let gratis: PaidAgent
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
  const costs = { chargeOf: chargeOfModels, hold: holdModelCost }
  const vault = createVaultOf(db, [{ id: 'test', key: Buffer.alloc(32, 7) }])
  port = createModelPort({
    db,
    vault,
    environment: null,
    costs,
    ask: createModelClient(outbound).ask,
    pause: async () => {},
  })
  agent = await insertAgent(database, workflow([node('start', 'manual_trigger')], []))
  gratis = await insertAgent(database, workflow([node('start', 'manual_trigger')], []), { type: 'free', paise: 0 })
  await addModel(model, null)
})
afterAll(async () => {
  outbound.close()
  await peer.close()
  expect(await findDrift(database.db)).toEqual([])
  expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await database.drop()
})
beforeEach(async () => {
  peer.asked.length = 0
  peer.behave({ type: 'answer', text: 'fine', usage: { input: 100, output: 10 } })
  buyer = await insertUser(database)
  await giveCredits(database, buyer, 5_000)
  await free(0)
})

const caps = (run: number | null, day: number | null) =>
  database.pool.query('insert into credit_settings (user_id, run_cap_paise, day_cap_paise) values ($1, $2, $3)', [
    buyer,
    run,
    day,
  ])
/** What the platform's models may take of a person in a day for nothing. */
const free = (daily_paise: number | null) =>
  saveSettings(database.db, null, { default_model: null, fallback_model: null, daily_tokens: null, daily_paise })

/** At most 50 output tokens, ₹1.18 with GST; it takes 10, 23.6 paise. */
const ask = (execution_id: string, chosen = model, owner: UserId = buyer) =>
  port.generate(
    { messages: [{ role: 'user', content: 'hello' }], max_output_tokens: 50, model: chosen },
    { owner: { user_id: owner }, author: null, version: null },
    new AbortController().signal,
    undefined,
    { execution_id, node_id: 'ask', record: () => {}, trace: () => {} },
  )
const chargeOf = (execution_id: string) => findCharge(database.db, execution_id as ExecutionId)
const credits = async () => [
  await balanceOf(database.db, 'credits', buyer),
  await balanceOf(database.db, 'credits_held', buyer),
]

async function insertRun(
  of: PaidAgent | null,
  { id = uuidv7(), owner = buyer, trigger = 'manual', charge = null as string | null } = {},
) {
  await database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, agent_id, agent_version_id, status, trigger, input, charge_id)
     values ($1, $2, gen_random_uuid(), gen_random_uuid(), $3, $4, 'running', $5, 'null', $6)`,
    [id, owner, of?.agent_id ?? null, of?.agent_version_id ?? null, trigger, charge],
  )
  return id
}
const end = (id: string, status: 'succeeded' | 'failed') =>
  database.pool.query('update executions set status = $2, output = $3 where id = $1', [
    id,
    status,
    status === 'succeeded' ? '"a result"' : null,
  ])

/** Of an agent that costs ₹5 a run. */
async function paidRun() {
  const billingGate = createBillingGate({ db: database.db, trials: { secret: 'x', askProof: false } })
  const charge = await billingGate.hold({
    agent_version_id: agent.agent_version_id,
    owner: { user_id: buyer },
    trigger: 'manual',
  })
  return insertRun(agent, { id: charge?.execution_id ?? '', charge: charge?.id ?? null })
}

describe('models of the platform in a run that is paid', () => {
  it('are paid on top of the price, with GST, when there is a result; what was held and not needed goes back', async () => {
    const run = await paidRun()
    for (let n = 0; n < 3; n++) await ask(run)
    // 40 paise of two calls and ₹1 that the third could take, with GST
    expect(await credits()).toEqual([5_000 - 500 - 166, 500 + 166])
    await end(run, 'succeeded')
    expect(await chargeOf(run)).toMatchObject({ status: 'settled', model_micros: 600_000, models_paise: 71 })
    expect(await credits()).toEqual([5_000 - 500 - 71, 0])
    const { items } = await listEntries(database.db, { on: buyer } as OwnMoney, { limit: 9, offset: 0 })
    expect(items.map(({ kind, paise }) => [kind, paise])).toEqual([
      ['release', 95],
      ['hold', -24],
      ['hold', -24],
      ['hold', -118],
      ['hold', -500],
      ['top_up', 5_000],
    ])
  })

  it('cost nothing when it fails, like the run', async () => {
    const run = await paidRun()
    await ask(run)
    await end(run, 'failed')
    expect(await chargeOf(run)).toMatchObject({ status: 'released', reason: 'failed', models_paise: 0 })
    expect(await credits()).toEqual([5_000, 0])
  })

  it('stop before the call that would pass the cap of a run', async () => {
    await caps(700, null)
    const run = await paidRun()
    for (let n = 0; n < 4; n++) await ask(run)
    await expect(ask(run)).rejects.toMatchObject({
      code: 'cap_reached',
      message:
        'Your limit per run is ₹7. This run costs ₹5, its AI models have cost ₹0.95, and this call may cost ₹1.18. Finished steps are kept.',
    })
    expect(peer.asked).toHaveLength(4)
  })

  it('have only what is left together, however many call at the same time', async () => {
    await caps(800, null)
    const run = await paidRun()
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => ask(run)))
    const made = all.filter(({ status }) => status === 'fulfilled').length
    expect(made).toBe(peer.asked.length)
    expect(made).toBeGreaterThanOrEqual(2)
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'cap_reached' })
    const [left = 0, held = 0] = await credits()
    expect(held).toBeLessThanOrEqual(800)
    expect(left + held).toBe(5_000)
    await end(run, 'succeeded')
    expect(5_000 - ((await credits())[0] ?? 0)).toBe(500 + Math.ceil(made * 23.6))
  })

  it('count against the cap of the day, over all runs', async () => {
    await caps(null, 1_250)
    const [first, second] = [await paidRun(), await paidRun()]
    await ask(first)
    await ask(second)
    await expect(ask(first)).rejects.toMatchObject({ code: 'cap_reached', message: expect.stringContaining('a day') })
  })

  it('count against the cap of today in a run that began yesterday', async () => {
    await caps(null, 200)
    const run = await insertRun(gratis)
    await ask(run)
    await database.pool.query(`update charges set created_at = now() - interval '1 day' where buyer_id = $1`, [buyer])
    const many = async () => {
      for (let n = 0; n < 14; n++) await ask(run)
    }
    await expect(many()).rejects.toMatchObject({ code: 'cap_reached' })
    expect((await credits())[1]).toBeLessThanOrEqual(200)
  })

  it('do not count the price of a run that waits since yesterday against the cap of today', async () => {
    await caps(null, 600)
    await paidRun()
    await database.pool.query(`update charges set created_at = now() - interval '1 day' where buyer_id = $1`, [buyer])
    await paidRun()
  })

  it('stop when credits do not reach, and leave the account as it was', async () => {
    buyer = await insertUser(database)
    await giveCredits(database, buyer, 600)
    const run = await paidRun()
    await expect(ask(run)).rejects.toMatchObject({ code: 'insufficient_credits' })
    expect(await credits()).toEqual([100, 500])
    expect(peer.asked).toHaveLength(0)
  })

  it.each([
    ['closed', false],
    ['open', true],
  ])('advise a model of one’s own only where it would be asked: in a workflow that is %s', async (_what, open) => {
    buyer = await insertUser(database)
    await giveCredits(database, buyer, 600)
    const { version_id: version } = await storeWorkflow(
      database.pool,
      agent.seller,
      workflow([node('start', 'manual_trigger')], []),
    )
    const sold = await addAgent(database.pool, agent.seller, workflow([], []), {
      listing: { workflow_open: open },
      workflow_version: version,
    })
    const call = port.generate(
      { messages: [{ role: 'user', content: 'hello' }], max_output_tokens: 50 },
      { owner: { user_id: buyer }, author: agent.seller, version, agent_version: sold.version_id },
      new AbortController().signal,
      undefined,
      { execution_id: await paidRun(), node_id: 'ask', record: () => {}, trace: () => {} },
    )
    const error = await call.catch((reason: Error) => reason)
    expect(error).toMatchObject({ code: 'insufficient_credits' })
    expect(String(error).includes('use a model of your own')).toBe(open)
  })

  it('are counted of a child on the run that started it, and of one’s own nowhere', async () => {
    const own = uuidv7()
    await addModel(own, buyer)
    const run = await paidRun()
    await ask(run, own)
    expect(await chargeOf(run)).toMatchObject({ model_micros: 0 })
    const child = await insertRun(null)
    await database.pool.query('update executions set parent_id = $2 where id = $1', [child, run])
    await ask(child)
    expect(await chargeOf(run)).toMatchObject({ model_micros: 200_000 })
  })

  it('are on an invoice of the platform when their month is over', async () => {
    const run = await paidRun()
    await ask(run)
    await end(run, 'succeeded')
    await issueDue(database.db, REAL_INVOICES, new Date(Date.now() + 32 * 86_400_000))
    const { rows } = await database.pool.query(
      `select total_paise::int, lines -> 0 ->> 'title' as title from invoices where customer_id = $1 order by total_paise`,
      [buyer],
    )
    expect(rows).toEqual([
      { total_paise: 24, title: 'Models of the platform in runs' },
      { total_paise: 500, title: 'Runs of Paid agent' },
    ])
  })
})

describe('models of the platform in a run that is free', () => {
  it('are paid with credits beyond what is free in a day, by one charge however many call at once', async () => {
    await free(25)
    const run = await insertRun(gratis)
    await ask(run).catch(() => {})
    expect(await chargeOf(run)).toMatchObject({ kind: 'models', price_paise: 0, status: 'running' })
    await Promise.all(Array.from({ length: 6 }, () => ask(run)))
    await end(run, 'succeeded')
    const charge = await chargeOf(run)
    const took = 5_000 - ((await credits())[0] ?? 0)
    expect(charge).toMatchObject({ status: 'settled', models_paise: took })
    expect(took).toBe(Math.ceil(((charge?.model_micros ?? 0) * 1.18) / 10_000))
    expect((await credits())[1]).toBe(0)
    const { rows } = await database.pool.query('select cost_paise::int from executions where id = $1', [run])
    expect(rows).toEqual([{ cost_paise: took }])
  })

  it('are free inside what is free in a day', async () => {
    await free(200)
    const run = await insertRun(gratis)
    for (let n = 0; n < 5; n++) await ask(run)
    expect(await chargeOf(run)).toBeNull()
    expect(await credits()).toEqual([5_000, 0])
  })

  it('are nobody’s without end: without credits, in samples, for the seller and in a workflow of one’s own they stop', async () => {
    await expect(ask(await insertRun(gratis, { trigger: 'sample' }))).rejects.toMatchObject({ code: 'budget_exceeded' })
    await expect(ask(await insertRun(null))).rejects.toMatchObject({ code: 'budget_exceeded' })
    const theirs = await insertRun(gratis, { owner: gratis.seller })
    await expect(ask(theirs, model, gratis.seller)).rejects.toMatchObject({ code: 'budget_exceeded' })
    buyer = await insertUser(database)
    const run = await insertRun(gratis)
    await expect(ask(run)).rejects.toMatchObject({ code: 'insufficient_credits' })
    expect(await chargeOf(run)).toBeNull()
    expect(peer.asked).toHaveLength(0)
  })

  it('that failed are given back only as far as is free in a day', async () => {
    const failing = async () => {
      const run = await insertRun(gratis)
      for (let n = 0; n < 3; n++) await ask(run)
      await end(run, 'failed')
    }
    await failing()
    await failing()
    await expect(failing()).rejects.toThrow(/Runs that failed/)
    expect((await credits())[0]).toBe(5_000)
  })

  it('are asked no more once the run has ended', async () => {
    const run = await insertRun(gratis)
    await ask(run)
    await end(run, 'succeeded')
    await expect(ask(run)).rejects.toMatchObject({ code: 'budget_exceeded' })
    expect((await credits())[1]).toBe(0)
  })
})
