import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { ErrorEnvelope, envelopeOf } from '#contract/core/envelope.ts'
import { NAMED_SCHEMAS } from '#contract/reference/named-schemas.ts'
import { areaDocument } from '#server/platform/http/openapi/areas.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it('describes every endpoint of the contract with its access rule and its errors', async () => {
  const { status, body } = await test.call('GET', '/openapi.json')
  expect(status).toBe(200)
  type Operation = { operationId: string; 'x-access': unknown; 'x-errors': unknown; 'x-alias-of'?: string }
  const operations = Object.values<Record<string, Operation>>(body.paths).flatMap((path) => Object.values(path))
  const described = new Map(operations.map((operation) => [operation.operationId, operation]))
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(operations.flatMap((one) => one['x-alias-of'] ?? one.operationId).filter((id) => !(id in api))).toEqual([])
  expect(Object.keys(api).filter((name) => !described.has(name))).toEqual([])
  expect(described.get('createWorkflow')).toMatchObject({
    'x-access': { type: 'permission', permission: 'workflows.create' },
    'x-errors': ['limit_reached'],
  })
})

it('says how each endpoint is called and which errors it answers', async () => {
  const { body } = await test.call('GET', '/openapi.json')
  const execute = body.paths['/api/v1/workflows/execute'].post
  expect(body.servers).toEqual([{ url: '/', description: 'This installation' }])
  expect(execute.security).toEqual([{}, { session: [] }, { apiKey: ['run'] }, { apiKeyHeader: ['run'] }])
  expect(Object.keys(execute.responses)).toEqual(
    expect.arrayContaining(['200', '400', '401', '402', '403', '404', '409', '429', '500', '503']),
  )
  expect(body.paths['/api/v1/executions/{id}'].get.security).toContainEqual({ runToken: [] })
  expect(body.components.schemas.JsonObjectInput).toMatchObject({ type: 'object', additionalProperties: true })
  const conflict = execute.responses['409'].$ref.split('/').at(-1)
  expect(body.components.responses[conflict].description).toContain('`not_runnable`')
})

