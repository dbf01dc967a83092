/** Each part is taken away in turn, and the answer must say so. */

import { randomUUID } from 'node:crypto'
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HandlerDeps } from '#server/areas/handler-deps.ts'
import { healthHandlers } from '#server/areas/platform/health/routes.ts'
import type { Config } from '#server/config.ts'
import { holdExecutorId, type Liveness } from '#server/engine/liveness.ts'
import { createFolderCheck } from '#server/gateways/own-folder.ts'
import { createFolderObjects } from '#server/gateways/storage/folder-objects.ts'
import type { Sessions } from '#server/platform/access/sessions.ts'
import { readInstallationFile } from '#server/platform/database/installation-file.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { createHealthChecks, type HealthChecks } from '#server/platform/health.ts'
import { createApp } from '#server/platform/http/app.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listenForProbes } from '#server/platform/http/probes.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { PLAIN_APP, PROBES_UP } from '#test/support/parts.ts'
import { temporaryFolder } from '#test/support/program.ts'
import { insertUser } from '#test/support/users.ts'
import { createHealth } from './health.ts'

/** Compiles only while every part of the handlers is named: a part left out would be a health that nobody asks. */
type Optional<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T]
const NOTHING_IS_OPTIONAL: [Optional<HandlerDeps>] extends [never] ? true : false = true

let database: TestDatabase
let folder: ReturnType<typeof temporaryFolder>
let worker: Liveness
let pool: Pool
let gatewayIsUp: boolean
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 2)
  worker = await workerHere()
})
beforeEach(() => {
  folder = temporaryFolder()
  gatewayIsUp = true
})
afterEach(() => folder.remove())
afterAll(async () => {
  await worker.release()
  await pool.end()
  await database.drop()
})

const workerHere = (): Promise<Liveness> =>
  holdExecutorId({ databaseUrl: database.url, executorId: 'health-worker', role: 'worker', onLost: () => {} })

const objectsIn = (dir: string) =>
  createFolderObjects({ dir, check: createFolderCheck(dir, readInstallationFile(dir)) })

/** A new one each time: answers are kept for a moment. */
const checks = (
  dataDir = folder.path,
  requestPool = pool,
  { model = null, now = Date.now }: { model?: Config['model']; now?: () => number } = {},
): HealthChecks =>
  createHealth({
    config: { mail: null, payments: null, model },
    now,
    objects: objectsIn(dataDir),
    pool,
    requestPool,
    replica: null,
    version: '1.2.3',
    gateway: {
      paymentsSince: async () => {
        if (gatewayIsUp) return { items: [], unreadable: [] }
        throw new Error('502')
      },
    },
  })

let closeApp = async () => {}
afterEach(() => closeApp())
async function served(health: HealthChecks) {
  const sessions: Sessions = { resolve: () => Promise.reject(new Error('nobody')), stillValid: async () => true }
  const handlers = healthHandlers(health) as Handlers
  const app = await createApp({
    ...PLAIN_APP,
    handlers,
    sessions,
    secret: 's',
    health,
  })
  closeApp = () => app.close()
  return async (url: string): Promise<[number, unknown]> => {
    const answer = await app.inject({ url })
    return [answer.statusCode, answer.json()]
  }
}

const READY = {
  database: 'up',
  migrations: 'up',
  storage: 'up',
  engine: 'up',
  queue: 'up',
  gateway: 'up',
  clock: 'up',
}
const UP = { ...READY, requests: 'up' }

