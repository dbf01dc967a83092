/** The database away: reads say so and when to come again, and nothing is lost for good. */

import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandlers } from '#server/areas/handlers.ts'
import { isWritable } from '#server/areas/platform/health/health.store.ts'
import { externalSignInMethods } from '#server/gateways/identity/external/external.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { createHealthChecks } from '#server/platform/health.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { PLAIN_APP, PLAIN_PARTS, PROBES_UP } from '#test/support/parts.ts'
import { createApp } from './app.ts'

/** A way to the database that can be cut. */
class Line {
  readonly #sockets = new Set<Socket>()
  #server: Server | null = null
  #port = 0
  readonly #target: URL
  constructor(target: string) {
    this.#target = new URL(target)
  }

  async open(): Promise<string> {
    this.#server = createServer((client) => {
      const onward = connect(Number(this.#target.port), this.#target.hostname)
      for (const socket of [client, onward]) {
        this.#sockets.add(socket)
        socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
      }
      client.pipe(onward).pipe(client)
    })
    await new Promise<void>((resolve) => this.#server?.listen(this.#port, '127.0.0.1', resolve))
    const address = this.#server.address()
    this.#port = typeof address === 'object' && address ? address.port : 0
    const url = new URL(this.#target)
    url.hostname = '127.0.0.1'
    url.port = String(this.#port)
    return url.href
  }

  async cut(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server?.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

let database: TestDatabase
/** Answers about health are good for a second. */
let clock = 0
let line: Line
let close = async () => {}
let ask: (url: string) => Promise<{ statusCode: number; headers: Record<string, unknown>; json(): unknown }>
beforeAll(async () => {
  database = await createTestDatabase()
  line = new Line(database.url)
  const pool = createPool(await line.open(), 4)
  const db = createDatabase(pool)
  const health = createHealthChecks({ ...PROBES_UP, database: () => isWritable(db) }, '1.2.3', () => clock)
  const unused = new Proxy({}, { get: () => () => Promise.reject(new Error('not asked in this test')) }) as never
  const handlers = createHandlers({
    ...PLAIN_PARTS,
    reader: readPrimary(db),
    health,
    db,
    engine: unused,
    files: unused,
    documents: unused,
    feed: unused,
    chatFeed: unused,
    workflowFeed: unused,
    portrait: unused,
    paperwork: undefined as never,
    exports: unused,
    retention: unused,
    secrets: unused,
    connectors: unused,
    billingGate: unused,
    models: { db: database.db } as never,
    identity: { accounts: null, ways: externalSignInMethods({ google: null, github: null }) },
  })
  const app = await createApp({
    ...PLAIN_APP,
    // How long an outage may keep a caller is what is tested here.
    deadlineFactor: 1,
    handlers,
    sessions: unused,
    secret: 's',
    version: '1.2.3',
    health,
  })
  ask = (url) => app.inject({ url }) as never
  close = async () => {
    await app.close()
    await pool.end()
  }
})
afterAll(async () => {
  await close()
  await database.drop()
})

describe('an outage of the database', () => {
  it('is 503 with Retry-After, is seen in the health answer, and passes', async () => {
    expect((await ask('/health')).json()).toEqual({
      status: 'healthy',
      version: '1.2.3',
      checks: {
        database: 'up',
        migrations: 'up',
        storage: 'up',
        engine: 'up',
        queue: 'up',
        requests: 'up',
        clock: 'up',
      },
    })
    await line.cut()
    clock += 1000
    for (const url of ['/api/v1/agents', '/api/v1/agents/x', '/api/v1/categories']) {
      const answer = await ask(url)
      expect(answer.statusCode).toBe(503)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json()).toMatchObject({
        data: null,
        status: { code: 503, message: 'Service temporarily unavailable. Please try again later.' },
      })
    }
    const health = await ask('/api/v1/health')
    expect([health.statusCode, health.json()]).toEqual([
      503,
      {
        status: 'degraded',
        version: '1.2.3',
        checks: {
          database: 'down',
          migrations: 'up',
          storage: 'up',
          engine: 'up',
          queue: 'up',
          requests: 'up',
          clock: 'up',
        },
      },
    ])
    await line.open()
    clock += 1000
    expect((await ask('/api/v1/agents')).statusCode).toBe(200)
    expect((await ask('/health')).statusCode).toBe(200)
  })
})
