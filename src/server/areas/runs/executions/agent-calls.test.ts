/** Agents that steps of other runs run: who pays, what is asked of them, and what becomes of the money however it ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExecutionId, Json, UserId } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { NodeError, output } from '#nodes/node.ts'
import { refreshAgentStats } from '#server/areas/agents/agents/stats.ts'
import { upsertAgreements } from '#server/areas/billing/agreements/agreements.store.ts'
import { createBillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import { chargeOfModels, findCharge } from '#server/areas/billing/charges/charges.store.ts'
import { holdModelCost } from '#server/areas/billing/charges/model-costs.ts'
import { saveSettings } from '#server/areas/billing/credits/caps.store.ts'
import { sumAgents } from '#server/areas/billing/earnings/earnings.store.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { findRunsInside } from '#server/areas/runs/traces/traces.store.ts'
import type { StartRequest } from '#server/engine/request.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, storeWorkflow, type TestEngine, until, wires, workflow } from '#test/support/engine.ts'
import { addPurchase, giveCredits, insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { insertUser } from '#test/support/users.ts'
import { createAgentCalls } from './agent-calls.ts'
import { stopForbidden } from './stop-runs.ts'

const PRICE = 500

let database: TestDatabase
let test: TestEngine
/** Gives what it is told to. */
let agent: PaidAgent
const now = new Date()

const working = () =>
  workflow(
    [node('start', 'manual_trigger'), node('work', 'effect', { does: '{{ $input.does }}', with: '{{ $input.with }}' })],
    wires('start > work'),
  )

const calling = (agent_id: string, most_paise: number, input: Json = { does: 'give', with: 'a result' }) =>
  workflow(
    [node('start', 'manual_trigger'), node('call', 'marketplace_agent', { agent_id, most_paise, input } as never)],
    wires('start > call'),
  )

beforeAll(async () => {
  database = await createTestDatabase()
  const billingGate = createBillingGate({
    db: database.db,
    trials: { secret: 'a secret of a test', askProof: false },
    now: () => now,
  })
  test = await createTestEngine(database, {
    billingGate,
    agentCalls: createAgentCalls({ billingGate }),
    behaviours: {
      give: (ctx) => output((ctx.config.with ?? null) as Json),
      refuse: () => {
        throw new NodeError('no_luck', 'It did not work')
      },
      ask: () => ({
        type: 'wait',
        wait: { type: 'approval', title: 'May it?', details: null, until: null },
      }),
    },
  })
  agent = await insertAgent(database, working(), { paise: PRICE })
})
afterAll(async () => {
  await test.engine.stop()
  expect(await findDrift(database.db)).toEqual([])
  expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await database.drop()
})

async function buyerWith(paise: number): Promise<UserId> {
  const buyer = await insertUser(database, 'seller')
  if (paise > 0) await giveCredits(database, buyer, paise)
  return buyer
}

/** A workflow of the person themselves. */
async function own(
  person: UserId,
  document: WorkflowDocument,
  rest: Partial<StartRequest> = {},
): Promise<StartRequest> {
  const { version_id } = await storeWorkflow(database.pool, person, document)
  return {
    workflow_version_id: version_id,
    input: {},
    trigger: 'manual',
    priority: 'normal',
    owner: { user_id: person },
    mode: 'now',
    ...rest,
  }
}

const ofAgent = (buyer: UserId | null, of: PaidAgent, rest: Partial<StartRequest> = {}): StartRequest => ({
  workflow_version_id: of.workflow_version_id,
  agent_id: of.agent_id,
  agent_version_id: of.agent_version_id,
  input: {},
  trigger: 'manual',
  priority: 'normal',
  owner: buyer === null ? { visitor_key: 'a visitor' } : { user_id: buyer },
  mode: 'now',
  ...rest,
})

