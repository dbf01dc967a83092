/** Any order of holds, ends, refunds and time, against the database: money is never made or lost, and no buyer falls below zero. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, workflow } from '#test/support/engine.ts'
import { giveCredits, insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { LONG } from '#test/support/scale.ts'
import { insertUser } from '#test/support/users.ts'
import { createBillingGate, type HeldCharge } from './billing-gate.ts'
import { releaseEarnings, releaseOrphans } from './sweep.ts'
import { takeBackSale } from './take-back-sale.ts'

let database: TestDatabase
let agents: PaidAgent[]
beforeAll(async () => {
  database = await createTestDatabase()
  const document = workflow([node('start', 'manual_trigger')], [])
  agents = [
    await insertAgent(database, document, { paise: 333 }),
    await insertAgent(database, document, { paise: 9_999 }),
    await insertAgent(database, document, { paise: 1, trial_runs: 2 }),
  ]
})
afterAll(() => database.drop())

/** Out of turn on purpose: a run may end twice, end before it began, and be refunded more than it cost. */
type Step =
  | { do: 'hold'; agent: number }
  | { do: 'begin' | 'succeed' | 'empty' | 'fail' | 'cancel'; run: number }
  | { do: 'refund'; run: number; paise: number }
  | { do: 'sweep' | 'week' | 'top_up' }

const run = fc.nat({ max: 7 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('hold' as const), agent: fc.nat({ max: 2 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('begin' as const, 'succeed' as const), run }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('empty' as const, 'fail' as const, 'cancel' as const), run }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refund' as const), run, paise: fc.integer({ min: 1, max: 10_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('sweep' as const, 'week' as const, 'top_up' as const) }) },
)

class Books {
  readonly #buyer: UserId
  readonly #billingGate = createBillingGate({ db: database.db, trials: { secret: 'x', askProof: false } })
  readonly #held: HeldCharge[] = []

  constructor(buyer: UserId) {
    this.#buyer = buyer
  }

  async take(one: Step): Promise<void> {
    const { db } = database
    if (one.do === 'hold') await this.#hold(one.agent)
    else if (one.do === 'sweep') await releaseOrphans(db, 0)
    else if (one.do === 'week') await releaseEarnings(db, new Date(Date.now() + 8 * 86_400_000))
    else if (one.do === 'top_up') await giveCredits(database, this.#buyer, 5_000)
    else if ('run' in one) await this.#onRun(one)
  }

  async #hold(agent: number): Promise<void> {
    const owner = { user_id: this.#buyer }
    const version = agents[agent]?.agent_version_id ?? ''
    const held = await this.#billingGate
      .hold({ agent_version_id: version, owner, trigger: 'manual' })
      .catch((error: Error & { code?: string }) => {
        if (error.code !== 'insufficient_credits') throw error
        return null
      })
    if (held) this.#held.push(held)
  }

  async #onRun(one: Extract<Step, { run: number }>): Promise<void> {
    const held = this.#held[one.run]
    if (!held) return
    // What the database refuses changes nothing.
    await this.#change(one, held).catch((error: Error & { code?: string }) => {
      if (!['CH511', 'invalid_input', 'not_found'].includes(error.code ?? '')) throw error
    })
  }

  async #change(one: Extract<Step, { run: number }>, { id, execution_id }: HeldCharge): Promise<void> {
    const { pool, db } = database
    if (one.do === 'refund') {
      const to = { account: 'credits', owner: this.#buyer } as const
      const key = `back:${uuidv7()}`
      await db.transaction().execute((tx) => takeBackSale(tx, { key, sale: id, paise: one.paise, to }))
      return
    }
    const [status, output] = ENDS[one.do]
    await pool.query(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input, output, charge_id)
       values ($1, $2, gen_random_uuid(), gen_random_uuid(), $3, 'manual', 'null', $4, $5)
       on conflict (id) do update set status = excluded.status, output = excluded.output
         where executions.status not in ('succeeded', 'failed', 'cancelled')`,
      [execution_id, this.#buyer, status, output, id],
    )
  }
}

const ENDS = {
  begin: ['running', null],
  succeed: ['succeeded', '"a result"'],
  empty: ['succeeded', '{"codes":[]}'],
  fail: ['failed', null],
  cancel: ['cancelled', null],
} as const

it('keeps the books whole after any order of holds, ends, refunds and sweeps', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const buyer = await insertUser(database)
      await giveCredits(database, buyer, 12_000)
      const books = new Books(buyer)
      for (const one of steps) {
        await books.take(one)
        expect(await balanceOf(database.db, 'credits', buyer)).toBeGreaterThanOrEqual(0)
        expect(await balanceOf(database.db, 'credits_held', buyer)).toBeGreaterThanOrEqual(0)
      }
      expect((await sumKinds(database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
      expect(await findDrift(database.db)).toEqual([])
      const { rows } = await database.pool.query(
        `select
           (select coalesce(sum(price_paise), 0) from charges where buyer_id = $1 and status in ('held', 'running'))::int as held,
           (select count(*) from charges c where c.buyer_id = $1 and (c.status = 'settled' and c.kind = 'credits')
              <> exists (select 1 from sales s where s.id = c.id))::int as astray`,
        [buyer],
      )
      expect(rows).toEqual([{ held: await balanceOf(database.db, 'credits_held', buyer), astray: 0 }])
    }),
    { numRuns: LONG ? 40 : 15 },
  )
})
