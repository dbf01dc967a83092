/** Many payouts whose webhooks come in any order, several times, changed on the way, or not at all: each seller is paid once. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserId } from '#contract/core/primitives.ts'
import { movePayout } from '#peers/razorpay/payout-moves.ts'
import { storeProfile } from '#server/areas/accounts/seller-profiles/profile.store.ts'
import { belongsToSeller } from '#server/areas/accounts/seller-profiles/profile.ts'
import { findDrift } from '#server/areas/billing/ledger/ledger.store.ts'
import { platformBalance } from '#server/areas/billing/ledger/ledger.ts'
import { seal } from '#server/gateways/vault/envelope.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { LONG } from '#test/support/scale.ts'
import { newVaultKey } from '#test/support/secrets.ts'
import { insertUser } from '#test/support/users.ts'
import { earn } from '#test/support/verified-seller.ts'
import { reconcilePayouts, type Sending, sendTransfers } from './send.ts'

const SELLERS = LONG ? 200 : 60
let test: TestApp
let boss: Person
beforeAll(async () => {
  test = await createTestApp({ secrets: { keys: newVaultKey() }, razorpayx: true })
  boss = { ...(await test.person('super_admin')), signed_in_at: new Date() }
  test.know(boss)
})
afterAll(() => test.close())

/** Verified sellers with earnings, without their forms. */
async function sellers(): Promise<void> {
  const { db, pool } = test.database
  for (let at = 0; at < SELLERS; at++) {
    const seller_id = await insertUser(test.database, 'seller')
    const payee = { type: 'bank', holder: `Seller ${at}`, account: `00123456${at}`, ifsc: 'HDFC0001234' }
    const box = seal(test.secrets.ring, { payee: JSON.stringify(payee) }, belongsToSeller(seller_id))
    const details = {
      legal_name: `Seller ${at}`,
      kind: 'individual',
      address: '1 MG Road, Pune',
      state_code: '27',
    } as const
    const shown = {
      pan_last: null,
      gstin: null,
      contact_email: null,
      contact_phone: null,
      payee_shown: 'HDFC',
      payee_from: null,
    }
    await storeProfile(db, { seller_id, ...details, ...shown, box })
    await earn(test, seller_id, 60_000 + at)
  }
  await pool.query("update seller_profiles set status = 'verified'")
}

const sumOf = async (column: string, where = 'true'): Promise<number> =>
  Number(
    (await test.database.pool.query(`select coalesce(sum(paise), 0) as sum from ${column} where ${where}`)).rows[0].sum,
  )

it(`pays ${SELLERS} sellers once each in a storm of webhooks`, { timeout: 240_000 }, async () => {
  const { peer } = test.payments
  const deps: Sending = {
    ...test.payments.on(test.database.db),
    gateway: test.payments.payouts,
    ring: test.secrets.ring,
  }
  await sellers()
  const run = (await test.call('POST', '/api/v1/admin/payout-runs', { as: boss })).body.data
  expect(run.payouts).toBe(SELLERS)
  await test.call('POST', `/api/v1/admin/payout-runs/${run.id}/send`, { as: boss })
  peer.behave({ hold: true, shuffle: true, copies: 5, tamper: 50, drop: 20, slow_payouts: true })
  for (let turn = 0; turn < 12; turn++) {
    // Now and then the gateway acts and its answer is lost, or it does not act at all.
    peer.behave({ fail_after: turn % 3 === 0 ? 8 : 0, fail_before: turn % 4 === 1 ? 5 : 0 })
    test.payments.pass(90)
    await Promise.all([sendTransfers(deps), sendTransfers(deps)])
  }
  peer.behave({ fail_after: 0, fail_before: 0 })
  const payouts = [...peer.state.payouts.values()]
  expect(new Set(payouts.map(({ reference_id }) => reference_id)).size).toBe(payouts.length)
  expect(payouts).toHaveLength(SELLERS)
  for (const [at, payout] of payouts.entries()) {
    if (at % 10 === 0) movePayout(peer.state, payout, 'failed')
    else movePayout(peer.state, payout, 'processed')
    if (at % 7 === 0) movePayout(peer.state, payout, 'reversed')
  }
  await peer.post.flush(16)
  await reconcilePayouts(deps)
  await peer.post.flush(16)
  expect(peer.post.counted.tampered).toBeGreaterThan(5)
  expect(peer.post.counted.tampered_accepted).toBe(0)
  const back = payouts.filter(({ status }) => status !== 'processed').reduce((sum, { amount }) => sum + amount, 0)
  const paid = payouts.filter(({ status }) => status === 'processed')
  expect(await sumOf('payouts', "status = 'paid'")).toBe(paid.reduce((sum, { amount }) => sum + amount, 0))
  expect(await sumOf('payouts', "status in ('failed', 'reversed')")).toBe(back)
  const { rows } = await test.database.pool.query<{ owner_id: UserId; paise: string; status: string; owed: string }>(
    `select a.owner_id, b.paise, p.status, p.paise as owed from payouts p join ledger_accounts a on a.owner_id = p.seller_id and a.kind = 'earnings'
     join ledger_balances b on b.account_id = a.id`,
  )
  expect(rows).toHaveLength(SELLERS)
  for (const { paise, status, owed } of rows) expect(Number(paise)).toBe(status === 'paid' ? 0 : Number(owed))
  expect(await platformBalance(test.database.db, 'payouts')).toBe(0)
  // What left the bank: what was paid, and what RazorpayX took for it.
  expect(await platformBalance(test.database.db, 'bank')).toBe(
    paid.reduce((sum, { amount, fees }) => sum + amount + fees, 0),
  )
  expect(await findDrift(test.database.db)).toEqual([])
  expect(Number((await test.database.pool.query('select sum(paise) as sum from ledger_entries')).rows[0].sum)).toBe(0)
})
