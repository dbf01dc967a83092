/** Evidence that a bank sends back for better: it can be submitted again, and the sum of the dispute is not lost for want of an answer. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DisputeEntity } from '#peers/razorpay/entities.ts'
import { endDispute, sendBackDispute } from '#peers/razorpay/moves.ts'
import { eventOf } from '#peers/razorpay/webhooks.ts'
import { reconcile } from '#server/areas/billing/payments/reconcile.ts'
import { GatewayDispute } from '#server/gateways/payments/entities.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { buy, dispute as openDispute, settleDispute } from '#test/support/at-gateway.ts'
import { node, workflow } from '#test/support/engine.ts'
import { insertAgent } from '#test/support/paid-agent.ts'
import { LONG } from '#test/support/scale.ts'
import { notifyDeadlines } from './deadlines.ts'
import { syncDispute, takeDispute } from './sync-disputes.ts'

const PAISE = 118_000
const DAY_S = 86_400
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
let test: TestApp
let admin: Person
let seller: Person
let theirs: DisputeEntity
let url = ''
beforeAll(async () => {
  test = await createTestApp({
    deps: { paperwork: async () => ({ data: {}, files: [{ mime: 'application/pdf', extension: 'pdf', bytes: PDF }] }) },
  })
  admin = { ...(await test.person('admin')), signed_in_at: new Date() }
  test.know(admin)
})
afterAll(() => test.close())

const peer = () => test.payments.peer
const paying = () => test.payments.on(test.database.db)
const call = (method: string, path: string, body?: unknown, as = admin) => test.call(method, path, { as, body })
const get = async (as = admin) => (await call('GET', url, undefined, as)).body.data
const write = (summary: string, as = admin) => call('PUT', `${url}/evidence`, { summary }, as)
const submit = async () => {
  const { status } = await call('POST', `${url.replace('/api/v1/', '/api/v1/admin/')}/submit`)
  await peer().post.flush()
  return status
}
const sendBack = () => settleDispute(test, theirs.id, 'action_required')
const noticesOf = async (user: string) =>
  (
    await test.database.pool.query('select title, href, mail_due from notifications where user_id = $1 order by seq', [
      user,
    ])
  ).rows

/** An agent that was paid, and is taken back by the buyer's bank. */
beforeEach(async () => {
  peer().behave({ hold: true, shuffle: false, copies: 1, drop: 0 })
  const agent = await insertAgent(test.database, workflow([node('start', 'manual_trigger')], []), {
    type: 'one_time',
    paise: PAISE,
  })
  seller = { id: agent.seller, role: 'seller', token: `session.${agent.seller}.signature` }
  test.know(seller)
  const buying = { purpose: 'agent', subject: { agent_id: agent.agent_id } } as const
  const { payment } = await buy(test, await test.person(), buying, PAISE)
  theirs = peer().state.disputes.get(await openDispute(test, payment)) as DisputeEntity
  const { rows } = await test.database.pool.query('select id from disputes where gateway_dispute_id = $1', [theirs.id])
  url = `/api/v1/disputes/${rows[0].id}`
})

async function addFile(name: string): Promise<void> {
  const edge = 'edge'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), PDF, Buffer.from(`\r\n--${edge}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${edge}` }
  const { body } = await test.call('POST', '/api/v1/files', { as: admin, payload, headers })
  await call('POST', `${url}/files`, { file_id: body.data.id, proves: 'customer_communication' })
}