it('names the schemas that many answers share, each once', async () => {
  const { body } = await test.call('GET', '/openapi.json')
  const refers = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const answer = body.paths['/api/v1/executions/{id}'].get.responses['200'].content['application/json'].schema
  expect(answer.properties.data).toEqual(refers('Execution'))
  expect(body.components.schemas.Execution.properties.nodes.items).toEqual(refers('NodeRun'))
  const written = JSON.stringify(body)
  const references = new Set([...written.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
  expect([...references].sort()).toEqual(Object.keys(body.components.schemas).sort())
  expect(Object.keys(NAMED_SCHEMAS).filter((name) => !references.has(name))).toEqual([])
})

it('describes every operation, parameter and error in words and with an example', async () => {
  const { body } = await test.call('GET', '/openapi.json')
  interface Media {
    example?: unknown
  }
  interface Operation {
    operationId: string
    summary?: string
    description?: string
    parameters?: { name: string; description?: string; example?: unknown }[]
    requestBody?: { content: Record<string, Media> }
    responses: Record<string, { $ref?: string; description?: string; content?: Record<string, Media> }>
  }
  const lacking: string[] = []
  const need = (what: string, isThere: boolean) => isThere || lacking.push(what)
  for (const path of Object.values<Record<string, Operation>>(body.paths))
    for (const { operationId, summary, description, parameters = [], requestBody, responses } of Object.values(path)) {
      need(`${operationId}: summary`, /^[A-Z].{4,}[^.]$/.test(summary ?? ''))
      need(`${operationId}: description`, /^.{15,}\.$/s.test(description ?? ''))
      for (const one of parameters)
        need(`${operationId}: parameter ${one.name}`, Boolean(one.description) && one.example !== undefined)
      const contents = [requestBody, ...Object.values(responses)].map((one) => one?.content?.['application/json'])
      for (const json of contents) if (json) need(`${operationId}: example`, json.example !== undefined)
      for (const one of Object.values(responses)) need(`${operationId}: response`, Boolean(one.$ref ?? one.description))
    }
  for (const [code, example] of Object.entries<{ summary?: string }>(body.components.examples))
    need(`error ${code}`, Boolean(example.summary))
  expect(lacking).toEqual([])
})

it('gives examples that the server takes, and answers that it could give', async () => {
  const { body: document } = await test.call('GET', '/openapi.json')
  const wrong: string[] = []
  const check = (what: string, schema: z.ZodType | undefined, example: unknown) => {
    const problem = schema?.safeParse(example).error?.issues[0]
    if (problem) wrong.push(`${what}: ${problem.path.join('.')} ${problem.message}`)
  }
  for (const [name, definition] of Object.entries<EndpointDefinition>(api)) {
    const operation = document.paths[definition.path][definition.method.toLowerCase()]
    for (const { name: parameter, in: place, example } of operation.parameters ?? []) {
      const schema = (place === 'path' ? definition.params : definition.query)?.shape[parameter]
      // Addresses hold text alone.
      if (place !== 'header') check(`${name} ${parameter}`, schema as z.ZodType, String(example))
    }
    const sent = operation.requestBody?.content['application/json']
    if (sent) check(`${name} body`, definition.body, sent.example)
    const answer = operation.responses[definition.success ?? 200].content?.['application/json']
    const isWhole = ['raw', 'tools', 'bare'].includes(definition.answers ?? '')
    if (answer) check(`${name} answer`, isWhole ? definition.returns : envelopeOf(definition.returns), answer.example)
  }
  for (const [code, { value }] of Object.entries<{ value: unknown }>(document.components.examples))
    check(`error ${code}`, ErrorEnvelope, value)
  expect(wrong).toEqual([])
})

const packedFor = (url: string, taken: string) => test.app.inject({ url, headers: { 'accept-encoding': taken } })
const packedSize = async (url: string): Promise<number> => (await packedFor(url, 'br')).rawPayload.length

it('is packed for clients that take it packed, and says the same', async () => {
  for (const url of ['/openapi.json', '/openapi/index.json', '/openapi/executions.json']) {
    const plain = await test.app.inject(url)
    const packed = await packedFor(url, 'gzip, br')
    expect(packed.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    const forPrograms = await packedFor(url, 'gzip')
    expect(forPrograms.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(forPrograms.rawPayload).toString()).toBe(plain.body)
  }
})

it('has an index and a document for each area, which are together what the whole is', async () => {
  const { body: whole } = await test.call('GET', '/openapi.json')
  const { body: index } = await test.call('GET', '/openapi/index.json')
  expect(index.info).toEqual(whole.info)
  const areas = new Set<string>()
  // Thousands of comparisons, nearly all of them of what is alike: only what differs is worth a matcher.
  const different: string[] = []
  for (const [path, methods] of Object.entries<Record<string, { tags: [string] }>>(whole.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const [tag, ...more] = operation.tags
      if (!/^(?!index$)[a-z\d-]+$/.test(tag) || more.length > 0) different.push(`tags of ${path}`)
      expect(operation).toMatchObject({ ...index.paths[path][method], responses: {} })
      areas.add(tag)
    }
  const found: Record<string, unknown> = {}
  let largest = { area: '', length: 0 }
  // Each is cut from the whole as it is asked for, which takes a fifth of a second: three are asked for, the first, the middle, the last.
  const names = [...areas]
  for (const area of [names[0], names[Math.floor(names.length / 2)], names.at(-1)]) {
    const { body } = await test.call('GET', `/openapi/${area}.json`)
    if (!isDeepStrictEqual(body, areaDocument(whole, String(area)))) different.push(`the answer for ${area}`)
  }
  for (const area of names) {
    const body = areaDocument(whole, area)
    for (const [path, methods] of Object.entries<object>(body.paths))
      found[path] = { ...(found[path] ?? {}), ...methods }
    const components = body.components as Record<string, Record<string, object>>
    const written = JSON.stringify(body)
    const named = new Set(Array.from(written.matchAll(/"#\/components\/(\w+\/\w+)"/g), ([, name = '']) => name))
    for (const [kind = '', name = ''] of Array.from(named, (one) => one.split('/')))
      if (!isDeepStrictEqual(components[kind]?.[name], whole.components[kind][name]))
        different.push(`${kind} ${name} in ${area}`)
    if (written.length > largest.length) largest = { area, length: written.length }
  }
  for (const path of Object.keys({ ...found, ...whole.paths }))
    if (!isDeepStrictEqual(found[path], whole.paths[path])) different.push(path)
  expect(different).toEqual([])
  // What a browser loads to show an operation, and what the texts and examples of one weigh in the whole.
  const ofBrowser = (await packedSize('/openapi/index.json')) + (await packedSize(`/openapi/${largest.area}.json`))
  expect(ofBrowser).toBeLessThan(60_000)
  const operations = Object.values<object>(whole.paths).flatMap((path) => Object.keys(path)).length
  expect((await packedSize('/openapi.json')) / operations).toBeLessThan(180)
})

it.each(['nothing', 'INDEX', '..', 'admin.json', '__proto__', ''])('has no area %j', async (area) => {
  expect((await test.call('GET', `/openapi/${area}.json`)).status).toBe(404)
})

it('answers with the description where programs look for the documentation', async () => {
  const headers = { accept: 'application/json' }
  const { status, body } = await test.call('GET', '/docs', { headers })
  expect(status).toBe(200)
  expect(body).toEqual((await test.call('GET', '/openapi.json')).body)
  // A browser names JSON too, after HTML: it gets the page, which this server does not have.
  const browser = { accept: 'text/html,application/json;q=0.9,*/*;q=0.8' }
  expect((await test.call('GET', '/docs', { headers: browser })).body.openapi).toBeUndefined()
})
