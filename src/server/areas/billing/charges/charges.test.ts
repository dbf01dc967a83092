import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, UserId } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import type { StartRequest } from '#server/engine/request.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, type TestEngine, wires, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { CROWD } from '#test/support/scale.ts'
import { insertUser } from '#test/support/users.ts'
import { createBillingGate } from './billing-gate.ts'
import { findCharge } from './charges.store.ts'
import { releaseEarnings, releaseOrphans } from './sweep.ts'

const DAY = 86_400_000

let database: TestDatabase
let test: TestEngine
let agent: PaidAgent
let now = new Date()

const document = workflow(
  [node('start', 'manual_trigger'), node('work', 'effect', { does: '{{ $input.does }}', with: '{{ $input.with }}' })],
  wires('start > work'),
)

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database, {
    billingGate: createBillingGate({
      db: database.db,
      trials: { secret: 'a secret of a test', askProof: false },
      now: () => now,
    }),
    behaviours: {
      give: (ctx) => output((ctx.config.with ?? null) as Json),
      refuse: () => {
        throw new NodeError('no_luck', 'It did not work')
      },
      hang: (ctx) => new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason))),
    },
  })
  agent = await insertAgent(database, document)
})
afterAll(async () => {
  await test.engine.stop()
  expect(await findDrift(database.db)).toEqual([])
  expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await database.drop()
})

const request = (
  buyer: UserId | { visitor_key: string },
  input: Json = { does: 'give', with: 'a result' },
  of: PaidAgent = agent,
  rest: Partial<StartRequest> = {},
): StartRequest => ({
  workflow_version_id: of.workflow_version_id,
  agent_id: of.agent_id,
  agent_version_id: of.agent_version_id,
  input,
  trigger: 'manual',
  priority: 'normal',
  owner: typeof buyer === 'string' ? { user_id: buyer } : buyer,
  mode: 'now',
  ...rest,
})

async function buyerWith(paise: number): Promise<UserId> {
  const buyer = await insertUser(database)
  if (paise > 0) await giveCredits(database, buyer, paise)
  return buyer
}

const credits = (buyer: UserId) => balanceOf(database.db, 'credits', buyer)
const held = (buyer: UserId) => balanceOf(database.db, 'credits_held', buyer)
const chargeOf = (id: string) => findCharge(database.db, id as never)

