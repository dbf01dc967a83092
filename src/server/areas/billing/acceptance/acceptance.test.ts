/** Runs that are charged when their result is accepted: what is held, settled and given back is always the price. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { createBillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import { findCharge } from '#server/areas/billing/charges/charges.store.ts'
import { releaseOrphans } from '#server/areas/billing/charges/sweep.ts'
import { findOpenMoney } from '#server/areas/billing/closing/open-money.store.ts'
import { sumSpentToday } from '#server/areas/billing/credits/caps.store.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { LONG } from '#test/support/scale.ts'
import { insertUser } from '#test/support/users.ts'
import { findAcceptance } from './acceptance.store.ts'
import { acceptAllOf, acceptOverdue, type Deciding, decideIn, remindOfAcceptance } from './acceptance.ts'

const PRICE = 1_180
const ACCEPT: Deciding = { way: 'page', person: null, wanted: { decision: 'accept' } }
const REJECT: Deciding = {
  way: 'page',
  person: null,
  wanted: { decision: 'reject', reason: 'wrong', note: 'Wrong code' },
}

let database: TestDatabase
let agent: PaidAgent
beforeAll(async () => {
  database = await createTestDatabase()
  agent = await newAgent(PRICE)
})
afterAll(async () => {
  expect(await findDrift(database.db)).toEqual([])
  expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await database.drop()
})

async function newAgent(paise: number, days: number | null = 3): Promise<PaidAgent> {
  const made = await insertAgent(database, workflow([node('start', 'manual_trigger')], []), { paise })
  await database.pool.query('update agents set accept_days = $2 where id = $1', [made.agent_id, days])
  return made
}

async function buyerWith(paise: number): Promise<UserId> {
  const buyer = await insertUser(database)
  await giveCredits(database, buyer, paise)
  return buyer
}

async function begin(buyer: UserId, of = agent, trigger = 'manual'): Promise<ExecutionId> {
  const gate = createBillingGate({ db: database.db, trials: { secret: 'x', askProof: false } })
  const held = await gate.hold({ agent_version_id: of.agent_version_id, owner: { user_id: buyer }, trigger })
  if (!held) throw new Error('Nothing is held')
  await database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, charge_id)
     values ($1, $2, gen_random_uuid(), gen_random_uuid(), 'running', 'manual', 'null', $3)`,
    [held.execution_id, buyer, held.id],
  )
  return held.execution_id as ExecutionId
}

const end = (id: string, status = 'succeeded', output: string | null = '"a result"') =>
  database.pool.query('update executions set status = $2, output = $3 where id = $1', [id, status, output])

async function succeed(buyer: UserId, of = agent): Promise<ExecutionId> {
  const id = await begin(buyer, of)
  await end(id)
  return id
}

/** What was entered in the records of runs. */
const entered: ExecutionId[] = []
const enter = async (_tx: unknown, id: ExecutionId) => {
  entered.push(id)
}
const decide = (buyer: UserId, id: ExecutionId, deciding: Deciding) =>
  database.db.transaction().execute((tx) => decideIn(tx, buyer, id, deciding))
const endTime = (id: string, interval = '1 second') =>
  database.pool.query(`update charges set accept_until = now() - $2::interval where execution_id = $1`, [id, interval])
const money = async (buyer: UserId) => [
  await balanceOf(database.db, 'credits', buyer),
  await balanceOf(database.db, 'credits_held', buyer),
]
const statusOf = async (id: ExecutionId) => (await findCharge(database.db, id))?.status
const costOf = async (id: string) =>
  (await database.pool.query('select cost_paise::int as paise from executions where id = $1', [id])).rows[0]?.paise
const salesOf = async (id: string) =>
  (await database.pool.query('select * from sales where execution_id = $1', [id])).rows

