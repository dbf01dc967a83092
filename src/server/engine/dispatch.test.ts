/** The queue: who is next, what is taken once, and what becomes of it when a transaction or a process does not end well. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createOwner, node, storeWorkflow, until, workflow } from '#test/support/engine.ts'
import { createDispatcher, type Dispatcher, type DispatchOptions, type Job } from './dispatch.ts'
import { enqueueNew } from './enqueue.ts'
import * as jobs from './jobs.ts'
import { transaction } from './store.ts'

let database: TestDatabase
let version: { workflow_id: string; version_id: string }
let owner: string
let others: string[]
beforeAll(async () => {
  database = await createTestDatabase()
  owner = await createOwner(database.pool)
  others = await Promise.all([1, 2, 3].map(() => createOwner(database.pool)))
  version = await storeWorkflow(database.pool, owner, workflow([node('start', 'manual_trigger')], []))
})
beforeEach(() => database.pool.query('delete from queue_jobs'))
afterAll(() => database.drop())

let told = 0
const create = (advance: DispatchOptions['advance'], more: Partial<DispatchOptions> = {}) => {
  told = 0
  return createDispatcher({
    pool: database.pool,
    executorId: 'first',
    places: 10,
    share: 0.4,
    advance,
    tellOthers: () => told++,
    report: (error) => {
      throw error
    },
    ...more,
  })
}

/** Stores a run that waits, and its job. */
const enqueue = (dispatcher: Dispatcher, more: { owner?: string } & Partial<Pick<Job, 'priority' | 'delay_ms'>> = {}) =>
  transaction(database.pool, (client) =>
    enqueueNew(
      client,
      dispatcher,
      {
        workflow_version_id: version.version_id,
        input: null,
        trigger: 'manual',
        priority: more.priority ?? 'normal',
        delay_ms: more.delay_ms ?? 0,
        owner: { user_id: more.owner ?? owner },
        mode: 'later',
      },
      version.workflow_id,
    ),
  )
const room = (more: Partial<jobs.Room> = {}): jobs.Room => ({
  ...{ urgent: false, room: 10, mostPerLine: 4, lines: new Map() },
  ...more,
})
const left = async () => (await database.pool.query('select execution_id from queue_jobs')).rowCount

describe('a look for work', () => {
  it('takes the most pressing of an owner first, and no more of one than its share', async () => {
    const web = await create(null)
    const low = await enqueue(web, { priority: 'low' })
    const first = await enqueue(web)
    const second = await enqueue(web)
    const high = await enqueue(web, { priority: 'high' })
    for (const one of others) for (let i = 0; i < 5; i++) await enqueue(web, { owner: one })
    const taken = await jobs.take(database.pool, 'first', room({ room: 12, mostPerLine: 3 }))
    expect(
      taken
        .filter(({ line }) => line === owner)
        .map((job) => job.execution_id)
        .sort(),
    ).toEqual([high, first, second].sort())
    for (const one of others) expect(taken.filter(({ line }) => line === one)).toHaveLength(3)
    const more = await jobs.take(database.pool, 'first', room({ mostPerLine: 3, lines: new Map([[owner, 2]]) }))
    expect(more.filter(({ line }) => line === owner).map((job) => job.execution_id)).toEqual([low])
  })

  it('gives a job to one of many that look at once', async () => {
    const web = await create(null)
    for (let i = 0; i < 12; i++) await enqueue(web, { owner: others[i % 3] as string })
    const looks = await Promise.all(['a', 'b', 'c', 'd'].map((name) => jobs.take(database.pool, name, room())))
    const ids = looks.flat().map((job) => job.execution_id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(0)
  })

  it('finds urgent work while all other places are taken, and delayed work when its time has come', async () => {
    const ran: string[] = []
    const end = Promise.withResolvers<void>()
    const advance = async (id: string) => {
      ran.push(id)
      const found = await database.pool.query('select priority from executions where id = $1', [id])
      if (found.rows[0]?.priority !== 'urgent') await end.promise
    }
    const worker = await create(advance, { places: 2, share: 1 })
    const delayed = await enqueue(worker, { delay_ms: 60 })
    const busy: string[] = []
    for (const one of others) busy.push(await enqueue(worker, { owner: one }))
    await until(async () => ran.length >= 2)
    const urgent = await enqueue(worker, { priority: 'urgent' })
    await until(async () => ran.includes(urgent))
    end.resolve()
    await until(async () => [delayed, ...busy].every((id) => ran.includes(id)))
    await worker.takeNoMore(1_000)
    expect([ran.length, await left()]).toEqual([5, 0])
  })
})

describe('what is enqueued', () => {
  it('begins once it is committed, and never when it is not', async () => {
    const ran: string[] = []
    const worker = await create(async (id) => void ran.push(id))
    await expect(
      transaction(database.pool, async (client) => {
        await worker.enqueueIn(client, {
          ...{ execution_id: crypto.randomUUID(), reason: 'start', delay_ms: 0, priority: 'normal' },
          ...{ owner_id: owner, visitor_key: null },
        })
      }),
      'a run that is not there',
    ).rejects.toThrow()
    const id = await enqueue(worker)
    await until(async () => ran.length === 1)
    expect(ran).toEqual([id])
    await worker.takeNoMore(1_000)
  })

  it('is told to others by a process that does not work, or has no place for it', async () => {
    await enqueue(await create(null))
    expect(told).toBe(1)
    const end = Promise.withResolvers<void>()
    const worker = await create(() => end.promise, { places: 1 })
    await enqueue(worker)
    await until(async () => told === 1)
    end.resolve()
    await worker.takeNoMore(1_000)
  })

  it('goes back into the queue when its process stops, and when it comes back after it was killed', async () => {
    const worker = await create(() => new Promise(() => {}))
    const id = await enqueue(worker)
    await until(async () => (await database.pool.query('select from queue_jobs where taken_by is not null')).rowCount)
    await worker.takeNoMore(10)
    expect(await jobs.take(database.pool, 'second', room())).toMatchObject([{ execution_id: id }])
    const ran: string[] = []
    const again = await create(async (one) => void ran.push(one), { executorId: 'second' })
    await until(async () => ran.length === 1)
    await again.takeNoMore(1_000)
    expect([ran, await again.hasJob(id)]).toEqual([[id], false])
  })
})
