import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/engine.ts'
import { findDead, holdExecutorId } from './liveness.ts'

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
  const isDead = async () => (await findDead(database.pool)).includes(executorId)
  expect(await isDead()).toBe(false)
  way.vanish()
  await until(isDead)
  await held.holdAgain()
  expect(await isDead()).toBe(false)
  expect(lost).toEqual([])
  await held.release()
  way.close()
})
