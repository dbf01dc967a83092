import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { Execution, type NodeRun } from '#contract/runs/executions.ts'
import { PIN_LIMITS } from '#contract/runs/test-modes.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let calls: string[] = []
let test: TestApp
let owner: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
})
afterAll(() => test.close())

const count = (id: string) => set(id, { of: id, input: '{{ $input }}' })
/** Fails until it is mended. */
const risky = set('risky', { value: "{{ $error('No luck') }}" })
const mended = { type: 'set_config', node_id: 'risky', config: set('risky', { value: 'lucky' }).config }
const CHAIN = workflow(
  [node('start', 'manual_trigger'), count('a'), count('b'), count('c')],
  wires('start > a > b > c'),
)

async function draft(document: WorkflowDocument, as: Person = owner): Promise<string> {
  const { status, body } = await test.call('POST', '/api/v1/workflows', { as, body: { name: 'Draft', document } })
  expect(status).toBe(201)
  return body.data.id
}
const at = (id: string, rest: string) => `/api/v1/workflows/${id}/${rest}`
const tryIt = (id: string, body: JsonObject, as: Person | null = owner) =>
  test.call('POST', at(id, 'test-run'), { as, body })
const pin = (id: string, node_id: string, body: JsonObject, as: Person | null = owner) =>
  test.call('PUT', at(id, `pins/${node_id}`), { as, body })
const ended = async (id: string): Promise<Execution> => {
  await expect.poll(async () => (await test.engine.engine.result(id, 5000)).status).not.toBe('running')
  return Execution.parse((await test.call('GET', `/api/v1/executions/${id}`, { as: owner })).body.data)
}
/** Tries it and waits for the end. */
async function tried(id: string, body: JsonObject) {
  const answer = await tryIt(id, body)
  expect(answer.body.errors ?? []).toEqual([])
  const { execution_id, test: said } = answer.body.data
  const run = await ended(execution_id)
  calls = ranIn(run)
  return { run, said, id: execution_id as string }
}
const edit = async (id: string, operations: JsonObject[]) => {
  const { body } = await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })
  const sent = { base_revision: body.data.revision, operations }
  expect((await test.call('PUT', `/api/v1/workflows/${id}`, { as: owner, body: sent })).status).toBe(200)
}
/** What really ran, the trigger left out. */
const ranIn = ({ nodes }: Execution): string[] =>
  nodes
    .filter(({ status, origin }) => origin === null && (status === 'succeeded' || status === 'failed'))
    .map(({ node_id }) => node_id)
    .filter((id) => !['start', 'each', 'check'].includes(id))
const states = (nodes: readonly NodeRun[]) =>
  nodes.map(({ node_id, status, origin }) => `${node_id} ${status}${origin ? ` ${origin}` : ''}`)

