/** RazorpayX's documented states of a payout (razorpay.com/docs/x/payouts/states-life-cycle), each with what must come of it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PayoutEntity } from '#peers/razorpay/entities.ts'
import { fillBalance, movePayout } from '#peers/razorpay/payout-moves.ts'
import type { Delivery } from '#peers/razorpay/webhooks.ts'
import { findDrift } from '#server/areas/billing/ledger/ledger.store.ts'
import { balanceOf, platformBalance } from '#server/areas/billing/ledger/ledger.ts'
import type { GatewayPayout, NewPayout } from '#server/gateways/payouts/razorpayx.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { newVaultKey } from '#test/support/secrets.ts'
import { earn, verifiedSeller } from '#test/support/verified-seller.ts'
import { reconcilePayouts, sendTransfers } from './send.ts'

const SUM = 90_000
let test: TestApp
let boss: Person
let admin: Person
let seller: Person
let warnings: string[]
/** What was under way before. */
let base = 0
const held: Delivery[] = []
beforeAll(async () => {
  test = await createTestApp({ secrets: { keys: newVaultKey() }, razorpayx: true })
  boss = { ...(await test.person('super_admin')), signed_in_at: new Date() }
  test.know(boss)
  admin = await test.person('admin')
  warnings = test.payments.warnings
  test.payments.deliver(async (delivery) => {
    held.push(delivery)
    return 200
  })
})
beforeEach(async () => {
  held.length = 0
  warnings.length = 0
  test.payments.peer.behave({
    hold: false,
    slow_payouts: true,
    payout_balance: null,
    fail_after: 0,
    fail_before: 0,
    down: false,
    hang: 0,
  })
  base = await platformBalance(test.database.db, 'payouts')
  seller = await verifiedSeller(test, { admin, name: 'Asha Rao', paise: SUM })
})
// What one seller has left is not paid with the next.
afterEach(async () => {
  await test.database.pool.query(
    `update payout_transfers set state = 'refused' where state in ('waiting', 'processing', 'queued')`,
  )
  const left = await balanceOf(test.database.db, 'earnings', seller.id)
  if (left !== 0) await earn(test, seller.id, -left)
})
afterAll(() => test.close())

const peer = () => test.payments.peer
const deps = () => ({
  ...test.payments.on(test.database.db),
  gateway: test.payments.payouts,
  ring: test.secrets.ring,
})
const post = (path: string, body?: object) => test.call('POST', `/api/v1/admin/${path}`, { as: boss, body })
const work = async () => {
  test.payments.pass(120)
  await sendTransfers(deps())
}

interface Shown {
  id: string
  status: string
  reference: string | null
  way: string
  transfer: { state: string; reason: string | null } | null
}
let run = ''
const shown = async (): Promise<Shown> =>
  (await test.call('GET', `/api/v1/admin/payout-runs/${run}`, { as: boss })).body.data.items[0]
const theirs = (): PayoutEntity => {
  const [last] = [...peer().state.payouts.values()].slice(-1)
  if (!last) throw new Error('nothing was paid')
  return last
}
const move = (...states: PayoutEntity['status'][]) => {
  for (const state of states) movePayout(peer().state, theirs(), state)
}
const send = async () => {
  run = (await post('payout-runs')).body.data.id
  expect((await post(`payout-runs/${run}/send`)).body.data).toEqual({ sent: 1 })
}
/** Brings what the gateway told, in this order. */
const deliver = async (order: readonly Delivery[] = held.splice(0)) => {
  await peer().post.settled()
  for (const { body, headers } of order)
    expect(
      (await test.app.inject({ method: 'POST', url: '/hooks/payouts/razorpayx', headers, payload: body })).statusCode,
    ).toBe(200)
}
const settled = async () => {
  await peer().post.settled()
  return held.splice(0)
}
const money = async () => ({
  earnings: await balanceOf(test.database.db, 'earnings', seller.id),
  under_way: (await platformBalance(test.database.db, 'payouts')) - base,
})

