import { describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { HttpRequest, HttpResponse } from '#nodes/ports.ts'
import { outputOf, tryNode } from '#nodes/trial.ts'
import { httpRequest } from './http-request.ts'

const url = 'https://example.com/a?x=1'

async function call(config: JsonObject, answer: Partial<HttpResponse> = {}, input: JsonObject = {}) {
  const sent: HttpRequest[] = []
  const http = async (request: HttpRequest) => {
    sent.push(request)
    return { status: 200, headers: {}, body: '', ...answer }
  }
  const output = await outputOf(httpRequest, { url, ...config }, { input, ports: { http } })
  return { request: sent[0], output }
}

describe('HTTP request', () => {
  it('sends address, query, headers and the key of the effect', async () => {
    const { request } = await call({
      query: [
        { name: 'q', value: 'a b&c' },
        { name: 'n', value: 5 },
      ],
      headers: [{ name: 'X-Token', value: 't' }],
    })
    expect(request).toEqual({
      method: 'GET',
      url: 'https://example.com/a?x=1&q=a+b%26c&n=5',
      headers: { accept: 'application/json, */*', 'x-token': 't', 'idempotency-key': 'e1:http_request:' },
      body: null,
      timeout_ms: 15_000,
    })
  })

  it('sends JSON or text', async () => {
    const json = await call({ method: 'POST', body_type: 'json' }, {}, { a: 1 })
    expect(json.request).toMatchObject({ body: '{"a":1}', headers: { 'content-type': 'application/json' } })
    const headers = [{ name: 'Content-Type', value: 'text/csv' }]
    const text = await call({ method: 'POST', body_type: 'text', body: 'a,b', headers })
    expect(text.request).toMatchObject({ body: 'a,b', headers: { 'content-type': 'text/csv' } })
  })

  it('reads JSON when the answer says so', async () => {
    const type = (value: string) => ({ 'Content-Type': value })
    expect(
      (await call({}, { headers: type('application/json; charset=utf-8'), body: '{"a":1}' })).output,
    ).toMatchObject({ body: { a: 1 } })
    expect((await call({}, { headers: type('application/problem+json'), body: '[1]' })).output).toMatchObject({
      body: [1],
    })
    expect((await call({}, { headers: type('application/json'), body: '{oops' })).output).toMatchObject({
      body: '{oops',
    })
    expect((await call({}, { headers: type('text/plain'), body: '{}' })).output).toMatchObject({
      status: 200,
      body: '{}',
    })
  })

  it.each([
    [404, false],
    [400, false],
    [301, false],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
  ])('fails on %i, to be tried again: %s', async (status, retryable) => {
    await expect(call({}, { status, body: 'sorry' })).rejects.toMatchObject({ code: 'http_status', retryable })
  })

  it('takes the statuses it was told to expect', async () => {
    expect((await call({ expected_status: [404] }, { status: 404 })).output).toMatchObject({ status: 404 })
    await expect(call({ expected_status: [201] }, { status: 200 })).rejects.toMatchObject({ code: 'http_status' })
  })

  it.each<[string, JsonObject, string]>([
    ['no address', { url: 'example' }, 'bad_url'],
    ['another protocol', { url: 'file:///etc/passwd' }, 'bad_url'],
    ['a line break in a header', { headers: [{ name: 'a', value: 'b\r\nc: d' }] }, 'bad_header'],
    ['a header name with a colon', { headers: [{ name: 'a:b', value: '' }] }, 'bad_header'],
    ['the header Host', { headers: [{ name: 'HOST', value: 'x' }] }, 'bad_header'],
    ['an own key', { headers: [{ name: 'Idempotency-Key', value: 'x' }] }, 'bad_header'],
    ['an object as a text', { body_type: 'text', body: {} }, 'not_a_text'],
  ])('refuses %s before anything is sent', async (_what, config, code) => {
    const http = () => {
      throw new Error('sent')
    }
    await expect(tryNode(httpRequest, { url, ...config }, { ports: { http } })).rejects.toMatchObject({ code })
  })
})
