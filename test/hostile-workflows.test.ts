/** Documents, code, expressions and calls that are made to hurt, in real runs of the running program: each ends in a named result, nothing is lost, and other users notice nothing. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ErrorEnvelope } from '#contract/core/envelope.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { contractAnalyst } from '#server/seed/agents/contract-analyst.ts'
import { node, set, until, wires, workflow } from './support/engine.ts'
import { besiege, refused, type Siege } from './support/siege.ts'

let siege: Siege
beforeAll(async () => {
  siege = await besiege()
  // Who has signed up becomes a user with the first request; both may make workflows.
  for (const who of [siege.one, siege.other]) await who.call('GET', '/api/v1/auth/profile')
  await siege.database.pool.query(`update users set role = 'seller' where email like '%@example.com'`)
})
afterAll(() => siege.end())
/** After every blow somebody else's run goes as ever. */
const othersAreServed = () =>
  afterEach(async () => {
    const run = await siege.nobody.run({ agent_id: 'icd10-coder' }, { text: 'asthma' }, 20_000)
    await siege.database.pool.query('delete from visitor_usage')
    expect(run.status).toBe('succeeded')
  })
/** Of the server's thread, in ms of processor time: nobody waits longer than that for it. */
const LONGEST_TURN_MS = 500

const start = node('start', 'manual_trigger')
const just = (next: WorkflowDocument['nodes'][number]) => workflow([start, next], wires(`start > ${next.id}`))
const create = (document: unknown) => siege.one.call('POST', '/api/v1/workflows', { name: 'Attempt', document })
const execute = (workflow_id: string, input: JsonObject = {}) =>
  siege.one.call('POST', '/api/v1/workflows/execute', { workflow_id, input, wait_ms: 20_000 })
async function attempt(document: WorkflowDocument, input: JsonObject = {}) {
  const { data } = await execute(await siege.one.workflow('Attempt', document), input)
  return (await siege.one.call('GET', `/api/v1/executions/${data.execution_id}`)).data
}
const bytes = (text: string) => Buffer.from(text)
const many = (count: number) => Array.from({ length: count }, (_, i) => node(`n${i}`, 'stop'))
const later = (version: number) => ({ ...set('a', {}), version })

