import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DisputeEntity, PaymentEntity } from '#peers/razorpay/entities.ts'
import { dispute as open } from '#peers/razorpay/moves.ts'
import { issueDue } from '#server/areas/billing/invoices/issue.ts'
import { reconcile } from '#server/areas/billing/payments/reconcile.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { agentWith, orderOf, payOrder } from '#test/support/coupons.ts'
import { node, workflow } from '#test/support/engine.ts'
import { REAL_INVOICES } from '#test/support/firm.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import { notifyDeadlines } from './deadlines.ts'

const PAISE = 50_000
let test: TestApp
let admin: Person
let buyer: Person
let theirs: DisputeEntity
let url = ''
/** What was drawn as PDFs. */
const drawn: string[] = []
beforeAll(async () => {
  test = await createTestApp({
    deps: {
      paperwork: async (work) => {
        drawn.push(JSON.stringify(work))
        return {
          data: {},
          files: [{ mime: 'application/pdf', extension: 'pdf', bytes: Buffer.from('%PDF-1.7 drawn') }],
        }
      },
    },
  })
  admin = { ...(await test.person('admin')), signed_in_at: new Date() }
  test.know(admin)
})
afterAll(() => test.close())

const peer = () => test.payments.peer
const call = (method: string, path: string, body?: unknown, as = admin) => test.call(method, path, { as, body })
const settled = () => peer().post.settled()

/** Credits that were paid, and are taken back by the buyer's bank. */
beforeEach(async () => {
  drawn.length = 0
  peer().behave({ fail_after: 0, fail_before: 0, down: false })
  buyer = await test.person()
  const made = await call(
    'POST',
    '/api/v1/payments/create-order',
    {
      buying: { purpose: 'credits', subject: { paise: PAISE } },
      billing: { name: 'Asha Rao', state_code: '29' },
      expected_paise: PAISE,
      idempotency_key: uuidv7(),
    },
    buyer,
  )
  await call(
    'POST',
    `/api/v1/payments/orders/${made.body.data.order.id}/test-pay`,
    { method: 'card', outcome: 'success' },
    buyer,
  )
  await settled()
  const payment = [...peer().state.payments.values()].at(-1) as PaymentEntity
  theirs = open(peer().state, payment, PAISE)
  await settled()
  const { rows } = await test.database.pool.query('select id from disputes where gateway_dispute_id = $1', [theirs.id])
  url = `/api/v1/disputes/${rows[0].id}`
})
const adminUrl = () => url.replace('/api/v1/', '/api/v1/admin/')
const get = async (as = admin) => (await call('GET', url, undefined, as)).body.data

