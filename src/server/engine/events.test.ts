import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JsonText } from '#contract/core/json-text.ts'
import type { Json } from '#contract/core/primitives.ts'
import type { ExecutionEvent } from '#contract/runs/executions.ts'
import { output } from '#nodes/node.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  type Behaviour,
  createTestEngine,
  node,
  set,
  type TestEngine,
  until,
  wires,
  workflow,
} from '#test/support/engine.ts'
import { followExecution } from './events.ts'
import { type LiveEvent, Watch } from './watch.ts'

let open = () => {}
const behaviours: Record<string, Behaviour> = {
  gate: (ctx) =>
    new Promise((resolve) => {
      ctx.progress(0.5, 'half way')
      open = () => resolve(output('open'))
    }),
  quick: async (ctx) => output(ctx.run.node_id),
}

let database: TestDatabase
let test: TestEngine
/** Another process, as far as the engine can tell. */
let other: TestEngine
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database, { behaviours })
  other = await createTestEngine(database, { role: 'web' })
})
afterAll(async () => {
  await other.engine.stop()
  await test.engine.stop()
  await database.drop()
})

const start = node('start', 'manual_trigger')
async function begin(nodes: Parameters<typeof workflow>[0], edges: string[], input: Json = null) {
  const request = await test.publish(workflow([start, ...nodes], wires(...edges)))
  return (await test.engine.start(request(input))).execution_id
}
async function collect(
  engine: TestEngine['engine'],
  id: string,
  after = 0,
  onEvent: (event: ExecutionEvent) => void = () => {},
) {
  const events: ExecutionEvent[] = []
  for await (const event of engine.events(id, after, AbortSignal.timeout(10_000))) {
    events.push(event)
    onEvent(event)
  }
  return events
}
const stored = (events: ExecutionEvent[]) => events.filter((event) => event.seq !== null)
const describeOf = (event: ExecutionEvent) =>
  event.type === 'node' ? `${event.seq} ${event.node_id} ${event.status}` : `${event.seq} ${event.type}`
const whole = ['1 start succeeded', '2 a succeeded', '3 gate succeeded', '4 z succeeded', '5 end']

/** Rows of 200 kB in batches, as a run that gives much has them, behind those it wrote itself. */
async function addLargeRows(id: string, { batches, rows }: { batches: number; rows: number }): Promise<number> {
  await database.pool.query(
    `insert into journal (execution_id, seq, rows)
     select $1, 10 + b * $3::int, json_agg(json_build_object('node_id', 'each', 'iteration', (b * $3::int + i)::text,
       'seq', 10 + b * $3::int + i, 'status', 'succeeded', 'output', repeat('x', 200000)) order by i)
     from generate_series(0, $2::int - 1) b, generate_series(0, $3::int - 1) i group by b`,
    [id, batches, rows],
  )
  return batches * rows
}

/** The pool, and how many characters were read through it. */
function counted(): { pool: Pool; read: () => number } {
  let read = 0
  const query = async (text: string, values: unknown[]) => {
    const found = await database.pool.query(text, values)
    read += JSON.stringify(found.rows).length
    return found
  }
  return { pool: { query } as unknown as Pool, read: () => read }
}

const untilEnded = (id: string) =>
  until(async () => {
    const ended = 'select 1 from executions where id = $1 and finished_at is not null'
    return (await database.pool.query(ended, [id])).rowCount === 1
  })

describe('events of large outputs', () => {
  it.each([
    ['in many batches', { batches: 30, rows: 2 }],
    ['in one batch', { batches: 1, rows: 60 }],
  ])('are read a few MB at a time, as their reader takes them, and come whole: %s', async (_case, shape) => {
    const id = await begin([], [])
    await untilEnded(id)
    const rows = await addLargeRows(id, shape)
    const { pool, read } = counted()
    const follow = (after: number) =>
      followExecution({ pool, watch: new Watch(), outputs: null }, id, after, new AbortController().signal)
    const first = follow(0)
    await first.next()
    expect(read()).toBeLessThan(3_000_000)
    await first.return(undefined)
    const seqs: (number | null)[] = []
    for await (const { seq } of follow(1)) seqs.push(seq)
    expect(seqs).toEqual(Array.from({ length: rows + 1 }, (_, n) => n + 10))
  })

  it('go on from each of them, also when numbers are missing before the next', async () => {
    const id = await begin([], [])
    await untilEnded(id)
    await addLargeRows(id, { batches: 2, rows: 15 })
    for (const after of [1, 5, 9, 10, 24, 25, 38]) {
      const [next] = stored(await collect(other.engine, id, after))
      expect([after, next?.seq]).toEqual([after, Math.max(after + 1, 10)])
    }
  })

  it('are kept in parts, so that none of them is read with all others', async () => {
    const text = 'x'.repeat(250_000)
    const id = await begin(
      Array.from({ length: 24 }, (_, n) => set(`s${n}`, { text })),
      Array.from({ length: 24 }, (_, n) => `start > s${n}`),
    )
    await untilEnded(id)
    const { rows } = await database.pool.query(
      'select max(octet_length(rows::text))::int as bytes from journal where execution_id = $1',
      [id],
    )
    expect(rows[0].bytes).toBeLessThan(1_100_000)
    const seqs = stored(await collect(other.engine, id)).map(({ seq }) => seq)
    expect(seqs).toEqual(Array.from({ length: 26 }, (_, n) => n + 1))
  })
})

