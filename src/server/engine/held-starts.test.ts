import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Json, UserId } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { saveSetting } from '#server/platform/settings/settings.store.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, set, type TestEngine, until, wires, workflow } from '#test/support/engine.ts'
import { startEngineProcess } from '#test/support/processes.ts'

let database: TestDatabase
/** A process that works and one that only accepts, which learn of maintenance at different times. */
const held = { first: false, second: false }
let first: TestEngine
let second: TestEngine
let open = Promise.withResolvers<void>()
beforeAll(async () => {
  database = await createTestDatabase()
  const behaviours = {
    gate: async () => {
      await open.promise
      return output(null)
    },
  }
  first = await createTestEngine(database, { behaviours, holdsStarts: () => held.first })
  second = await createTestEngine(database, { behaviours, role: 'web', holdsStarts: () => held.second })
})
afterAll(async () => {
  await first[Symbol.asyncDispose]()
  await second[Symbol.asyncDispose]()
  await database.drop()
})

const hold = (on: boolean) => Object.assign(held, { first: on, second: on })
const statusOf = async (id: string): Promise<string> =>
  (await database.pool.query<{ status: string }>('select status from executions where id = $1', [id])).rows[0]
    ?.status ?? ''
const isHeld = async (id: string): Promise<boolean> =>
  (await database.pool.query('select from held_starts where execution_id = $1', [id])).rowCount === 1
const start = node('start', 'manual_trigger')
const single = () => first.publish(workflow([start, set('a', { x: 1 })], wires('start > a')))

it('accepts runs of every kind, starts none of them, and starts all when it is over', async () => {
  hold(true)
  const request = await single()
  const now = await first.engine.start(request())
  const later = await second.engine.start(request(null, { mode: 'later' }))
  const delayed = await first.engine.start(request(null, { mode: 'later', delay_ms: 50 }))
  const waited = await first.engine.run(request(), 100)
  const ids = [now, later, delayed, waited].map(({ execution_id, status }) => {
    expect(status).toBe('queued')
    return execution_id
  })
  for (const id of ids) await until(() => isHeld(id))
  expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'queued'))
  hold(false)
  for (const id of ids) expect((await second.engine.result(id, 60_000)).status).toBe('succeeded')
  expect((await database.pool.query('select from held_starts')).rowCount).toBe(0)
})

it('lets runs under way finish, with the runs that their steps start', async () => {
  open = Promise.withResolvers()
  const child = await first.publish(workflow([start, set('c', { y: 2 })], wires('start > c')))
  const { rows } = await database.pool.query<{ workflow_id: string }>(
    'select workflow_id from workflow_versions where id = $1',
    [child().workflow_version_id],
  )
  const parent = await first.publish(
    workflow(
      [
        start,
        node('g', 'effect', { does: 'gate' }),
        node('call', 'sub_workflow', { workflow_id: rows[0]?.workflow_id ?? '' }),
      ],
      wires('start > g > call'),
    ),
  )
  const { execution_id } = await first.engine.start(parent())
  hold(true)
  open.resolve()
  expect((await first.engine.result(execution_id, 60_000)).status).toBe('succeeded')
  hold(false)
})

it('holds a run that was paused before it began, and lets one continue that had begun', async () => {
  open = Promise.withResolvers()
  const gated = await first.publish(workflow([start, node('g', 'effect', { does: 'gate' })], wires('start > g')))
  const { execution_id: begun } = await first.engine.start(gated())
  await first.engine.control(begun, { action: 'pause' })
  hold(true)
  const { execution_id: fresh } = await first.engine.start((await single())())
  await first.engine.control(fresh, { action: 'pause' })
  open.resolve()
  for (const id of [begun, fresh]) await first.engine.control(id, { action: 'resume' })
  expect((await first.engine.result(begun, 60_000)).status).toBe('succeeded')
  await until(() => isHeld(fresh))
  expect(await statusOf(fresh)).toBe('queued')
  hold(false)
  expect((await first.engine.result(fresh, 60_000)).status).toBe('succeeded')
})

it('starts no run that was cancelled meanwhile', async () => {
  hold(true)
  const { execution_id } = await first.engine.start((await single())())
  await until(() => isHeld(execution_id))
  await first.engine.control(execution_id, { action: 'cancel' })
  hold(false)
  await until(async () => !(await isHeld(execution_id)))
  expect(await statusOf(execution_id)).toBe('cancelled')
})

it.each([
  { first: true, second: false },
  { first: false, second: true },
])('loses no run while only one process knows: %j', async (known) => {
  Object.assign(held, known)
  const request = await single()
  const runs = await Promise.all(
    Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? first : second).engine.start(request())),
  )
  if (known.first) for (const { execution_id } of runs) await until(() => isHeld(execution_id))
  hold(false)
  for (const { execution_id } of runs)
    expect((await second.engine.result(execution_id, 60_000)).status).toBe('succeeded')
})

it('holds a run again that did not begin between two maintenances', async () => {
  hold(true)
  const { execution_id } = await first.engine.start((await single())())
  for (const _ of [1, 2]) {
    await until(() => isHeld(execution_id))
    // Released, and met by the next maintenance before it began.
    await first.engine.control(execution_id, { action: 'pause' })
    hold(false)
    await until(async () => !(await isHeld(execution_id)))
    hold(true)
    await first.engine.control(execution_id, { action: 'resume' })
  }
  hold(false)
  expect((await first.engine.result(execution_id, 60_000)).status).toBe('succeeded')
  expect([...first.problems, ...second.problems]).toEqual([])
})

it('is known to a process that works within two seconds, when another one switches it on and off', async () => {
  await using stack = new AsyncDisposableStack()
  const own = await createTestDatabase()
  stack.defer(() => own.drop())
  const sink = 'http://127.0.0.1:1'
  const worker = await startEngineProcess({ databaseUrl: own.url, executorId: 'worker', role: 'worker', sink })
  stack.defer(async () => void (await worker.end('SIGTERM')))
  const web = await createTestEngine(own, { role: 'web' })
  stack.use(web)
  const request = await web.publish(workflow([start, set('a', { x: 1 })], wires('start > a')))
  const change = (value: Json, version: number) =>
    saveSetting(own.db, { name: 'maintenance', value, version, reason: 'A test', by: UserId.parse(web.owner) })
  /** Until the worker does not start one any more. */
  const oneIsHeld = async () => {
    const { execution_id } = await web.engine.start(request())
    const held = async () =>
      (await own.pool.query('select from held_starts where execution_id = $1', [execution_id])).rowCount === 1
    return until(async () =>
      (await held()) ? execution_id : (await web.engine.result(execution_id, 0)).status !== 'queued' && 'begun',
    )
  }
  expect(await oneIsHeld()).toBe('begun')
  await change({ message: 'Soon', until: null }, 0)
  const id = await until(async () => {
    const held = await oneIsHeld()
    return held !== 'begun' && held
  }, 2_000)
  expect(await oneIsHeld()).not.toBe('begun')
  await change(null, 1)
  expect((await web.engine.result(id, 60_000)).status).toBe('succeeded')
})
