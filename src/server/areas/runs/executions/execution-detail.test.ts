/** What the page of a run shows of it, its place in the queue, and what may be done in which state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONTROL_ACTIONS, EXECUTION_STATUSES, isLegal } from '#contract/runs/execution-states.ts'
import { Execution } from '#contract/runs/executions.ts'
import { NodeError, output, skipped } from '#nodes/node.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

const retry = { max_attempts: 3, delay_ms: 1, backoff: 1 }
const document = workflow(
  [
    node('start', 'manual_trigger'),
    node('shaky', 'effect', { does: 'shaky' }, { retry }),
    node('end', 'pure', { does: 'pass' }),
  ],
  wires('start > shaky > end'),
)

let test: TestApp
let owner: Person
let agent_id = ''
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      pass: (ctx) => output(ctx.input),
      nothing: (ctx) => skipped({ ...(ctx.input as object), second_look: { reason: 'No model is set up' } }),
      shaky: (ctx) => {
        if (ctx.run.attempt < 3)
          throw new NodeError('busy', `Attempt ${ctx.run.attempt} was too much.`, { retryable: true })
        return output({ sum: 1 })
      },
    },
  })
  owner = await test.person('seller')
  agent_id = (await addAgent(test.database.pool, owner.id, document)).id
})
afterAll(() => test.close())

async function run(as = owner, more: object = {}) {
  const body = { agent_id, input: { text: 'x' }, wait_ms: 5000, ...more }
  return test.call('POST', '/api/v1/workflows/execute', { as, body })
}
const read = async (id: string, as: Person | null = owner) => test.call('GET', `/api/v1/executions/${id}`, { as })

describe('a run', () => {
  it('tells what each node tried before it succeeded, its workflow, and its version', async () => {
    const id = (await run()).body.data.execution_id
    const one = Execution.parse((await read(id)).body.data)
    const shaky = one.nodes.find(({ node_id }) => node_id === 'shaky')
    expect(shaky).toMatchObject({ status: 'succeeded', attempts: 3, stored: false, usage: [] })
    expect(shaky?.tries.map(({ attempt, error }) => [attempt, error.code, error.message])).toEqual([
      [1, 'busy', 'Attempt 1 was too much.'],
      [2, 'busy', 'Attempt 2 was too much.'],
    ])
    expect(one.graph).toEqual({
      nodes: [
        { id: 'start', type: 'manual_trigger', title: 'start' },
        { id: 'shaky', type: 'effect', title: 'shaky' },
        { id: 'end', type: 'pure', title: 'end' },
      ],
      edges: [
        { from: 'start', port: 'out', to: 'shaky' },
        { from: 'shaky', port: 'out', to: 'end' },
      ],
    })
    expect(one).toMatchObject({ version: 1, source_id: null, queue: null, usage: { calls: 0, cost_micros: 0 } })
  })

  it('shows a step that had nothing to do as skipped, and continues with what it was given', async () => {
    const passed = workflow(
      [
        node('start', 'manual_trigger'),
        node('second', 'effect', { does: 'nothing' }),
        node('end', 'pure', { does: 'pass' }),
      ],
      wires('start > second > end'),
    )
    const { id: agent } = await addAgent(test.database.pool, owner.id, passed)
    const id = (await run(owner, { agent_id: agent })).body.data.execution_id
    const one = Execution.parse((await read(id)).body.data)
    expect(one.nodes.map(({ node_id, status }) => [node_id, status])).toEqual([
      ['start', 'succeeded'],
      ['second', 'skipped'],
      ['end', 'succeeded'],
    ])
    expect(one.output).toMatchObject({ text: 'x', second_look: { reason: 'No model is set up' } })
  })

  it('sums what its calls of models took, whatever the row holds', async () => {
    const id = (await run()).body.data.execution_id
    const call = { input_tokens: 10, output_tokens: 5, cost_micros: 250, model: 'm', ms: 7 }
    const rows = [
      { node_id: 'shaky', seq: 8, status: 'succeeded', started_at: 1, usage: [call, { ...call, ms: undefined }] },
      { node_id: 'end', seq: 9, status: 'succeeded', started_at: 1, usage: 'nonsense', tries: { a: 1 } },
    ]
    await test.database.pool.query('insert into journal (execution_id, seq, rows) values ($1, 8, $2)', [
      id,
      JSON.stringify(rows),
    ])
    const one = Execution.parse((await read(id)).body.data)
    expect(one.usage).toEqual({ calls: 2, input_tokens: 20, output_tokens: 10, cost_micros: 500 })
  })

  it('gives the output of a node separately, to all who may see the run', async () => {
    const id = (await run()).body.data.execution_id
    const path = (name: string) => `/api/v1/executions/${id}/nodes/${name}/output`
    expect((await test.call('GET', path('shaky'), { as: owner })).body.data).toEqual({ output: { sum: 1 } })
    expect((await test.call('GET', path('nowhere'), { as: owner })).status).toBe(404)
    expect((await test.call('GET', path('shaky'), { as: owner, query: { iteration: '3' } })).status).toBe(404)
    expect((await test.call('GET', path('shaky'), { as: await test.person('admin') })).status).toBe(404)
    expect((await test.call('GET', path('shaky'))).status).toBe(404)
  })

  it('is found by the beginning of its id', async () => {
    const id = (await run()).body.data.execution_id
    const found = async (search: string) => {
      const { body } = await test.call('GET', '/api/v1/executions', { as: owner, query: { search } })
      return body.data.items.some((one: { id: string }) => one.id === id)
    }
    expect(await found(id.slice(0, 23))).toBe(true)
    expect(await found(id.replaceAll('-', '').slice(0, 20))).toBe(true)
    expect(await found(id)).toBe(true)
    expect(await found(`${id.slice(0, 8)}-ffff`)).toBe(false)
    expect(await found(id.slice(0, 7))).toBe(false)
  })
})

describe('a priority', () => {
  it('orders one’s own runs; urgent is for sellers and admins', async () => {
    const buyer = await test.person()
    const refused = await run(buyer, { priority: 'urgent' })
    expect(refused.status).toBe(403)
    expect(refused.body.errors[0]).toMatchObject({ field: 'priority', code: 'forbidden' })
    expect((await run(buyer, { priority: 'high' })).status).toBe(200)
    expect((await run(owner, { priority: 'urgent' })).status).toBe(200)
  })
})

/** A queued run that no worker takes: its job is not there. */
async function queued(by: Person, priority: string, minutes: number): Promise<string> {
  const id = uuidv7()
  await test.database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, priority, input, created_at)
     select $1, $2, w.workflow_id, w.id, 'queued', 'api', $3, 'null', now() + interval '1 hour' - make_interval(mins => $4)
     from workflow_versions w limit 1`,
    [id, by.id, priority, minutes],
  )
  return id
}

describe('the queue', () => {
  it('is told by place: priority, then age, in the line of the owner', async () => {
    const [mine, others] = [await test.person(), await test.person()]
    await queued(others, 'urgent', 50)
    const first = await queued(mine, 'high', 10)
    const second = await queued(mine, 'normal', 30)
    const third = await queued(mine, 'normal', 20)
    const place = async (id: string) => (await read(id, mine)).body.data.queue?.place
    expect(await Promise.all([first, second, third].map(place))).toEqual([1, 2, 3])
    const { queue } = Execution.parse((await read(third, mine)).body.data)
    expect(queue).toMatchObject({ workers: 1 })
    await test.database.pool.query(`update executions set status = 'cancelled' where id = $1`, [first])
    expect(await place(third)).toBe(2)
    expect(await place(first)).toBeUndefined()
  })

  it('as a whole is for super admins', async () => {
    const somebody = await test.person()
    await queued(somebody, 'low', 40)
    const { body } = await test.call('GET', '/api/v1/queue', { as: await test.person('super_admin') })
    const low = body.data.depth.find((one: { priority: string }) => one.priority === 'low')
    expect(low.queued).toBe(1)
    expect(body.data.depth.map((one: { priority: string }) => one.priority)).toEqual([
      'urgent',
      'high',
      'normal',
      'low',
    ])
    expect(body.data.workers).toMatchObject([{ running: 0 }])
    expect((await test.call('GET', '/api/v1/queue', { as: await test.person('admin') })).status).toBe(403)
    await test.database.pool.query(`delete from executions where status = 'queued'`)
  })
})

describe('what may be done in which state', () => {
  const cases = EXECUTION_STATUSES.flatMap((status) => CONTROL_ACTIONS.map((action) => [status, action] as const))

  it.each(cases)('%s, %s', async (status, action) => {
    const id = (await run()).body.data.execution_id
    const { pool } = test.database
    await pool.query('update executions set status = $2, executor = null where id = $1', [id, status])
    const row = async () => (await pool.query('select * from executions where id = $1', [id])).rows[0]
    const made = async () => (await pool.query('select id from executions where source_id = $1', [id])).rowCount
    const before = await row()
    const answer = await test.call('POST', `/api/v1/executions/${id}/control`, {
      as: owner,
      body: action === 'fork' ? { action, from_node: 'end' } : { action },
    })
    if (!isLegal(action, status)) {
      expect(answer.status).toBe(409)
      expect(answer.body.errors[0].code).toBe('illegal_transition')
      expect(await row()).toEqual(before)
      expect(await made()).toBe(0)
    } else {
      expect(answer.status).toBe(200)
      const isNew = ['retry', 'rerun', 'fork'].includes(action)
      expect(await made()).toBe(isNew ? 1 : 0)
      expect(answer.body.data.execution_id === id).toBe(!isNew)
      if (isNew) expect(await row()).toEqual(before)
    }
  })
})