describe('a test run', () => {
  it('runs all of the draft', async () => {
    const { run, said } = await tried(await draft(CHAIN), { mode: 'all', input: { n: 1 } })
    expect(calls).toEqual(['a', 'b', 'c'])
    expect(run).toMatchObject({ status: 'succeeded', input: { n: 1 }, test: { mode: 'all', node_id: null } })
    expect(said).toMatchObject({ source_id: null, reused: [], pinned: [] })
  })

  it('leaves out what nothing leads to, whatever that lacks, and names it as a warning', async () => {
    const loose = [node('loose', 'http_request', {}), node('after', 'mind_reader', {})]
    const document = workflow([...CHAIN.nodes, ...loose], [...CHAIN.edges, ...wires('loose > after')])
    const id = await draft(document)
    const { run } = await tried(id, { mode: 'all', input: {} })
    expect(calls).toEqual(['a', 'b', 'c'])
    expect(run.output).toMatchObject({ of: 'c' })
    expect(states(run.nodes)).toEqual(expect.arrayContaining(['loose skipped', 'after skipped']))
    const { body } = await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })
    expect(body.data.abilities.run.allowed).toBe(true)
    expect(body.data.problems.every(({ warning }: { warning?: true }) => warning)).toBe(true)
    expect(body.data.problems.map(({ code }: { code: string }) => code)).toContain('unreachable')
    const checked = await test.call('POST', '/api/v1/nodes/validate/enhanced', { as: owner, body: { document } })
    expect(checked.body.data.valid).toBe(true)
    expect((await tryIt(id, { mode: 'node', node_id: 'loose' })).body.errors[0]).toMatchObject({
      field: 'node_id',
      code: 'not_runnable',
    })
    const sold = await test.call('POST', `/api/v1/workflows/${id}/publish`, { as: owner, body: { base_revision: 0 } })
    expect(sold.status).toBe(200)
    await edit(id, [{ type: 'disconnect', edge_id: 'a:out>b' }])
    expect((await tried(id, { mode: 'all', input: {} })).run.status).toBe('succeeded')
    expect(calls).toEqual(['a'])
  })

  it('can be compared with the draft: its version is read, though it is in no list and cannot be published', async () => {
    const { body } = await test.call('POST', '/api/v1/workflows', {
      as: owner,
      body: { name: 'Draft', document: CHAIN },
    })
    const tried = await tryIt(body.data.id, { mode: 'all', input: {} })
    const { version } = await ended(tried.body.data.execution_id)
    const read = await test.call('GET', at(body.data.id, `versions/${version}`), { as: owner })
    expect(read.body.data).toMatchObject({ number: version, document: { nodes: CHAIN.nodes } })
    const { body: listed } = await test.call('GET', at(body.data.id, 'versions'), { as: owner })
    expect(listed.data.items).toEqual([])
    expect((await test.call('POST', at(body.data.id, 'publish'), { as: owner, body: { version } })).status).toBe(400)
  })
  it('until a node leaves out what comes behind it and gives what it gave', async () => {
    const { run } = await tried(await draft(CHAIN), { mode: 'until', node_id: 'b' })
    expect(calls).toEqual(['a', 'b'])
    expect(run).toMatchObject({ status: 'succeeded', output: { of: 'b' } })
    expect(states(run.nodes)).toEqual(['start succeeded', 'a succeeded', 'b succeeded', 'c skipped'])
  })

  it('of one node runs it alone on what the run before gave, and says so', async () => {
    const id = await draft(CHAIN)
    const first = await tried(id, { mode: 'all', input: { n: 7 } })
    const { run, said } = await tried(id, { mode: 'node', node_id: 'b' })
    expect(calls).toEqual(['b'])
    expect(said).toMatchObject({ source_id: first.id, reused: ['start', 'a'], stale: [], also: [] })
    expect(states(run.nodes)).toEqual(['start succeeded earlier', 'a succeeded earlier', 'b succeeded', 'c skipped'])
    expect(run).toMatchObject({ source_id: first.id, output: { of: 'b', input: { of: 'a', input: { n: 7 } } } })
  })

  it('from a node keeps what comes before it and runs what comes behind', async () => {
    const id = await draft(CHAIN)
    await tried(id, { mode: 'all' })
    const { run, said } = await tried(id, { mode: 'from', node_id: 'b' })
    expect(calls).toEqual(['b', 'c'])
    expect(said).toMatchObject({ reused: ['start', 'a'], also: [] })
    expect(run.output).toMatchObject({ of: 'c', input: { of: 'b' } })
  })

  it('from a node runs what was edited before it, too, and says so', async () => {
    const id = await draft(CHAIN)
    await tried(id, { mode: 'all' })
    await edit(id, [{ type: 'set_config', node_id: 'a', config: set('a', { of: 'a', edited: 1 }).config }])
    const again = await tried(id, { mode: 'from', node_id: 'c' })
    expect(calls).toEqual(['a', 'b', 'c'])
    expect(again.said).toMatchObject({ reused: ['start'], also: ['a', 'b'] })
    await edit(id, [{ type: 'set_config', node_id: 'a', config: set('a', { of: 'a', edited: 2 }).config }])
    expect((await tried(id, { mode: 'node', node_id: 'c' })).said).toMatchObject({ stale: ['a'], also: [] })
    expect(calls).toEqual(['c'])
  })

  it('continues behind a node that failed', async () => {
    const id = await draft(workflow([node('start', 'manual_trigger'), count('a'), risky], wires('start > a > risky')))
    expect((await tried(id, { mode: 'all' })).run).toMatchObject({ status: 'failed', error: { node_id: 'risky' } })
    await edit(id, [mended])
    expect((await tried(id, { mode: 'from', node_id: 'risky' })).run).toMatchObject({ status: 'succeeded' })
    expect(calls).toEqual(['risky'])
  })

  it('of a node inside a loop runs it once per item', async () => {
    const id = await draft(
      workflow(
        [
          node('start', 'manual_trigger'),
          node('each', 'map', { items: [1, 2, 3] }),
          count('a'),
          count('b'),
          count('c'),
          count('after'),
        ],
        wires('start > each:item > a > b > c', 'each > after'),
      ),
    )
    const until = await tried(id, { mode: 'until', node_id: 'a' })
    expect(calls).toEqual(['a', 'a', 'a'])
    expect(until.said).toMatchObject({ loop: 'each' })
    await tried(id, { mode: 'all' })
    const one = await tried(id, { mode: 'node', node_id: 'b' })
    expect(calls).toEqual(['b', 'b', 'b'])
    expect(one.run.nodes.filter(({ node_id }) => node_id === 'a').map(({ origin }) => origin)).toEqual(
      Array(3).fill('earlier'),
    )
    await tried(id, { mode: 'from', node_id: 'c' })
    expect(calls).toEqual(['c', 'c', 'c', 'after'])
  })

  it('runs a part of a draft that is unfinished elsewhere', async () => {
    const id = await draft(
      workflow(
        [node('start', 'manual_trigger'), count('a'), node('half', 'http_request', {})],
        wires('start > a > half'),
      ),
    )
    expect((await tryIt(id, { mode: 'all' })).body.errors[0]).toMatchObject({ code: 'not_runnable' })
    expect((await tried(id, { mode: 'until', node_id: 'a' })).run.status).toBe('succeeded')
    // What was tried is not what runs in earnest.
    const { rows } = await test.database.pool.query('select production_version($1) as id', [id])
    expect(rows[0].id).toBeNull()
  })

  it('refuses what cannot be and changes nothing', async () => {
    const id = await draft(CHAIN)
    const stranger = await test.person('seller')
    const code = async (body: JsonObject, as: Person | null = owner) => {
      const { status, body: told } = await tryIt(id, body, as)
      return [status, told.errors?.[0]?.code ?? null, told.errors?.[0]?.field ?? null]
    }
    expect(await code({ mode: 'all' }, stranger)).toEqual([404, expect.anything(), null])
    expect((await code({ mode: 'all' }, null))[0]).toBe(401)
    expect(await code({ mode: 'node', node_id: 'nobody' })).toEqual([400, 'invalid_input', 'node_id'])
    expect(await code({ mode: 'node' })).toEqual([400, expect.anything(), 'node_id'])
    expect(await code({ mode: 'all', node_id: 'a' })).toEqual([400, expect.anything(), 'node_id'])
    expect(await code({ mode: 'node', node_id: 'b' })).toEqual([409, 'not_runnable', 'node_id'])
    expect(await code({ mode: 'all', revision: 9 })).toEqual([409, 'stale_revision', 'revision'])
    const theirs = await draft(CHAIN, stranger)
    const started = await tryIt(theirs, { mode: 'all' }, stranger)
    const { execution_id } = started.body.data
    expect(await code({ mode: 'from', node_id: 'a', source_id: execution_id })).toEqual([404, 'not_found', 'source_id'])
    expect(
      (await test.call('GET', '/api/v1/executions', { as: owner, query: { workflow_id: id } })).body.data.total,
    ).toBe(0)
  })
})

