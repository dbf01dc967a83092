import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  type Behaviour,
  createOwner,
  createTestEngine,
  node,
  set,
  storeWorkflow,
  type TestEngine,
  until,
  wires,
  workflow,
} from '#test/support/engine.ts'

let attempts = 0
/** The workflow that `call` runs. */
let called = ''
const behaviours: Record<string, Behaviour> = {
  soon: () => ({ type: 'wait', wait: { type: 'timer', until: new Date(Date.now() + 60).toISOString() } }),
  in_a_while: () => ({ type: 'wait', wait: { type: 'timer', until: new Date(Date.now() + 1500).toISOString() } }),
  ask: (ctx) => ({ type: 'wait', wait: { type: 'approval', title: 'Go on?', details: ctx.input, until: null } }),
  ask_briefly: () => ({
    type: 'wait',
    wait: { type: 'approval', title: 'Quick', details: null, until: new Date(Date.now() + 80).toISOString() },
  }),
  form: () => ({ type: 'wait', wait: { type: 'form', title: 'Who?', fields: [{ name: 'who' }], until: null } }),
  slow: async () => {
    await new Promise((resolve) => setTimeout(resolve, 150))
    return output('slow')
  },
  unavailable: () => {
    attempts++
    throw new NodeError('unavailable', 'Not now', { retryable: true })
  },
  call: () => ({ type: 'wait', wait: { type: 'child', workflow_id: called, input: null, state: 'first' } }),
  'after call': ({ input }) =>
    (input as { state: Json }).state === 'first'
      ? { type: 'wait', wait: { type: 'child', workflow_id: called, input: null, state: 'second' } }
      : output(input),
  keep: () => ({ type: 'wait', wait: { type: 'timer', until: new Date().toISOString(), state: 'kept' } }),
  'after keep': ({ input }) => {
    attempts++
    if (attempts === 1) throw new NodeError('unavailable', 'Not now', { retryable: true })
    return output(input)
  },
  away: () => {
    attempts++
    if (attempts === 1) throw Object.assign(new Error('the database system is starting up'), { code: '57P03' })
    return output('back')
  },
  bad_time: () => ({ type: 'wait', wait: { type: 'timer', until: 'next week' } }),
}

let database: TestDatabase
let test: TestEngine
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database, { behaviours })
})
afterAll(async () => {
  await test.engine.stop()
  await database.drop()
})

const start = node('start', 'manual_trigger')
const waiting = (id: string, does: string, rest = {}) => node(id, 'wait', { does }, rest)

async function begin(nodes: Parameters<typeof workflow>[0], edges: string[], input: Json = null) {
  const request = await test.publish(workflow([start, ...nodes], wires(...edges)))
  return (await test.engine.start(request(input))).execution_id
}
const openWait = (id: string) =>
  until(async () => {
    const found = await database.pool.query<{ id: string; wait: { type: string } }>(
      'select id, wait from execution_waits where execution_id = $1 and resolved_at is null',
      [id],
    )
    return found.rows[0]
  })
const status = (id: string, wanted: string) =>
  until(async () => ((await test.engine.result(id, 0)).status === wanted ? true : undefined))

