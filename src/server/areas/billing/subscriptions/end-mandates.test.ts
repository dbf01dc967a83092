import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { endToken, newToken } from '#peers/razorpay/api.ts'
import type { TokenEntity } from '#peers/razorpay/entities.ts'
import { receiveEvent } from '#server/areas/billing/payments/webhook.ts'
import { mint } from '#server/platform/access/grant.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestPayments, type TestPayments } from '#test/support/payments.ts'
import { payPlan } from '#test/support/plans.ts'
import { insertUser } from '#test/support/users.ts'
import { endMandates } from './end-mandates.ts'
import { findMandate, insertMandate } from './renewals.store.ts'
import { findLive } from './subscriptions.store.ts'
import { cancelSubscription, endMandate, getSubscription } from './subscriptions.ts'
import { syncMandates } from './sync-mandates.ts'

let database: TestDatabase
let payments: TestPayments
let user: UserId
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  payments = await createTestPayments()
  payments.at(new Date())
  user = await insertUser(database)
  await payPlan(database, user, { plan_id: 'starter', billing: 'monthly' }, () => payments.paying.now())
})
afterEach(async () => {
  await payments.peer.close()
  await database.pool.query('delete from mandates')
  await database.pool.query('delete from mandate_endings')
})

const deps = () => payments.on(database.db)
const grant = () =>
  mint(
    'user.own',
    {
      type: 'user',
      id: user,
      role: 'basic_user',
      permissions: new Set(),
      email: '',
      display_name: '',
      session_id: null,
    },
    user,
  )
const allow = async (method: TokenEntity['method']): Promise<TokenEntity> => {
  const customer_id = await payments.paying.gateway.customer({ name: 'Somebody', email: `${user}@example.com` })
  const token = newToken(payments.peer.state, customer_id, method)
  const max_paise = token.max_amount
  await insertMandate(database.db, {
    user_id: user,
    gateway: 'test',
    customer_id,
    token_id: token.id,
    method,
    max_paise,
    expires_at: null,
  })
  return token
}
const cancel = async () =>
  cancelSubscription(database.db, grant(), (await findLive(database.db, user))?.id as never, payments.paying.now())
const waiting = async () =>
  (await database.pool.query('select token_id, attempts, last_error from mandate_endings')).rows
/** Tries until nothing waits. @returns how often */
async function work(most = 6): Promise<number> {
  for (let turn = 1; turn <= most; turn++) {
    payments.pass(1440)
    await endMandates(deps())
    await new Promise((resolve) => setTimeout(resolve, 5))
    if ((await waiting()).length === 0) return turn
  }
  return most
}
const stands = (token: TokenEntity): boolean =>
  payments.peer.state.tokens.get(token.id)?.recurring_details.status === 'confirmed'

/** Name, what the gateway does meanwhile, in how many tries it has ended: of a card, and of UPI, which NPCI confirms later. */
const TRIALS: readonly [string, () => void, number, number][] = [
  ['at once', () => {}, 1, 2],
  ['answers 502 and does nothing', () => payments.peer.behave({ fail_before: 1 }), 2, 3],
  ['acts, and answers 502', () => payments.peer.behave({ fail_after: 1 }), 2, 2],
  ['does not answer', () => payments.peer.behave({ hang: 1 }), 2, 3],
]

describe('a mandate ends at the gateway, too', () => {
  it.each(TRIALS)('when its plan is cancelled: %s', async (_, misbehave, ofCard, ofUpi) => {
    for (const [method, tries] of [
      ['card', ofCard],
      ['upi', ofUpi],
    ] as const) {
      const token = await allow(method)
      await endMandate(database.db, grant(), false, payments.paying.now())
      expect(stands(token)).toBe(true)
      misbehave()
      expect([method, await work()]).toEqual([method, tries])
      expect(stands(token)).toBe(false)
    }
  })

  it('when it was ended there before, and when its plan is cancelled twice at once', async () => {
    const token = await allow('card')
    await payments.paying.gateway.deleteToken(token.customer_id, token.id)
    await Promise.allSettled([cancel(), cancel()])
    expect(await waiting()).toHaveLength(1)
    expect(await work()).toBe(1)
  })

  it('when the account is deleted, without a word of whose it was', async () => {
    const token = await allow('card')
    await database.pool.query('delete from mandates where user_id = $1', [user])
    expect(await work()).toBe(1)
    expect(stands(token)).toBe(false)
  })

  it('also an older one, when a newer is given', async () => {
    const [older, newer] = [await allow('card'), await allow('card')]
    await work()
    expect([stands(older), stands(newer)]).toEqual([false, true])
    expect((await findMandate(database.db, user, payments.paying.now()))?.token_id).toBe(newer.id)
  })

  it('and an admin is told when a bank does not do it, while retries continue', async () => {
    const admin = await insertUser(database, 'admin')
    await allow('upi')
    payments.peer.behave({ keep_tokens: true })
    await cancel()
    await work(16)
    expect((await waiting())[0].last_error).toBe('The gateway has not confirmed the end of the mandate yet')
    const { rows } = await database.pool.query('select title from notifications where user_id = $1', [admin])
    expect(rows).toEqual([{ title: 'A mandate couldn’t be ended at the gateway' }])
    payments.peer.behave({ keep_tokens: false })
    expect(await work()).toBeLessThan(4)
  })
})

describe('what its holder may do at any time', () => {
  it('is to end it and keep the plan; its renewals are asked for', async () => {
    await allow('upi')
    await syncMandates(deps())
    const { mandate } = await getSubscription(database.db, grant(), false, payments.paying.now())
    expect(mandate).toMatchObject({ method: 'upi', max_paise: 1_500_000, valid_until: expect.stringMatching(/^20/) })
    const after = await endMandate(database.db, grant(), false, payments.paying.now())
    expect([after.mandate, after.subscription?.status]).toEqual([null, 'active'])
  })

  it('is to end it at the bank, found in a look also behind one that cannot be asked about', async () => {
    const bad = await allow('upi')
    const other = await insertUser(database)
    await payPlan(database, other, { plan_id: 'starter', billing: 'monthly' }, () => payments.paying.now())
    const ended = newToken(payments.peer.state, bad.customer_id, 'card')
    await insertMandate(database.db, {
      user_id: other,
      gateway: 'test',
      customer_id: bad.customer_id,
      token_id: ended.id,
      method: 'card',
      max_paise: ended.max_amount,
      expires_at: null,
    })
    await database.pool.query(`update mandates set looked_at = now() - interval '8 days' where token_id = $1`, [
      ended.id,
    ])
    Object.assign(bad, { max_amount: 'unreadable' })
    payments.peer.state.tokens.delete(ended.id)
    await syncMandates(deps())
    expect(await findMandate(database.db, other, payments.paying.now())).toBeNull()
    expect(await findMandate(database.db, user, payments.paying.now())).not.toBeNull()
  })

  it('is to end it at the bank: told by a webhook, or found in a look', async () => {
    payments.deliver(async ({ body, headers }) => {
      await receiveEvent(deps(), {
        bytes: Buffer.from(body),
        signature: headers['x-razorpay-signature'] ?? '',
        event_id: null,
      })
      return 200
    })
    const token = await allow('upi')
    endToken(payments.peer.state, token)
    await payments.peer.post.settled()
    expect(await findMandate(database.db, user, payments.paying.now())).toBeNull()
    const other = await allow('card')
    payments.peer.state.tokens.delete(other.id)
    await syncMandates(deps())
    expect(await findMandate(database.db, user, payments.paying.now())).toBeNull()
  })
})
