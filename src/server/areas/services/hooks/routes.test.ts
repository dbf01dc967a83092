import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BatchApp, batchOwner, createBatchApp, does } from '#test/support/batches.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { until } from '#test/support/engine.ts'

let test: BatchApp
beforeAll(async () => {
  test = await createBatchApp()
})
afterAll(() => test.close())

async function opened(agent?: string, credits?: number) {
  const me = await batchOwner(test, agent, credits)
  const at = `/api/v1/services/${me.service}/hook`
  const saved = await test.call('PUT', at, { as: me.owner, body: { enabled: true } })
  expect(saved.status).toBe(200)
  const { url, secret } = saved.body.data as { url: string; secret: string }
  const sign = (body: string, seconds = Math.floor(Date.now() / 1000), key = secret) =>
    `t=${seconds},v1=${createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex')}`
  const send = (body: string, headers: Record<string, string> = {}) =>
    test.call('POST', url, {
      payload: body,
      headers: { 'content-type': 'application/json', 'x-webhook-signature': sign(body), ...headers },
    })
  const runs = async () =>
    (await test.call('GET', '/api/v1/executions', { as: me.owner, query: { service_id: me.service } })).body.data.items
  return { ...me, at, url, secret, sign, send, runs }
}

const body = JSON.stringify({ text: 'a note' })

it('runs the service on what is sent, and a repeat gets the same run', async () => {
  const hook = await opened()
  const id = randomUUID()
  const [first, second] = await Promise.all([
    hook.send(body, { 'x-webhook-id': id }),
    hook.send(body, { 'x-webhook-id': id }),
  ])
  expect([first.status, second.status]).toEqual([202, 202])
  const later = await hook.send(JSON.stringify({ text: 'something else' }), { 'x-webhook-id': id })
  const run = first.body.data.execution_id
  expect([second.body.data.execution_id, later.body.data.execution_id]).toEqual([run, run])
  const done = await until(async () => {
    const [one, ...more] = await hook.runs()
    return more.length === 0 && one?.status === 'succeeded' && one
  })
  expect(done).toMatchObject({ id: run, trigger: 'webhook' })
  const { body: answer } = await test.call('GET', `/api/v1/executions/${run}`, { as: hook.owner })
  expect(answer.data.input).toEqual({ text: 'a note' })
})

it('tells requests without an id apart by their signature', async () => {
  const hook = await opened()
  const headers = { 'x-webhook-signature': hook.sign(body) }
  const [first, again] = [await hook.send(body, headers), await hook.send(body, headers)]
  expect(first.body.data.execution_id).toBe(again.body.data.execution_id)
  const hub = `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`
  const github = await test.call('POST', hook.url, {
    payload: body,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': hub, 'x-github-delivery': randomUUID() },
  })
  expect(github.status).toBe(202)
  expect(await hook.runs()).toHaveLength(2)
})

it('refuses what is not signed, signed otherwise, or signed long ago', async () => {
  const hook = await opened()
  const answers = [
    await hook.send(body, { 'x-webhook-signature': '' }),
    await hook.send(body, { 'x-webhook-signature': hook.sign(body, undefined, 'another secret') }),
    await hook.send(body, { 'x-webhook-signature': hook.sign(`${body} `) }),
    await hook.send(body, { 'x-webhook-signature': hook.sign(body, Math.floor(Date.now() / 1000) - 3600) }),
  ]
  expect(answers.map(({ status, body: said }) => [status, said.errors[0].code])).toEqual(
    Array(4).fill([403, 'hook_refused']),
  )
  expect(await hook.runs()).toEqual([])
})

it('takes a file for the input that asks for one', async () => {
  const input_schema = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      note: { type: 'object', properties: { file_id: { type: 'string' } }, required: ['file_id'] },
    },
  }
  await addAgent(test.database.pool, test.seller.id, does('echo'), { slug: 'filed', input_schema })
  const hook = await opened('filed')
  const bound = 'boundary-of-a-form'
  const form = [
    `--${bound}\r\nContent-Disposition: form-data; name="text"\r\n\r\nhello\r\n`,
    `--${bound}\r\nContent-Disposition: form-data; name="upload"; filename="note.txt"\r\nContent-Type: text/plain\r\n\r\nA note.\r\n`,
    `--${bound}--\r\n`,
  ].join('')
  const answer = await hook.send(form, { 'content-type': `multipart/form-data; boundary=${bound}` })
  expect([answer.status, JSON.stringify(answer.body.errors ?? [])]).toEqual([202, '[]'])
  const { body: run } = await test.call('GET', `/api/v1/executions/${answer.body.data.execution_id}`, {
    as: hook.owner,
  })
  expect(run.data.input).toMatchObject({ text: 'hello', note: { name: 'note.txt' } })
})

it('answers a refused run with its reason, and the same delivery may try again', async () => {
  const hook = await opened('paid')
  const headers = { 'x-webhook-id': 'order-1' }
  const refused = await hook.send(body, headers)
  expect([refused.status, refused.body.errors[0].code]).toEqual([402, 'insufficient_credits'])
  const wrong = await hook.send(JSON.stringify({ text: 7 }), headers)
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'input.text'])
  const list = await hook.send('[1]', headers)
  expect([list.status, list.body.errors[0].field]).toEqual([400, 'body'])
})

it('is off until its owner turns it on, and its secret is renewed without a gap', async () => {
  const hook = await opened()
  await test.call('PUT', hook.at, { as: hook.owner, body: { enabled: false } })
  expect((await hook.send(body)).status).toBe(404)
  const on = await test.call('PUT', hook.at, { as: hook.owner, body: { enabled: true } })
  expect(on.body.data).toMatchObject({ enabled: true, url: hook.url, secret: null })
  const renewed = (await test.call('POST', `${hook.at}/secret`, { as: hook.owner })).body.data.secret
  expect(renewed).not.toBe(hook.secret)
  expect((await hook.send(body, { 'x-webhook-signature': hook.sign(body, undefined, renewed) })).status).toBe(202)
  expect((await hook.send(body)).status).toBe(202)
  await test.database.pool.query(
    `update signing_secrets set replaced_at = now() - interval '2 days' where replaced_at is not null`,
  )
  expect((await hook.send(body)).status).toBe(403)
  const stranger = await test.person()
  expect((await test.call('GET', hook.at, { as: stranger })).status).toBe(404)
  expect((await test.call('POST', `${hook.at}/secret`, { as: stranger })).status).toBe(404)
})