describe('a changed value', () => {
  const first = { of: 'a', input: 1 }
  const pins = async (id: string) => (await test.call('GET', at(id, 'pins'), { as: owner })).body.data.items
  const changed = { output: { of: 'changed' }, before: { output: first } }

  it('is pinned with what it was, however often it is changed; what follows runs on it, and on the first again', async () => {
    const id = await draft(CHAIN)
    const { run } = await tried(id, { mode: 'all', input: { n: 1 } })
    const given = run.nodes.find(({ node_id }) => node_id === 'a')?.output as JsonObject
    await pin(id, 'a', { output: { of: 'once' }, before: { output: given } })
    await pin(id, 'a', { output: { of: 'twice' } })
    expect(await pins(id)).toMatchObject([{ output: { of: 'twice' }, before: { output: given, port: 'out' } }])
    const after = await tried(id, { mode: 'from', node_id: 'a', source_id: run.id })
    expect(calls).toEqual(['b', 'c'])
    expect(after.run.output).toMatchObject({ input: { input: { of: 'twice' } } })
    expect((await pin(id, 'a', { output: given })).body.data.before).toBe(null)
    const again = await tried(id, { mode: 'from', node_id: 'a', source_id: after.id })
    expect(calls).toEqual(['b', 'c'])
    expect(again.run.output).toEqual(run.output)
  })

  it('is none where it is the same, or where nothing real stood there; another way out is a change', async () => {
    const id = await draft(CHAIN)
    expect((await pin(id, 'a', { output: first, before: { output: first } })).body.data.before).toBe(null)
    expect((await pin(id, 'a', { output: first, port: 'error' })).body.data.before).toEqual({
      output: first,
      port: 'out',
    })
    await pin(id, 'b', { output: 1 })
    expect((await pin(id, 'b', { output: 2, made_up: true })).body.data.before).toBe(null)
  })

  it('counts with what it was against the limit, and is refused to who may not edit', async () => {
    const id = await draft(CHAIN)
    const large = 'x'.repeat(PIN_LIMITS.bytes)
    expect((await pin(id, 'a', { output: 1, before: { output: large } })).status).toBe(413)
    expect((await pin(id, 'a', changed, await test.person('seller'))).status).toBe(404)
    expect((await pin(id, 'a', { ...changed, before: { output: 1, port: 'No way' } })).status).toBe(400)
    expect(await pins(id)).toEqual([])
  })
})

