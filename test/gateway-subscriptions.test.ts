/**
 * Subscriptions at the test gateway, asked as Razorpay documents them (razorpay.com/docs/api/payments/subscriptions, …/subscriptions/states,
 * …/payment-retries, …/test). Our own plans renew by mandates; an operator's programs may be tried against these.
 */
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RazorpayPeer, startRazorpayPeer } from '#peers/razorpay/peer.ts'

const DAY = 86_400
/** 1 January 2026, 00:00 UTC. */
const START = Date.UTC(2026, 0, 1) / 1000

let clock = START
let peer: RazorpayPeer
let events: { event: string; payload: Record<string, { entity: Record<string, unknown> }> }[] = []
const start = (file?: string) =>
  startRazorpayPeer({
    ...(file && { file }),
    now: () => clock,
    webhooks: async ({ body }) => {
      events.push(JSON.parse(body))
      return 200
    },
  })
beforeEach(async () => {
  clock = START
  events = []
  peer = await start()
})
afterEach(() => peer.close())

type Json = Record<string, unknown>
interface Said {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what a gateway answers is looked at field by field
  body: any
}
async function ask(method: string, path: string, body?: Json): Promise<Said> {
  const { key_id, key_secret } = peer.state.keys
  const answer = await fetch(peer.url + path, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

const PLAN = { period: 'monthly', interval: 1, item: { name: 'Pro', amount: 69_900, currency: 'INR' } }
const plan = async (over: Json = {}): Promise<string> => (await ask('POST', '/v1/plans', { ...PLAN, ...over })).body.id
const create = async (over: Json = {}): Promise<string> =>
  (await ask('POST', '/v1/subscriptions', { plan_id: await plan(), total_count: 3, ...over })).body.id
const pay = (subscription_id: string, over: Json = {}) =>
  ask('POST', '/checkout/pay', { subscription_id, method: 'card', ...over })
const fetched = async (id: string): Promise<Json> => (await ask('GET', `/v1/subscriptions/${id}`)).body
/** The names of what was told since it was last asked. */
async function told(): Promise<string[]> {
  await new Promise((resolve) => setTimeout(resolve, 20))
  return events.splice(0).flatMap(({ event }) => (event.startsWith('subscription.') ? [event.slice(13)] : []))
}
const active = async (over: Json = {}): Promise<string> => {
  const id = await create(over)
  await pay(id)
  await told()
  return id
}

it('makes a plan, finds it and lists it', async () => {
  const notes = { notes_key_1: 'Tea, Earl Grey, Hot' }
  const { status, body } = await ask('POST', '/v1/plans', { ...PLAN, notes })
  expect([status, body]).toMatchObject([
    200,
    {
      entity: 'plan',
      period: 'monthly',
      interval: 1,
      notes,
      item: { type: 'plan', amount: 69_900, unit_amount: 69_900 },
    },
  ])
  expect(body.id).toMatch(/^plan_\w{14}$/)
  expect((await ask('GET', `/v1/plans/${body.id}`)).body).toEqual(body)
  expect((await ask('GET', '/v1/plans')).body).toEqual({ entity: 'collection', count: 1, items: [body] })
})

const item = PLAN.item
const WRONG_PLANS: readonly [Json, string][] = [
  [{ offer_id: 'offer_1' }, 'offer_id is/are not required and should not be sent'],
  [{ item: { ...item, amount: 99 } }, 'The amount must be at least INR 1.00.'],
  [{ item: { ...item, amount: 0 } }, 'The amount must be at least INR 1.00.'],
  [{ item: { ...item, amount: -69_900 } }, 'The amount must be at least INR 1.00.'],
  [{ item: { ...item, amount: 699.5 } }, 'The amount must be at least INR 1.00.'],
  [{ item: { ...item, amount: 1e21 } }, 'The amount must be at least INR 1.00.'],
  [{ item: { ...item, amount: '69900' } }, 'The amount must be at least INR 1.00.'],
  [{ item: { ...item, currency: 'DOGE' } }, 'Currency is not supported'],
  [{ item: { ...item, name: '' } }, 'The name field is required.'],
  [{ item: undefined }, 'The name field is required.'],
  [{ period: 'hourly' }, 'The selected period is invalid.'],
  [{ period: 'daily', interval: 6 }, 'The interval must be at least 7.'],
  [{ interval: 0 }, 'The interval must be at least 1.'],
  [
    { notes: Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`n${at}`, 'x'])) },
    'The notes may not be greater',
  ],
]
it.each(WRONG_PLANS)('refuses a plan with %j', async (over, why) => {
  const { status, body } = await ask('POST', '/v1/plans', { ...PLAN, ...over })
  expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST_ERROR'])
  expect(body.error.description).toContain(why)
  expect(peer.state.plans.size).toBe(0)
})