it('a reader who is slow keeps the newest of what is live only', async () => {
  const id = await begin([node('gate', 'effect', { does: 'gate' })], ['start > gate'])
  const watch = new Watch()
  const leave = new AbortController()
  const events = followExecution({ pool: database.pool, watch, outputs: null }, id, 0, leave.signal)
  await events.next()
  for (let n = 0; n < 10_000; n++)
    watch.received(id, {
      type: 'progress',
      seq: null,
      node_id: 'gate',
      iteration: '',
      fraction: n / 10_000,
      message: '',
    })
  const fractions: number[] = []
  for await (const event of events) {
    if (event.type === 'progress') fractions.push(event.fraction)
    if (fractions.at(-1) === 0.9999) leave.abort()
  }
  expect([fractions.length, fractions.at(-1)]).toEqual([200, 0.9999])
  open()
})

it('a reader who comes late begins with what a model has written last, until the run has ended here', async () => {
  const id = await begin([node('gate', 'effect', { does: 'gate' })], ['start > gate'])
  const watch = new Watch()
  watch.keepWritten(id, 'gate', '', 0.5, '', { at: 0, text: 'We open' })
  watch.keepWritten(id, 'gate', '', 0.5, 'Calling a tool')
  const heard: (LiveEvent | null)[] = []
  watch.follow(id, (event) => heard.push(event))()
  expect(heard).toMatchObject([{ type: 'progress', written: { at: 0, text: 'We open' } }])
  watch.forget(id)
  watch.follow(id, (event) => heard.push(event))()
  expect(heard).toHaveLength(1)
  open()
})

describe('the events of an execution', () => {
  it.each(['here', 'in another process'])('come live and in order, watched %s', async (where) => {
    const nodes = [node('a', 'effect', { does: 'quick' }), node('gate', 'effect', { does: 'gate' }), set('z', {})]
    const id = await begin(nodes, ['start > a > gate > z'])
    const engine = where === 'here' ? test.engine : other.engine
    // The gate opens only when the watcher has seen everything before it: nothing is told only at the end.
    const events = await collect(
      engine,
      id,
      0,
      (event) => event.type === 'node' && event.node_id === 'a' && setTimeout(() => open(), 50),
    )
    expect(stored(events).map(describeOf)).toEqual(whole)
    expect(events.at(-1)).toMatchObject({ type: 'end', status: 'succeeded', output: new JsonText('{}') })
    expect(events).toContainEqual(expect.objectContaining({ type: 'status', status: 'running' }))
  })

  it('go on after the last one a reader has seen', async () => {
    const id = await begin(
      [node('a', 'effect', { does: 'quick' }), node('gate', 'effect', { does: 'quick' }), set('z', {})],
      ['start > a > gate > z'],
    )
    await test.engine.result(id, 5000)
    for (let after = 0; after < whole.length; after++) {
      expect(stored(await collect(other.engine, id, after)).map(describeOf)).toEqual(whole.slice(after))
    }
  })

  it.each(['here', 'in another process'])('show what is running and how far it is, watched %s', async (where) => {
    const id = await begin(
      [node('gate', 'effect', { does: 'gate' }), node('long', 'pure', { does: 'gate' })],
      ['start > gate > long'],
    )
    const events = await collect(where === 'here' ? test.engine : other.engine, id, 0, (event) => {
      // The first event opens the gate, the progress of the node behind it opens that one.
      if (event.type === 'status') setTimeout(() => open(), 100)
      if (event.type === 'progress') open()
    })
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'node', seq: null, node_id: 'long', status: 'running' }),
    )
    expect(events).toContainEqual({
      type: 'progress',
      seq: null,
      node_id: 'long',
      iteration: '',
      fraction: 0.5,
      message: 'half way',
    })
    expect(stored(events).map(describeOf).at(-1)).toBe('4 end')
  })

  it('end when the reader leaves, and at once for what does not exist', async () => {
    const id = await begin([node('gate', 'effect', { does: 'gate' })], ['start > gate'])
    const controller = new AbortController()
    const seen: ExecutionEvent[] = []
    for await (const event of test.engine.events(id, 0, controller.signal)) {
      seen.push(event)
      controller.abort()
    }
    expect(seen.length).toBeGreaterThan(0)
    open()
    expect(await collect(test.engine, '00000000-0000-7000-8000-000000000000')).toEqual([])
  })

  it('of a run that nobody watches cost no message', async () => {
    const heard: string[] = []
    const listener = await database.pool.connect()
    try {
      listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
      await listener.query('listen chowk_engine')
      const id = await begin([set('a', {})], ['start > a'])
      await untilEnded(id)
      // Notifications come before the answer of a later query.
      await listener.query('select 1')
      expect(heard.filter((message) => message.includes(id))).toEqual([])
    } finally {
      listener.release(true)
    }
  })
})