describe('a result that waits', () => {
  it('keeps the price held, earns its seller nothing, and is settled to the paisa when it is accepted', async () => {
    const of = await newAgent(PRICE)
    const buyer = await buyerWith(2_000)
    const id = await succeed(buyer, of)
    expect(await statusOf(id)).toBe('awaiting')
    expect(await money(buyer)).toEqual([820, PRICE])
    expect([await balanceOf(database.db, 'earnings_held', of.seller), await salesOf(id)]).toEqual([0, []])
    expect(await costOf(id)).toBe(0)
    expect(await sumSpentToday(database.db, buyer, new Date())).toBe(PRICE)

    expect(await decide(buyer, id, ACCEPT)).toBe(true)
    expect([await statusOf(id), await money(buyer), await costOf(id)]).toEqual(['settled', [820, 0], PRICE])
    const [sale] = await salesOf(id)
    const parts = ['commission_paise', 'commission_gst_paise', 'gst_paise', 'tcs_paise', 'tds_paise', 'seller_paise']
    expect(parts.reduce((sum, part) => sum + Number(sale[part]), 0)).toBe(PRICE)
    expect(await balanceOf(database.db, 'earnings_held', of.seller)).toBe(Number(sale.seller_paise))
  })

  it('gives the price back when it is rejected, and does not count as spent', async () => {
    const buyer = await buyerWith(PRICE)
    const id = await succeed(buyer)
    expect(await decide(buyer, id, REJECT)).toBe(true)
    expect([await statusOf(id), await money(buyer), await costOf(id)]).toEqual(['rejected', [PRICE, 0], 0])
    expect(await salesOf(id)).toEqual([])
    expect(await sumSpentToday(database.db, buyer, new Date())).toBe(0)
    expect(await findAcceptance(database.db, id)).toMatchObject({
      decision: 'rejected',
      reason: 'wrong',
      note: 'Wrong code',
    })
  })

  it('is accepted by silence at the end of its time, and not before', async () => {
    const buyer = await buyerWith(2 * PRICE)
    const [over, open] = [await succeed(buyer), await succeed(buyer)]
    await endTime(over)
    await Promise.all([
      acceptOverdue(database.db, enter),
      acceptOverdue(database.db, enter),
      acceptOverdue(database.db, enter),
    ])
    expect([await statusOf(over), await statusOf(open)]).toEqual(['settled', 'awaiting'])
    expect(await findAcceptance(database.db, over)).toMatchObject({ decision: 'accepted', way: 'silence' })
    expect(await salesOf(over)).toHaveLength(1)
  })

  it.each([
    ['fails', 'failed', null, 'failed'],
    ['is cancelled', 'cancelled', null, 'cancelled'],
    ['gives nothing', 'succeeded', '{"codes":[]}', 'empty'],
  ])('never comes of a run that %s, which is free', async (_, status, output, reason) => {
    const buyer = await buyerWith(PRICE)
    const id = await begin(buyer)
    await end(id, status, output)
    expect(await findCharge(database.db, id)).toMatchObject({ status: 'released', reason })
    expect(await money(buyer)).toEqual([PRICE, 0])
    await expect(decide(buyer, id, ACCEPT)).rejects.toMatchObject({ code: 'illegal_transition' })
  })

  it('keeps its terms when the seller turns the option off, and a new run is charged when it succeeds', async () => {
    const of = await newAgent(PRICE)
    const buyer = await buyerWith(3 * PRICE)
    const before = await begin(buyer, of)
    await database.pool.query('update agents set accept_days = null where id = $1', [of.agent_id])
    await end(before)
    const after = await succeed(buyer, of)
    expect([await statusOf(before), await statusOf(after)]).toEqual(['awaiting', 'settled'])
    await expect(decide(buyer, after, REJECT)).rejects.toMatchObject({ code: 'illegal_transition' })
  })

  it('is not part of a comparison: its runs are charged when they succeed', async () => {
    const buyer = await buyerWith(PRICE)
    const id = await begin(buyer, agent, 'bench')
    await end(id)
    expect(await statusOf(id)).toBe('settled')
  })

  it('is settled also after its run was deleted, and what was written about it goes with the run', async () => {
    const buyer = await buyerWith(2 * PRICE)
    const [kept, rejected] = [await succeed(buyer), await succeed(buyer)]
    await decide(buyer, rejected, REJECT)
    await database.pool.query('delete from executions where id = any($1::uuid[])', [[kept, rejected]])
    await releaseOrphans(database.db, 0)
    expect(await money(buyer)).toEqual([PRICE, PRICE])
    await endTime(kept)
    await acceptOverdue(database.db, enter)
    expect(entered).toContain(kept)
    expect(await money(buyer)).toEqual([PRICE, 0])
    expect(await findAcceptance(database.db, rejected)).toMatchObject({ reason: 'wrong', note: '' })
  })

  it('keeps a workspace of its buyer or seller from being deleted, and is accepted before an account is', async () => {
    const of = await newAgent(PRICE)
    const buyer = await buyerWith(PRICE)
    const id = await succeed(buyer, of)
    const waits = { kind: 'acceptance', count: 1, paise: PRICE }
    expect(await findOpenMoney(database.db, buyer)).toEqual([waits])
    expect(await findOpenMoney(database.db, of.seller)).toEqual([waits])
    await acceptAllOf(database.db, buyer, enter)
    expect([await statusOf(id), await findOpenMoney(database.db, buyer)]).toEqual(['settled', []])
    expect(entered.at(-1)).toBe(id)
  })
})