async function upload(as: Person, name: string, bytes: Buffer): Promise<string> {
  const edge = 'edge'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}` }
  return (await test.call('POST', '/api/v1/files', { as, payload, headers })).body.data.id
}
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

describe('evidence of a dispute', () => {
  it('is drafted from what is known, added to, and handed in once', async () => {
    const before = await get()
    expect(before.evidence.facts.map(({ label }: { label: string }) => label)).toEqual(
      expect.arrayContaining(['Bought', 'Paid', 'Amount', 'Payment', 'Receipt', 'Billed to', 'Runs since the payment']),
    )
    expect(before.abilities).toMatchObject({ edit: { allowed: true }, submit: { allowed: true } })
    await call('PUT', `${url}/evidence`, { summary: 'The credits were spent the same day.' })
    const file_id = await upload(admin, 'letter.pdf', PDF)
    const added = await call('POST', `${url}/files`, { file_id, proves: 'customer_communication' })
    expect([added.status, added.body.data.evidence.files]).toMatchObject([
      201,
      [{ name: 'letter.pdf', proves: 'customer_communication' }],
    ])
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', `${adminUrl()}/submit`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(peer().state.disputes.get(theirs.id)).toMatchObject({
      status: 'under_review',
      evidence: {
        amount: PAISE,
        summary: 'The credits were spent the same day.',
        access_activity_log: [expect.stringMatching(/^doc_/)],
        customer_communication: [expect.stringMatching(/^doc_/)],
      },
    })
    expect(drawn[0]).toContain('Record of service')
    const after = await get()
    expect([after.status, after.evidence.state, after.abilities.edit]).toEqual([
      'under_review',
      'submitted',
      { allowed: false, reason: 'The bank is reviewing the evidence.' },
    ])
    expect((await call('PUT', `${url}/evidence`, { summary: 'more' })).status).toBe(409)
    const { rows } = await test.database.pool.query(`select 1 from audit_log where action = 'dispute.submitted'`)
    expect(rows).toHaveLength(1)
  })

  it('is neither changed nor read by an admin who paid', async () => {
    await call('PUT', `${url}/evidence`, { summary: 'The credits were spent the same day.' })
    const file_id = await upload(admin, 'letter.pdf', PDF)
    const { body } = await call('POST', `${url}/files`, { file_id, proves: 'customer_communication' })
    const paid = { ...buyer, role: 'admin' as const, signed_in_at: new Date() }
    test.know(paid)
    const seen = await get(paid)
    expect(seen.abilities.edit).toEqual({
      allowed: false,
      reason: 'You made this payment, so another admin has to answer the dispute.',
    })
    expect(seen.evidence).toEqual({
      state: 'draft',
      summary: '',
      last_error: null,
      files: [],
      facts: [],
      sent_back: [],
    })
    const { items } = (await call('GET', '/api/v1/admin/disputes', undefined, paid)).body.data
    expect(JSON.stringify(items)).not.toMatch(/letter|credits were spent/)
    expect((await call('PUT', `${url}/evidence`, { summary: 'Nothing was delivered.' }, paid)).status).toBe(409)
    const file = `${url}/files/${body.data.evidence.files[0].id}`
    expect((await call('DELETE', file, undefined, paid)).status).toBe(409)
    expect((await get()).evidence).toMatchObject({
      summary: 'The credits were spent the same day.',
      files: [{ name: 'letter.pdf' }],
    })
  })

  it('counts runs that were paid for also after the buyer deleted them', async () => {
    const seller = await test.person('seller')
    const document = workflow([node('start', 'manual_trigger')], [])
    const { id, version_id } = await addAgent(test.database.pool, seller.id, document)
    await test.database.pool.query(
      `insert into charges (execution_id, buyer_id, seller_id, agent_id, agent_version_id, kind, price_paise, status, ended_at)
        values (uuidv7(), $1, $2, $3, $4, 'purchase', 0, 'settled', now())`,
      [buyer.id, seller.id, id, version_id],
    )
    const { facts } = (await get()).evidence
    expect(facts).toContainEqual({ label: 'Runs since the payment', value: '1, of which 1 succeeded' })
  })

  it('is handed in although the answer was lost, and stays a draft when the gateway is away', async () => {
    peer().behave({ down: true })
    expect((await call('POST', `${adminUrl()}/submit`)).status).toBe(503)
    peer().behave({ down: false })
    const away = await get()
    expect([away.evidence.state, away.evidence.last_error, away.abilities.submit.allowed]).toMatchObject([
      'draft',
      expect.any(String),
      true,
    ])
    // The record is uploaded, and then the answer to the contest itself is lost.
    peer().behave({ fail_after: 1 })
    expect((await call('POST', `${adminUrl()}/submit`)).status).toBe(503)
    const { gateway } = test.payments.paying
    const { contestDispute } = gateway
    gateway.contestDispute = async (...given) => {
      await contestDispute(...given)
      throw Object.assign(new Error('lost'), { name: 'GatewayUnreachable' })
    }
    try {
      expect((await call('POST', `${adminUrl()}/submit`)).body.data).toMatchObject({ status: 'under_review' })
    } finally {
      gateway.contestDispute = contestDispute
    }
  })

  it('can be given up by a user who has just signed in, and what was bought is taken back', async () => {
    test.know({ ...admin, signed_in_at: new Date(Date.now() - 11 * 60_000) })
    expect((await call('POST', `${adminUrl()}/accept`)).body.errors[0].code).toBe('confirmation_needed')
    test.know(admin)
    const { body } = await call('POST', `${adminUrl()}/accept`)
    expect([body.data.status, body.data.evidence.state, body.data.loss_paise]).toEqual(['lost', 'accepted', 0])
    await settled()
    expect(
      (await reconcile(test.payments.on(test.database.db), new Date(0), new Date(Date.now() + 60_000))).differences,
    ).toEqual([])
  })

  it('is for admins and the seller of what was paid, who sees no name and hands nothing in', async () => {
    const [seller, stranger] = [await test.person('seller'), await test.person('seller')]
    await test.database.pool.query('update disputes set seller_id = $1 where gateway_dispute_id = $2', [
      seller.id,
      theirs.id,
    ])
    const seen = await get(seller)
    expect(seen.buyer_name).toBeNull()
    expect(JSON.stringify(seen.evidence.facts)).not.toMatch(/Asha Rao|Billed|Signed in/)
    expect(seen.abilities).toMatchObject({
      edit: { allowed: true },
      submit: { allowed: false },
      accept: { allowed: false },
    })
    expect((await call('PUT', `${url}/evidence`, { summary: 'I delivered.' }, seller)).status).toBe(200)
    expect((await call('POST', `${adminUrl()}/submit`, undefined, seller)).status).toBe(403)
    for (const as of [stranger, buyer]) {
      expect((await call('GET', url, undefined, as)).status).toBe(404)
      expect((await call('PUT', `${url}/evidence`, { summary: 'x' }, as)).status).toBe(404)
    }
    const ofBuyer = { ...(await test.person('admin')), signed_in_at: new Date() }
    test.know(ofBuyer)
    await test.database.pool.query('update disputes set buyer_id = $1 where gateway_dispute_id = $2', [
      ofBuyer.id,
      theirs.id,
    ])
    expect((await call('POST', `${adminUrl()}/accept`, undefined, ofBuyer)).status).toBe(409)
    const own = (as: Person) => call('GET', '/api/v1/seller/disputes', undefined, as)
    expect([(await own(seller)).body.data.total, (await own(stranger)).body.data.total]).toEqual([1, 0])
    // Another's file is nobody's evidence.
    const file_id = await upload(stranger, 'x.pdf', PDF)
    expect((await call('POST', `${url}/files`, { file_id, proves: 'billing_proof' }, seller)).status).toBe(404)
  })

  it('is told of three days and one before it is due, each once, and not said after', async () => {
    const { db, pool } = test.database
    const respond = theirs.respond_by * 1000
    await pool.query(`update disputes set respond_by = null where gateway_dispute_id <> $1`, [theirs.id])
    const told = (days: number) => notifyDeadlines(db, new Date(respond - days * 86_400_000))
    expect([await told(4), await told(2.9), await told(2), await told(0.9), await told(0.5)]).toEqual([0, 1, 0, 1, 0])
    await pool.query(`update disputes set respond_by = now() - interval '1 minute' where gateway_dispute_id = $1`, [
      theirs.id,
    ])
    const late = await call('POST', `${adminUrl()}/submit`)
    expect([late.status, late.body.errors[0].message]).toEqual([409, 'The deadline to respond has passed.'])
  })
})

it('names the invoice of an agent that was bought, and hands it in as proof of what was billed', async () => {
  const { database, payments } = test
  const document = workflow([node('start', 'manual_trigger')], [])
  const agent = await insertAgent(database, document, { type: 'one_time', paise: 100_000 })
  const somebody = await test.person()
  const ordered = await orderOf(test, somebody, agentWith(agent), 100_000)
  await payOrder(test, somebody, ordered.body.data.order.id)
  await issueDue(database.db, REAL_INVOICES)
  const { items } = (await call('GET', '/api/v1/invoices', undefined, somebody)).body.data
  expect(items).toHaveLength(1)
  const payment = [...payments.peer.state.payments.values()].at(-1) as PaymentEntity
  const disputed = open(payments.peer.state, payment, 100_000)
  await settled()
  const { rows } = await database.pool.query('select id, seller_id from disputes where gateway_dispute_id = $1', [
    disputed.id,
  ])
  expect(rows[0].seller_id).toBe(agent.seller)
  url = `/api/v1/disputes/${rows[0].id}`
  const { number } = items[0]
  expect((await get()).evidence.facts).toContainEqual({ label: 'Invoice', value: number })
  drawn.length = 0
  expect((await call('POST', `${adminUrl()}/submit`)).body.data.status).toBe('under_review')
  expect(drawn.map((work) => work.includes('Tax invoice') && work.includes(number))).toEqual([false, true])
  expect(payments.peer.state.disputes.get(disputed.id)?.evidence).toMatchObject({
    access_activity_log: [expect.stringMatching(/^doc_/)],
    billing_proof: [expect.stringMatching(/^doc_/)],
  })
})
