import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  type Behaviour,
  createTestEngine,
  node,
  storeWorkflow,
  type TestEngine,
  until,
  wires,
  workflow,
} from '#test/support/engine.ts'
import { UNTOLD } from './child-runs.ts'
import type { Dispatcher } from './dispatch.ts'
import { Fenced } from './recorder.ts'
import { MAX_DEATHS } from './store.ts'
import { createWaits } from './waits.ts'

/** What `held` waits for. */
let gate = Promise.withResolvers<void>()
let last = Promise.withResolvers<void>()
let laterSteps = 0
const behaviours: Record<string, Behaviour> = {
  ask: () => ({ type: 'wait', wait: { type: 'approval', title: '?', details: null, until: null } }),
  held: async () => {
    await gate.promise
    return output('held')
  },
  broken: async () => {
    await gate.promise
    throw new NodeError('broken', 'Not today')
  },
  // Fails for the first item, and is slow for the others.
  first: async ({ input }) => {
    await (input === 1 ? gate : last).promise
    if (input === 1) throw new NodeError('broken', 'Not today')
    return output(input)
  },
  later: () => {
    laterSteps++
    return output(null)
  },
  last: async () => {
    await last.promise
    return output('last')
  },
}

let database: TestDatabase
let test: TestEngine
/** A workflow that waits for an answer. */
let asking: { workflow_id: string; version_id: string }
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database, { behaviours })
  const document = workflow([start, node('w', 'wait', { does: 'ask' })], wires('start > w'))
  asking = await storeWorkflow(database.pool, test.owner, document)
})
afterAll(async () => {
  await test.engine.stop()
  await database.drop()
})

const start = node('start', 'manual_trigger')
const does = (id: string, what: string) => node(id, 'pure', { does: what })
const call = () => node('call', 'sub_workflow', { workflow_id: asking.workflow_id })
const stopping = (status: string) => [does('b', 'held'), node('stop', 'stop', { status, message: 'Enough' })]

async function begin(nodes: ReturnType<typeof does>[], edges: string[], input: JsonObject | null = null) {
  gate = Promise.withResolvers()
  last = Promise.withResolvers()
  const request = await test.publish(workflow([start, ...nodes], wires(...edges)))
  return (await test.engine.start(request(input))).execution_id
}
const sql = (text: string, values: unknown[]) => database.pool.query(text, values)
const childrenOf = async (id: string): Promise<string[]> =>
  (await sql('select status from executions where parent_id = $1 order by id', [id])).rows.map(({ status }) => status)
/** Until the run that a run called has come to its question. */
const hasAsked = (id: string) => until(async () => (await childrenOf(id)).includes('waiting'))
const isParked = (id: string) => until(async () => (await test.engine.result(id, 0)).status === 'waiting')
const isCancelled = (id: string) => until(async () => (await childrenOf(id)).every((status) => status === 'cancelled'))

