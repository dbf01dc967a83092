import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/engine.ts'
import { findDead, holdExecutorId } from './liveness.ts'
import { Sweeper } from './sweeper.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** A way to the database whose host can vanish: the database sees its connections end, and those who hold them hear nothing. */
async function wayThatVanishes() {
  const target = new URL(database.url)
  const onwards = new Set<Socket>()
  const clients = new Set<Socket>()
  const server = createServer((client) => {
    const onward = connect(Number(target.port), target.hostname)
    onwards.add(onward)
    clients.add(client)
    client.on('error', () => {}).on('data', (bytes) => onward.write(bytes))
    onward.on('error', () => {}).on('data', (bytes) => client.write(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(database.url)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    vanish: () => {
      for (const onward of onwards) onward.destroy()
      onwards.clear()
    },
    close: () => {
      for (const socket of [...onwards, ...clients]) socket.destroy()
      server.close()
    },
  }
}

it('a process whose connection is lost without a word takes its lock again before others take its runs', async () => {
  const way = await wayThatVanishes()
  const lost: Error[] = []
  const executorId = 'of a host that vanishes'
  const held = await holdExecutorId({
    databaseUrl: way.url,
    executorId,
    role: 'worker',
    onLost: (error) => lost.push(error),
  })
  const isDead = async () => (await findDead(database.pool, executorId)).includes(executorId)
  expect(await isDead()).toBe(false)
  way.vanish()
  await until(isDead)
  await held.holdAgain()
  expect(await isDead()).toBe(false)
  expect(lost).toEqual([])
  await held.release()
  way.close()
})

/** Sweeps, and runs nothing. */
function sweeperOf(executorId: string, holdAgain: () => Promise<void>) {
  const runner = { hasRoom: false, ids: () => [], take: async () => null } as never
  const dispatcher = { resumeJobsOf: async () => {} } as never
  const nothing = async () => {}
  const report = (error: unknown) => expect(error).toBeUndefined()
  const { pool } = database
  return new Sweeper({
    pool,
    runner,
    dispatcher,
    executorId,
    holdAgain,
    releaseHeld: nothing,
    report,
    schedules: async () => [],
    tellParent: nothing,
    cancel: nothing,
  })
}

it('a process that others have given up as dead takes its lock again, and keeps its runs from then on', async () => {
  const way = await wayThatVanishes()
  const executorId = 'given up by another'
  const onLost = (error: Error) => expect(error).toBeUndefined()
  const held = await holdExecutorId({ databaseUrl: way.url, executorId, role: 'worker', onLost })
  const isRegistered = async () =>
    (await database.pool.query('select 1 from executors where id = $1', [executorId])).rows.length > 0
  const other = sweeperOf('another', async () => {})
  await other.start()
  way.vanish()
  await until(async () => !(await isRegistered()))
  const own = sweeperOf(executorId, () => held.holdAgain())
  await own.start()
  await until(isRegistered)
  expect(await findDead(database.pool, executorId)).not.toContain(executorId)
  await Promise.all([own.stop(), other.stop()])
  await held.release()
  way.close()
})

it('a process stops also while it cannot take its lock again', async () => {
  const way = await wayThatVanishes()
  const executorId = 'away for good'
  const held = await holdExecutorId({ databaseUrl: way.url, executorId, role: 'worker', onLost: () => {} })
  way.close()
  await held.holdAgain()
  await held.release()
})
