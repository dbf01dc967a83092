/** Documents, code, expressions and calls that are made to hurt, in real runs of the running program. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ErrorEnvelope } from '#contract/core/envelope.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { contractAnalyst } from '#server/seed/agents/contract-analyst.ts'
import { node, set, wires, workflow } from './support/engine.ts'
import { besiege, refused, type Siege } from './support/siege.ts'
import type { Visit } from './support/visit.ts'

let siege: Siege
let url: string
let admin: Visit
let one: Visit
let oneToken: string
beforeAll(async () => {
  siege = await besiege()
  ;({ url, admin, one, oneToken } = siege)
})
afterAll(() => siege.end())

/** Of the server's thread, in ms of processor time: nobody waits longer than that for it. */
const LONGEST_TURN_MS = 500

const bytes = (text: string) => Buffer.from(text)
const attempt = async (document: WorkflowDocument, input = {}) => {
  const workflow_id = await admin.workflow('Attempt', document)
  const { data } = await admin.call('POST', '/api/v1/workflows/execute', { workflow_id, input, wait_ms: 20_000 })
  return (await admin.call('GET', `/api/v1/executions/${data.execution_id}`)).data
}
const just = (next: WorkflowDocument['nodes'][number]) =>
  workflow([node('start', 'manual_trigger'), next], wires(`start > ${next.id}`))
const many = (count: number) => Array.from({ length: count }, (_, i) => node(`n${i}`, 'stop'))

