import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import type { ControlCommand } from '#contract/runs/execution-control.ts'
import { CONTROL_ACTIONS, EXECUTION_STATUSES, isLegal } from '#contract/runs/execution-states.ts'
import { NodeError, output } from '#nodes/node.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  type Behaviour,
  createTestEngine,
  node,
  set,
  storeWorkflow,
  type TestEngine,
  until,
  wires,
  workflow,
} from '#test/support/engine.ts'
import type { RunChange } from './control.ts'

const made: string[] = []
let aborted = 0
let hold = true
let broken = true
const behaviours: Record<string, Behaviour> = {
  call: async (ctx) => {
    made.push(ctx.run.node_id)
    return output({ called: made.length })
  },
  held: (ctx) =>
    new Promise((resolve, reject) => {
      made.push(ctx.run.node_id)
      if (!hold) return resolve(output('done'))
      ctx.signal.addEventListener('abort', () => {
        aborted++
        reject(ctx.signal.reason)
      })
    }),
  fragile: async (ctx) => {
    made.push(ctx.run.node_id)
    if (broken) throw new NodeError('broken', 'Not today')
    return output('mended')
  },
  ask: () => ({ type: 'wait', wait: { type: 'approval', title: '?', details: null, until: null } }),
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
const effect = (id: string, does: string) => node(id, 'effect', { does })
async function begin(nodes: Parameters<typeof workflow>[0], edges: string[], input: Json = null) {
  made.length = 0
  const request = await test.publish(workflow([start, ...nodes], wires(...edges)))
  return (await test.engine.start(request(input))).execution_id
}
const reached = (id: string) => until(async () => made.includes(id))
const control = (id: string, command: ControlCommand, change?: RunChange) => test.engine.control(id, command, change)

describe('pause and cancel', () => {
  it('abort the call a node is making, and resume makes it again with what was done before', async () => {
    hold = true
    aborted = 0
    const id = await begin(
      [effect('a', 'call'), effect('b', 'held'), set('end', { was: '{{ $nodes.a.called }}' })],
      ['start > a > b > end'],
    )
    await reached('b')
    expect(await control(id, { action: 'pause' })).toEqual({ execution_id: id, status: 'paused' })
    await until(async () => aborted === 1)
    await until(async () => test.engine.figures.in_flight === 0)
    expect((await test.engine.result(id, 0)).status).toBe('paused')
    hold = false
    await control(id, { action: 'resume' })
    expect(await test.engine.result(id, 5000)).toMatchObject({ status: 'succeeded', output: { was: 1 } })
    expect(made).toEqual(['a', 'b', 'b'])
  })

  it('cancel ends it, and nothing is written afterwards', async () => {
    hold = true
    const id = await begin([effect('b', 'held'), set('end', {})], ['start > b > end'])
    await reached('b')
    await control(id, { action: 'cancel' })
    expect(await test.engine.result(id, 1000)).toMatchObject({ status: 'cancelled' })
    await until(async () => test.engine.figures.in_flight === 0)
    const rows = await database.pool.query('select node_id from node_runs where execution_id = $1', [id])
    expect(rows.rows).toEqual([{ node_id: 'start' }])
  })

  it('keep an answer that comes during a pause', async () => {
    const id = await begin(
      [node('w', 'wait', { does: 'ask' }), set('end', { ok: '{{ $input.approved }}' })],
      ['start > w > end'],
    )
    await until(async () => (await test.engine.result(id, 0)).status === 'waiting')
    await control(id, { action: 'pause' })
    const wait = await database.pool.query('select id from execution_waits where execution_id = $1', [id])
    await test.engine.resolveWait(wait.rows[0].id, { type: 'approval', approved: true, comment: '', by: null }, null)
    expect((await test.engine.result(id, 0)).status).toBe('paused')
    await control(id, { action: 'resume' })
    expect(await test.engine.result(id, 5000)).toMatchObject({ status: 'succeeded', output: { ok: true } })
  })

  it('cancel reaches the workflows it called', async () => {
    const child = await storeWorkflow(
      database.pool,
      test.owner,
      workflow([start, node('w', 'wait', { does: 'ask' })], wires('start > w')),
    )
    const id = await begin([node('call', 'sub_workflow', { workflow_id: child.workflow_id })], ['start > call'])
    const childOf = async () =>
      (await database.pool.query('select status from executions where parent_id = $1', [id])).rows[0]?.status
    await until(async () => (await childOf()) === 'waiting')
    await control(id, { action: 'cancel' })
    expect(await childOf()).toBe('cancelled')
  })
})

describe('what is not legal', () => {
  it('is refused in every status and changes nothing', async () => {
    const id = await begin([], [])
    await test.engine.result(id, 5000)
    for (const status of EXECUTION_STATUSES) {
      // With another executor: the sweeper takes a running execution that has none.
      await database.pool.query(`update executions set status = $2, executor = 'another' where id = $1`, [id, status])
      for (const action of CONTROL_ACTIONS.filter((one) => !isLegal(one, status))) {
        const command = action === 'fork' ? { action, from_node: 'start' } : { action }
        await expect(control(id, command), `${action} while ${status}`).rejects.toMatchObject({
          code: 'illegal_transition',
        })
      }
      const found = await database.pool.query('select status from executions where id = $1', [id])
      expect(found.rows[0].status).toBe(status)
    }
  })

  it('names what does not exist', async () => {
    await expect(control('00000000-0000-7000-8000-000000000000', { action: 'cancel' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const id = await begin([set('a', {})], ['start > a'])
    await test.engine.result(id, 5000)
    await expect(control(id, { action: 'fork', from_node: 'nowhere' })).rejects.toMatchObject({
      code: 'unknown_node',
      field: 'from_node',
    })
    const edited = { a: 1 }
    await expect(control(id, { action: 'fork', from_node: 'start', edited })).rejects.toMatchObject({
      code: 'unknown_node',
      field: 'edited.a',
    })
  })
})

describe('a new execution from an old one', () => {
  it('retry keeps what finished and continues from what failed', async () => {
    broken = true
    const id = await begin(
      [effect('a', 'call'), effect('f', 'fragile'), set('end', { f: '{{ $input }}', a: '{{ $nodes.a.called }}' })],
      ['start > a > f > end'],
    )
    expect(await test.engine.result(id, 5000)).toMatchObject({ status: 'failed', error: { code: 'broken' } })
    broken = false
    const again = await control(id, { action: 'retry' })
    expect(again.execution_id).not.toBe(id)
    expect(await test.engine.result(again.execution_id, 5000)).toMatchObject({
      status: 'succeeded',
      output: { f: 'mended', a: 1 },
    })
    expect(made).toEqual(['a', 'f', 'f'])
    expect((await test.engine.result(id, 0)).status).toBe('failed')
    const rows = await database.pool.query('select node_id, seq from node_runs where execution_id = $1 order by seq', [
      again.execution_id,
    ])
    expect(rows.rows.map((row) => row.node_id)).toEqual(['start', 'a', 'f', 'end'])
  })

  it('retry keeps the finished items of a map', async () => {
    broken = true
    const nodes = [
      node('each', 'map', { items: '{{ $input }}', concurrency: 1 }),
      effect('one', 'call'),
      effect('two', 'fragile'),
    ]
    const id = await begin(nodes, ['start > each', 'each:item > one > two'], [1, 2])
    expect((await test.engine.result(id, 5000)).status).toBe('failed')
    broken = false
    const { execution_id } = await control(id, { action: 'retry' })
    expect((await test.engine.result(execution_id, 5000)).status).toBe('succeeded')
    expect(made).toEqual(['one', 'two', 'two', 'one', 'two'])
  })

  it('rerun starts from the beginning, on another version when it is given one', async () => {
    const id = await begin([effect('a', 'call')], ['start > a'], 7)
    await test.engine.result(id, 5000)
    const same = await control(id, { action: 'rerun' })
    await test.engine.result(same.execution_id, 5000)
    expect(made).toEqual(['a', 'a'])
    const { rows } = await database.pool.query('select workflow_id, input from executions where id = $1', [
      same.execution_id,
    ])
    expect(rows[0].input).toBe(7)
    const newer = JSON.stringify(workflow([start, set('b', { got: '{{ $input }}' })], wires('start > b')))
    const { rows: versions } = await database.pool.query(
      `insert into workflow_versions (workflow_id, number, document, content_hash) values ($1, 2, $2, 'newer') returning id`,
      [rows[0].workflow_id, newer],
    )
    const newest = await control(id, { action: 'rerun' }, { workflow_version_id: versions[0].id })
    expect((await test.engine.result(newest.execution_id, 5000)).output).toEqual({ got: 7 })
  })

  it('fork continues from a node with edited data', async () => {
    const nodes = [
      effect('a', 'call'),
      effect('b', 'call'),
      set('end', { a: '{{ $nodes.a }}', b: '{{ $nodes.b.called }}' }),
    ]
    const id = await begin(nodes, ['start > a > b > end'])
    await test.engine.result(id, 5000)
    const { execution_id } = await control(id, { action: 'fork', from_node: 'b', edited: { a: 'edited' } })
    expect((await test.engine.result(execution_id, 5000)).output).toEqual({ a: 'edited', b: 3 })
    expect(made).toEqual(['a', 'b', 'b'])
  })

  it('fork inside a map runs that node again for every item and keeps the others', async () => {
    const nodes = [
      node('each', 'map', { items: '{{ $input }}', concurrency: 1 }),
      effect('one', 'call'),
      effect('two', 'call'),
    ]
    const id = await begin(nodes, ['start > each', 'each:item > one > two'], [1, 2])
    await test.engine.result(id, 5000)
    made.length = 0
    const { execution_id } = await control(id, { action: 'fork', from_node: 'two' })
    expect((await test.engine.result(execution_id, 5000)).status).toBe('succeeded')
    expect(made).toEqual(['two', 'two'])
  })

  it('retry of a run that a Stop ended comes by the Stop again, and does not go on behind it', async () => {
    const stop = node('enough', 'stop', { status: 'failed', message: 'Enough', output: '{{ $input.none }}' })
    const id = await begin([effect('a', 'call'), stop, effect('behind', 'call')], ['start > a > enough > behind'])
    const ended = { status: 'failed', error: { code: 'stopped', node_id: 'enough' } }
    expect(await test.engine.result(id, 5000)).toMatchObject(ended)
    const { execution_id } = await control(id, { action: 'retry' })
    expect(await test.engine.result(execution_id, 5000)).toMatchObject(ended)
    expect(made).toEqual(['a'])
  })

  it('fork with nothing instead of the beginning leaves nothing of it', async () => {
    const id = await begin([set('end', { was: '{{ $trigger.n }}' })], ['start > end'], { n: 1 })
    expect((await test.engine.result(id, 5000)).output).toEqual({ was: 1 })
    const { execution_id } = await control(id, { action: 'fork', from_node: 'end', edited: { start: null } })
    expect((await test.engine.result(execution_id, 5000)).output).toEqual({ was: null })
  })

  it('writes the same texts as the first: keys keep their order', async () => {
    const id = await begin([set('end', { text: 'was {{ $input }}' })], ['start > end'], {
      zebra: 1,
      a: { long: 1, b: 2 },
    })
    const expected = { text: 'was {"zebra":1,"a":{"long":1,"b":2}}' }
    expect((await test.engine.result(id, 5000)).output).toEqual(expected)
    const { execution_id } = await control(id, { action: 'rerun' })
    expect((await test.engine.result(execution_id, 5000)).output).toEqual(expected)
  })
})
