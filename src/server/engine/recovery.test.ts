import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, set, type TestEngine, until, wires, workflow } from '#test/support/engine.ts'
import type { ChildOptions } from '#test/support/engine-child.ts'
import { type EngineProcess, startEngineProcess } from '#test/support/processes.ts'
import { openSink, type Sink } from '#test/support/sink.ts'
import { MAX_DEATHS } from './store.ts'

/** A bound against hanging, not a measurement. */
const WAIT_MS = 60_000

let database: TestDatabase
let sink: Sink
/** In the test's own process: only enqueues and asks. */
let web: TestEngine
const processes: EngineProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  sink = await openSink(100)
  web = await createTestEngine(database, { role: 'web' })
})
afterEach(async () => {
  await Promise.all(processes.splice(0).map((one) => one.end('SIGKILL')))
})
afterAll(async () => {
  await web.engine.stop()
  await sink.close()
  await database.drop()
})

const startWorker = (
  executorId: string,
  role: ChildOptions['role'] = 'worker',
  more: Partial<ChildOptions> = {},
): Promise<EngineProcess> =>
  startEngineProcess({ databaseUrl: database.url, executorId, role, sink: sink.url, ...more })
/** One that ends with its test. */
async function worker(...how: Parameters<typeof startWorker>): Promise<EngineProcess> {
  const started = await startWorker(...how)
  processes.push(started)
  return started
}
const start = node('start', 'manual_trigger')
const effects = (count: number, does = 'sink') =>
  Array.from({ length: count }, (_, index) => node(`e${index}`, 'effect', { does }))
async function begin(nodes: ReturnType<typeof effects>) {
  const ids = nodes.map(({ id }) => id).join(' > ')
  const request = await web.publish(workflow([start, ...nodes], wires(`start > ${ids}`)))
  return (await web.engine.start(request())).execution_id
}
const asked = (execution: string) => [...sink.made].filter(([key]) => key.startsWith(execution))

describe('processes of different roles', () => {
  let w1: EngineProcess
  beforeAll(async () => {
    w1 = await startWorker('w1')
  })
  afterAll(() => w1.end('SIGKILL'))

  it('a web process enqueues, a worker runs, and the web process tells the end', async () => {
    const id = await begin([...effects(2), set('end', { n: '{{ $input.n }}', from: '{{ $nodes.e0.from }}' }) as never])
    expect(await web.engine.result(id, WAIT_MS)).toMatchObject({ status: 'succeeded', output: { n: 2, from: 'w1' } })
  })

  it('a pause in one process aborts the call in another', async () => {
    const id = await begin(effects(1, 'hang'))
    await until(async () => (await web.engine.result(id, 0)).status === 'running')
    await web.engine.control(id, { action: 'pause' })
    const executor = async () =>
      (await database.pool.query('select executor, status from executions where id = $1', [id])).rows[0]
    expect(await executor()).toEqual({ executor: null, status: 'paused' })
    await web.engine.control(id, { action: 'cancel' })
  })

  it('a second process with an id in use refuses to start and says why', async () => {
    await expect(worker('w1')).rejects.toThrow(/Another process already works as executor "w1"/)
  })
})

describe('a large result', () => {
  it('is neither lost nor there twice when its process is killed between the file and the row', async () => {
    const outputs = mkdtempSync(join(tmpdir(), 'chowk-results-'))
    const nodes = [start, ...effects(1), node('big', 'effect', { does: 'large' }), set('s', { v: 1 })]
    const request = await web.publish(workflow(nodes, wires('start > e0 > big', 'start > s')))
    const first = await worker('killed', 'worker', { outputs, diesAfter: '-result.json' })
    const id = (await web.engine.start(request())).execution_id
    await first.exited
    expect((await web.engine.result(id, 0)).status).toBe('running')
    await worker('killed', 'worker', { outputs })
    const { status, output } = await web.engine.result(id, WAIT_MS)
    expect({ status, output }).toEqual({ status: 'succeeded', output: { big: 'x'.repeat(300_000), s: { v: 1 } } })
    expect(asked(id)).toHaveLength(1)
    const folder = join(outputs, 'outputs/executions', id)
    expect(readdirSync(folder).sort()).toEqual(['-result.json', 'big.json'])
    expect(JSON.parse(readFileSync(join(folder, '-result.json'), 'utf8'))).toEqual(output)
    rmSync(outputs, { recursive: true })
  })
})