/** Its end. */
async function run(request: StartRequest | Promise<StartRequest>) {
  const { execution_id } = await test.engine.start(await request)
  return test.engine.result(execution_id, 30_000)
}
/** Publishes the next version of an agent. */
async function publishNext(
  { agent_id, agent_version_id }: PaidAgent,
  changes: { paise?: number; schema?: object },
): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
       price_paise, content_hash, permissions, published_at)
     select agent_id, 2, workflow_version_id, coalesce($2::jsonb, input_schema), output_schema, view, samples, price_type,
       coalesce($3, price_paise), gen_random_uuid()::text, permissions, now() from agent_versions where id = $1 returning id`,
    [agent_version_id, changes.schema ? JSON.stringify(changes.schema) : null, changes.paise ?? null],
  )
  await database.pool.query('update agents set current_version_id = $2 where id = $1', [agent_id, rows[0]?.id])
}
const credits = (buyer: UserId) => balanceOf(database.db, 'credits', buyer)
const held = (buyer: UserId) => balanceOf(database.db, 'credits_held', buyer)
const chargeOf = (id: string) => findCharge(database.db, id as never)

interface Inner {
  id: string
  status: string
  charge_id: string | null
  agent_version_id: string | null
}
async function innerOf(id: string): Promise<Inner[]> {
  const { rows } = await database.pool.query<Inner>(
    'select id, status, charge_id, agent_version_id from executions where parent_id = $1 order by created_at',
    [id],
  )
  return rows
}
/** The one run inside, once it waits for a person. */
const waiting = (id: string) => until(async () => (await innerOf(id)).find(({ status }) => status === 'waiting'))
const openWait = async (id: string): Promise<string> =>
  (
    await database.pool.query<{ id: string }>(
      'select id from execution_waits where execution_id = $1 and resolved_at is null',
      [id],
    )
  ).rows[0]?.id ?? ''
const ended = (id: string) => test.engine.result(id, 30_000)

describe('a step that runs a paid agent', () => {
  it('is paid for by the person whose run it is, once, and its seller earns it', async () => {
    const buyer = await buyerWith(2 * PRICE)
    const done = await run(own(buyer, calling(agent.agent_id, PRICE)))
    expect(done).toMatchObject({ status: 'succeeded', output: 'a result' })
    const [inner] = await innerOf(done.execution_id)
    expect(inner).toMatchObject({ status: 'succeeded', agent_version_id: agent.agent_version_id })
    expect(await chargeOf(inner?.id ?? '')).toMatchObject({ kind: 'credits', status: 'settled', price_paise: PRICE })
    expect([await credits(buyer), await held(buyer)]).toEqual([PRICE, 0])
    const sales = await database.pool.query(
      'select seller_id, buyer_id, gross_paise::int from sales where execution_id = $1',
      [inner?.id],
    )
    expect(sales.rows).toEqual([{ seller_id: agent.seller, buyer_id: buyer, gross_paise: PRICE }])
    const [row] = await sumAgents(database.db, agent.seller, new Date(0))
    expect(row).toMatchObject({ runs: 1, sales: 1, gross_paise: PRICE })
  })

  it('counts as a run of the agent where it was paid for, whether it succeeded or failed, and not in a bench', async () => {
    const buyer = await buyerWith(2 * PRICE)
    const paid = await insertAgent(database, working(), { paise: PRICE })
    const free = await insertAgent(database, working(), { type: 'free', paise: 0 })
    for (const { agent_id } of [paid, free]) {
      await run(own(buyer, calling(agent_id, PRICE)))
      await run(own(buyer, calling(agent_id, PRICE, { does: 'refuse', with: '' })))
    }
    const bought = await insertAgent(database, working(), { type: 'one_time', paise: 9_900 })
    await addPurchase(database, buyer, { id: bought.agent_id, version_id: bought.agent_version_id })
    const compared = await run(own(buyer, calling(bought.agent_id, 0), { trigger: 'bench' }))
    expect(compared.status).toBe('succeeded')
    await refreshAgentStats(database.db)
    const { rows } = await database.pool.query(
      'select agent_id, runs::int, succeeded::int, users_30d from agent_stats where agent_id = any($1)',
      [[paid, free, bought].map((one) => one.agent_id)],
    )
    expect(rows).toEqual([{ agent_id: paid.agent_id, runs: 2, succeeded: 1, users_30d: 1 }])
  })

  it('costs nothing when it fails, gives nothing, or costs more than the step may', async () => {
    const buyer = await buyerWith(PRICE)
    const failing = await run(own(buyer, calling(agent.agent_id, PRICE, { does: 'refuse', with: '' })))
    expect(failing).toMatchObject({ status: 'failed', error: { code: 'agent_failed', message: 'It did not work' } })
    const empty = await run(own(buyer, calling(agent.agent_id, PRICE, { does: 'give', with: '' })))
    expect(empty.status).toBe('succeeded')
    const dear = await run(own(buyer, calling(agent.agent_id, PRICE - 1)))
    expect(dear).toMatchObject({
      status: 'failed',
      error: { code: 'cap_reached', message: 'A run of this agent costs ₹5, and this step may cost ₹4.99 at most.' },
    })
    expect(await innerOf(dear.execution_id)).toEqual([])
    expect([await credits(buyer), await held(buyer)]).toEqual([PRICE, 0])
  })

  it('stays charged when the run around it fails later, and is not paid for again by a retry', async () => {
    const buyer = await buyerWith(2 * PRICE)
    const document = calling(agent.agent_id, PRICE)
    document.nodes.push(node('after', 'effect', { does: 'refuse' }))
    document.edges.push(...wires('call > after'))
    const failed = await run(own(buyer, document))
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'no_luck' } })
    expect([await credits(buyer), await held(buyer)]).toEqual([PRICE, 0])
    const { execution_id } = await test.engine.control(failed.execution_id, { action: 'retry' })
    expect(await ended(execution_id)).toMatchObject({ status: 'failed' })
    expect(await innerOf(execution_id)).toEqual([])
    const again = await test.engine.control(failed.execution_id, { action: 'rerun' })
    await ended(again.execution_id)
    expect([await credits(buyer), await held(buyer)]).toEqual([0, 0])
  })

  it('gives everything back when either run is cancelled while it waits', async () => {
    const buyer = await buyerWith(PRICE)
    for (const which of ['inner', 'outer'] as const) {
      const request = await own(buyer, calling(agent.agent_id, PRICE, { does: 'ask', with: '' }))
      const { execution_id } = await test.engine.start(request)
      const inner = await waiting(execution_id)
      expect([await credits(buyer), await held(buyer)]).toEqual([0, PRICE])
      await test.engine.control(which === 'inner' ? inner.id : execution_id, { action: 'cancel' })
      expect(await ended(execution_id)).toMatchObject(
        which === 'inner' ? { status: 'failed', error: { code: 'agent_failed' } } : { status: 'cancelled' },
      )
      expect(await until(async () => (await chargeOf(inner.id))?.status === 'released')).toBe(true)
      expect([await credits(buyer), await held(buyer)]).toEqual([PRICE, 0])
    }
  })

  it('is refused without credits, without an agreement, and with input that does not fit', async () => {
    const buyer = await buyerWith(PRICE - 1)
    const poor = await run(own(buyer, calling(agent.agent_id, PRICE)))
    expect(poor).toMatchObject({ status: 'failed', error: { code: 'insufficient_credits' } })
    const sending = await insertAgent(database, working(), { paise: 100, sends_to: ['api.example.com'] })
    expect(await run(own(buyer, calling(sending.agent_id, 100)))).toMatchObject({
      status: 'failed',
      error: { code: 'agreement_needed', message: expect.stringContaining('api.example.com') },
    })
    const strict = await insertAgent(database, working(), { type: 'free', paise: 0 })
    await publishNext(strict, {
      schema: { type: 'object', required: ['document'], properties: { document: { title: 'Document' } } },
    })
    expect(await run(own(buyer, calling(strict.agent_id, 0, {})))).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_input', message: expect.stringContaining('required') },
    })
    expect(await run(own(buyer, calling(agent.agent_id, PRICE, 'a text' as Json)))).toMatchObject({ status: 'failed' })
    expect([await credits(buyer), await held(buyer)]).toEqual([PRICE - 1, 0])
  })

  it('gives files the names that the server knows, and refuses those of others', async () => {
    const buyer = await buyerWith(0)
    const free = await insertAgent(database, working(), { type: 'free', paise: 0 })
    const { rows } = await database.pool.query<{ id: string }>(
      `insert into files (owner_id, name, mime, bytes, sha256) values ($1, 'a.txt', 'text/plain', 1, 'x'), ($2, 'b.txt', 'text/plain', 1, 'x') returning id`,
      [buyer, free.seller],
    )
    const reading = (file_id: unknown) =>
      calling(free.agent_id, 0, {
        does: 'give',
        with: { file_id, name: 'contract.pdf', mime: 'application/pdf' },
      } as Json)
    const done = await run(own(buyer, reading(rows[0]?.id)))
    expect(done).toMatchObject({ status: 'succeeded', output: { name: 'a.txt', mime: 'text/plain' } })
    expect(await run(own(buyer, reading(rows[1]?.id)))).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_input', message: expect.stringContaining('doesn’t exist') },
    })
  })

  it('uses trial runs and purchases of the person, and runs the version they bought', async () => {
    const buyer = await buyerWith(0)
    const tried = await insertAgent(database, working(), { paise: PRICE, trial_runs: 1 })
    const first = await run(own(buyer, calling(tried.agent_id, 0)))
    expect(first.status).toBe('succeeded')
    expect(await chargeOf((await innerOf(first.execution_id))[0]?.id ?? '')).toMatchObject({ kind: 'trial' })
    expect(await run(own(buyer, calling(tried.agent_id, PRICE)))).toMatchObject({ status: 'failed' })
    const bought = await insertAgent(database, working(), { type: 'one_time', paise: 9_900 })
    expect(await run(own(buyer, calling(bought.agent_id, 9_900)))).toMatchObject({
      status: 'failed',
      error: { code: 'payment_required' },
    })
    await addPurchase(database, buyer, { id: bought.agent_id, version_id: bought.agent_version_id })
    const paid = await run(own(buyer, calling(bought.agent_id, 0)))
    expect(paid.status).toBe('succeeded')
    expect(await chargeOf((await innerOf(paid.execution_id))[0]?.id ?? '')).toMatchObject({
      kind: 'purchase',
      status: 'settled',
      price_paise: 0,
    })
    expect([await credits(buyer), await held(buyer)]).toEqual([0, 0])
  })
})

describe('while it waits', () => {
  it('is cancelled with its money given back when the agent is suspended, and the step around it fails', async () => {
    const buyer = await buyerWith(PRICE)
    const taken = await insertAgent(database, working(), { paise: PRICE })
    const request = await own(buyer, calling(taken.agent_id, PRICE, { does: 'ask', with: '' }))
    const { execution_id } = await test.engine.start(request)
    await waiting(execution_id)
    await database.pool.query(`update agents set status = 'suspended' where id = $1`, [taken.agent_id])
    const deps = { engine: test.engine, log: { warn: () => {} } } as never
    await stopForbidden(database.db, deps, { agent: taken.agent_id })
    expect(await ended(execution_id)).toMatchObject({ status: 'failed', error: { code: 'agent_failed' } })
    expect([await credits(buyer), await held(buyer)]).toEqual([PRICE, 0])
    expect(await run(own(buyer, calling(taken.agent_id, PRICE)))).toMatchObject({
      status: 'failed',
      error: { code: 'not_runnable' },
    })
  })

  it('keeps the price it was held at, and a later call is refused once the price was raised', async () => {
    const buyer = await buyerWith(3 * PRICE)
    const dear = await insertAgent(database, working(), { paise: PRICE })
    const { execution_id } = await test.engine.start(
      await own(buyer, calling(dear.agent_id, PRICE, { does: 'ask', with: '' })),
    )
    const inner = await waiting(execution_id)
    await publishNext(dear, { paise: PRICE + 1 })
    const answer = { type: 'approval', approved: true, comment: 'yes', by: null } as const
    // Answered twice, it ends and is charged once.
    const wait = await openWait(inner.id)
    await Promise.all([test.engine.resolveWait(wait, answer, buyer), test.engine.resolveWait(wait, answer, buyer)])
    expect((await ended(execution_id)).status).toBe('succeeded')
    expect([await credits(buyer), await held(buyer)]).toEqual([2 * PRICE, 0])
    expect(await run(own(buyer, calling(dear.agent_id, PRICE)))).toMatchObject({
      status: 'failed',
      error: { code: 'cap_reached' },
    })
  })
})

describe('an agent that runs another one', () => {
  it('costs the buyer both prices, shown next to the step, and each seller earns their own', async () => {
    const buyer = await buyerWith(1_000)
    const outer = await insertAgent(database, calling(agent.agent_id, PRICE), { paise: 300 })
    const done = await run(ofAgent(buyer, outer))
    expect(done).toMatchObject({ status: 'succeeded', output: 'a result' })
    expect([await credits(buyer), await held(buyer)]).toEqual([1_000 - 300 - PRICE, 0])
    const [row, ...others] = await findRunsInside(database.db, done.execution_id as ExecutionId, 10)
    expect([row, others]).toMatchObject([
      { node_id: 'call', name: 'Paid agent', status: 'succeeded', paise: PRICE },
      [],
    ])
    const around = await run(own(await buyerWith(300 + PRICE), calling(outer.agent_id, 300)))
    const [whole] = await findRunsInside(database.db, around.execution_id as ExecutionId, 10)
    const [within] = await findRunsInside(database.db, whole?.execution_id as ExecutionId, 10)
    expect([whole?.paise, within?.paise]).toEqual([300 + PRICE, PRICE])
    const sales = await database.pool.query(
      'select seller_id, gross_paise::int from sales where buyer_id = $1 order by 2',
      [buyer],
    )
    expect(sales.rows).toEqual([
      { seller_id: outer.seller, gross_paise: 300 },
      { seller_id: agent.seller, gross_paise: PRICE },
    ])
  })

  it('stays inside the limits of a run and of a day, all calls counted together', async () => {
    const buyer = await buyerWith(10_000)
    const outer = await insertAgent(database, calling(agent.agent_id, PRICE), { paise: 300 })
    await saveSettings(database.db, buyer, { run_cap_paise: 799, day_cap_paise: null, low_paise: 0 })
    expect(await run(ofAgent(buyer, outer))).toMatchObject({ status: 'failed', error: { code: 'cap_reached' } })
    expect([await credits(buyer), await held(buyer)]).toEqual([10_000, 0])
    await saveSettings(database.db, buyer, { run_cap_paise: 800, day_cap_paise: 800, low_paise: 0 })
    expect((await run(ofAgent(buyer, outer))).status).toBe('succeeded')
    expect(await run(own(buyer, calling(agent.agent_id, PRICE)))).toMatchObject({
      status: 'failed',
      error: { code: 'cap_reached' },
    })
    // Many at once.
    const many = workflow(
      [
        node('start', 'manual_trigger'),
        node('each', 'map', { items: [1, 2, 3, 4, 5], concurrency: 5, on_item_error: 'keep' }),
        node('call', 'marketplace_agent', {
          agent_id: agent.agent_id,
          most_paise: PRICE,
          input: { does: 'give', with: 'a result' },
        }),
      ],
      wires('start > each:item > call'),
    )
    await saveSettings(database.db, buyer, { run_cap_paise: 2 * PRICE, day_cap_paise: null, low_paise: 0 })
    const before = await credits(buyer)
    const done = await run(own(buyer, many))
    expect((await innerOf(done.execution_id)).length).toBe(2)
    expect([await credits(buyer), await held(buyer)]).toEqual([before - 2 * PRICE, 0])
  })

  it('may not run itself, directly or through another', async () => {
    const buyer = await buyerWith(10_000)
    const document = calling(agent.agent_id, PRICE)
    const self = await insertAgent(database, document, { type: 'free', paise: 0 })
    const other = await insertAgent(database, calling(self.agent_id, PRICE), { type: 'free', paise: 0 })
    const through = calling(other.agent_id, PRICE)
    const at = `update workflow_versions set document = $2 where id = $1`
    await database.pool.query(`alter table workflow_versions disable trigger user`)
    await database.pool.query(at, [self.workflow_version_id, JSON.stringify(through)])
    await database.pool.query(`alter table workflow_versions enable trigger user`)
    expect(await run(ofAgent(buyer, self))).toMatchObject({
      status: 'failed',
      error: { code: 'agent_failed', message: expect.stringContaining('can’t run itself') },
    })
    expect([await credits(buyer), await held(buyer)]).toEqual([10_000, 0])
  })

  it('is run by visitors only where what is inside is free, and its samples cost nobody but its seller', async () => {
    const free = await insertAgent(database, working(), { type: 'free', paise: 0 })
    const harmless = await insertAgent(database, calling(free.agent_id, 0), { type: 'free', paise: 0 })
    expect((await run(ofAgent(null, harmless))).status).toBe('succeeded')
    const paying = await insertAgent(database, calling(agent.agent_id, PRICE), { type: 'free', paise: 0 })
    expect(await run(ofAgent(null, paying))).toMatchObject({ status: 'failed', error: { code: 'unauthenticated' } })
    const buyer = await buyerWith(PRICE)
    expect(await run(ofAgent(buyer, paying, { trigger: 'sample' }))).toMatchObject({
      status: 'failed',
      error: { code: 'not_runnable' },
    })
    await giveCredits(database, paying.seller, PRICE)
    expect((await run(ofAgent(paying.seller, paying, { trigger: 'sample' }))).status).toBe('succeeded')
    expect([await credits(buyer), await credits(paying.seller)]).toEqual([PRICE, 0])
  })
})

describe('before a run of an agent that runs others', () => {
  const inside = (of: PaidAgent, most_paise: number) => [
    { id: of.agent_id, slug: 'paid', name: 'Paid agent', most_paise },
  ]

  it('refuses visitors where something inside may cost money, and asks for what the inner agent asks', async () => {
    const free = { type: 'free', paise: 0 } as const
    const outer = await insertAgent(database, calling(agent.agent_id, PRICE), { ...free, agents: inside(agent, PRICE) })
    await expect(test.engine.start(ofAgent(null, outer))).rejects.toMatchObject({ code: 'unauthenticated' })
    const buyer = await buyerWith(PRICE)
    for (const trigger of ['sample', 'bench'] as const)
      await expect(test.engine.start(ofAgent(buyer, outer, { trigger }))).rejects.toMatchObject({
        code: 'not_runnable',
      })
    expect((await run(ofAgent(buyer, outer))).status).toBe('succeeded')
    const sending = await insertAgent(database, working(), { ...free, sends_to: ['api.example.com'] })
    const second = await insertAgent(database, calling(sending.agent_id, 0), { ...free, agents: inside(sending, 0) })
    await expect(test.engine.start(ofAgent(buyer, second))).rejects.toMatchObject({
      code: 'agreement_needed',
      problems: [{ message: 'api.example.com', field: `agreement.${sending.agent_id}` }],
    })
    const who = { user_id: buyer }
    await upsertAgreements(database.db, who, { agent: sending.agent_id, destinations: ['api.example.com'] })
    expect((await run(ofAgent(buyer, second))).status).toBe('succeeded')
    const account = { slot: 'google-sheets', app: 'google-sheets', app_name: 'Google Sheets', purpose: 'Adds rows' }
    const connected = await insertAgent(database, working(), {
      ...free,
      accounts: [{ ...account, actions: [], hosts: [], scopes: [], effects: [] }],
    })
    const third = await insertAgent(database, calling(connected.agent_id, 0), { ...free, agents: inside(connected, 0) })
    await expect(test.engine.start(ofAgent(buyer, third))).rejects.toMatchObject({
      code: 'accounts_needed',
      message: expect.stringMatching(/“Paid agent”.*“Google Sheets” \(Adds rows\)\.$/),
      problems: [{ field: `accounts.${connected.agent_id}.google-sheets` }],
    })
    await database.pool.query(`update agents set status = 'archived' where id = $1`, [sending.agent_id])
    await expect(test.engine.start(ofAgent(buyer, second))).rejects.toMatchObject({ code: 'not_runnable' })
  })
})

describe('its AI models', () => {
  it('are paid on the charge of the nearest agent, inside what the step may cost', async () => {
    const buyer = await buyerWith(10_000)
    const free = await insertAgent(database, working(), { type: 'free', paise: 0 })
    const { execution_id } = await test.engine.start(
      await own(buyer, calling(free.agent_id, 200, { does: 'ask', with: '' })),
    )
    const inner = await waiting(execution_id)
    const { db } = database
    const charge = await db.transaction().execute((tx) => chargeOfModels(tx, inner.id))
    expect(charge).toBe(inner.charge_id)
    expect(await db.transaction().execute((tx) => chargeOfModels(tx, execution_id))).toBeNull()
    const hold = (micros: number) =>
      db.transaction().execute((tx) => holdModelCost(tx, charge ?? '', micros, { now, ownHelps: false }))
    await expect(hold(2_000_000)).rejects.toMatchObject({ code: 'cap_reached' })
    await hold(1_000_000)
    expect(await held(buyer)).toBe(118)
    await test.engine.control(execution_id, { action: 'cancel' })
    await until(async () => (await chargeOf(inner.id))?.status === 'released')
    expect([await credits(buyer), await held(buyer)]).toEqual([10_000, 0])
  })
})