it('makes a subscription as it is documented', async () => {
  const plan_id = await plan()
  const asked = { plan_id, total_count: 6, quantity: 2, start_at: START + DAY, notes: { name: 'Subscription B' } }
  const { status, body } = await ask('POST', '/v1/subscriptions', asked)
  expect([status, body]).toMatchObject([
    200,
    {
      ...asked,
      entity: 'subscription',
      status: 'created',
      customer_id: null,
      current_start: null,
      charge_at: START + DAY,
      end_at: Date.UTC(2026, 6, 2) / 1000,
      auth_attempts: 0,
      paid_count: 0,
      remaining_count: 6,
      customer_notify: true,
      has_scheduled_changes: false,
      source: 'api',
    },
  ])
  expect(await fetched(body.id)).toEqual(body)
  expect((await ask('GET', `/v1/subscriptions?plan_id=${plan_id}`)).body).toMatchObject({ count: 1, items: [body] })
  expect((await ask('GET', '/v1/subscriptions?plan_id=plan_other')).body.count).toBe(0)
})

const WRONG_SUBSCRIPTIONS: readonly [Json, string, string][] = [
  [{ plan_id: 'plan_none' }, 'The id provided does not exist', 'plan_id'],
  [{ total_count: 0 }, 'The total count must be at least 1.', 'total_count'],
  [{ total_count: 1.5 }, 'The total count must be at least 1.', 'total_count'],
  [{ total_count: 1201 }, 'Exceeds the maximum total count (1200)', 'total_count'],
  [{ quantity: 0 }, 'The quantity must be at least 1.', 'quantity'],
  [{ start_at: START - 1 }, 'The start_at must be a timestamp in the future.', 'start_at'],
  [{ expire_by: 'soon' }, 'The expire_by must be a timestamp in the future.', 'expire_by'],
  [{ offer_id: 'offer_JHD834hjbxzhd38d' }, 'Offer Not Found', 'offer_id'],
  [{ addons: [{ item: { amount: 1e21, currency: 'INR' } }] }, 'The amount must be at least INR 1.00.', 'addons'],
]
it.each(WRONG_SUBSCRIPTIONS)('refuses a subscription with %j', async (over, why, field) => {
  const { status, body } = await ask('POST', '/v1/subscriptions', { plan_id: await plan(), total_count: 3, ...over })
  expect([status, body.error.field]).toEqual([400, field])
  expect(body.error.description).toContain(why)
})

it('refuses callers without keys, and invalid ids', async () => {
  const answer = await fetch(`${peer.url}/v1/subscriptions`, { headers: { authorization: 'Basic eA==' } })
  expect(answer.status).toBe(401)
  expect((await ask('GET', '/v1/subscriptions/ub_id')).body.error.description).toBe('ub_id is not a valid id')
  const { status, body } = await ask('GET', '/v1/subscriptions/sub_00000000000001')
  expect([status, body.error.description]).toEqual([400, 'The id provided does not exist'])
})

