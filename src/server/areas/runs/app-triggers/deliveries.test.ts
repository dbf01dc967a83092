import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import { rotateKeys } from '#server/areas/admin/vault/rotate.ts'
import { loadKeyRing } from '#server/gateways/vault/keys.ts'
import type { Answer, Asked } from '#test/support/answering.ts'
import {
  account,
  asked,
  github,
  log,
  look,
  owner,
  prepareAppTriggers,
  published,
  row,
  runsOf,
  service,
  sync,
  test,
} from '#test/support/app-triggers.ts'
import { newVaultKey } from '#test/support/secrets.ts'
import { startItems } from './start-items.ts'

prepareAppTriggers()

describe('a webhook', () => {
  const hooks = new Map<number, { url: string; secret: string }>()
  const serveGithub = (one: Asked): Answer => {
    const id = Number(/hooks\/(\d+)/.exec(one.url)?.[1])
    if (one.method === 'DELETE') return hooks.delete(id) ? { body: null } : { status: 404, body: {} }
    if (one.method === 'GET') return { body: [...hooks].map(([key, { url }]) => ({ id: key, config: { url } })) }
    const { config } = JSON.parse(one.body)
    hooks.set(hooks.size + 1, config)
    return { body: { id: hooks.size } }
  }
  beforeEach(async () => {
    await test.database.pool.query('delete from notifications')
    hooks.clear()
    service.reply = serveGithub
  })
  const body = (title: string) => JSON.stringify({ action: 'opened', issue: { title } })
  const deliver = (text: string, delivery: string, more: { secret?: string; event?: string; url?: string } = {}) => {
    const [hook] = hooks.values()
    const { secret = hook?.secret ?? '', event = 'issues', url = hook?.url ?? '' } = more
    const signature = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
    return test.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      payload: text,
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': signature,
        'x-github-delivery': delivery,
        'x-github-event': event,
      },
    })
  }
  const subscribed = async () => {
    const id = await published(github())
    await sync()
    await look()
    expect(hooks.size).toBe(1)
    return id
  }
  const triggerOf = async (id: string) =>
    (await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: owner })).body.data.triggers[0]
  const notEnded = async (id: string) => (await triggerOf(id)).not_ended
  const notStarted = async (id: string) => (await triggerOf(id)).not_started
  const noticesOf = async (group: string) => {
    const wanted = `${group}:%`
    const found = await test.database.pool.query('select * from notifications where group_key like $1', [wanted])
    return found.rows
  }
  const items = async () => (await test.database.pool.query('select * from app_trigger_items')).rowCount

  it('is asked for when the workflow is published, starts a run for each delivery once, and ends with it', async () => {
    const id = await subscribed()
    expect((await deliver(body('One'), 'd1')).statusCode).toBe(200)
    expect((await deliver(body('One'), 'd1')).statusCode).toBe(200)
    expect((await deliver(body('Two'), 'd2')).statusCode).toBe(200)
    const titles = (await runsOf(id)).map((item) => (item as { issue: { title: string } }).issue.title)
    expect(titles).toEqual(['One', 'Two'])
    const [hook] = [...hooks.values()]
    await test.call('POST', `/api/v1/workflows/${id}/unpublish`, { as: owner })
    await sync()
    await look()
    expect(hooks.size).toBe(0)
    expect((await deliver(body('Three'), 'd3', hook)).statusCode).toBe(404)
  })

  it('refuses what is signed wrongly, and writes nothing down', async () => {
    await subscribed()
    expect((await deliver(body('One'), 'd1', { secret: 'wrong' })).statusCode).toBe(401)
    expect(await items()).toBe(0)
  })

  it('lets what is about something else go', async () => {
    await subscribed()
    expect((await deliver(body('One'), 'd1', { event: 'push' })).statusCode).toBe(200)
    expect((await deliver(JSON.stringify({ action: 'closed' }), 'd2')).statusCode).toBe(200)
    expect(await items()).toBe(0)
  })

  it('finds a subscription whose answer was lost', async () => {
    await published(github())
    await sync()
    let isLost = true
    service.reply = (one) => {
      const answer = serveGithub(one)
      if (!isLost) return answer
      isLost = false
      return { status: 500, body: {} }
    }
    await look()
    await look()
    expect(hooks.size).toBe(1)
    expect(await row()).toMatchObject({ state: 'on', remote: 1 })
  })

  it('is ended at the service also when the workflow is deleted, however often that fails at first', async () => {
    const id = await subscribed()
    await test.call('POST', `/api/v1/workflows/${id}/unpublish`, { as: owner })
    await test.database.pool.query('update workflows set archived_at = now() where id = $1', [id])
    const deleted = await test.call('DELETE', `/api/v1/workflow-hub/${id}`, { as: owner })
    expect([deleted.status, deleted.body.error ?? null]).toEqual([200, null])
    await sync()
    service.reply = () => ({ status: 503, body: {} })
    await look()
    expect(hooks.size).toBe(1)
    service.reply = serveGithub
    await look()
    expect(hooks.size).toBe(0)
    expect((await test.database.pool.query('select from app_triggers')).rowCount).toBe(0)
  })

  it('keeps its secret sealed, also under the next key of the vault', async () => {
    const id = await subscribed()
    const [hook] = [...hooks.values()]
    const { rows } = await test.database.pool.query('select to_jsonb(a) as row from app_triggers a')
    const text = JSON.stringify(rows)
    for (const encoding of ['utf8', 'hex', 'base64'] as const)
      expect(text).not.toContain(Buffer.from(hook?.secret ?? '?').toString(encoding))
    const next = newVaultKey()
    const own = test.ring[0].key.toString('base64')
    const { db } = test.database
    expect((await rotateKeys(db, loadKeyRing(`${next},${own}`, '/nowhere'))).rewrapped).toBeGreaterThan(0)
    // The key of this process doesn't open it any more: the service will deliver it again.
    expect((await deliver(body('One'), 'd1')).statusCode).toBe(500)
    expect(await items()).toBe(0)
    await rotateKeys(db, loadKeyRing(`${own},${next}`, '/nowhere'))
    expect((await deliver(body('One'), 'd1')).statusCode).toBe(200)
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('tells its owner what it could not end at the service, and why', async () => {
    const id = await subscribed()
    const [hook] = [...hooks.values()]
    await test.call('POST', `/api/v1/workflows/${id}/unpublish`, { as: owner })
    await sync()
    service.reply = () => ({ status: 403, body: { message: 'Not yours' } })
    await test.database.pool.query('update app_triggers set failures = 28')
    await look()
    expect(await notEnded(id)).toEqual([])
    await look()
    const [left, ...others] = await notEnded(id)
    expect(others).toEqual([])
    expect(left).toMatchObject({ integration: 'github', name: 'GitHub', reason: expect.stringContaining('403') })
    expect(hook?.url).toContain(left.address)
    expect((await deliver(body('One'), 'd1', hook)).statusCode).toBe(404)
    expect(await noticesOf('app-subscription')).toEqual([
      expect.objectContaining({
        title: 'GitHub may still send events for “Watches”',
        href: `/workflows/${id}/triggers`,
      }),
    ])
    const asking = asked.length
    await look()
    expect(asked.length).toBe(asking)
    const { rows } = await test.database.pool.query('select sealed from app_triggers')
    expect(rows).toEqual([{ sealed: null }])
  })

  it('is left at the service, and said so, when its account is gone', async () => {
    const id = await subscribed()
    await test.database.pool.query('delete from credentials')
    await test.call('POST', `/api/v1/workflows/${id}/unpublish`, { as: owner })
    await sync()
    await look()
    expect(await notEnded(id)).toHaveLength(1)
  })

  it('tells its owner which items started nothing after all tries, and why', async () => {
    const id = await subscribed()
    await deliver(body('One'), 'd1')
    const refuse = async () => {
      throw new AppError('payment_required', { message: 'Add credits to run this workflow.' })
    }
    await test.database.pool.query('update app_trigger_items set attempts = 28')
    await startItems(test.database.db, refuse, log)
    expect(await notStarted(id)).toEqual([])
    expect((await triggerOf(id)).app).toMatchObject({
      waiting: 1,
      waiting_reason: 'Add credits to run this workflow.',
    })
    await test.database.pool.query('update app_trigger_items set next_at = now()')
    await startItems(test.database.db, refuse, log)
    expect(await notStarted(id)).toEqual([
      { reason: 'Add credits to run this workflow.', count: 1, at: expect.any(String) },
    ])
    expect(await noticesOf('app-items')).toEqual([
      expect.objectContaining({ message: expect.stringContaining('Add credits to run this workflow.') }),
    ])
    expect(await runsOf(id)).toEqual([])
  })

  it('keeps what was accepted until it can be started', async () => {
    const id = await subscribed()
    await deliver(body('One'), 'd1')
    const refuse = async () => {
      throw new Error('connection lost after the commit')
    }
    await startItems(test.database.db, refuse, log)
    await test.database.pool.query('update app_trigger_items set next_at = now()')
    expect(await runsOf(id)).toHaveLength(1)
    await test.database.pool.query('update app_trigger_items set done_at = null, input = $1, next_at = now()', ['{}'])
    expect(await runsOf(id)).toHaveLength(1)
  })

  it('shows the address and the secret where they are entered by hand', async () => {
    const id = await published({
      integration: 'razorpay',
      trigger: 'payment_event',
      credential: account.razorpay,
      input: { event: 'payment.captured' },
    })
    await sync()
    await look()
    const shown = await test.call('GET', `/api/v1/workflows/${id}/triggers`, { as: owner })
    const { address, app } = shown.body.data.triggers[0]
    expect(app).toMatchObject({ state: 'on', kind: 'webhook', setup: expect.stringContaining('Webhooks') })
    const send = (text: string, secret: string) =>
      test.app.inject({
        ...{ method: 'POST', url: address, payload: text },
        headers: {
          'content-type': 'application/json',
          'x-razorpay-signature': createHmac('sha256', secret).update(text).digest('hex'),
        },
      })
    const paid = JSON.stringify({ event: 'payment.captured', payload: {} })
    expect((await send(paid, 'wrong')).statusCode).toBe(401)
    expect((await send(paid, app.secret)).statusCode).toBe(200)
    expect((await send(JSON.stringify({ event: 'refund.processed' }), app.secret)).statusCode).toBe(200)
    expect(await runsOf(id)).toEqual([JSON.parse(paid)])
  })
})