describe('a change of mind', () => {
  it('never rejects what was accepted', async () => {
    const buyer = await buyerWith(PRICE)
    const id = await succeed(buyer)
    await decide(buyer, id, ACCEPT)
    await expect(decide(buyer, id, REJECT)).rejects.toMatchObject({ code: 'illegal_transition' })
    expect(await decide(buyer, id, ACCEPT)).toBe(false)
    expect([await money(buyer), (await salesOf(id)).length]).toEqual([[0, 0], 1])
  })

  it('accepts what was rejected while there is time, and pays it in one posting', async () => {
    const buyer = await buyerWith(PRICE)
    const id = await succeed(buyer)
    await decide(buyer, id, REJECT)
    expect(await decide(buyer, id, REJECT)).toBe(false)
    expect(await decide(buyer, id, ACCEPT)).toBe(true)
    expect([await statusOf(id), await money(buyer), await costOf(id)]).toEqual(['settled', [0, 0], PRICE])
    const posted = await database.pool.query<{ kind: string }>(
      `select t.kind from ledger_transactions t join charges c on t.cause_id = c.id::text where c.execution_id = $1 order by t.id`,
      [id],
    )
    // Each locks accounts in the order of their ids: two in one transaction could wait for those of another sale.
    expect(posted.rows.map(({ kind }) => kind)).toEqual(['hold', 'release', 'sale'])
  })

  it('is refused after the time, without the credits, and beyond a limit, and leaves everything as it was', async () => {
    const buyer = await buyerWith(PRICE)
    const late = await succeed(buyer)
    await decide(buyer, late, REJECT)
    const again = await succeed(buyer)
    await expect(decide(buyer, late, ACCEPT)).rejects.toMatchObject({ code: 'insufficient_credits' })
    await decide(buyer, again, REJECT)
    await database.pool.query(
      `insert into credit_settings (user_id, day_cap_paise) values ($1, $2)
       on conflict (user_id) do update set day_cap_paise = excluded.day_cap_paise`,
      [buyer, PRICE - 1],
    )
    await expect(decide(buyer, late, ACCEPT)).rejects.toMatchObject({ code: 'cap_reached' })
    await endTime(late)
    await expect(decide(buyer, late, ACCEPT)).rejects.toMatchObject({ code: 'acceptance_ended' })
    expect([await statusOf(late), await money(buyer)]).toEqual(['rejected', [PRICE, 0]])
  })

  it('is not possible for anyone else', async () => {
    const buyer = await buyerWith(PRICE)
    const id = await succeed(buyer)
    for (const other of [agent.seller, await insertUser(database)])
      await expect(decide(other, id, ACCEPT)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('at the same moment', () => {
  const outcome = async (all: Promise<unknown>[]) =>
    (await Promise.allSettled(all)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))

  it('two presses settle once', async () => {
    const buyer = await buyerWith(PRICE)
    const id = await succeed(buyer)
    const said = await outcome(Array.from({ length: 6 }, () => decide(buyer, id, ACCEPT)))
    expect(said.filter((one) => one === true)).toHaveLength(1)
    expect([await money(buyer), (await salesOf(id)).length]).toEqual([[0, 0], 1])
  })

  it('accepting and rejecting leave one of both, whole', async () => {
    const buyer = await buyerWith(PRICE)
    for (let turn = 0; turn < (LONG ? 100 : 20); turn++) {
      await giveCredits(database, buyer, PRICE)
      const before = await balanceOf(database.db, 'credits', buyer)
      const id = await succeed(buyer)
      await outcome(
        turn % 2
          ? [decide(buyer, id, REJECT), decide(buyer, id, ACCEPT)]
          : [decide(buyer, id, ACCEPT), decide(buyer, id, REJECT)],
      )
      // Rejected first and accepted after is accepted: that was a change of mind in time.
      expect(await statusOf(id)).toBe('settled')
      expect(await money(buyer)).toEqual([before - PRICE, 0])
    }
  })

  it('the end of the time and a rejection leave one of both: the clock of the database decides, not the job', async () => {
    const buyer = await buyerWith(PRICE)
    const late = await succeed(buyer)
    await endTime(late)
    // The job has not come yet, and it is over all the same.
    await expect(decide(buyer, late, REJECT)).rejects.toMatchObject({ code: 'acceptance_ended' })
    await acceptOverdue(database.db, enter)
    expect(await statusOf(late)).toBe('settled')
    for (let turn = 0; turn < (LONG ? 100 : 20); turn++) {
      const one = await buyerWith(PRICE)
      const id = await succeed(one)
      await database.pool.query(
        `update charges set accept_until = clock_timestamp() + interval '4 milliseconds' where execution_id = $1`,
        [id],
      )
      await outcome([acceptOverdue(database.db, enter), decide(one, id, REJECT), acceptOverdue(database.db, enter)])
      await endTime(id)
      await acceptOverdue(database.db, enter)
      const status = await statusOf(id)
      expect(['settled', 'rejected']).toContain(status)
      expect(await money(one)).toEqual([status === 'settled' ? 0 : PRICE, 0])
      expect(await salesOf(id)).toHaveLength(status === 'settled' ? 1 : 0)
    }
  })

  it('a connection that is cut in the middle leaves nothing half done', async () => {
    const buyer = await buyerWith(PRICE)
    const id = await succeed(buyer)
    for (const deciding of [REJECT, ACCEPT]) {
      const pool = createPool(database.url, 1)
      const db = createDatabase(pool)
      const broken = db.transaction().execute(async (tx) => {
        await decideIn(tx, buyer, id, deciding)
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
      })
      await expect(broken).rejects.toThrow()
      await pool.end()
      expect([await statusOf(id), await money(buyer)]).toEqual(['awaiting', [0, PRICE]])
    }
    await decide(buyer, id, ACCEPT)
    expect(await money(buyer)).toEqual([0, 0])
  })
})

describe('who rejects too much', () => {
  it('pays the next runs of this seller when they succeed, and others as before', async () => {
    const [of, other] = [await newAgent(10), await newAgent(10)]
    const buyer = await buyerWith(10_000)
    for (let turn = 0; turn < 20; turn++) {
      const id = await succeed(buyer, of)
      await decide(buyer, id, turn % 20 < 9 ? REJECT : ACCEPT)
    }
    expect(await statusOf(await succeed(buyer, of))).toBe('settled')
    expect(await statusOf(await succeed(buyer, other))).toBe('awaiting')
    // After a month it is forgotten.
    await database.pool.query(`update charges set created_at = created_at - interval '31 days' where buyer_id = $1`, [
      buyer,
    ])
    expect(await statusOf(await succeed(buyer, of))).toBe('awaiting')
  })

  it('may still reject four of ten', async () => {
    const of = await newAgent(10)
    const buyer = await buyerWith(10_000)
    for (let turn = 0; turn < 20; turn++) await decide(buyer, await succeed(buyer, of), turn < 8 ? REJECT : ACCEPT)
    expect(await statusOf(await succeed(buyer, of))).toBe('awaiting')
  })
})

it('reminds once of large sums, a day before the first of them is charged', async () => {
  const of = await newAgent(30_000)
  const [rich, small] = [await buyerWith(100_000), await buyerWith(100_000)]
  for (const id of [await succeed(rich, of), await succeed(rich, of), await succeed(small, of)])
    await database.pool.query(`update charges set accept_until = now() + interval '20 hours' where execution_id = $1`, [
      id,
    ])
  await Promise.all([remindOfAcceptance(database.db), remindOfAcceptance(database.db)])
  await remindOfAcceptance(database.db)
  const { rows } = await database.pool.query(
    `select user_id, title, message from notifications where user_id = any($1::uuid[]) and group_key = 'acceptance'`,
    [[rich, small]],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].user_id).toBe(rich)
  expect(JSON.stringify(rows[0])).toContain('₹600')
})

/** Out of turn on purpose: what isn’t possible is refused and changes nothing. */
type Step = { do: 'run' | 'top_up' | 'overdue' } | { do: 'accept' | 'reject' | 'late' | 'delete'; run: number }
const which = fc.nat({ max: 5 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('run' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('accept' as const, 'reject' as const), run: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('late' as const, 'delete' as const), run: which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('overdue' as const, 'top_up' as const) }) },
)
const EXPECTED = ['insufficient_credits', 'illegal_transition', 'acceptance_ended']

it('keeps held, settled and released together the price, after any order of decisions', {
  timeout: 60_000,
}, async () => {
  const of = await newAgent(333)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const buyer = await buyerWith(1_500)
      let given = 1_500
      const runs: ExecutionId[] = []
      const take = async (one: Step): Promise<unknown> => {
        const id = 'run' in one ? runs[one.run] : undefined
        if (one.do === 'run') return runs.push(await succeed(buyer, of))
        if (one.do === 'overdue') return acceptOverdue(database.db, enter)
        if (one.do === 'top_up') {
          given += 500
          return giveCredits(database, buyer, 500)
        }
        if (!id) return
        if (one.do === 'late') return endTime(id)
        if (one.do === 'delete') return database.pool.query('delete from executions where id = $1', [id])
        return decide(buyer, id, one.do === 'accept' ? ACCEPT : REJECT)
      }
      for (const one of steps)
        await take(one).catch((error: { code?: string }) => {
          if (!EXPECTED.includes(error.code ?? '')) throw error
        })
      const { rows } = await database.pool.query(
        `select (coalesce(sum(c.price_paise) filter (where c.status = 'awaiting'), 0))::int as held,
           (coalesce(sum(s.gross_paise), 0))::int as settled,
           (count(*) filter (where (c.status = 'settled') <> (s.id is not null)))::int as astray
         from charges c left join sales s on s.id = c.id where c.buyer_id = $1`,
        [buyer],
      )
      const [{ held, settled, astray }] = rows
      expect(astray).toBe(0)
      expect(await money(buyer)).toEqual([given - held - settled, held])
      expect(await findDrift(database.db)).toEqual([])
    }),
    { numRuns: LONG ? 40 : 12 },
  )
})
