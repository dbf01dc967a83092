import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '#server/platform/database/embedded/alive.ts'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { until } from './support/engine.ts'
import { call, type Program, runProgram, startProgram, temporaryFolder } from './support/program.ts'
import { partOf } from './support/scale.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
const env = { DATA_DIR: folder.path }
const postmaster = () => readFileSync(join(folder.path, 'postgres/postmaster.pid'), 'utf8').split('\n')
const postgresPid = () => Number(postmaster()[0])
const postgresPort = () => Number(postmaster()[3])
const databasePassword = () => readFileSync(join(folder.path, 'postgres.password'), 'utf8').trim()

/** What operators are told to back up. */
const BACKUP_PAGE =
  /## Backups[\s\S]*?\n## /.exec(
    readFileSync(join(import.meta.dirname, '../src/web/features/platform/docs/pages/self-hosting.md'), 'utf8'),
  )?.[0] ?? ''

describe('npm start', () => {
  it('starts on an empty folder, prints the first sign-in once, and refuses a second instance or one with foreign keys', async () => {
    // As in a terminal: Ctrl-C goes to the launcher and to the program, and the launcher passes it on.
    const first = await startProgram(env, { grouped: true })
    const password = /Password: +(\S+)/.exec(first.printed())?.[1]
    expect(first.printed()).toContain('Super admin: admin@chowk.local')
    expect(password).toBeTruthy()
    expect(await (await fetch(`${first.url}/health`)).json()).toMatchObject({ status: 'healthy' })
    const signedIn = await call(first.url, 'POST', '/api/auth/sign-in/email', {
      body: { email: 'admin@chowk.local', password },
      headers: { origin: first.url },
    })
    expect(signedIn.status.code).toBe(200)

    const inFolder = readdirSync(folder.path).filter((name) => !/^\.|\.half$/.test(name))
    expect(inFolder).toEqual(
      expect.arrayContaining(['installation', 'postgres', 'postgres.password', 'secret', 'vault-key']),
    )
    expect(inFolder.filter((name) => !BACKUP_PAGE.includes(`${name}\``))).toEqual([])

    const DATABASE_URL = `postgres://postgres:${databasePassword()}@127.0.0.1:${postgresPort()}/chowk`
    const strangers = partOf(['web', 'worker'], 1).map((ROLE) => ({ ROLE, folder: temporaryFolder() }))
    const [second, ...refused] = await Promise.all([
      runProgram(env),
      ...strangers.map(({ ROLE, folder: { path } }) => runProgram({ DATABASE_URL, ROLE, DATA_DIR: path })),
    ])
    expect(second.code).toBe(1)
    expect(second.printed).toContain('Chowk is already running on this data, at http://127.0.0.1:')
    strangers.forEach(({ folder: stranger }, at) => {
      const reason = `The secret (SECRET, or ${stranger.path}/secret without it) is not the one this database is used with`
      expect(refused[at]).toMatchObject({ code: 1, printed: expect.stringContaining(reason) })
      stranger.remove()
    })

    // Leaves no database behind.
    expect(await first.end('SIGINT')).toBe(0)
    expect(existsSync(join(folder.path, 'postgres/postmaster.pid'))).toBe(false)
  })

  let adopting: Program
  it('adopts the database that a kill -9 left behind', async () => {
    const killed = await startProgram(env)
    expect(killed.printed()).not.toContain('Password:')
    const database = postgresPid()
    await killed.end('SIGKILL')
    adopting = await startProgram(env, { grouped: true })
    expect(postgresPid()).toBe(database)
    expect((await call(adopting.url, 'GET', '/api/v1/agents')).data.total).toBeGreaterThanOrEqual(3)
  })

  // SIGINT ends the first program, and SIGTERM one below.
  it('leaves no database behind when its launcher gets SIGHUP, too, and passes it on', async () => {
    expect(await adopting.end('SIGHUP')).toBe(0)
    expect(existsSync(join(folder.path, 'postgres/postmaster.pid'))).toBe(false)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)('stops the server and its database when npm gets %s', async (signal) => {
    const { url, printed, end } = await startProgram(env, { npm: true })
    const database = postgresPid()
    await end(signal)
    await until(async () => !isAlive(database), 30_000)
    await expect(fetch(`${url}/livez`)).rejects.toThrow()
    expect(printed()).toContain('letting what runs finish')
    expect(existsSync(join(folder.path, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('ends with its launcher when that alone is killed', async () => {
    const { child, url, printed } = await startProgram(env, { grouped: true })
    const database = postgresPid()
    child.kill('SIGKILL')
    await until(async () => !isAlive(database), 30_000)
    await expect(fetch(`${url}/livez`)).rejects.toThrow()
    expect(printed()).toContain('letting what runs finish')
  })

  it('leaves no database behind when it is interrupted while it starts', async () => {
    const ended = await runProgram(env, async (child) => {
      await until(async () => existsSync(join(folder.path, 'postgres/postmaster.pid')), 30_000)
      child.kill('SIGINT')
    })
    expect(ended.code).toBe(0)
    expect(existsSync(join(folder.path, 'postgres/postmaster.pid'))).toBe(false)
  })

  // Every variable is tried in `src/server/config.test.ts`.
  it('names what is wrong in its configuration and starts nothing', async () => {
    const ended = await runProgram({ ...env, PORT: 'abc' })
    expect(ended.code).toBe(1)
    expect(ended.printed).toContain('PORT: ')
    expect(ended.printed).not.toContain('    at ')
  })
})

describe('npm start with a Postgres of the operator', () => {
  const data = temporaryFolder()
  let database: TestDatabase
  let empty: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
    empty = await createTestDatabase()
    await empty.pool.query('drop schema auth cascade; drop schema public cascade; create schema public')
  })
  afterAll(async () => {
    await database.drop()
    await empty.drop()
    data.remove()
  })

  it('answers probes while the database is brought up to date, so that nobody restarts it meanwhile', async () => {
    const port = await freePort()
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => null,
      )
    const migrating = await database.pool.connect()
    try {
      await migrating.query('select pg_advisory_lock($1)', [LOCKS.migrations])
      const starting = startProgram({ DATA_DIR: data.path, DATABASE_URL: database.url, PORT: String(port) })
      await until(async () => (await ask('/livez')) === 200)
      expect([await ask('/readyz'), await ask('/')]).toEqual([503, 503])
      await migrating.query('select pg_advisory_unlock($1)', [LOCKS.migrations])
      const program = await starting
      expect([await ask('/livez'), await ask('/readyz'), await ask('/health')]).toEqual([200, 200, 200])
      expect(await program.end('SIGTERM')).toBe(0)
    } finally {
      migrating.release()
    }
  })

  it('does not come up as a new installation when DATABASE_URL is forgotten or names an empty database, nor sells test money as real', async () => {
    await database.pool.query(
      `insert into orders (user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt, status, is_test)
       select id, 'credits', '{}', 'Credits', 50000, '29', 'Asha', 'test', 'one', 'paid', true from users limit 1`,
    )
    const own = { DATA_DIR: data.path, DATABASE_URL: database.url }
    const live = {
      RAZORPAY_KEY_ID: 'rzp_live_0123456789',
      RAZORPAY_KEY_SECRET: 'secret of the keys',
      RAZORPAY_WEBHOOK_SECRET: 'secret of the webhook',
    }
    const wrong: [Record<string, string>, string][] = [
      [{ DATA_DIR: data.path }, 'or DATABASE_URL if it is in a Postgres of your own'],
      [{ ...own, DATABASE_URL: empty.url }, 'and this database is empty. Chowk does not start over in it'],
      [{ ...own, ...live }, 'This database holds test payments'],
    ]
    const refused = await Promise.all(wrong.map(([env]) => runProgram(env)))
    for (const [at, [, message]] of wrong.entries()) {
      expect(refused[at]).toEqual({ code: 1, printed: expect.stringContaining(message) })
      expect(refused[at]?.printed).not.toContain('Password:')
    }
    expect((await empty.pool.query('select 1 from pg_tables where schemaname = $1', ['public'])).rowCount).toBe(0)
  })
})