describe('documents', () => {
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

  it.each([
    ['an object', `{"name":"x","document":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['a list', '['.repeat(400_000) + ']'.repeat(400_000)],
  ])('100,000 deep in %s cost nothing', async (_what, body) => {
    const answer = await fetch(`${siege.url}/api/v1/workflows/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${siege.oneToken}` },
      body,
    })
    expect([answer.status, ErrorEnvelope.parse(await answer.json()).errors?.[0]?.code]).toEqual([400, 'too_deep'])
  })
})

describe('documents that cannot run', () => {
  it.each<[what: string, document: () => WorkflowDocument, code: string, field: string]>([
    ['a cycle', () => workflow([start, set('a', {}), set('b', {})], wires('start > a > b > a')), 'cycle', 'document.a'],
    [
      'a node that leads to itself',
      () => workflow([start, set('a', {})], wires('start > a > a')),
      'cycle',
      'document.a',
    ],
    ['two triggers', () => workflow([start, node('hook', 'webhook_trigger')], []), 'two_triggers', 'document.hook'],
    ['no trigger', () => workflow([set('a', {})], []), 'no_trigger', 'document'],
    ['an unknown kind of node', () => just(node('a', 'mind_reader')), 'unknown_type', 'document.a.type'],
    ['a node from the future', () => just(later(999)), 'unknown_version', 'document.a.version'],
    [
      'a reference to nowhere',
      () => just(set('a', { v: '{{ $nodes.ghost }}' })),
      'unknown_reference',
      'document.a.fields.0.value',
    ],
  ])(
    'with %s are kept as drafts and refused with a named error when they are run',
    async (_what, document, code, field) => {
      const { status, data } = await create(document())
      expect([status, data.problems.map((problem: { code: string }) => problem.code)]).toEqual([
        201,
        expect.arrayContaining([code]),
      ])
      refused(await execute(data.id), 409, 'not_runnable', field)
      expect((await siege.one.call('GET', `/api/v1/workflows/${data.id}`)).data.document).toEqual(document())
    },
  )

  it.each<[what: string, document: () => unknown, code: string]>([
    ['an edge to a node that is not there', () => workflow([start], wires('start > ghost')), 'unknown_node'],
    ['an edge from a node that is not there', () => workflow([start], wires('ghost > start')), 'unknown_node'],
    ['1,001 nodes', () => workflow(many(1001), []), 'too_many_nodes'],
    ['a schema from the future', () => ({ ...workflow([start], []), schema_version: 2 }), 'schema_too_new'],
    ['a reserved key deep inside', () => just(node('a', 'code', { trigger: { constructor: 1 } })), 'reserved_key'],
    ['two nodes of one id', () => workflow([start, start], []), 'duplicate_id'],
    ['more than it knows', () => ({ ...workflow([start], []), owner_id: 'x' }), 'bad_document'],
  ])('with %s are no documents', async (_what, document, code) => {
    refused(await create(document()), 400, code)
  })
})

describe('what belongs to another user', () => {
  it('is not called: refused when it is saved, and when it runs', async () => {
    const theirs = await siege.other.workflow('Theirs', just(set('a', { secret: 'theirs' })))
    for (const id of [theirs, theirs.toUpperCase(), '00000000-0000-4000-8000-000000000000']) {
      const call = just(node('call', 'sub_workflow', { workflow_id: id }))
      refused(await create(call), 400, 'foreign_workflow', 'document.call.workflow_id')
    }
    const own = await siege.one.workflow('Mine', just(set('a', {})))
    const change = {
      base_revision: 0,
      operations: [{ type: 'add_node', node: node('call', 'sub_workflow', { workflow_id: theirs }) }],
    }
    refused(await siege.one.call('PUT', `/api/v1/workflows/${own}`, change), 400, 'foreign_workflow')
    // Where it is known only when it runs.
    const computed = just(node('call', 'sub_workflow', { workflow_id: '{{ $trigger.id }}' }))
    for (const id of [theirs, 'x', '']) {
      const run = await attempt(computed, { id })
      expect([run.status, run.error.code]).toEqual(['failed', id === theirs ? 'workflow_not_found' : 'config_invalid'])
      expect(JSON.stringify(run)).not.toContain('secret')
    }
  })

  it('stays named when it is gone, so that the rest can be edited', async () => {
    const called = await siege.one.workflow('Called', just(set('a', {})))
    const id = await siege.one.workflow('Caller', just(node('call', 'sub_workflow', { workflow_id: called })))
    await siege.database.pool.query('update workflows set archived_at = now() where id = $1', [called])
    const change = { base_revision: 0, operations: [{ type: 'set_title', node_id: 'call', title: 'Calls' }] }
    const { status, errors } = await siege.one.call('PUT', `/api/v1/workflows/${id}`, change)
    expect([status, errors]).toEqual([200, []])
  })
})

describe('workflows that never end', () => {
  othersAreServed()

  it('by calling themselves are stopped at the depth', async () => {
    const id = await siege.one.workflow('Self', just(set('a', {})))
    const call = node('call', 'sub_workflow', { workflow_id: id })
    const document = just(call)
    await siege.one.call('PUT', `/api/v1/workflows/${id}`, { base_revision: 0, document })
    const run = (await execute(id)).data
    const ask = () => siege.one.call('GET', `/api/v1/executions/${run.execution_id}`)
    const end = await until(async () => {
      const { data } = await ask()
      return data.status === 'failed' && data
    })
    expect([end.status, end.error.code]).toEqual(['failed', 'sub_workflow_failed'])
    const { rows } = await siege.database.pool.query(
      'select max(depth)::int as depth from executions where workflow_id = $1',
      [id],
    )
    expect(rows[0].depth).toBe(8)
  })
})

describe('values that are too large', () => {
  othersAreServed()

  it('100 MB of output end the node with a named error, and the run keeps what was before', async () => {
    const nodes = [
      start,
      set('before', { kept: 1 }),
      node('big', 'code', { source: 'return "x".repeat(1e8)', memory_mb: 256 }),
    ]
    const run = await attempt(workflow(nodes, wires('start > before > big')))
    expect([run.status, run.error.node_id]).toEqual(['failed', 'big'])
    expect(['code_output_too_large', 'code_memory']).toContain(run.error.code)
    expect(run.nodes.find(({ node_id }: { node_id: string }) => node_id === 'before').output).toEqual({ kept: 1 })
  })

  it.each([
    ['an output that doubles at every node', '{{ $input.v & $input.v }}', 'expression_too_large'],
    ['an output that is carried along, larger each time', '{{ [$input.v, $input.v] }}', 'run_too_large'],
  ])('%s ends with a named error', async (_what, value, code) => {
    const ids = Array.from({ length: 30 }, (_, index) => `n${index}`)
    const nodes = [start, ...ids.map((id) => set(id, { v: value }))]
    const run = await attempt(workflow(nodes, wires(`start > ${ids.join(' > ')}`)), { v: 'x'.repeat(90_000) })
    expect([run.status, run.error.code]).toEqual(['failed', code])
  })

  it('a list of 100,000 items is mapped while others go on', async () => {
    const nodes = [
      start,
      node('each', 'map', { items: '{{ [1..100000] }}', concurrency: 50 }),
      set('one', { n: '{{ $item }}' }),
    ]
    const document = workflow(nodes, wires('start > each', 'each:item > one'))
    const running = execute(await siege.one.workflow('Attempt', document))
    siege.turns.begin()
    for (let turn = 0; turn < 20; turn++) expect((await siege.nobody.call('GET', '/health')).status).toBe(200)
    const { data } = await running
    expect(['succeeded', 'failed', 'running']).toContain(data.status)
    // The longest is the statement that stores 100,000 steps at once.
    expect(siege.turns.since()[0] ?? 0).toBeLessThan(1_500)
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
    const read = async () => {
      const { execution_id, access_token = '' } = await siege.nobody.run({ agent_id: 'contract-analyst' }, { text })
      // On a busy machine longer than a caller may wait for the end.
      const ask = async () => {
        const path = `/api/v1/executions/${execution_id}`
        const { data } = await siege.nobody.call('GET', path, undefined, { 'x-run-token': access_token })
        return isFinal(data.status) && data
      }
      return until(ask, 60_000, 200)
    }
    // As many as there are threads for it; each takes some seconds of the processor.
    const reading = Promise.all([read(), read()]).finally(() => {
      ended = true
    })
    while (!ended) {
      expect(await siege.nobody.call('GET', '/health')).toMatchObject({ status: 200 })
    }
    expect((await reading).map(({ status }) => status)).toEqual(Array(2).fill('succeeded'))
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
    [() => `${siege.url}/api/v1/agents`, 'url_refused'],
    [() => 'gopher://127.0.0.1/', 'bad_url'],
  ])('never call inwards', async (address, code) => {
    const run = await attempt(just(node('call', 'http_request', { url: address(), timeout_ms: 3000 })))
    expect([address(), run.status, run.error?.code]).toEqual([address(), 'failed', code])
    expect(siege.reached).toEqual([])
  })

  it('read their owner’s files alone, whatever names them', async () => {
    const file = (await siege.other.upload('secret.txt', 'text/plain', bytes('only mine'))).data.id
    const own = (await siege.one.upload('own.txt', 'text/plain', bytes('my own words'))).data.id
    const read = (file_id: string) => attempt(just(node('read', 'read_document', { file: { file_id } })))
    expect(JSON.stringify((await read(own)).output)).toContain('my own words')
    for (const id of [file, file.toUpperCase(), '../../secret', '/etc/passwd', `${own}/../${file}`])
      expect([id, (await read(id)).error?.code]).toEqual([id, 'file_not_found'])
    const computed = just(node('read', 'read_document', { file: `{{ {"file_id": $trigger.id} }}` }))
    expect((await attempt(computed, { id: file })).error.code).toBe('file_not_found')
  })
})

describe('files to import', () => {
  othersAreServed()

  const file = (type: string, parameters: JsonObject) => ({
    name: 'From elsewhere',
    nodes: [{ id: '1', name: 'Step', type: `n8n-nodes-base.${type}`, typeVersion: 1, position: [0, 0], parameters }],
    connections: {},
  })
  const field = (value: string) => ({ values: { string: [{ name: 'a', value }] } })
  it.each<[what: string, source: () => JsonObject, status: number]>([
    ['very many expressions', () => file('set', field(`=${'{{a}}'.repeat(150_000)}`)), 400],
    [
      'very many rules of a Switch',
      () =>
        file('switch', {
          dataType: 'string',
          value1: '={{ $json.a }}',
          rules: { rules: Array(12_000).fill({ value2: 'a', output: 1 }) },
        }),
      200,
    ],
  ])('%s are imported or refused while the server answers others', async (_what, source, status) => {
    siege.turns.begin()
    const asked = siege.one.call('POST', '/api/workflows/parse', { source: source() })
    expect((await siege.nobody.call('GET', '/health')).status).toBe(200)
    expect((await asked).status).toBe(status)
    expect(siege.turns.since()[0] ?? 0).toBeLessThan(500)
  })
})

describe('secrets', () => {
  it('printed by code, errors and headers reach no log, error or list in the open', async () => {
    const secret = 'sk-live-4242424242424242'
    const nodes = [
      start,
      node('log', 'code', { source: `console.log(${JSON.stringify({ password: secret })}); return {}` }),
      node('call', 'http_request', {
        url: `http://127.0.0.1:${siege.insidePort}/`,
        headers: [{ name: 'authorization', value: `Bearer ${secret}` }],
      }),
    ]
    const run = await attempt(workflow(nodes, wires('start > log > call')))
    expect([run.status, run.error.code]).toEqual(['failed', 'url_refused'])
    expect(JSON.stringify(run.error)).not.toContain(secret)
    // What the server's own environment holds is nowhere to be had.
    const look: [string, Json][] = [
      ['return Object.keys(globalThis.process?.env ?? {})', []],
      ['return typeof require', 'undefined'],
    ]
    for (const [source, expected] of look)
      expect((await attempt(just(node('code', 'code', { source })))).output).toEqual(expected)
  })
})