// The catalogue's own node `wait` is shadowed by the test's; both kinds are tested here.
describe('waits', () => {
  it('wakes up when the time has come, holding nothing meanwhile', async () => {
    const id = await begin([waiting('w', 'in_a_while'), set('end', { got: '{{ $input.type }}' })], ['start > w > end'])
    await status(id, 'waiting')
    expect(test.engine.figures.in_flight).toBe(0)
    expect(await test.engine.result(id, 5000)).toMatchObject({ status: 'succeeded', output: { got: 'timeout' } })
  })

  it('continues when an approval is given, once', async () => {
    const id = await begin([waiting('w', 'ask'), set('end', { ok: '{{ $input.approved }}' })], ['start > w > end'], {
      amount: 5,
    })
    const wait = await openWait(id)
    await status(id, 'waiting')
    const answer = { type: 'approval', approved: true, comment: 'fine', by: test.owner } as const
    expect(await test.engine.resolveWait(wait.id, answer, test.owner)).toEqual({
      execution_id: id,
      now: true,
      late: false,
    })
    expect(await test.engine.resolveWait(wait.id, answer, test.owner)).toEqual({
      execution_id: id,
      now: false,
      late: false,
    })
    expect(await test.engine.result(id, 5000)).toMatchObject({ status: 'succeeded', output: { ok: true } })
  })

  it('lets an approval run out', async () => {
    const id = await begin([waiting('w', 'ask_briefly'), set('end', { got: '{{ $input.type }}' })], ['start > w > end'])
    expect(await test.engine.result(id, 5000)).toMatchObject({ status: 'succeeded', output: { got: 'timeout' } })
  })

  it('takes the values of a form', async () => {
    const id = await begin([waiting('w', 'form'), set('end', { who: '{{ $input.values.who }}' })], ['start > w > end'])
    const wait = await openWait(id)
    await test.engine.resolveWait(wait.id, { type: 'form', values: { who: 'Asha' }, by: null }, null)
    expect(await test.engine.result(id, 5000)).toMatchObject({ status: 'succeeded', output: { who: 'Asha' } })
  })

  it('is answered while another branch is still running', async () => {
    const nodes = [waiting('w', 'ask'), node('s', 'pure', { does: 'slow' }), node('join', 'merge')]
    const id = await begin(nodes, ['start > w > join', 'start > s > join'])
    const wait = await openWait(id)
    await test.engine.resolveWait(wait.id, { type: 'approval', approved: false, comment: '', by: null }, null)
    const state = await test.engine.result(id, 5000)
    expect(state).toMatchObject({ status: 'succeeded', output: { w: { approved: false }, s: 'slow' } })
  })

  it('waits once per item of a map', async () => {
    const nodes = [
      node('each', 'map', { items: '{{ $input }}', concurrency: 2 }),
      waiting('w', 'soon'),
      set('out', { v: '{{ $item }}' }),
    ]
    const id = await begin(nodes, ['start > each', 'each:item > w > out'], [1, 2, 3])
    const state = await test.engine.result(id, 8000)
    expect((state.output as { items: Json[] }).items).toEqual([{ v: 1 }, { v: 2 }, { v: 3 }])
  })

  it('turns a long back-off into a timer and continues with the next attempt', async () => {
    attempts = 0
    const retry = { max_attempts: 2, delay_ms: 3_000_000, backoff: 1 }
    const id = await begin([node('p', 'pure', { does: 'unavailable' }, { retry })], ['start > p'])
    const wait = await openWait(id)
    expect(wait.wait).toMatchObject({ type: 'timer', retry_attempt: 2 })
    await status(id, 'waiting')
    await database.pool.query(`update execution_waits set until = now() - interval '10 seconds' where id = $1`, [
      wait.id,
    ])
    expect(await test.engine.result(id, 8000)).toMatchObject({ status: 'failed', error: { code: 'unavailable' } })
    expect(attempts).toBe(2)
  })

  it('keeps what a node has done, and continues here at once, also for a caller who waits for the result', async () => {
    attempts = 1
    const request = await test.publish(workflow([start, waiting('w', 'keep')], wires('start > w')))
    const state = await test.engine.run(request(null), 8000)
    expect(state).toMatchObject({ status: 'succeeded', output: { type: 'timeout', state: 'kept' } })
  })

  it('continues from what was kept in the attempt after a long pause, too', async () => {
    attempts = 0
    const retry = { max_attempts: 2, delay_ms: 3_000_000, backoff: 1 }
    const id = await begin([waiting('w', 'keep', { retry })], ['start > w'])
    const { id: wait } = await openWait(id)
    await status(id, 'waiting')
    await database.pool.query(`update execution_waits set until = now() - interval '10 seconds' where id = $1`, [wait])
    const state = await test.engine.result(id, 8000)
    expect(state).toMatchObject({ status: 'succeeded', output: { type: 'timeout', state: 'kept' } })
    expect(attempts).toBe(2)
  })

  it('comes again where it met a database that is away, which is no attempt', async () => {
    attempts = 0
    const id = await begin([node('a', 'effect', { does: 'away' })], ['start > a'])
    expect(await test.engine.result(id, 8000)).toMatchObject({ status: 'succeeded', output: 'back' })
    expect(attempts).toBe(2)
    expect(test.problems).toEqual([])
  })

  it('refuses a time that is none', async () => {
    const id = await begin([waiting('w', 'bad_time')], ['start > w'])
    expect(await test.engine.result(id, 5000)).toMatchObject({
      status: 'failed',
      error: { code: 'wait_invalid', node_id: 'w' },
    })
  })
})