describe('a run that is paid with credits', () => {
  it('is settled with its result: a sale, divided as the tax of its day says', async () => {
    const buyer = await buyerWith(2_000)
    const ended = await test.engine.run(request(buyer), 5_000)
    expect(ended.status).toBe('succeeded')
    expect([await credits(buyer), await held(buyer)]).toEqual([1_500, 0])
    const { rows } = await database.pool.query('select * from sales where execution_id = $1', [ended.execution_id])
    expect(rows).toMatchObject([{ buyer_id: buyer, seller_id: agent.seller, kind: 'run', gross_paise: 500 }])
    const [sale] = rows
    expect(await balanceOf(database.db, 'earnings_held', agent.seller)).toBe(Number(sale.seller_paise))
    const { rows: runs } = await database.pool.query('select cost_paise::int from executions where id = $1', [
      ended.execution_id,
    ])
    expect(runs).toEqual([{ cost_paise: 500 }])
  })

  it.each([
    ['fails', { does: 'refuse' }, 'failed', 'failed'],
    ['gives nothing', { does: 'give', with: null }, 'succeeded', 'empty'],
    [
      'gives blanks and empty lists',
      { does: 'give', with: { text: ' \n', codes: [], more: { a: null } } },
      'succeeded',
      'empty',
    ],
  ] as const)('costs nothing when it %s', async (_, input, status, reason) => {
    const buyer = await buyerWith(500)
    const ended = await test.engine.run(request(buyer, input as unknown as Json), 5_000)
    expect(ended.status).toBe(status)
    expect(await chargeOf(ended.execution_id)).toMatchObject({ status: 'released', reason, price_paise: 500 })
    expect([await credits(buyer), await held(buyer)]).toEqual([500, 0])
  })

  it.each([{ codes: [], found: 0 }, { ok: false }, ['x']])('is a result when it is %j', async (result) => {
    const buyer = await buyerWith(500)
    await test.engine.run(request(buyer, { does: 'give', with: result } as Json), 5_000)
    expect(await credits(buyer)).toBe(0)
  })

  it('holds the price while it runs, and gives it back when it is cancelled', async () => {
    const buyer = await buyerWith(500)
    const { execution_id } = await test.engine.start(request(buyer, { does: 'hang' }))
    expect([await credits(buyer), await held(buyer)]).toEqual([0, 500])
    expect(await chargeOf(execution_id)).toMatchObject({ status: 'running' })
    await test.engine.control(execution_id, { action: 'cancel' })
    expect(await chargeOf(execution_id)).toMatchObject({ status: 'released', reason: 'cancelled' })
    expect([await credits(buyer), await held(buyer)]).toEqual([500, 0])
  })

  it('is refused without enough credits, and leaves nothing behind', async () => {
    const buyer = await buyerWith(499)
    await expect(test.engine.run(request(buyer), 5_000)).rejects.toMatchObject({ code: 'insufficient_credits' })
    const { rowCount } = await database.pool.query('select 1 from executions where owner_id = $1', [buyer])
    expect(rowCount).toBe(0)
    expect([await credits(buyer), await held(buyer)]).toEqual([499, 0])
  })

  it('is free for its seller, and closed to visitors but for samples', async () => {
    expect((await test.engine.run(request(agent.seller), 5_000)).status).toBe('succeeded')
    expect(await balanceOf(database.db, 'credits', agent.seller)).toBe(0)
    const visitor = { visitor_key: 'somebody' }
    await expect(test.engine.run(request(visitor), 5_000)).rejects.toMatchObject({ code: 'unauthenticated' })
    const sample = request(visitor, undefined, agent, { trigger: 'sample' })
    const { status, execution_id } = await test.engine.run(sample, 5_000)
    expect(status).toBe('succeeded')
    const forged = { action: 'fork', from_node: 'work', edited: { start: { does: 'give', with: 'mine' } } } as const
    await expect(test.engine.control(execution_id, forged)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('is held again by a retry, a rerun and a fork', async () => {
    const buyer = await buyerWith(1_000)
    const failed = await test.engine.run(request(buyer, { does: 'refuse' }), 5_000)
    const retried = await test.engine.control(failed.execution_id, { action: 'retry' })
    await test.engine.result(retried.execution_id, 5_000)
    expect(await credits(buyer)).toBe(1_000)
    const edited = { start: { does: 'give', with: 'a result' } }
    const forked = await test.engine.control(failed.execution_id, { action: 'fork', from_node: 'work', edited })
    expect((await test.engine.result(forked.execution_id, 5_000)).status).toBe('succeeded')
    expect(await credits(buyer)).toBe(500)
    const again = await test.engine.control(forked.execution_id, { action: 'rerun' })
    await test.engine.result(again.execution_id, 5_000)
  })

  it(`lets ${CROWD} begin at a time exactly as many as the credits reach for`, async () => {
    const buyer = await buyerWith(2_500)
    const all = await Promise.allSettled(Array.from({ length: CROWD }, () => test.engine.run(request(buyer), 20_000)))
    const refused = all.filter((one) => one.status === 'rejected')
    expect(all.length - refused.length).toBe(5)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'insufficient_credits' })
    expect([await credits(buyer), await held(buyer)]).toEqual([0, 0])
  })
})

describe('trial runs', () => {
  it('are exactly as many as the agent gives, however many ask at a time', async () => {
    const trial = await insertAgent(database, document, { trial_runs: 3 })
    const buyer = await buyerWith(0)
    const all = await Promise.allSettled(
      Array.from({ length: CROWD }, () => test.engine.run(request(buyer, undefined, trial), 20_000)),
    )
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it(`are exactly as many for ${CROWD} accounts of one mailbox at once`, async () => {
    const trial = await insertAgent(database, document, { trial_runs: 3 })
    const people = await Promise.all(Array.from({ length: CROWD }, () => buyerWith(0)))
    await database.pool.query(
      `update users set email = 'd.o.ts+' || row || '@gmail.com' from unnest($1::uuid[]) with ordinality as p (id, row) where users.id = p.id`,
      [people],
    )
    const all = await Promise.allSettled(people.map((who) => test.engine.run(request(who, undefined, trial), 20_000)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('count only when they succeed, and come before credits', async () => {
    const trial = await insertAgent(database, document, { trial_runs: 1 })
    const buyer = await buyerWith(500)
    await test.engine.run(request(buyer, { does: 'refuse' }, trial), 5_000)
    const first = await test.engine.run(request(buyer, undefined, trial), 5_000)
    expect(await chargeOf(first.execution_id)).toMatchObject({ kind: 'trial', status: 'settled' })
    expect(await credits(buyer)).toBe(500)
    await test.engine.run(request(buyer, undefined, trial), 5_000)
    expect(await credits(buyer)).toBe(0)
  })

  it('are not had again under an alias of the same mailbox or a new account with it', async () => {
    const trial = await insertAgent(database, document, { trial_runs: 1 })
    const rename = (id: UserId, email: string) =>
      database.pool.query('update users set email = $2 where id = $1', [id, email])
    const first = await buyerWith(0)
    await rename(first, 'Asha.Rao@gmail.com')
    await test.engine.run(request(first, undefined, trial), 5_000)
    await rename(first, `${first}@example.test`)
    for (const email of ['asharao+again@googlemail.com', 'asha.rao@gmail.com']) {
      const other = await buyerWith(0)
      await rename(other, email)
      await expect(test.engine.run(request(other, undefined, trial), 5_000)).rejects.toMatchObject({ status: 402 })
      await rename(other, `${other}@example.test`)
    }
  })
})

describe('caps', () => {
  const setCaps = (buyer: UserId, run: number | null, day: number | null) =>
    database.pool.query('insert into credit_settings (user_id, run_cap_paise, day_cap_paise) values ($1, $2, $3)', [
      buyer,
      run,
      day,
    ])

  it('stop a run that costs more than one may', async () => {
    const buyer = await buyerWith(1_000)
    await setCaps(buyer, 499, null)
    await expect(test.engine.run(request(buyer), 5_000)).rejects.toMatchObject({
      code: 'cap_reached',
      message: 'Your limit per run is ₹4.99, and this one costs ₹5.',
    })
  })

  it(`let ${CROWD} begin at a time as many as a day may cost, and as many again the day after`, async () => {
    const buyer = await buyerWith(10_000)
    await setCaps(buyer, null, 1_700)
    const all = await Promise.allSettled(Array.from({ length: CROWD }, () => test.engine.run(request(buyer), 20_000)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await credits(buyer)).toBe(8_500)
    now = new Date(now.getTime() + DAY)
    expect((await test.engine.run(request(buyer), 5_000)).status).toBe('succeeded')
    now = new Date(now.getTime() - DAY)
  })
})

describe('what is left behind', () => {
  it('is given back when a process died between the charge and its run', async () => {
    const buyer = await buyerWith(500)
    const billingGate = createBillingGate({ db: database.db, trials: { secret: 'x', askProof: false }, now: () => now })
    const charge = await billingGate.hold(request(buyer))
    expect([await credits(buyer), await held(buyer)]).toEqual([0, 500])
    await releaseOrphans(database.db)
    expect(await held(buyer)).toBe(500)
    await releaseOrphans(database.db, 0)
    expect([await credits(buyer), await held(buyer)]).toEqual([500, 0])
    // The run that comes after all is refused by the database.
    const late = request(buyer, { does: 'hang' }, agent, { charge })
    const begun = await test.engine.run(late, 2_000).catch((error: Error) => error)
    const { rows } = await database.pool.query('select status from executions where id = $1', [charge?.execution_id])
    expect(rows.filter(({ status }) => status !== 'failed')).toEqual([])
    expect(begun).not.toMatchObject({ status: 'succeeded' })
    test.problems.length = 0
  })

  it('is payable to the seller after a week, once', async () => {
    const other = await insertAgent(database, document)
    const buyer = await buyerWith(500)
    await test.engine.run(request(buyer, undefined, other), 5_000)
    const earned = await balanceOf(database.db, 'earnings_held', other.seller)
    const at = (ms: number) => new Date(Date.now() + ms)
    await releaseEarnings(database.db, at(6.9 * DAY))
    expect(await balanceOf(database.db, 'earnings', other.seller)).toBe(0)
    await Promise.all([1, 2, 3].map(() => releaseEarnings(database.db, at(7.1 * DAY))))
    expect(await balanceOf(database.db, 'earnings', other.seller)).toBe(earned)
    expect(await balanceOf(database.db, 'earnings_held', other.seller)).toBe(0)
  })
})