describe('pinned data', () => {
  it('takes the place of a node in tests, where the run comes to it', async () => {
    const id = await draft(
      workflow(
        [
          node('start', 'manual_trigger'),
          node('check', 'if', { condition: '{{ $trigger.yes }}' }),
          count('yes'),
          count('no'),
          set('end', { got: '{{ $nodes.yes.pinned }}' }),
        ],
        wires('start > check:true > yes > end', 'check:false > no'),
      ),
    )
    expect((await pin(id, 'yes', { output: { pinned: 'here', z: 1, a: 2 } })).body.data).toMatchObject({
      node_id: 'yes',
      made_up: false,
    })
    const taken = await tried(id, { mode: 'all', input: { yes: true } })
    expect(calls).toEqual(['end'])
    expect(taken.said.pinned).toEqual(['yes'])
    expect(taken.run.output).toEqual({ got: 'here' })
    expect(taken.run.nodes.find(({ node_id }) => node_id === 'yes')).toMatchObject({ origin: 'pin' })
    const other = await tried(id, { mode: 'all', input: { yes: false } })
    expect(calls).toEqual(['no'])
    expect(states(other.run.nodes)).toContain('end skipped')
  })

  it('leaves through the way it was pinned with', async () => {
    const id = await draft(
      workflow(
        [node('start', 'manual_trigger'), node('check', 'if', { condition: '{{ false }}' }), count('yes')],
        wires('start > check:true > yes'),
      ),
    )
    await pin(id, 'check', { output: {}, port: 'true' })
    await tried(id, { mode: 'all' })
    expect(calls).toEqual(['yes'])
  })

  it('lets a node run alone, and what comes behind it again when the pin is newer', async () => {
    const id = await draft(CHAIN)
    await pin(id, 'a', { output: 'from a' })
    expect((await tried(id, { mode: 'node', node_id: 'b' })).run.output).toMatchObject({ input: 'from a' })
    await tried(id, { mode: 'all' })
    await tried(id, { mode: 'from', node_id: 'c' })
    expect(calls).toEqual(['c'])
    await pin(id, 'a', { output: 'newer' })
    expect((await tried(id, { mode: 'from', node_id: 'c' })).said).toMatchObject({ also: ['b'] })
  })

  it('is used by no other run', async () => {
    const hooked = workflow([node('start', 'webhook_trigger'), count('a')], wires('start > a'))
    const id = await draft(hooked)
    await pin(id, 'a', { output: 'pinned' })
    await tried(id, { mode: 'all' })
    expect(calls).toEqual([])
    const execute = { workflow_id: id, input: {}, wait_ms: 5000 }
    const run = await test.call('POST', '/api/v1/workflows/execute', { as: owner, body: execute })
    expect(run.body.data.output).toMatchObject({ of: 'a' })
    const again = await test.call('POST', `/api/v1/executions/${run.body.data.execution_id}/control`, {
      as: owner,
      body: { action: 'rerun', newest_version: true },
    })
    expect(ranIn(await ended(again.body.data.execution_id))).toEqual(['a'])
    const { body } = await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })
    for (const path of [body.data.hook.path, body.data.hook.test_path])
      expect((await test.call('POST', path, { body: {} })).status).toBeLessThan(300)
    const others = async () =>
      (
        await test.database.pool.query(
          `select count(*)::int as n, count(*) filter (where r.origin is not null)::int as pinned,
             count(*) filter (where r.output::text like '%pinned%')::int as used
           from node_runs r join executions e on e.id = r.execution_id
           where e.workflow_id = $1 and e.test is null and r.node_id = 'a'`,
          [id],
        )
      ).rows[0]
    await expect.poll(others).toEqual({ n: 4, pinned: 0, used: 0 })
  })

  it('is listed, taken away and limited', async () => {
    const id = await draft(CHAIN)
    const list = async () => (await test.call('GET', at(id, 'pins'), { as: owner })).body.data.items
    const text = '{"z":1,"a":[2]}'
    await pin(id, 'a', { output: JSON.parse(text), made_up: true })
    expect(await list()).toMatchObject([{ node_id: 'a', port: 'out', made_up: true }])
    expect(JSON.stringify((await list())[0].output)).toBe(text)
    const large = await pin(id, 'b', { output: 'x'.repeat(PIN_LIMITS.bytes) })
    expect([large.status, large.body.errors[0].field]).toEqual([413, 'output'])
    expect((await pin(id, 'nobody', { output: 1 })).status).toBe(404)
    expect((await pin(id, 'a', { output: 1, port: 'No Port' })).status).toBe(400)
    const stranger = await test.person('seller')
    expect((await pin(id, 'a', { output: 1 }, stranger)).status).toBe(404)
    expect((await test.call('GET', at(id, 'pins'), { as: stranger })).status).toBe(404)
    expect((await test.call('DELETE', at(id, 'pins/a'), { as: stranger })).status).toBe(404)
    expect((await test.call('DELETE', at(id, 'pins/a'), { as: owner })).body.data.items).toEqual([])
  })

  it('keeps to its node when that is renamed', async () => {
    const id = await draft(CHAIN)
    await pin(id, 'a', { output: 'kept' })
    await edit(id, [{ type: 'batch', operations: [{ type: 'rename', node_id: 'a', new_id: 'first' }] }])
    const { body } = await test.call('GET', at(id, 'pins'), { as: owner })
    expect(body.data.items).toMatchObject([{ node_id: 'first', output: 'kept' }])
  })

  it('is copied from a run, with what could not be named', async () => {
    const id = await draft(workflow([node('start', 'manual_trigger'), count('a'), risky], wires('start > a > risky')))
    const { id: failed } = await tried(id, { mode: 'all', input: { n: 3 } })
    const copy = (execution_id: string, as: Person) =>
      test.call('POST', at(id, 'pins/copy'), { as, body: { execution_id } })
    const { body } = await copy(failed, owner)
    expect(body.data.items.map(({ node_id }: { node_id: string }) => node_id)).toEqual(['a', 'start'])
    expect(body.data.left_out).toEqual([{ node_id: 'risky', reason: 'It had no output in that run.' }])
    expect((await copy(failed, await test.person('seller'))).status).toBe(404)
    const other = await tried(await draft(CHAIN), { mode: 'all' })
    expect((await copy(other.id, owner)).status).toBe(404)
  })
})

describe('the estimate', () => {
  it('is honest when nothing is known, and names what no run came to', async () => {
    const id = await draft(CHAIN)
    const ask = async () => (await test.call('GET', at(id, 'estimate'), { as: owner })).body.data
    expect(await ask()).toEqual({ runs: 0, ms: null, cost_micros: null, unknown: ['start', 'a', 'b', 'c'] })
    await tried(id, { mode: 'until', node_id: 'b' })
    expect((await ask()).runs).toBe(0)
    await tried(id, { mode: 'all' })
    await edit(id, [{ type: 'add_node', node: count('new_one') as unknown as JsonObject }])
    expect(await ask()).toMatchObject({ runs: 1, cost_micros: { p50: 0, p90: 0 }, unknown: ['new_one'] })
    const stranger = await test.person('seller')
    expect((await test.call('GET', at(id, 'estimate'), { as: stranger })).status).toBe(404)
  })
})
