import type { ClientBase } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { PROCESSOR_LIMITS } from '#contract/runs/processor-limits.ts'
import { shareHere } from '#graph/expressions/evaluate-here.ts'
import { output } from '#nodes/node.ts'
import { startRun } from '#server/platform/tracing/spans.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  behaving,
  createTestEngine,
  node,
  noPorts,
  type TestEngine,
  until,
  wires,
  workflow,
} from '#test/support/engine.ts'
import { Advance } from './advance.ts'
import { createContextMaker } from './context.ts'
import type { Journal, Source, Written } from './journal.ts'
import { Processor } from './processor.ts'
import { prepareProgram } from './program.ts'
import { Recorder } from './recorder.ts'
import type { RunWait } from './waits.ts'

const PARKED = `set status = 'waiting'`
const LOOKS = 'and resolved_at is not null'

let database: TestDatabase
let test: TestEngine
/** While set, the answer to the commit that parks a run does not come back before it is called. */
let hold: Promise<void> | null = null
let held = 0
/** While set, so is the answer to a look at what was resolved. */
let holdLooks: Promise<void> | null = null

/** A database whose answers may be late. */
function late(pool: TestDatabase['pool']): TestDatabase['pool'] {
  const connect = async () => {
    const client: ClientBase & { release(error?: Error): void } = await pool.connect()
    let parks = false
    const query = async (text: string, values?: unknown[]) => {
      if (text.includes(PARKED)) parks = true
      const answer = await client.query(text, values)
      if (text !== 'commit' || !parks) return answer
      parks = false
      if (hold) held++
      await hold
      return answer
    }
    return { query, release: (error?: Error) => client.release(error) }
  }
  const query = async (...asked: Parameters<typeof pool.query>) => {
    const answer = await pool.query(...asked)
    if (String(asked[0]).includes(LOOKS)) await holdLooks
    return answer
  }
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'connect') return connect
      if (name === 'query') return query
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

beforeAll(async () => {
  database = await createTestDatabase()
  const behaviours = {
    ask: () => ({
      type: 'wait' as const,
      wait: { type: 'approval' as const, title: 'Go on?', details: null, until: null },
    }),
    soon: () => ({
      type: 'wait' as const,
      wait: { type: 'timer' as const, until: new Date(Date.now() + 150).toISOString() },
    }),
    give: () => output('given'),
  }
  test = await createTestEngine({ pool: late(database.pool), url: database.url }, { behaviours })
})
afterAll(async () => {
  await test.engine.stop()
  await database.drop()
})

/** A journal that commits when it is told to. */
class Commits implements Journal {
  readonly counters = { entries: 0, batches: 0, retries: 0 }
  readonly #waiting: ((written: Written) => void)[] = []

  async write(source: Source): Promise<Written> {
    await null
    source.draw()
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  async handed(): Promise<void> {
    await until(async () => this.#waiting.length > 0)
  }

  async commit(): Promise<void> {
    await this.handed()
    this.#waiting.shift()?.('committed')
  }

  async close(): Promise<void> {}
}

const asks = workflow(
  [node('start', 'manual_trigger'), node('ask', 'wait', { does: 'ask' }), node('end', 'pure', { does: 'give' })],
  wires('start > ask > end'),
)

it('continues a run whose wake-up came before its process had heard that it is parked', async () => {
  const [parked, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  hold = parked.promise
  holdLooks = looked.promise
  // What is left of a try must not hold the next one.
  onTestFinished(() => {
    parked.resolve()
    looked.resolve()
    ;[hold, holdLooks, held] = [null, null, 0]
  })
  const request = await test.publish(asks)
  const { execution_id } = await test.engine.start(request())
  await until(async () => held > 0)
  const waits = await database.pool.query('select id from execution_waits where execution_id = $1', [execution_id])
  const answer = { type: 'approval', approved: true, comment: '', by: null } as const
  expect(await test.engine.resolveWait(waits.rows[0].id, answer, null)).toMatchObject({ now: true })
  // The queue has brought its wake-up.
  await until(async () => {
    const jobs = await database.pool.query(
      `select 1 from queue_jobs where execution_id = $1 and reason like 'resolved:%' and taken_by is not null`,
      [execution_id],
    )
    return jobs.rowCount === 1
  })
  hold = null
  parked.resolve()
  await new Promise(setImmediate)
  holdLooks = null
  looked.resolve()
  expect(await test.engine.result(execution_id, 3_000)).toMatchObject({ status: 'succeeded' })
  expect(test.problems).toEqual([])
})

it('does not park while what was answered during its last commit continues', async () => {
  const [other, last] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const find = behaving({
    ask: () => ({ type: 'wait', wait: { type: 'approval', title: 'Go on?', details: null, until: null } }),
    other: () => other.promise.then(() => output('other')),
    last: () => last.promise.then(() => output('last')),
  })
  const document = workflow(
    [
      node('start', 'manual_trigger'),
      node('ask', 'wait', { does: 'ask' }),
      node('other', 'pure', { does: 'other' }),
      node('last', 'pure', { does: 'last' }),
    ],
    wires('start > ask > last', 'start > other'),
  )
  const journal = new Commits()
  const open: RunWait = { id: 'w', node_id: 'ask', iteration: '', resolution: null, retry_attempt: null }
  const answered: RunWait = { ...open, resolution: { type: 'approval', approved: true, comment: '', by: null } }
  const parked: (readonly string[])[] = []
  const advance = new Advance({
    program: prepareProgram(document, { workflow_id: 'w', version_id: 'v', author: null }, find),
    recorder: new Recorder(journal, { id: 'e', epoch: 1, seq: 0 }, () => {}),
    input: null,
    owner: { visitor_key: 'somebody' },
    agent_version: null,
    trigger: 'manual' as const,
    rows: [],
    waits: [],
    chosen: [],
    test: null,
    makeContext: createContextMaker(noPorts, find),
    processor: new Processor(shareHere, PROCESSOR_LIMITS).forRun({ visitor_key: 'somebody' }),
    waiting: {
      open: async () => open,
      close: async () => {},
      resolved: async () => [answered],
      park: async (_id, _epoch, ids) => {
        parked.push(ids)
        return []
      },
    },
    outputs: null,
    report: (error) => test.problems.push(error),
    live: () => null,
    keepWritten: () => {},
    keepPlan: () => {},
    span: startRun('01890000-0000-7000-8000-000000000000', {}),
  })
  const outcome = advance.start()
  await journal.commit()
  other.resolve()
  await journal.handed()
  advance.wake()
  await new Promise(setImmediate)
  await journal.commit()
  await journal.commit()
  await new Promise(setImmediate)
  last.resolve()
  await journal.commit()
  expect(await outcome).toMatchObject({ status: 'succeeded', output: { last: 'last', other: 'other' } })
  expect([parked, test.problems]).toEqual([[], []])
})