describe('a workflow that a run has called', () => {
  it.each([
    ['another step of the run fails', [does('b', 'broken')], ['start > b'], 'failed'],
    ['a Stop ends the run well', stopping('succeeded'), ['start > b > stop'], 'succeeded'],
    ['a Stop ends the run badly', stopping('failed'), ['start > b > stop'], 'failed'],
  ])('does not go on when %s', async (_what, others, edges, status) => {
    const id = await begin([call(), ...others], ['start > call', ...edges])
    await hasAsked(id)
    gate.resolve()
    expect(await test.engine.result(id, 5000)).toMatchObject({ status })
    await isCancelled(id)
  })

  it.each([
    ['the run is cancelled', (id: string) => test.engine.control(id, { action: 'cancel' }), 'cancelled'],
    [
      'workers died on the run again and again',
      (id: string) =>
        sql(`update executions set status = 'running', executor = null, deaths = $2 where id = $1`, [id, MAX_DEATHS]),
      'failed',
    ],
  ])('does not go on when %s', async (_what, end, status) => {
    const id = await begin([call()], ['start > call'])
    await hasAsked(id)
    await isParked(id)
    await end(id)
    expect(await test.engine.result(id, 10_000)).toMatchObject({ status })
    await isCancelled(id)
  })

  it('nor what that has called', async () => {
    const middle = await storeWorkflow(database.pool, test.owner, workflow([start, call()], wires('start > call')))
    const outer = node('outer', 'sub_workflow', { workflow_id: middle.workflow_id })
    const id = await begin([outer, does('b', 'broken')], ['start > outer', 'start > b'])
    const inner = async () =>
      (
        await sql('select c.status from executions c join executions p on p.id = c.parent_id where p.parent_id = $1', [
          id,
        ])
      ).rows[0]?.status
    await until(async () => (await inner()) === 'waiting')
    gate.resolve()
    await until(async () => (await inner()) === 'cancelled')
  })

  it('does not go on when its item was given up and the run continues, and neither does a question', async () => {
    const each = node('each', 'map', { items: [1, 2], concurrency: 2 }, { on_error: 'continue' })
    const nodes = [each, call(), node('ask', 'wait', { does: 'ask' }), does('b', 'broken'), does('end', 'last')]
    const edges = ['start > each', 'each:item > call', 'each:item > ask', 'each:item > b', 'each > end']
    const id = await begin(nodes, edges)
    const open = async () =>
      (await sql('select from execution_waits where execution_id = $1 and resolved_at is null', [id])).rowCount
    await until(async () => (await open()) === 4)
    gate.resolve()
    await isCancelled(id)
    expect(await childrenOf(id)).toHaveLength(2)
    expect([(await test.engine.result(id, 0)).status, await open()]).toEqual(['running', 0])
    last.resolve()
    expect(await test.engine.result(id, 5000)).toMatchObject({ status: 'succeeded', output: 'last' })
  })

  it('does not go on for the other items when one has failed and the run continues, nor do their questions and steps', async () => {
    // Longer than the test: that its time is over does not end the other items.
    const b = node('b', 'pure', { does: 'first' }, { timeout_ms: 600_000 })
    const each = node('each', 'map', { items: [1, 2, 3], concurrency: 3 }, { on_error: 'error_port' })
    const nodes = [each, call(), node('ask', 'wait', { does: 'ask' }), b, does('c', 'later')]
    const edges = ['start > each', 'each:item > call', 'each:item > ask', 'each:item > b > c', 'each:error > end']
    const id = await begin([...nodes, does('end', 'last')], edges)
    const open = async () =>
      (await sql('select from execution_waits where execution_id = $1 and resolved_at is null', [id])).rowCount
    await until(async () => (await open()) === 6)
    gate.resolve()
    await isCancelled(id)
    expect(await childrenOf(id)).toHaveLength(3)
    expect([(await test.engine.result(id, 0)).status, await open()]).toEqual(['running', 0])
    last.resolve()
    expect(await test.engine.result(id, 5000)).toMatchObject({ status: 'succeeded', output: 'last' })
    expect(laterSteps).toBe(0)
  })

  it('does not start once the run has ended', async () => {
    const id = await begin([], [])
    await test.engine.result(id, 5000)
    const { epoch } = (await sql('select epoch from executions where id = $1', [id])).rows[0]
    const started: string[] = []
    const dispatcher = { enqueueIn: async () => void started.push('a job') } as unknown as Dispatcher
    const events = { child: (run: string) => void started.push(run), abandoned: async () => {}, timer: () => {} }
    const opening = createWaits(database.pool, { dispatcher, agentCalls: null }, null, events).open({
      execution_id: id,
      epoch,
      node_id: 'call',
      iteration: '',
      wait: { type: 'child', workflow_id: asking.workflow_id, input: null },
      retry_attempt: null,
      before: { logs: null, usage: null },
    })
    await expect(opening).rejects.toThrow(Fenced)
    expect([started, await childrenOf(id)]).toEqual([[], []])
  })

  it('does not go on beside the one that a repeat of the failed run calls', async () => {
    const id = await begin([call()], ['start > call'])
    await hasAsked(id)
    await isParked(id)
    await sql(`update executions set status = 'failed', finished_at = now() where id = $1`, [id])
    const { execution_id } = await test.engine.control(id, { action: 'retry' })
    expect(await childrenOf(id)).toEqual(['cancelled'])
    await hasAsked(execution_id)
  })

  it('is cancelled by the next process when the run ended in one that died of it, and when its step was given up', async () => {
    const [ended, givenUp, kept] = [
      await begin([call()], ['start > call']),
      await begin([call()], ['start > call']),
      await begin([call()], ['start > call']),
    ]
    for (const id of [ended, givenUp, kept]) {
      await hasAsked(id)
      await isParked(id)
    }
    await test.engine.stop()
    await sql(`update executions set status = 'failed', finished_at = now() where id = $1`, [ended])
    await sql('update execution_waits set resolved_at = now() where execution_id = $1', [givenUp])
    test = await createTestEngine(database, { behaviours })
    await isCancelled(ended)
    await isCancelled(givenUp)
    expect(await childrenOf(kept)).toEqual(['waiting'])
  })
})