describe('at the checkout', () => {
  it('is paid, and says so by a signature over payment and subscription', async () => {
    const id = await create({ addons: [{ item: { name: 'Setup', amount: 3000, currency: 'INR' } }] })
    const { status, body } = await pay(id)
    expect([status, body.razorpay_subscription_id]).toEqual([200, id])
    const signature = createHmac('sha256', peer.state.keys.key_secret).update(`${body.razorpay_payment_id}|${id}`)
    expect(body.razorpay_signature).toBe(signature.digest('hex'))
    expect(await told()).toEqual(['authenticated', 'charged', 'activated'])
    expect(await fetched(id)).toMatchObject({
      status: 'active',
      start_at: START,
      current_start: START,
      current_end: Date.UTC(2026, 1, 1) / 1000,
      charge_at: Date.UTC(2026, 1, 1) / 1000,
      paid_count: 1,
      remaining_count: 2,
      payment_method: 'card',
    })
    const { items } = (await ask('GET', `/v1/invoices?subscription_id=${id}`)).body
    expect(items).toMatchObject([{ amount: 72_900, status: 'paid', payment_id: body.razorpay_payment_id }])
    const payment = (await ask('GET', `/v1/payments/${body.razorpay_payment_id}`)).body
    expect(payment).toMatchObject({ amount: 72_900, status: 'captured', order_id: items[0].order_id })
  })

  it('that begins later takes five rupees and gives them back', async () => {
    const id = await create({ start_at: START + 10 * DAY })
    const { body } = await pay(id, { method: 'upi' })
    expect(await told()).toEqual(['authenticated'])
    const payment = (await ask('GET', `/v1/payments/${body.razorpay_payment_id}`)).body
    expect(payment).toMatchObject({ amount: 500, amount_refunded: 500, status: 'refunded' })
    expect(await fetched(id)).toMatchObject({ status: 'authenticated', paid_count: 0 })
    clock += 10 * DAY
    expect(await fetched(id)).toMatchObject({ status: 'active', paid_count: 1, remaining_count: 2 })
    expect(await told()).toEqual(['activated', 'charged'])
  })

  it.each([
    ['a card that is declined', { card: '4100 2800 0008 0001' }],
    ['failure@razorpay', { method: 'upi', vpa: 'failure@razorpay' }],
    ['a closed window', { outcome: 'cancelled' }],
    ['net banking', { method: 'netbanking' }],
  ])('stays created after %s, and may be paid again', async (_, how) => {
    const id = await create()
    expect((await pay(id, how)).status).toBe(400)
    expect([(await fetched(id)).status, await told()]).toEqual(['created', []])
    expect((await pay(id)).status).toBe(200)
  })

  it('is not paid twice, nor once it is over', async () => {
    const id = await active()
    const again = await pay(id)
    expect(again.body.error.description).toBe('Customer payment not allowed for the subscription at this stage')
    await ask('POST', `/v1/subscriptions/${id}/cancel`)
    expect((await pay(id)).status).toBe(400)
    expect((await pay('sub_00000000000001')).status).toBe(400)
  })

  it.each(['expire_by', 'start_at'])('expires when nobody has paid by %s', async (name) => {
    const id = await create({ [name]: START + DAY })
    clock += DAY
    expect(await fetched(id)).toMatchObject({ status: 'expired', charge_at: null })
    expect((await pay(id)).status).toBe(400)
    const { body } = await ask('POST', `/v1/subscriptions/${id}/cancel`)
    expect(body.error).toMatchObject({
      description: 'Subscription is not cancellable in expired status.',
      field: 'status',
    })
  })
})

