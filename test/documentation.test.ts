/** What the documentation says is tried out: its calls are made. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { FIRST_PARTY_AGENTS } from '#server/seed/agents/all.ts'
import { createTestApp, type Person, type TestApp } from './support/app.ts'
import { addAgent } from './support/catalogue.ts'
import { node, set, wires, workflow } from './support/engine.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const page = (name: string) => read(`src/web/features/platform/docs/pages/${name}.md`)
const fences = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code.trim())

const ORIGIN = 'https://chowk.example'
const ENDPOINTS = Object.values<EndpointDefinition>(api)

const endpointAt = (method: string, path: string): EndpointDefinition | undefined =>
  ENDPOINTS.find(
    (e) =>
      (e.method === method || e.any_method) &&
      new RegExp(`^${e.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path) &&
      (!/\{/.test(e.path) || !ENDPOINTS.some((other) => other.path === path)),
  )

interface Curl {
  method: string
  url: URL
  headers: Record<string, string>
  body: string | null
  file: boolean
  stream: boolean
}

/** One `curl` command with its variables filled in, as curl itself would read it. */
function readCurl(command: string, variables: Record<string, string>): Curl {
  const filled = command.replace(/\$([A-Z_]+)/g, (name, key: string) => variables[key] ?? name).replace(/\\\n/g, ' ')
  const words = [...filled.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? '')
  const curl: Curl = { method: 'GET', url: new URL(ORIGIN), headers: {}, body: null, file: false, stream: false }
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '-s') continue
    if (word === '-N') curl.stream = true
    else if (word.startsWith('http')) curl.url = new URL(word)
    else {
      const value = words[++at] ?? ''
      if (word === '-H') curl.headers[value.split(': ')[0]?.toLowerCase() ?? ''] = value.split(': ')[1] ?? ''
      else if (word === '-d') [curl.body, curl.method] = [value, 'POST']
      else if (word === '-F') [curl.file, curl.method] = [true, 'POST']
      else if (word !== '-b' && word !== '-c') throw new Error(`${word} in ${command}`)
    }
  }
  return curl
}

let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  const document = workflow([node('start', 'manual_trigger'), set('done', { codes: [] })], wires('start > done'))
  const { pool } = test.database
  // The listings of a new installation: the example searches must find something there.
  for (const { slug, name, tagline, category, more_categories = [], tags } of FIRST_PARTY_AGENTS)
    await addAgent(pool, seller.id, document, {
      ...{ slug, name, tagline, category, more_categories, tags },
      input_schema: { type: 'object' },
    })
})
afterAll(() => test.close())

const multipart = (headers: Record<string, string>) => {
  const boundary = 'documentation-boundary'
  headers['content-type'] = `multipart/form-data; boundary=${boundary}`
  return `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="document.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--${boundary}--\r\n`
}

async function make(curl: Curl) {
  const headers = { ...curl.headers }
  const payload = curl.file ? multipart(headers) : (curl.body ?? undefined)
  return test.call(curl.method, curl.url.pathname + curl.url.search, { headers, ...(payload && { payload }) })
}

const NAMED: Record<string, string> = { files: 'FILE_ID', services: 'SERVICE_ID', workflows: 'WORKFLOW_ID' }

/** For orchestrators: answered beside the API, without its envelope. */
const PROBES = ['/livez', '/readyz', '/metrics', '/metrics/health']

describe('the calls of the documentation', () => {
  it('are in the contract, take what is sent, answer well and find what they search for, one after another', async () => {
    const variables: Record<string, string> = { TOKEN: seller.token }
    const commands = fences(page('api'), 'sh').filter((code) => code.startsWith('curl'))
    expect(commands.length).toBeGreaterThan(12)
    for (const command of commands) {
      const curl = readCurl(command, variables)
      const { pathname } = curl.url
      const endpoint = endpointAt(curl.method, pathname)
      expect(endpoint, command).toBeDefined()
      // This server is told who asks, so the provider's own endpoints are read only.
      if (pathname.startsWith('/api/auth/')) {
        if (endpoint?.body) expect(endpoint.body.safeParse(JSON.parse(curl.body ?? '')).success, command).toBe(true)
        continue
      }
      const { status, body } = await make(curl)
      expect([command, status]).toEqual([command, endpoint?.success ?? 200])
      if (curl.stream) continue
      const { data } = body
      if (curl.url.searchParams.has('search')) expect(data.total, `what ${command} finds`).toBeGreaterThan(0)
      if (data.execution_id) variables.EXECUTION_ID = data.execution_id
      if (data.access_token) variables.ACCESS_TOKEN = data.access_token
      const named = NAMED[pathname.split('/').at(-1) ?? '']
      if (named && data.id) variables[named] = data.id
    }
    expect(Object.keys(variables).sort()).toEqual(
      ['ACCESS_TOKEN', 'EXECUTION_ID', 'FILE_ID', 'SERVICE_ID', 'TOKEN', 'WORKFLOW_ID'].sort(),
    )
  })

  it('work from JavaScript', async () => {
    const asFetch = async (
      address: string,
      { method, headers, body }: { method: string; headers: object; body: string },
    ) => {
      const answer = await test.call(method, new URL(address).pathname, { headers: { ...headers }, payload: body })
      return { json: async () => answer.body }
    }
    const said: unknown[] = []
    const scripts = fences(page('api'), 'js')
    expect(scripts).toHaveLength(1)
    for (const script of scripts) {
      const run = new Function('fetch', 'console', `return (async () => {${script}})()`)
      await run(asFetch, { log: (...words: unknown[]) => said.push(words) })
    }
    expect(said).toEqual([['succeeded', { codes: [] }]])
  })

  it('start a workflow by its webhook', async () => {
    const draft = workflow(
      [node('start', 'webhook_trigger', { respond: 'when_finished' }), set('done', { ok: true })],
      wires('start > done'),
    )
    const created = await test.call('POST', '/api/v1/workflows', {
      as: seller,
      body: { name: 'Hook', document: draft },
    })
    const command = fences(page('webhooks'), 'sh').find((one) => one.includes('$HOOK_PATH')) ?? ''
    const { status, body } = await make(readCurl(command, { HOOK_PATH: created.body.data.hook.path }))
    expect([status, body.data.output]).toEqual([200, { ok: true }])
  })

  it('show a workflow document that has no problems', async () => {
    const [source = ''] = fences(page('designer'), 'json')
    const { body } = await test.call('POST', '/api/v1/nodes/validate/enhanced', {
      as: seller,
      body: { document: JSON.parse(source) },
    })
    expect(body.data).toEqual({ valid: true, problems: [] })
  })

  it('name only paths that are there', () => {
    const text = ['api', 'webhooks', 'designer', 'mcp', 'sellers', 'self-hosting'].map(page).join('\n')
    const named = [...text.matchAll(/`(GET|POST|PUT|DELETE) (\/[^`\s?]+)`/g)]
    expect(named.length).toBeGreaterThan(4)
    for (const [whole, method = '', path = ''] of named) {
      expect(
        PROBES.includes(path) ||
          ENDPOINTS.some((e) => e.method === method && e.path === path) ||
          endpointAt(method, path),
        whole,
      ).toBeTruthy()
    }
  })
})