describe('documents', () => {
  const create = (document: unknown) => admin.call('POST', '/api/v1/workflows', { name: 'Attempt', document })

  it.each<[what: string, document: () => unknown, code: string]>([
    ['10,000 nodes', () => workflow(many(10_000), []), 'too_many_nodes'],
    ['a node named constructor', () => workflow([node('constructor', 'stop')], []), 'bad_document'],
    ['a reserved key in settings', () => workflow([node('a', 'stop', { prototype: 1 })], []), 'reserved_key'],
    ['nesting', () => Array.from({ length: 70 }).reduce((inner: object) => ({ inner }), {}), 'too_deep'],
  ])('with %s are refused', async (_what, document, code) => {
    // 10,000 nodes are more than a body may hold when they have settings; without, they are counted.
    const reply = await create(JSON.parse(JSON.stringify(document())))
    expect([400, 413]).toContain(reply.status)
    if (reply.status === 400) refused(reply, 400, code)
  })

  it('with a cycle are kept as drafts and not run', async () => {
    const nodes = [node('start', 'manual_trigger'), set('a', {}), set('b', {})]
    const workflow_id = await admin.workflow('Attempt', workflow(nodes, wires('start > a > b > a')))
    refused(
      await admin.call('POST', '/api/v1/workflows/execute', { workflow_id, input: {} }),
      409,
      'not_runnable',
      'document.a',
    )
  })

  it.each([
    ['an object', `{"name":"x","document":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['a list', '['.repeat(400_000) + ']'.repeat(400_000)],
  ])('100,000 deep in %s cost nothing', async (_what, body) => {
    const answer = await fetch(`${url}/api/v1/workflows/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${oneToken}` },
      body,
    })
    expect([answer.status, ErrorEnvelope.parse(await answer.json()).errors?.[0]?.code]).toEqual([400, 'too_deep'])
  })
})

describe('runs', () => {
  it.each<[what: string, source: string, code: string]>([
    ['an endless loop', 'while (true);', 'code_timeout'],
    ['an endless chain of promises', 'const f = () => Promise.resolve().then(f); f(); return 1', 'code_timeout'],
    ['a getter that never ends', 'return { get a() { while (true); } }', 'code_timeout'],
    ['a catastrophic pattern', 'return /^(a+)+$/.test("a".repeat(40) + "!")', 'code_timeout'],
    ['memory', 'const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))', 'code_memory'],
    ['a huge result', 'return Array.from({ length: 3e6 }, (_, i) => i)', 'code_output_too_large'],
    ['a circle', 'const a = {}; a.a = a; return a', 'code_error'],
    ['a module', 'return await import("node:fs")', 'code_error'],
  ])('fail alone on %s', async (_what, source, code) => {
    const run = await attempt(
      just(node('bomb', 'code', { source, timeout_ms: code === 'code_timeout' ? 300 : 10_000 })),
    )
    expect([run.status, run.error.code, run.error.node_id]).toEqual(['failed', code, 'bomb'])
    expect((await siege.nobody.call('GET', '/health')).data.status).toBe('healthy')
  })

  it('keep nobody waiting while a visitor has very long contracts read', async () => {
    const [contract = ''] = contractAnalyst.samples.flatMap(({ input }) => (input?.text ? [String(input.text)] : []))
    const text = contract.repeat(Math.ceil(450_000 / contract.length)).slice(0, 450_000)
    let ended = false
    siege.turns.begin()
    const read = () => siege.nobody.run({ agent_id: 'contract-analyst' }, { text }, 25_000)
    const reading = Promise.all([read(), read(), read()]).finally(() => {
      ended = true
    })
    while (!ended) {
      expect((await siege.nobody.call('GET', '/health')).status).toBe(200)
    }
    expect((await reading).map(({ status }) => status)).toEqual(Array(3).fill('succeeded'))
    expect(siege.turns.since()[0] ?? 0).toBeLessThan(LONGEST_TURN_MS)
  })

  it('leave nothing behind for the next', async () => {
    const source =
      'globalThis.left = (globalThis.left ?? 0) + 1; Array.prototype.evil = 1; return [globalThis.left, typeof process]'
    for (let n = 0; n < 3; n++)
      expect((await attempt(just(node('code', 'code', { source })))).output).toEqual([1, 'undefined'])
  })

  it.each<[expression: string, code: string | null, output?: Json]>([
    ['($f := function($n) { $n > 0 ? $f($n - 1) + $f($n - 1) : 1 }; $f(60))', 'expression_timeout'],
    ['[1..100000000]', 'expression_too_large'],
    ['$pad("x", 1000000000)', 'expression_too_large'],
    ['$reduce([1..100], function($a, $b) { $a & $a })', 'expression_too_large'],
    ['1/0', 'expression_failed'],
    ['$match("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!", /^(a+)+$/)', null, { v: null }],
    ['$lookup({}, "__proto__")', null, { v: null }],
    ['$lookup({}, "constructor")', null, { v: null }],
  ])('are not stopped by the expression %s', async (expression, code, output = null) => {
    const run = await attempt(just(set('set', { v: `{{ ${expression} }}` })))
    expect([run.error?.code ?? null, run.output]).toEqual([code, output])
  })

  it.each<[address: () => string, code: string]>([
    [() => `http://127.0.0.1:${siege.insidePort}/`, 'url_refused'],
    [() => `http://localhost:${siege.insidePort}/`, 'url_refused'],
    [() => `http://0.0.0.0:${siege.insidePort}/`, 'url_refused'],
    [() => `http://[::1]:${siege.insidePort}/`, 'url_refused'],
    [() => `http://[::ffff:127.0.0.1]:${siege.insidePort}/`, 'url_refused'],
    [() => `http://2130706433:${siege.insidePort}/`, 'url_refused'],
    [() => `http://0x7f.1:${siege.insidePort}/`, 'url_refused'],
    [() => `http://017700000001:${siege.insidePort}/`, 'url_refused'],
    [() => `http://127。0。0。1:${siege.insidePort}/`, 'url_refused'],
    [() => `http://ⓛocalhost:${siege.insidePort}/`, 'url_refused'],
    [() => 'http://169.254.169.254/latest/meta-data', 'url_refused'],
    [() => 'http://[fd00:ec2::254]/', 'url_refused'],
    [() => `http://127.0.0.1:${siege.doorPort}@169.254.169.254/`, 'url_refused'],
    [() => `http://127.0.0.1:${siege.doorPort}/inside`, 'url_refused'],
    [() => `http://127.0.0.1:${siege.doorPort}/metadata`, 'url_refused'],
    [() => `http://127.0.0.1:${siege.doorPort}/file`, 'url_refused'],
    [() => `http://127.0.0.1:${siege.doorPort}/loop`, 'http_failed'],
    [() => `${url}/api/v1/agents`, 'url_refused'],
    [() => 'gopher://127.0.0.1/', 'bad_url'],
  ])('never call inwards', async (address, code) => {
    const run = await attempt(just(node('call', 'http_request', { url: address(), timeout_ms: 3000 })))
    expect([address(), run.status, run.error?.code]).toEqual([address(), 'failed', code])
    expect(siege.reached).toEqual([])
  })

  it('read their owner’s files alone, whatever names them', async () => {
    const file = (await one.upload('secret.txt', 'text/plain', bytes('only mine'))).data.id
    const own = (await admin.upload('own.txt', 'text/plain', bytes('my own words'))).data.id
    const read = (file_id: string) => attempt(just(node('read', 'read_document', { file: { file_id } })))
    expect(JSON.stringify((await read(own)).output)).toContain('my own words')
    for (const id of [file, file.toUpperCase(), '../../secret', '/etc/passwd', `${own}/../${file}`])
      expect([id, (await read(id)).error?.code]).toEqual([id, 'file_not_found'])
    const computed = just(node('read', 'read_document', { file: `{{ {"file_id": $trigger.id} }}` }))
    expect((await attempt(computed, { id: file })).error.code).toBe('file_not_found')
  })
})