describe('the end of a workflow that a run has called', () => {
  /** A parent that waits, with a wait of 4 MB, for the newest of many runs of one step: all of them have ended. */
  async function createCalls(ended: number) {
    const parent = uuidv7()
    const children = Array.from({ length: ended }, () => uuidv7()).sort()
    await sql(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, priority, input, parent_id, parent_node, finished_at)
       select id, $1, $2, $3, case when id = $4 then 'waiting' else 'succeeded' end, 'manual', 'normal', 'null',
         case when id <> $4 then $4::uuid end, case when id <> $4 then 'agent' end, case when id <> $4 then now() - interval '1 minute' end
       from unnest($5::uuid[]) id`,
      [test.owner, asking.workflow_id, asking.version_id, parent, [parent, ...children]],
    )
    const wait = { type: 'child', workflow_id: asking.workflow_id, state: randomBytes(3_000_000).toString('base64') }
    await sql('insert into execution_waits (execution_id, node_id, wait) values ($1, $2, $3)', [parent, 'agent', wait])
    return { parent, newest: children.at(-1) }
  }

  it('is looked for without reading what its step was given, however often that called one', async () => {
    await test.engine.stop()
    const { parent, newest } = await createCalls(30)
    await sql('update execution_waits set child_id = $2 where execution_id = $1', [parent, newest])
    await database.pool.query('vacuum analyze executions, execution_waits')
    expect((await sql(UNTOLD, [50])).rows).toEqual([{ id: newest }])
    const { rows } = await sql(`explain (analyze, buffers, format json) ${UNTOLD}`, [50])
    const { Plan: plan } = rows[0]['QUERY PLAN'][0]
    const pages = 'pg_column_size(wait) / 8192'
    const json = (await sql(`select ${pages} as pages from execution_waits where execution_id = $1`, [parent])).rows[0]
    expect(json.pages).toBeGreaterThan(300)
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(json.pages)
    test = await createTestEngine(database, { behaviours })
  })

  it('is still told to a step that waited for it before waits had a column for it', async () => {
    await test.engine.stop()
    const [named, unnamed] = [await createCalls(3), await createCalls(3)]
    const oldest = (await sql('select id from executions where parent_id = $1 order by id limit 1', [named.parent]))
      .rows[0].id
    await sql(
      `update execution_waits set wait = wait || jsonb_build_object('child_id', $2::text) where execution_id = $1`,
      [named.parent, oldest],
    )
    const migration = readFileSync('src/server/platform/database/migrations/0337_runs_that_waits_name.sql', 'utf8')
    await database.pool.query(
      migration.split(';').find((statement) => statement.includes('update execution_waits')) ?? '',
    )
    const childOf = async (id: string) =>
      (await sql('select child_id from execution_waits where execution_id = $1', [id])).rows[0].child_id
    expect([await childOf(named.parent), await childOf(unnamed.parent)]).toEqual([oldest, unnamed.newest])
    test = await createTestEngine(database, { behaviours })
  })
})