type Steps = () => Promise<unknown>
/** Name, steps, our state, RazorpayX's state as shown, what the seller has after them. */
const ROWS: readonly [string, Steps, string, string, number][] = [
  ['processing', async () => work(), 'sent', 'processing', 0],
  [
    'processed',
    async () => {
      await work()
      move('processed')
    },
    'paid',
    'processed',
    0,
  ],
  [
    'processed while the answer is on its way',
    async () => {
      peer().behave({ slow_payouts: false })
      await work()
    },
    'paid',
    'processed',
    0,
  ],
  [
    'queued for want of balance',
    async () => {
      peer().behave({ payout_balance: 100 })
      await work()
    },
    'sent',
    'queued',
    0,
  ],
  [
    'queued, and paid when money comes',
    async () => {
      peer().behave({ payout_balance: 100, slow_payouts: false })
      await work()
      fillBalance(peer().state, SUM)
    },
    'paid',
    'processed',
    0,
  ],
  [
    'queued, and cancelled in their dashboard',
    async () => {
      peer().behave({ payout_balance: 100 })
      await work()
      move('cancelled')
    },
    'failed',
    'cancelled',
    SUM,
  ],
  [
    'queued for three months, and failed',
    async () => {
      peer().behave({ payout_balance: 100 })
      await work()
      move('failed')
    },
    'failed',
    'failed',
    SUM,
  ],
  [
    'reversed',
    async () => {
      await work()
      move('reversed')
    },
    'failed',
    'reversed',
    SUM,
  ],
  [
    'failed',
    async () => {
      await work()
      move('failed')
    },
    'failed',
    'failed',
    SUM,
  ],
  [
    'failed, and called reversed when the bank has paid it back',
    async () => {
      await work()
      move('failed', 'reversed')
    },
    'failed',
    'reversed',
    SUM,
  ],
  [
    'processed, and reversed days later',
    async () => {
      await work()
      move('processed')
      await deliver(await settled())
      move('reversed')
    },
    'reversed',
    'reversed',
    SUM,
  ],
]