describe('its charges', () => {
  it('come with the months, on the 31st where there is one, and end', async () => {
    clock = Date.UTC(2026, 0, 31) / 1000
    const id = await active()
    expect(await fetched(id)).toMatchObject({ current_end: Date.UTC(2026, 1, 28) / 1000 })
    clock = Date.UTC(2026, 1, 28) / 1000
    expect(await fetched(id)).toMatchObject({ paid_count: 2, current_end: Date.UTC(2026, 2, 31) / 1000 })
    expect(await told()).toEqual(['charged'])
    clock = Date.UTC(2027, 0, 1) / 1000
    expect(await fetched(id)).toMatchObject({ status: 'completed', paid_count: 3, remaining_count: 0, charge_at: null })
    expect(await told()).toEqual(['charged', 'completed'])
    expect((await ask('GET', `/v1/invoices?subscription_id=${id}`)).body.count).toBe(3)
  })

  it('that fail are tried on the three days after, then halt; invoices go on', async () => {
    const id = await active({ total_count: 4 })
    peer.behave({ decline_tokens: true })
    clock = Date.UTC(2026, 1, 1) / 1000
    expect(await fetched(id)).toMatchObject({
      status: 'pending',
      auth_attempts: 1,
      charge_at: clock + DAY,
      remaining_count: 2,
    })
    expect(await told()).toEqual(['pending'])
    clock += 3 * DAY
    const next = Date.UTC(2026, 2, 1) / 1000
    expect(await fetched(id)).toMatchObject({ status: 'halted', auth_attempts: 4, charge_at: next, paid_count: 1 })
    expect(await told()).toEqual(['pending', 'pending', 'halted'])
    peer.behave({ decline_tokens: false })
    clock = next
    expect(await fetched(id)).toMatchObject({ status: 'halted', remaining_count: 1, paid_count: 1 })
    // Another card pays what is open now, and what comes; not what was missed.
    expect((await pay(id)).status).toBe(200)
    expect(await told()).toEqual(['charged', 'activated'])
    expect(await fetched(id)).toMatchObject({ status: 'active', paid_count: 2, auth_attempts: 0 })
    const { items } = (await ask('GET', `/v1/invoices?subscription_id=${id}`)).body
    expect(items.map(({ status }: Json) => status)).toEqual(['paid', 'issued', 'paid'])
  })

  it('go well on the second day', async () => {
    const id = await active()
    expect((await ask('POST', '/script/charge', { subscription_id: id, outcome: 'failure' })).body.status).toBe(
      'pending',
    )
    expect((await ask('POST', '/script/charge', { subscription_id: id })).body).toMatchObject({
      status: 'active',
      paid_count: 2,
    })
    expect(await told()).toEqual(['pending', 'charged', 'activated'])
  })

  it('fail where the mandate was revoked', async () => {
    const id = await active()
    for (const token of peer.state.tokens.values()) token.recurring_details.status = 'cancelled'
    expect((await ask('POST', '/script/charge', { subscription_id: id })).body.status).toBe('pending')
  })

  it('are not lost with the process', async () => {
    const kept = mkdtempSync(join(tmpdir(), 'gateway-'))
    await peer.close()
    peer = await start(join(kept, 'gateway.json'))
    const id = await active()
    await peer.close()
    clock = Date.UTC(2026, 1, 1) / 1000
    peer = await start(join(kept, 'gateway.json'))
    expect(await fetched(id)).toMatchObject({ status: 'active', paid_count: 2 })
    rmSync(kept, { recursive: true })
  })
})

describe('is', () => {
  it('cancelled at once or with its cycle', async () => {
    const now = await active()
    const { body } = await ask('POST', `/v1/subscriptions/${now}/cancel`, { cancel_at_cycle_end: false })
    expect(body).toMatchObject({ status: 'cancelled', ended_at: START, charge_at: null })
    expect(await told()).toEqual(['cancelled'])
    const later = await active()
    await ask('POST', `/v1/subscriptions/${later}/cancel`, { cancel_at_cycle_end: true })
    expect(await fetched(later)).toMatchObject({ status: 'active' })
    clock = Date.UTC(2026, 1, 1) / 1000
    expect(await fetched(later)).toMatchObject({ status: 'cancelled', paid_count: 1 })
    expect(await told()).toEqual(['cancelled'])
    const early = await create()
    expect((await ask('POST', `/v1/subscriptions/${early}/cancel`, { cancel_at_cycle_end: true })).status).toBe(400)
  })

  it('paused and resumed; an authenticated one is cancelled by that', async () => {
    const id = await active()
    expect((await ask('POST', `/v1/subscriptions/${id}/resume`, { resume_at: 'now' })).status).toBe(400)
    const paused = await ask('POST', `/v1/subscriptions/${id}/pause`, { pause_at: 'now' })
    expect(paused.body).toMatchObject({ status: 'paused', pause_initiated_by: 'self', charge_at: null })
    expect((await ask('POST', `/v1/subscriptions/${id}/pause`)).status).toBe(400)
    clock = Date.UTC(2026, 3, 10) / 1000
    expect(await fetched(id)).toMatchObject({ status: 'paused', paid_count: 1 })
    await ask('POST', `/v1/subscriptions/${id}/resume`, { resume_at: 'now' })
    expect(await fetched(id)).toMatchObject({ status: 'active', paid_count: 2, current_start: clock })
    expect(await told()).toEqual(['paused', 'resumed', 'charged'])
    const waits = await create({ start_at: clock + 10 * DAY })
    await pay(waits)
    expect((await ask('POST', `/v1/subscriptions/${waits}/pause`)).body.status).toBe('cancelled')
  })
})