describe('health', () => {
  it('is good while every part works', async () => {
    expect(NOTHING_IS_OPTIONAL).toBe(true)
    expect(await checks().check()).toEqual({ status: 'healthy', version: '1.2.3', checks: UP })
  })

  it('is degraded when no worker is alive', async () => {
    await worker.release()
    const health = checks()
    // Postgres drops the lock a moment after the connection closes.
    await expect.poll(async () => (await checks().check()).checks.engine).toBe('down')
    expect(await health.engineIsUp()).toBe(false)
    expect(await checks().check()).toMatchObject({ status: 'degraded', checks: { ...UP, engine: 'down' } })
    worker = await workerHere()
  })

  it('is degraded when files cannot be written', async () => {
    const gone = join(folder.path, 'mounted')
    mkdirSync(gone)
    expect((await checks(gone).check()).status).toBe('healthy')
    renameSync(gone, `${gone}-elsewhere`)
    writeFileSync(gone, '')
    const answer = await checks(gone).check()
    expect(answer).toMatchObject({ status: 'degraded', checks: { ...UP, storage: 'down' } })
    expect(JSON.stringify(answer)).not.toContain(gone)
    rmSync(gone)
  })

  it('is degraded when the data folder is not mounted any more, although its mount point can be written', async () => {
    const mounted = join(folder.path, 'mounted')
    mkdirSync(mounted)
    writeFileSync(join(mounted, 'installation'), `${randomUUID()}\n`)
    const [before, meanwhile, afterwards] = [checks(mounted), checks(mounted), checks(mounted)]
    expect((await before.check()).status).toBe('healthy')
    renameSync(mounted, `${mounted}-elsewhere`)
    mkdirSync(mounted)
    expect(await meanwhile.check()).toMatchObject({ status: 'degraded', checks: { ...UP, storage: 'down' } })
    rmSync(mounted, { recursive: true })
    renameSync(`${mounted}-elsewhere`, mounted)
    expect((await afterwards.check()).status).toBe('healthy')
  })

  it('is degraded when the database answers but cannot be written: a standby, or a full disk', async () => {
    const { db } = database
    const check = async () => {
      const fresh = createPool(database.url, 2)
      try {
        return await createHealth({
          config: { mail: null, payments: null, model: null },
          now: Date.now,
          objects: objectsIn(folder.path),
          pool: fresh,
          requestPool: fresh,
          replica: null,
          version: '1.2.3',
          gateway: null,
        }).check()
      } finally {
        await fresh.end()
      }
    }
    const name = sql.id(new URL(database.url).pathname.slice(1))
    expect((await check()).checks.database).toBe('up')
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(db)
    expect(await check()).toMatchObject({ status: 'degraded', checks: { database: 'down', storage: 'up' } })
    await sql`alter database ${name} reset default_transaction_read_only`.execute(db)
    expect((await check()).checks.database).toBe('up')
    // Not one byte may be written to the disk of the database.
    await sql`alter database ${name} set temp_file_limit = 0`.execute(db)
    expect(await check()).toMatchObject({ status: 'degraded', checks: { database: 'down', storage: 'up' } })
    await sql`alter database ${name} reset temp_file_limit`.execute(db)
  })

  it('is degraded when runs wait and none begins, and not for the backlog of one owner', async () => {
    const owner = await insertUser(database, 'basic_user')
    const { db } = database
    const insert = (status: string, created: string, started: string | null) =>
      sql`insert into executions (id, workflow_id, workflow_version_id, owner_id, trigger, status, input, created_at, started_at)
        values (uuidv7(), uuidv7(), uuidv7(), ${owner}, 'manual', ${status}, '{}', now() - ${created}::interval,
          now() - ${started}::interval)`.execute(db)
    await insert('queued', '20 minutes', null)
    expect(await checks().check()).toMatchObject({ status: 'degraded', checks: { ...UP, queue: 'down' } })
    await insert('running', '3 minutes', '2 minutes')
    expect((await checks().check()).status).toBe('healthy')
    await sql`delete from executions`.execute(db)
  })

  it('is good while all that happens are long runs of the one whose next run waits', async () => {
    const [busy, idle] = [await insertUser(database, 'basic_user'), await insertUser(database, 'basic_user')]
    const { db } = database
    const insert = (owner: string, status: string, started: string | null) =>
      sql`insert into executions (id, workflow_id, workflow_version_id, owner_id, trigger, status, input, created_at, started_at)
        values (uuidv7(), uuidv7(), uuidv7(), ${owner}, 'manual', ${status}, '{}', now() - interval '12 minutes',
          now() - ${started}::interval)`.execute(db)
    await insert(busy, 'running', '11 minutes')
    await insert(busy, 'queued', null)
    expect((await checks().check()).status).toBe('healthy')
    await insert(idle, 'queued', null)
    expect(await checks().check()).toMatchObject({ status: 'degraded', checks: { ...UP, queue: 'down' } })
    await sql`delete from executions`.execute(db)
  })

  it('is degraded while requests get no connection, and load balancers still send them here', async () => {
    const requestPool = createPool(database.url, 1)
    const taken = await requestPool.connect()
    const ask = await served(checks(folder.path, requestPool))
    const down = { status: 'degraded', version: '1.2.3', checks: { ...UP, requests: 'down' } }
    expect(await ask('/health')).toEqual([503, down])
    expect(await ask('/readyz')).toEqual([200, { status: 'ready', checks: READY }])
    taken.release()
    expect((await checks(folder.path, requestPool).check()).status).toBe('healthy')
    await requestPool.end()
  })

  it('is degraded while a migration of this program is missing, and not for those of a newer one', async () => {
    const { pool: own } = database
    await own.query("insert into migrations (name, hash) values ('9999_of_a_newer_program.sql', '')")
    expect((await checks().check()).status).toBe('healthy')
    const missing = await own.query("delete from migrations where name like '0001%' returning name, hash, applied_at")
    expect(await checks().check()).toMatchObject({ status: 'degraded', checks: { ...UP, migrations: 'down' } })
    const { name, hash, applied_at } = missing.rows[0]
    await own.query('insert into migrations values ($1, $2, $3)', [name, hash, applied_at])
    await own.query("delete from migrations where name like '9999%'")
    expect((await checks().check()).status).toBe('healthy')
  })

  it('reports the payment gateway without calling the API offline', async () => {
    gatewayIsUp = false
    expect(await checks().check()).toMatchObject({ status: 'healthy', checks: { ...UP, gateway: 'down' } })
  })

  it('names a clock that is off and names that are not resolved, and stays in service', async () => {
    const inTenMinutes = () => Date.now() + 600_000
    expect(await checks(folder.path, pool, { now: inTenMinutes }).checkReady()).toMatchObject({
      status: 'healthy',
      checks: { ...READY, clock: 'down' },
    })
    const at = (host: string): Config['model'] => ({
      provider: 'custom',
      base_url: `http://${host}/v1`,
      model: 'small',
      api_key: null,
      input_price: 0,
      output_price: 0,
      country: null,
    })
    // Reserved: no name ends in it (RFC 6761).
    const found = async (host: string) => (await checks(folder.path, pool, { model: at(host) }).check()).checks.dns
    expect(await found('models.invalid')).toBe('down')
    expect(await found('localhost')).toBe('up')
    expect(await found('127.0.0.1')).toBeUndefined()
    expect((await checks(folder.path, pool, { model: at('models.invalid') }).check()).status).toBe('healthy')
  })

  it('asks each part once, however many ask, and the services of others rarely', async () => {
    let now = 0
    const asked = { own: 0, outside: 0 }
    const own = async () => ++asked.own > 0
    const outside = async () => ++asked.outside > 0
    const health = createHealthChecks({ ...PROBES_UP, database: own, gateway: outside }, 'x', () => now)
    await Promise.all(Array.from({ length: 50 }, () => health.check()))
    expect(asked).toEqual({ own: 1, outside: 1 })
    now += 1000
    await health.check()
    expect(asked).toEqual({ own: 2, outside: 1 })
  })

  it('reports a part of its own soon as working again, though it is asked rarely while it works', async () => {
    let now = 0
    let works = false
    let asked = 0
    const storage = async () => {
      asked++
      return works
    }
    const health = createHealthChecks({ ...PROBES_UP, storage }, 'x', () => now)
    const found = async () => [(await health.check()).checks.storage, asked]
    expect(await found()).toEqual(['down', 1])
    works = true
    expect(await found()).toEqual(['down', 1])
    now += 1000
    expect(await found()).toEqual(['up', 2])
    now += 1000
    expect(await found()).toEqual(['up', 2])
  })

  it('does not use up connections and threads by asking a part that does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let now = 0
    const answers: ((up: boolean) => void)[] = []
    const hangs = () => new Promise<boolean>((resolve) => answers.push(resolve))
    const health = createHealthChecks({ ...PROBES_UP, storage: hangs }, 'x', () => now)
    const storage = async (after_ms: number) => {
      now += after_ms
      const found = health.check()
      await vi.advanceTimersByTimeAsync(3_000)
      return [(await found).checks.storage, answers.length]
    }
    try {
      expect(await storage(0)).toEqual(['down', 1])
      for (let n = 0; n < 5; n++) expect(await storage(6_000)).toEqual(['down', 1])
      // The first question may have gone to a connection that is dead.
      for (let n = 0; n < 5; n++) expect(await storage(60_000)).toEqual(['down', 2])
      for (const answer of answers) answer(true)
      await vi.advanceTimersByTimeAsync(0)
      now += 6_000
      const found = health.check()
      await vi.advanceTimersByTimeAsync(0)
      answers[2]?.(true)
      expect((await found).checks.storage).toBe('up')
    } finally {
      vi.useRealTimers()
    }
  })

  it('stays up after a part has recovered, although its first question is never answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let now = 0
    let asked = 0
    const hangsOnce = () => (asked++ === 0 ? new Promise<boolean>(() => {}) : Promise.resolve(true))
    const health = createHealthChecks({ ...PROBES_UP, database: hangsOnce }, 'x', () => now)
    const database = async (after_ms: number) => {
      now += after_ms
      const found = health.check()
      await vi.advanceTimersByTimeAsync(3_000)
      return (await found).checks.database
    }
    try {
      expect(await database(0)).toBe('down')
      expect(await database(60_000)).toBe('up')
      for (let n = 0; n < 10; n++) expect(await database(6_000)).toBe('up')
    } finally {
      vi.useRealTimers()
    }
  })

  it('is told to load balancers and orchestrators, by workers too', async () => {
    const close = await listenForProbes(checks(), PLAIN_APP.metricsPages, { port: 0, host: '127.0.0.1' })
    await close()
    const ask = await served(checks())
    expect(await ask('/readyz')).toEqual([200, { status: 'ready', checks: READY }])
    expect(await ask('/livez')).toEqual([200, { status: 'ok' }])
  })

  it('answers 503 on every address while a part is down, but the process is alive', async () => {
    const degraded = async () => ({ status: 'degraded', version: 'x', checks: { storage: 'down' } }) as const
    const ask = await served({
      check: degraded,
      checkReady: degraded,
      engineIsUp: async () => false,
    })
    for (const url of ['/health', '/api/v1/health'])
      expect(await ask(url)).toEqual([503, { status: 'degraded', version: 'x', checks: { storage: 'down' } }])
    expect(await ask('/readyz')).toEqual([503, { status: 'not ready', checks: { storage: 'down' } }])
    expect((await ask('/livez'))[0]).toBe(200)
  })
})