describe('sub-workflows', () => {
  const call = (workflow_id: string) => node('call', 'sub_workflow', { workflow_id })

  it('run as executions of their own and give their output', async () => {
    const child = await storeWorkflow(
      database.pool,
      test.owner,
      workflow([start, set('d', { double: '{{ $input.n * 2 }}' })], wires('start > d')),
    )
    const id = await begin(
      [call(child.workflow_id), set('end', { got: '{{ $input.double }}' })],
      ['start > call > end'],
      { n: 4 },
    )
    expect(await test.engine.result(id, 8000)).toMatchObject({ status: 'succeeded', output: { got: 8 } })
    const rows = await database.pool.query('select depth, trigger, status from executions where parent_id = $1', [id])
    expect(rows.rows).toEqual([{ depth: 1, trigger: 'workflow', status: 'succeeded' }])
  })

  it('wake their parent even when the process that ended them could not', async () => {
    const child = await storeWorkflow(
      database.pool,
      test.owner,
      workflow([start, waiting('w', 'ask')], wires('start > w')),
    )
    const id = await begin([call(child.workflow_id), set('end', { got: '{{ $input }}' })], ['start > call > end'])
    const ended = `update executions set status = 'succeeded', output = '"late"', finished_at = now() - interval '10 seconds'
      where parent_id = $1 and status = 'waiting'`
    await until(async () => (await database.pool.query(ended, [id])).rowCount === 1)
    expect(await test.engine.result(id, 10_000)).toMatchObject({ status: 'succeeded', output: { got: 'late' } })
  })

  it('wake a step that calls two of them with what the one gave that it waits for', async () => {
    const child = await storeWorkflow(
      database.pool,
      test.owner,
      workflow([start, waiting('w', 'ask')], wires('start > w')),
    )
    called = child.workflow_id
    const end = async (parent: string, result: string) => {
      const ended = `update executions set status = 'succeeded', output = $2, finished_at = now() - interval '10 seconds'
        where parent_id = $1 and status = 'waiting'`
      await until(async () => (await database.pool.query(ended, [parent, JSON.stringify(result)])).rowCount === 1)
    }
    const id = await begin([waiting('twice', 'call')], ['start > twice'])
    await end(id, 'first')
    await until(async () => {
      const calls = await database.pool.query('select 1 from executions where parent_id = $1', [id])
      return calls.rowCount === 2
    })
    // Once this one is told, the ends of all runs have been looked through again.
    const other = await begin([call(child.workflow_id)], ['start > call'])
    await end(other, 'other')
    expect(await test.engine.result(other, 10_000)).toMatchObject({ status: 'succeeded', output: 'other' })
    await end(id, 'second')
    expect(await test.engine.result(id, 10_000)).toMatchObject({ status: 'succeeded', output: { output: 'second' } })
  })

  it('fail the node that called them with their message', async () => {
    const child = await storeWorkflow(
      database.pool,
      test.owner,
      workflow([start, node('x', 'stop', { status: 'failed', message: 'No stock' })], wires('start > x')),
    )
    const id = await begin([call(child.workflow_id)], ['start > call'])
    const state = await test.engine.result(id, 8000)
    expect(state).toMatchObject({
      status: 'failed',
      error: { code: 'sub_workflow_failed', message: 'No stock', node_id: 'call' },
    })
  })

  it('may not be those of another user, nor unknown ones', async () => {
    const stranger = await createOwner(database.pool)
    const child = await storeWorkflow(database.pool, stranger, workflow([start], []))
    for (const workflow_id of [child.workflow_id, '00000000-0000-4000-8000-000000000000']) {
      const id = await begin([call(workflow_id)], ['start > call'])
      expect(await test.engine.result(id, 8000)).toMatchObject({
        status: 'failed',
        error: { code: 'workflow_not_found' },
      })
    }
  })

  it('call themselves eight levels deep at most', async () => {
    const self = await storeWorkflow(database.pool, test.owner, workflow([start], []))
    const document = JSON.stringify(workflow([start, call(self.workflow_id)], wires('start > call')))
    const { rows } = await database.pool.query(
      `insert into workflow_versions (workflow_id, number, document, content_hash) values ($1, 2, $2, 'calls itself') returning id`,
      [self.workflow_id, document],
    )
    const { execution_id } = await test.engine.start({
      workflow_version_id: rows[0].id,
      input: null,
      trigger: 'manual',
      priority: 'normal',
      owner: { user_id: test.owner },
      mode: 'now',
    })
    expect(await test.engine.result(execution_id, 15_000)).toMatchObject({
      status: 'failed',
      error: { code: 'sub_workflow_failed' },
    })
    const depth = await database.pool.query('select max(depth)::int as depth from executions where workflow_id = $1', [
      self.workflow_id,
    ])
    expect(depth.rows[0]).toEqual({ depth: 8 })
  })
})