describe('is changed', () => {
  const change = (id: string, body: Json) => ask('PATCH', `/v1/subscriptions/${id}`, body)

  it('at once: what is left of the month is charged, or given back', async () => {
    const id = await active()
    clock = START + 15 * DAY
    const { body } = await change(id, { quantity: 2, schedule_change_at: 'now' })
    expect(body).toMatchObject({ quantity: 2, current_end: Date.UTC(2026, 1, 1) / 1000, has_scheduled_changes: false })
    const paid = () => [...peer.state.payments.values()].map(({ amount, amount_refunded }) => [amount, amount_refunded])
    expect(paid()).toEqual([
      [69_900, 0],
      [Math.round((69_900 * 16) / 31), 0],
    ])
    await change(id, { plan_id: await plan({ item: { ...item, amount: 34_950 } }) })
    expect(paid()[1]).toEqual([36_077, 36_077])
    expect(await told()).toEqual(['updated', 'updated'])
    clock = Date.UTC(2026, 1, 1) / 1000
    await fetched(id)
    expect(paid().at(-1)).toEqual([69_900, 0])
  })

  it('to another frequency: a new cycle begins today', async () => {
    const id = await active()
    clock = START + 10 * DAY
    await change(id, { plan_id: await plan({ period: 'yearly', item: { ...item, amount: 699_000 } }) })
    expect(await fetched(id)).toMatchObject({ current_start: clock, charge_at: Date.UTC(2027, 0, 11) / 1000 })
  })

  it('not when the difference is declined', async () => {
    const id = await active()
    peer.behave({ decline_tokens: true })
    expect((await change(id, { quantity: 9 })).status).toBe(400)
    expect([(await fetched(id)).quantity, await told()]).toEqual([1, []])
  })

  it('with the next cycle, unless that is taken back', async () => {
    const id = await active()
    const path = `/v1/subscriptions/${id}`
    await change(id, { quantity: 3, remaining_count: 5, schedule_change_at: 'cycle_end' })
    expect(await fetched(id)).toMatchObject({
      quantity: 1,
      has_scheduled_changes: true,
      change_scheduled_at: Date.UTC(2026, 1, 1) / 1000,
    })
    expect((await ask('GET', `${path}/retrieve_scheduled_changes`)).body).toMatchObject({ quantity: 3 })
    expect((await ask('POST', `${path}/cancel_scheduled_changes`)).body.has_scheduled_changes).toBe(false)
    expect((await ask('POST', `${path}/cancel_scheduled_changes`)).status).toBe(400)
    await change(id, { quantity: 3, remaining_count: 5, schedule_change_at: 'cycle_end' })
    clock = Date.UTC(2026, 1, 1) / 1000
    expect(await fetched(id)).toMatchObject({ quantity: 3, total_count: 6, remaining_count: 4, paid_count: 2 })
    expect([...peer.state.payments.values()].at(-1)?.amount).toBe(3 * 69_900)
  })

  const STATE = "Can't update Subscription when Subscription is not in Authenticated or Active state"
  it.each<[Json, string, string]>([
    [{}, 'created', STATE],
    [{}, 'upi', 'Subscriptions cannot be updated when payment mode is UPI'],
    [{ plan_id: 'plan_none' }, 'active', 'The id provided does not exist'],
    [{ quantity: -1 }, 'active', 'The quantity must be at least 1.'],
    [{ remaining_count: 1e21 }, 'active', 'The remaining_count must be at least 1.'],
    [{ offer_id: 'offer_1' }, 'active', 'Offer Not Found'],
    [{ schedule_change_at: 'soon' }, 'active', 'The selected schedule_change_at is invalid.'],
    [{ start_at: START + DAY }, 'active', 'The start_at must be a timestamp in the future.'],
  ])('never with %j while it is %s', async (over, state, why) => {
    const id = await create()
    if (state !== 'created') await pay(id, { method: state === 'upi' ? 'upi' : 'card' })
    const before = await fetched(id)
    const { status, body } = await change(id, { quantity: 2, ...over })
    expect([status, body.error.description]).toEqual([400, why])
    expect(await fetched(id)).toEqual(before)
  })
})