describe('evidence that the bank sends back', () => {
  it('is changed and submitted again by the new day, as often as the bank asks, and stays in the history', async () => {
    await write('First words')
    await addFile('letter.pdf')
    expect(await submit()).toBe(200)
    expect(await get()).toMatchObject({ status: 'under_review', times_sent_back: 0, evidence: { sent_back: [] } })
    await sendBack()
    const back = await get()
    expect(back).toMatchObject({
      status: 'open',
      times_sent_back: 1,
      respond_by: new Date(theirs.respond_by * 1000).toISOString(),
      evidence: { state: 'draft', summary: 'First words', files: [{ name: 'letter.pdf' }] },
      abilities: { edit: { allowed: true }, submit: { allowed: true }, accept: { allowed: true } },
    })
    const first = {
      summary: 'First words',
      files: [{ proves: 'customer_communication', name: 'letter.pdf', bytes: PDF.length }],
      submitted_at: expect.any(String),
      sent_back_at: expect.any(String),
    }
    expect(back.evidence.sent_back).toEqual([first])
    expect((await call('DELETE', `${url}/files/${back.evidence.files[0].id}`)).status).toBe(200)
    expect((await write('Better words', seller)).status).toBe(200)
    expect(await submit()).toBe(200)
    expect(theirs).toMatchObject({ status: 'under_review', evidence: { summary: 'Better words' } })
    await sendBack()
    expect((await get(seller)).evidence.sent_back).toEqual([{ ...first, summary: 'Better words', files: [] }, first])
    expect(await submit()).toBe(200)
    await settleDispute(test, theirs.id, 'won')
    expect(await get()).toMatchObject({ status: 'won', times_sent_back: 2, abilities: { edit: { allowed: false } } })
  })

  it('is told to admins and the seller, with a mail, and reminded of before the new day', async () => {
    const { pool, db } = test.database
    await pool.query('update users set is_verified = true where id = any($1)', [[admin.id, seller.id]])
    await pool.query('update disputes set respond_by = null where gateway_dispute_id <> $1', [theirs.id])
    const before = { [admin.id]: (await noticesOf(admin.id)).length, [seller.id]: (await noticesOf(seller.id)).length }
    await notifyDeadlines(db, new Date((theirs.respond_by - DAY_S / 2) * 1000))
    await submit()
    await sendBack()
    for (const { id } of [admin, seller])
      expect((await noticesOf(id)).slice(before[id])).toMatchObject([
        { title: expect.stringMatching(/^Respond to a dispute of ₹1,180 within a day$/) },
        {
          title: 'A disputed payment needs better evidence',
          href: expect.stringContaining(url.split('/').at(-1) ?? '?'),
          mail_due: true,
        },
      ])
    expect(await notifyDeadlines(db, new Date((theirs.respond_by - DAY_S / 2) * 1000))).toBe(1)
  })

  it('is not taken for submitted, nor for sent back again, by an event that comes late', async () => {
    const payment = peer().state.payments.get(theirs.payment_id) ?? {}
    const say = async (name: string, dispute: object) => {
      peer().post.emit(eventOf(`payment.dispute.${name}`, { payment, dispute }, peer().state.now()))
      await peer().post.flush()
    }
    const opened = { ...theirs }
    await submit()
    const reviewed = { ...theirs }
    await sendBack()
    const sentBack = { ...theirs }
    for (const [name, copy] of [
      ['created', opened],
      ['under_review', reviewed],
      ['action_required', sentBack],
    ] as const)
      await say(name, copy)
    expect(await get()).toMatchObject({
      status: 'open',
      times_sent_back: 1,
      respond_by: new Date(theirs.respond_by * 1000).toISOString(),
    })
    expect(await submit()).toBe(200)
    await say('action_required', sentBack)
    await say('created', opened)
    expect(await get()).toMatchObject({ status: 'under_review', times_sent_back: 1, evidence: { state: 'submitted' } })
  })

  it('is not taken for sent back by an answer of the gateway that is older than what was submitted since', async () => {
    await submit()
    await sendBack()
    const older = GatewayDispute.parse(theirs)
    const { gateway } = test.payments.paying
    const { dispute } = gateway
    await test.database.pool.query(
      `update disputes set status = 'under_review', times_sent_back = 0 where gateway_dispute_id = $1`,
      [theirs.id],
    )
    let asked = 0
    gateway.dispute = async (id) => {
      if (++asked > 1) return dispute(id)
      // While it is on its way the same news comes by another, and an admin answers.
      await takeDispute({ ...paying(), gateway: { ...gateway, dispute } }, older)
      expect(await submit()).toBe(200)
      return older
    }
    try {
      await syncDispute(paying(), theirs.id)
    } finally {
      gateway.dispute = dispute
    }
    expect(asked).toBe(2)
    expect(await get()).toMatchObject({ status: 'under_review', times_sent_back: 1, evidence: { state: 'submitted' } })
  })

  it('is found when the event and the review before it never came, or say what nobody can read', async () => {
    peer().behave({ drop: 1000 })
    await submit()
    // The process ended before it stored what the gateway had answered.
    await test.database.pool.query(`update disputes set status = 'open' where gateway_dispute_id = $1`, [theirs.id])
    await sendBack()
    expect((await get()).abilities.edit.allowed).toBe(false)
    await reconcile(paying(), new Date(0), new Date(Date.now() + 60_000))
    expect(await get()).toMatchObject({ status: 'open', times_sent_back: 1, abilities: { edit: { allowed: true } } })
    await submit()
    await sendBack()
    peer().behave({ drop: 0 })
    const payment = peer().state.payments.get(theirs.payment_id) ?? {}
    const dispute = { ...theirs, status: 'action_required' }
    peer().post.emit(eventOf('payment.dispute.action_required', { payment, dispute }, peer().state.now()))
    await peer().post.flush()
    expect(await get()).toMatchObject({ status: 'open', times_sent_back: 2 })
  })

  it('is what the gateway says it is, however its events come', async () => {
    const moves = { review: 'under_review', back: 'action_required', won: 'won', lost: 'lost' } as const
    const move = fc.constantFrom<keyof typeof moves>('review', 'review', 'back', 'back', 'won', 'lost')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(move, fc.boolean()), { maxLength: 8 }), async (steps) => {
        const { payment } = await buy(
          test,
          await test.person(),
          { purpose: 'credits', subject: { paise: 50_000 } },
          50_000,
        )
        peer().behave({ shuffle: true, copies: 3 })
        const opened = peer().state.disputes.get(await openDispute(test, payment)) as DisputeEntity
        for (const [step, flushed] of steps) {
          if (opened.status !== 'open' && opened.status !== 'under_review') break
          if (step === 'back') sendBackDispute(peer().state, opened)
          else endDispute(peer().state, opened, moves[step])
          if (flushed) await peer().post.flush()
        }
        // One after the other: the last word may be the oldest.
        await peer().post.flush(1)
        const { rows } = await test.database.pool.query('select * from disputes where gateway_dispute_id = $1', [
          opened.id,
        ])
        expect(rows[0].status).toBe(opened.status)
        if (opened.status === 'open') expect(rows[0].respond_by.getTime()).toBe(opened.respond_by * 1000)
      }),
      { numRuns: LONG ? 20 : 8 },
    )
  })
})