describe('an event of an app', () => {
  const SECRET = 'signing secret of slack'
  const send = (payload: object, secret = SECRET, age_s = 0) => {
    const text = JSON.stringify(payload)
    const time = String(Math.floor(Date.now() / 1000) - age_s)
    return test.app.inject({
      ...{ method: 'POST', url: '/hooks/events/slack', payload: text },
      headers: {
        'content-type': 'application/json',
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${time}:${text}`).digest('hex')}`,
      },
    })
  }
  const message = (team_id: string, event_id: string, event: object) => ({
    ...{ type: 'event_callback', team_id, event_id },
    event: { type: 'message', channel: 'C1', user: 'U1', text: 'Hello', ...event },
  })
  beforeEach(async () => {
    service.reply = () => ({ body: { ok: true, team: { id: 'T1' } } })
    const admin = { ...(await test.person('super_admin')), session: 'x' }
    test.know(admin)
    const saved = await test.call('PUT', '/api/v1/admin/oauth-applications/slack', {
      as: admin,
      body: { client_id: 'A1', client_secret: 'secret', signing_secret: SECRET },
    })
    expect(saved.status).toBe(200)
    const listed = await test.call('GET', '/api/v1/admin/oauth-applications', { as: admin })
    const slack = listed.body.data.items.find(({ name }: { name: string }) => name === 'slack')
    expect(slack).toMatchObject({ signs: true, events_url: expect.stringContaining('/hooks/events/slack') })
    expect(JSON.stringify(listed.body)).not.toContain(SECRET)
  })

  it('reaches the accounts that it is for, once, and greets the service', async () => {
    const id = await published({
      ...{ integration: 'slack', trigger: 'new_message', credential: account.slack, input: { channel: 'C1' } },
    })
    await sync()
    await look()
    const greeting = await send({ type: 'url_verification', challenge: 'abc' })
    expect([greeting.statusCode, greeting.body]).toEqual([200, 'abc'])
    const one = message('T1', 'Ev1', {})
    for (const payload of [
      one,
      one,
      message('T2', 'Ev2', { text: 'of another team' }),
      message('T1', 'Ev3', { channel: 'C2' }),
      message('T1', 'Ev4', { bot_id: 'B1' }),
    ])
      expect((await send(payload)).statusCode).toBe(200)
    expect(await runsOf(id)).toEqual([one.event])
  })

  it('is refused when it is signed by another or too old', async () => {
    expect((await send(message('T1', 'Ev1', {}), 'wrong')).statusCode).toBe(401)
    expect((await send(message('T1', 'Ev1', {}), SECRET, 900)).statusCode).toBe(401)
    expect((await test.app.inject({ method: 'POST', url: '/hooks/events/nowhere', payload: '{}' })).statusCode).toBe(
      404,
    )
  })
})