describe('a start under the name of an earlier process', () => {
  it('counts no death against what the new process has just taken from the queue', async () => {
    const id = await begin(effects(1, 'hang'))
    const row = async () =>
      (await database.pool.query('select status, executor, deaths from executions where id = $1', [id])).rows[0]
    // Holds back the statement that sets free what was left behind, so that a queue that is already read gets ahead of it.
    const pool = Object.assign(Object.create(database.pool), {
      query: async (text: string, values: unknown[]) => {
        if (text.includes('deaths = (case'))
          for (let tries = 0; tries < 40 && (await row()).status === 'queued'; tries++) await delay(50)
        return database.pool.query(text, values)
      },
    })
    const behaviours = { hang: () => new Promise<never>(() => {}) }
    const again = await createTestEngine(database, { role: 'worker', executorId: 'again', pool, behaviours })
    await until(async () => (await row()).status === 'running')
    expect(await row()).toEqual({ status: 'running', executor: 'again', deaths: 0 })
    await web.engine.control(id, { action: 'cancel' })
    await again.engine.stop()
  })
})

describe('kill -9 of a worker', () => {
  const ids = { line: '', map: '', loop: '' }
  let next: EngineProcess
  beforeAll(async () => {
    const first = await startWorker('first')
    const inEach = async (each: ReturnType<typeof node>) => {
      const document = workflow([start, each, ...effects(1)], wires('start > each', 'each:item > e0'))
      return (await web.engine.start((await web.publish(document))())).execution_id
    }
    ids.line = await begin(effects(8))
    ids.map = await inEach(node('each', 'map', { items: [1, 2, 3, 4, 5, 6, 7, 8], concurrency: 1 }))
    ids.loop = await inEach(node('each', 'loop', { while: '$index < 8' }))
    await until(async () => Object.values(ids).every((id) => asked(id).length >= 3))
    await first.end('SIGKILL')
    next = await startWorker('next')
  })
  afterAll(() => next.end('SIGKILL'))

  it('another one continues, and no effect is made twice', async () => {
    const output = { n: 8, from: 'next' }
    expect(await web.engine.result(ids.line, WAIT_MS)).toMatchObject({ status: 'succeeded', output })
    expect(asked(ids.line)).toHaveLength(8)
    expect(asked(ids.line).reduce((sum, [, made]) => sum + made.asked, 0)).toBeLessThanOrEqual(9)
  })

  it.each(['map', 'loop'] as const)('in the middle of a %s: what is finished is not repeated', async (what) => {
    expect(await web.engine.result(ids[what], WAIT_MS)).toMatchObject({ status: 'succeeded' })
    const times = asked(ids[what]).map(([, made]) => made.asked)
    expect(times).toHaveLength(8)
    // Only what was under way when it died is asked for again, by the same key.
    expect(times.slice(0, 2)).toEqual([1, 1])
    expect(times.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(9)
  })
})

describe('kill -9', () => {
  it('of the only process: after a restart under the same name it continues at once', async () => {
    const first = await worker('only', 'all')
    const id = await begin(effects(4))
    await until(async () => asked(id).length >= 2)
    await first.end('SIGKILL')
    await worker('only', 'all')
    expect(await web.engine.result(id, WAIT_MS)).toMatchObject({ status: 'succeeded', output: { n: 4 } })
    expect(asked(id)).toHaveLength(4)
  })

  it('again and again by one execution: it is given up as poison, the others go on', async () => {
    const good = await begin(effects(3))
    const bad = await begin(effects(1, 'die'))
    const isGivenUp = async () => (await web.engine.result(bad, 0)).status === 'failed'
    let deaths = 0
    while (!(await isGivenUp())) {
      // It may die of what it takes over before it is ready. It is refused while the lock of the one before is still held.
      const one = await worker('victim').catch(() => null)
      if (one === null) continue
      const died = one.exited.then(() => 'died')
      if ((await Promise.race([died, until(isGivenUp, WAIT_MS)])) === 'died') deaths++
    }
    expect(deaths).toBeLessThanOrEqual(MAX_DEATHS)
    expect(await web.engine.result(bad, 0)).toMatchObject({ status: 'failed', error: { code: 'poison' } })
    expect(await web.engine.result(good, WAIT_MS)).toMatchObject({ status: 'succeeded', output: { n: 3 } })
  })
})

describe('SIGTERM', () => {
  it('hands over what does not end in time', async () => {
    const first = await worker('leaving')
    const id = await begin(effects(12))
    await until(async () => asked(id).length >= 1)
    expect(await first.end('SIGTERM')).toBe(0)
    const state = async () =>
      (await database.pool.query('select status, executor from executions where id = $1', [id])).rows[0]
    expect(await state()).toEqual({ status: 'queued', executor: null })
    await worker('staying')
    expect(await web.engine.result(id, WAIT_MS)).toMatchObject({ status: 'succeeded', output: { n: 12 } })
    expect(asked(id)).toHaveLength(12)
  })
})
