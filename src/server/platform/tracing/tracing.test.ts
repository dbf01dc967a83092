/** What a collector is sent of requests and runs: how they hang together, and nothing of what is in them. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workflow } from '#contract/workflows/workflows.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { type Collector, type ReceivedSpan, startCollector } from '#peers/traces/collector.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { isTracing } from './spans.ts'
import { startTracing } from './start-tracing.ts'

const SETTINGS = { headers: { 'x-token': 'of the collector' }, service: 'clinic', share: 1, content: false }
const PROCESS = { version: '1', instance: 'web-1' }
const CLIENT = 3
const SERVER = 2

let test: TestApp
let author: Person
let echo: Server
let echoHost: string
let hook: string
let model: ModelPeer

beforeAll(async () => {
  echo = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
  )
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  echoHost = `127.0.0.1:${(echo.address() as AddressInfo).port}`
  model = await startModelPeer()
  const house = {
    provider: 'ollama',
    base_url: model.url,
    model: 'house',
    api_key: '',
    input_price: 0,
    output_price: 0,
    country: null,
  }
  test = await createTestApp({
    models: { model: house, outboundAllow: [model.host] },
    secrets: { allow: [echoHost] },
    trustProxy: ['192.0.2.0/24'],
  })
  author = await test.person('seller')
  hook = await listen('http_request', { method: 'GET', url: `http://${echoHost}/secret-path?token=secret-query` })
})
afterAll(async () => {
  await test.close()
  await model.close()
  await new Promise((resolve) => echo.close(resolve))
})

/** @returns the path of a webhook whose workflow has one step */
async function listen(type: string, config: Parameters<typeof node>[2]): Promise<string> {
  const document = workflow(
    [node('start', 'webhook_trigger', { respond: 'when_finished' }), node('work', type, config)],
    wires('start > work'),
  )
  const { body } = await test.call('POST', '/api/v1/workflows', { as: author, body: { name: 'Traced', document } })
  return Workflow.parse(body.data).hook?.path ?? ''
}

async function whileTracing(work: () => Promise<unknown>, settings: Partial<typeof SETTINGS> = {}): Promise<Collector> {
  const collector = await startCollector()
  const stop = await startTracing({ ...SETTINGS, endpoint: `${collector.url}/`, ...settings }, PROCESS, () => {})
  try {
    await work()
  } finally {
    await stop()
    await collector.close()
  }
  return collector
}

const one = (spans: ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.filter((span) => span.name === name)
  expect(found.map(({ name }) => name)).toEqual([name])
  return found[0] as ReceivedSpan
}

const sendSecret = (path: string, headers: Record<string, string> = {}, ip?: string) =>
  test.call('POST', path, { body: { patient: 'secret-in-body' }, headers, ...(ip && { ip }) })

describe('traces', () => {
  it('show a request, its statements, and the run that it began as a trace under the id of the run', async () => {
    let run = ''
    const { spans, headers, raw } = await whileTracing(async () => {
      const answer = await sendSecret(hook)
      expect(answer.status).toBe(200)
      run = answer.body.data.execution_id
    })
    const request = one(spans, 'POST /hooks/{token}')
    expect(request).toMatchObject({ kind: SERVER, parent_id: '', service: 'clinic', isError: false })
    expect(request.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'chowk.run.id': run,
    })
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
    expect(statements.some((span) => span.parent_id === request.span_id && span.kind === CLIENT)).toBe(true)
    expect(statements.every(({ parent_id }) => parent_id !== '')).toBe(true)

    const whole = one(spans, 'run')
    expect(whole).toMatchObject({ trace_id: run.replaceAll('-', ''), parent_id: '' })
    expect(whole.links).toEqual([{ trace_id: request.trace_id, span_id: request.span_id }])
    expect(whole.attributes).toMatchObject({ 'chowk.run.id': run, 'chowk.run.outcome': 'succeeded' })
    const step = one(spans, 'step http_request')
    expect(step).toMatchObject({ trace_id: whole.trace_id, parent_id: whole.span_id })
    expect(step.attributes).toMatchObject({ 'chowk.step.id': 'work', 'chowk.step.attempt': 1 })
    const call = one(spans, 'GET')
    expect(call).toMatchObject({ trace_id: whole.trace_id, parent_id: step.span_id, kind: CLIENT })
    expect(call.attributes).toMatchObject({ 'server.address': echoHost, 'http.response.status_code': 200 })

    expect(headers[0]).toMatchObject({ 'x-token': 'of the collector' })
    for (const secret of ['secret-in-body', 'secret-path', 'secret-query', hook.replace('/hooks/', '')])
      expect(raw.join('')).not.toContain(secret)
  })

  it('show what a tool of an agent asks others for as a part of its call', async () => {
    const tool = {
      ...{ kind: 'http', name: 'look_up', description: 'Looks it up.', url: `http://${echoHost}/secret-path` },
      parameters: { type: 'object', properties: {} },
    }
    const asking = await listen('ai_agent', { task: 'Look it up.', tools: [tool] })
    model.behave({ type: 'tools', calls: [{ name: 'look_up', arguments: {} }] }, { type: 'answer', text: 'Done.' })
    const { spans } = await whileTracing(() => sendSecret(asking))
    const call = one(spans, 'execute_tool look_up')
    expect(call).toMatchObject({ isError: false, attributes: { 'gen_ai.operation.name': 'execute_tool' } })
    const step = spans.find(({ span_id }) => span_id === call.parent_id)
    expect(step?.name).toBe('invoke_agent')
    expect(one(spans, 'GET')).toMatchObject({ parent_id: call.span_id, trace_id: call.trace_id })
  })

  it('mark what failed with its code, without its message', async () => {
    const refusing = await listen('http_request', { method: 'GET', url: 'http://10.0.0.1/secret-path' })
    const { spans, raw } = await whileTracing(() => sendSecret(refusing))
    expect(one(spans, 'run')).toMatchObject({ isError: true, attributes: { 'chowk.run.outcome': 'failed' } })
    const failed = { isError: true, attributes: { 'error.type': 'url_refused' } }
    expect(one(spans, 'step http_request')).toMatchObject(failed)
    expect(one(spans, 'GET')).toMatchObject(failed)
    expect(raw.join('')).not.toContain('not on the public internet')
    expect(raw.join('')).not.toContain('secret-path')
  })

  it('continue those of a trusted proxy, and of nobody else', async () => {
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const spanOf = async (ip: string) =>
      one((await whileTracing(() => sendSecret(hook, { traceparent }, ip))).spans, 'POST /hooks/{token}')
    expect(await spanOf('192.0.2.1')).toMatchObject({ trace_id: 'a'.repeat(32), parent_id: 'b'.repeat(16) })
    const stranger = await spanOf('203.0.113.9')
    expect(stranger.parent_id).toBe('')
    expect(stranger.trace_id).not.toBe('a'.repeat(32))
  })

  it('are as many as the operator wants', async () => {
    const { spans } = await whileTracing(() => sendSecret(hook), { share: 0 })
    expect(spans).toEqual([])
  })

  it('hold nobody up while the collector is away, and end with the process', async () => {
    const collector = await startCollector()
    await collector.close()
    const told: string[] = []
    const stop = await startTracing({ ...SETTINGS, endpoint: collector.url }, PROCESS, (text) => told.push(text))
    expect((await sendSecret(hook)).status).toBe(200)
    const began = performance.now()
    await stop()
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(isTracing()).toBe(false)
    expect((await sendSecret(hook)).status).toBe(200)
  })
})