describe('a payout through RazorpayX', () => {
  it.each(ROWS)('%s', async (_, steps, status, state, earnings) => {
    await send()
    await steps()
    await deliver(await settled())
    const payout = await shown()
    expect([payout.status, payout.transfer?.state, payout.way]).toEqual([status, state, 'razorpayx'])
    expect(await money()).toEqual({ earnings, under_way: status === 'sent' ? SUM : 0 })
    if (status === 'paid') expect(payout.reference).toMatch(/^HDFCN/)
    if (earnings > 0 || state === 'queued') expect(payout.transfer?.reason ?? payout.reference).toMatch(/\w/)
    // What waits is ended, so that the next begins with nothing under way.
    move('processing', 'processed', 'cancelled')
    await reconcilePayouts(deps())
    expect((await money()).under_way).toBe(0)
  })

  it('is the same whatever order its events come in, and how often', async () => {
    await send()
    await work()
    move('processed', 'reversed')
    const events = await settled()
    await deliver([...events.toReversed(), ...events, ...events.toReversed()])
    expect([(await shown()).status, await money()]).toEqual(['failed', { earnings: SUM, under_way: 0 }])
  })

  it('is paid once when the answer never came, and when the process that asked died before it wrote that down', async () => {
    peer().behave({ slow_payouts: false, fail_after: 3 })
    await send()
    for (let tries = 0; tries < 5; tries++) await work()
    const before = peer().state.payouts.size
    const dying = {
      ...deps(),
      gateway: {
        ...deps().gateway,
        createPayout: async (payout: NewPayout): Promise<GatewayPayout> => {
          await deps().gateway.createPayout(payout)
          throw new TypeError('killed')
        },
      },
    }
    await earn(test, seller.id, SUM)
    expect((await shown()).status).toBe('paid')
    await send()
    test.payments.pass(120)
    await sendTransfers(dying)
    expect((await shown()).status).toBe('sent')
    await work()
    expect([(await shown()).status, peer().state.payouts.size - before]).toEqual(['paid', 1])
    expect(await money()).toEqual({ earnings: 0, under_way: 0 })
  })

  it('goes back when it is refused, and is tried again', async () => {
    await test.database.pool.query('update seller_profiles set legal_name = $2 where seller_id = $1', [seller.id, 'R'])
    const gateway = { ...deps().gateway, createContact: async () => 'cont_gone' }
    await send()
    test.payments.pass(120)
    await sendTransfers({ ...deps(), gateway })
    const failed = await shown()
    expect([failed.status, failed.transfer]).toMatchObject([
      'failed',
      { state: 'refused', reason: 'The id provided does not exist' },
    ])
    expect(await money()).toEqual({ earnings: SUM, under_way: 0 })
    await test.database.pool.query('delete from payout_contacts where seller_id = $1', [seller.id])
    const tries = await Promise.all([...Array(6)].map(() => post(`payouts/${failed.id}/retry`)))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await money()).toEqual({ earnings: 0, under_way: SUM })
    await work()
    move('processed')
    await deliver(await settled())
    expect([(await shown()).status, await money()]).toEqual(['paid', { earnings: 0, under_way: 0 }])
  })

  it('is not tried again with money that is not there any more', async () => {
    await send()
    await work()
    move('failed')
    await deliver(await settled())
    await earn(test, seller.id, -1)
    const again = await post(`payouts/${(await shown()).id}/retry`)
    expect([again.status, again.body.errors[0].message]).toEqual([
      409,
      'The seller’s earnings are now less than this payout.',
    ])
    expect((await money()).earnings).toBe(SUM - 1)
  })

  it('finds what webhooks missed, days later', async () => {
    await send()
    await work()
    move('processed')
    await work()
    expect((await shown()).status).toBe('paid')
    test.payments.pass(5 * 24 * 60)
    move('reversed')
    expect(await reconcilePayouts(deps())).toBe(1)
    expect(await reconcilePayouts(deps())).toBe(0)
    expect([(await shown()).status, await money()]).toEqual(['reversed', { earnings: SUM, under_way: 0 }])
  })

  it('is found to have come back soon after it was paid, also when it had waited long to be paid', async () => {
    await send()
    await work()
    // It waited for a balance, longer than the list of new payouts looks back.
    test.payments.pass(40 * 24 * 60)
    move('processed')
    await work()
    test.payments.pass(24 * 60)
    expect(await reconcilePayouts(deps())).toBe(0)
    test.payments.pass(24 * 60)
    move('reversed')
    expect(await reconcilePayouts(deps())).toBe(1)
    expect([(await shown()).status, await money()]).toEqual(['reversed', { earnings: SUM, under_way: 0 }])
  })

  it('is not paid by hand, nor by file, nor by another sum', async () => {
    await send()
    const { id } = await shown()
    expect((await post(`payouts/${id}/end`, { status: 'paid', reference: 'UTR' })).status).toBe(409)
    expect((await post(`payout-runs/${run}/bank-file`)).status).toBe(409)
    expect((await post(`payout-runs/${run}/send`)).status).toBe(409)
    await work()
    theirs().amount = 9 * SUM
    move('processed')
    await deliver(await settled())
    expect([(await shown()).status, await money()]).toEqual(['sent', { earnings: 0, under_way: SUM }])
    expect(warnings).toContain('a payout is not as it was asked for')
    theirs().amount = SUM
    await reconcilePayouts(deps())
    expect((await shown()).status).toBe('paid')
  })

  it('does not go to a seller who was blocked after it was sent to the queue, also when it was tried before', async () => {
    const { gateway } = deps()
    const away = { ...gateway, createPayout: () => Promise.reject(new Error('No answer')) }
    await send()
    await sendTransfers({ ...deps(), gateway: away })
    await test.database.pool.query(`update users set status = 'blocked' where id = $1`, [seller.id])
    test.payments.pass(120)
    await work()
    expect([(await shown()).status, (await shown()).reference]).toEqual([
      'failed',
      expect.stringMatching(/^The account of .* is blocked/),
    ])
    expect(await money()).toEqual({ earnings: SUM, under_way: 0 })
    const again = await post(`payouts/${(await shown()).id}/retry`)
    expect([again.status, again.body.errors[0].message]).toEqual([
      409,
      'The seller can’t be paid now: see “Not included”.',
    ])
  })

  it('does not go anywhere once it was cancelled', async () => {
    const { gateway } = deps()
    const away = { ...gateway, createPayout: () => Promise.reject(new Error('No answer')) }
    await send()
    await sendTransfers({ ...deps(), gateway: away })
    const before = peer().state.payouts.size
    await test.database.pool.query(`update payouts set status = 'cancelled' where run_id = $1`, [run])
    await work()
    expect(peer().state.payouts.size).toBe(before)
  })

  it('does not go to a place that was named after it was prepared', async () => {
    run = (await post('payout-runs')).body.data.id
    await test.database.pool.query('update seller_profiles set payee_shown = $2 where seller_id = $1', [
      seller.id,
      'x•••@new',
    ])
    await post(`payout-runs/${run}/send`)
    await work()
    expect([(await shown()).status, (await shown()).reference, peer().state.payouts.has('')]).toMatchObject([
      'failed',
      expect.stringContaining('has changed their payout account'),
      false,
    ])
  })

  it('asks who sends it, and believes no webhook that is not signed', async () => {
    run = (await post('payout-runs')).body.data.id
    test.know({ ...boss, signed_in_at: new Date(Date.now() - 11 * 60_000) })
    expect((await post(`payout-runs/${run}/send`)).body.errors[0].code).toBe('confirmation_needed')
    expect((await post(`payouts/${(await shown()).id}/retry`)).body.errors[0].code).toBe('confirmation_needed')
    test.know(boss)
    expect((await test.call('POST', `/api/v1/admin/payout-runs/${run}/send`, { as: admin })).status).toBe(403)
    const forged = await test.call('POST', '/hooks/payouts/razorpayx', {
      body: {},
      headers: { 'x-razorpay-signature': 'f'.repeat(64) },
    })
    expect([forged.status, forged.body.errors[0].code]).toEqual([400, 'payment_refused'])
    await post(`payouts/${(await shown()).id}/end`, { status: 'cancelled', reference: 'x' })
  })

  it('leaves the ledger even', async () => {
    expect(await findDrift(test.database.db)).toEqual([])
  })
})
