/** What a bank decides after weeks, and of which no event came: it is asked about, however long ago it began. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { DisputeEntity, RefundEntity } from '#peers/razorpay/entities.ts'
import { endDispute, endRefund } from '#peers/razorpay/moves.ts'
import { findDrift, sumKinds } from '#server/areas/billing/ledger/ledger.store.ts'
import { sendRefunds } from '#server/areas/billing/refunds/send.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { buy, dispute as openDispute } from '#test/support/at-gateway.ts'
import { createPaymentWork } from './payment-jobs.ts'
import { reconcile } from './reconcile.ts'

const DAYS = 40
const SHOWN = 60_000
let test: TestApp
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
})
beforeEach(async () => {
  test.payments.at(new Date())
  test.payments.peer.behave({ hold: true, drop: 0, slow_refunds: false, down: false })
  // What earlier tests left is decided.
  await test.database.pool.query(`update disputes set status = 'closed' where status in ('open', 'under_review')`)
})
afterAll(async () => {
  expect(await findDrift(test.database.db)).toEqual([])
  expect((await sumKinds(test.database.db)).reduce((sum, { paise }) => sum + paise, 0)).toBe(0)
  await test.close()
})

const peer = () => test.payments.peer
const paying = () => test.payments.on(test.database.db)
const pass = (days: number) => test.payments.pass(days * 24 * 60)
const bought = async () => buy(test, await test.person(), { purpose: 'credits', subject: { paise: 50_000 } }, 50_000)
const disputed = async () =>
  peer().state.disputes.get(await openDispute(test, (await bought()).payment)) as DisputeEntity
/** Nobody hears of it. */
async function unheard(move: () => void): Promise<void> {
  peer().behave({ drop: 1000 })
  move()
  await peer().post.flush()
  peer().behave({ drop: 0 })
}
const compare = () => {
  const until = paying().now()
  return reconcile(paying(), new Date(until.getTime() - SHOWN), until)
}
const statusOf = async ({ id }: DisputeEntity): Promise<string> =>
  (await test.database.pool.query('select status from disputes where gateway_dispute_id = $1', [id])).rows[0].status

it('a dispute that the bank decides after weeks is taken over, also when its event never came', async () => {
  const opened = await disputed()
  pass(DAYS)
  await unheard(() => endDispute(peer().state, opened, 'lost'))
  await createPaymentWork(paying())(() => true)
  expect(await statusOf(opened)).toBe('lost')
  const { rows } = await test.database.pool.query(
    'select differences from reconciliations order by created_at desc limit 1',
  )
  expect(rows[0].differences).toEqual([{ kind: 'missed_dispute', id: opened.id, paise: 50_000, repaired: true }])
})

it('a refund that the bank refuses after weeks is known to have failed, so that an admin can send it again', async () => {
  peer().behave({ slow_refunds: true })
  const { order, payment } = await bought()
  const asked = { as: admin, body: { order_id: order, reason: 'Sorry' } }
  await test.call('POST', '/api/v1/refunds/give', asked)
  await sendRefunds(paying())
  await peer().post.flush()
  const refund = [...peer().state.refunds.values()].find((one) => one.payment_id === payment) as RefundEntity
  pass(DAYS)
  await unheard(() => endRefund(peer().state, refund, 'failed'))
  await createPaymentWork(paying())(() => true)
  const { items } = (await test.call('GET', '/api/v1/admin/refunds?status=failed', { as: admin })).body.data
  expect(items).toMatchObject([{ order_id: order, status: 'failed', abilities: { retry: { allowed: true } } }])
})

it('is asked about once a day, the one that was not asked for longest first, so many at a time', async () => {
  const { pool } = test.database
  const many = await disputed()
  const { rows } = await pool.query('select payment_id from disputes where gateway_dispute_id = $1', [many.id])
  await pool.query(
    `insert into disputes (gateway, gateway_dispute_id, payment_id, paise, reason, status, created_at)
     select 'test', 'disp_' || n, $1, 100, 'other', 'open', now() + n * interval '1 second' from generate_series(1, 30) n`,
    [rows[0].payment_id],
  )
  const { gateway } = test.payments.paying
  const { dispute } = gateway
  const asked: string[] = []
  gateway.dispute = async (id) => {
    asked.push(id)
    throw Object.assign(new Error('The id provided does not exist'), { name: 'GatewayRefused' })
  }
  try {
    pass(2)
    await compare()
    expect(asked).toEqual([many.id, ...Array.from({ length: 24 }, (_, n) => `disp_${n + 1}`)])
    await compare()
    expect(asked.slice(25)).toEqual(Array.from({ length: 6 }, (_, n) => `disp_${n + 25}`))
    await compare()
    expect(asked).toHaveLength(31)
    pass(1)
    await compare()
    expect(asked.slice(31, 33)).toEqual([many.id, 'disp_1'])
  } finally {
    gateway.dispute = dispute
  }
})

it('one that the gateway cannot answer for keeps no other from being asked about', async () => {
  const [bad, good] = [await disputed(), await disputed()]
  pass(DAYS)
  await unheard(() => endDispute(peer().state, good, 'won'))
  Object.assign(bad, { status: 'unheard_of' })
  await compare()
  expect([await statusOf(bad), await statusOf(good)]).toEqual(['open', 'won'])
})

it('a list with a dispute that nobody can read is compared all the same', async () => {
  const [bad, good] = [await disputed(), await disputed()]
  await unheard(() => endDispute(peer().state, good, 'won'))
  Object.assign(bad, { status: 'unheard_of' })
  const report = await compare()
  expect(await statusOf(good)).toBe('won')
  expect(report.differences).toContainEqual({ kind: 'missed_dispute', id: bad.id, paise: 0, repaired: false })
})

it('stops asking when the gateway is away, and asks about the rest when it is back', async () => {
  const opened = [await disputed(), await disputed(), await disputed(), await disputed(), await disputed()]
  pass(DAYS)
  await unheard(() => {
    for (const one of opened) endDispute(peer().state, one, 'won')
  })
  peer().behave({ down: true })
  await expect(compare()).rejects.toThrow('502')
  peer().behave({ down: false })
  await compare()
  expect(await Promise.all(opened.map(statusOf))).toEqual(['open', 'open', 'open', 'won', 'won'])
  pass(1)
  await compare()
  expect(await Promise.all(opened.map(statusOf))).toEqual(['won', 'won', 'won', 'won', 'won'])
})
