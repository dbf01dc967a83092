/** What an operator sees of programs that run: parts that go away and come back, a log that other programs read, and metrics of each process. */
import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { type Program, runProgram, startProgram, temporaryFolder } from './support/program.ts'

const TOKEN = 'a-token-of-metrics-for-programs'
/** A part that goes away or comes back is named this soon (issue 17). */
const WITHIN_MS = 15_000

const folder = temporaryFolder()
let database: TestDatabase
let env: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  env = { DATABASE_URL: database.url, DATA_DIR: join(folder.path, 'data'), METRICS_TOKEN: TOKEN }
  mkdirSync(env.DATA_DIR ?? '')
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})

async function onServer(sql: string): Promise<void> {
  const admin = new pg.Client({ connectionString: inject('databaseServer') })
  await admin.connect()
  await admin.query(sql).finally(() => admin.end())
}

interface Probed {
  status: number
  checks: Record<string, string>
}

async function probe(url: string, path = '/readyz'): Promise<Probed> {
  const answer = await fetch(url + path)
  const { checks } = (await answer.json()) as { checks: Record<string, string> }
  return { status: answer.status, checks }
}

describe('probes of a web process and a worker', () => {
  let web: Program
  let worker: Program
  let workerUrl: string
  const startWorker = async () => {
    const port = await freePort()
    workerUrl = `http://127.0.0.1:${port}`
    worker = await startProgram({ ...env, ROLE: 'worker', PROBE_PORT: String(port), EXECUTOR_ID: 'sight' })
  }
  beforeAll(async () => {
    await startWorker()
    web = await startProgram({ ...env, ROLE: 'web' })
  })
  afterAll(async () => {
    await Promise.all([web.end('SIGTERM'), worker.end('SIGTERM')])
  })

  /** Both addresses of the web process name the part, in time; the process itself is well all the while. */
  async function isSeen(part: string, state: 'up' | 'down'): Promise<void> {
    const status = state === 'up' ? 200 : 503
    for (const path of ['/readyz', '/health', '/api/v1/health'])
      await expect
        .poll(() => probe(web.url, path), { timeout: WITHIN_MS, interval: 200 })
        .toMatchObject({ status, checks: { [part]: state } })
    expect((await fetch(`${web.url}/livez`)).status).toBe(200)
  }

  it('are good while everything is there', async () => {
    await isSeen('engine', 'up')
    expect((await probe(web.url)).checks).toMatchObject({
      database: 'up',
      migrations: 'up',
      storage: 'up',
      engine: 'up',
      queue: 'up',
    })
    expect((await probe(workerUrl)).status).toBe(200)
    expect((await fetch(`${workerUrl}/livez`)).status).toBe(200)
  })

  it('name a worker that was killed, and heal with the next one', async () => {
    await worker.end('SIGKILL')
    await isSeen('engine', 'down')
    await startWorker()
    await isSeen('engine', 'up')
  })

  it('name a data folder that is gone, and heal when it is back', async () => {
    const data = env.DATA_DIR ?? ''
    renameSync(data, `${data}-away`)
    mkdirSync(data)
    await isSeen('storage', 'down')
    await expect.poll(() => probe(workerUrl), { timeout: WITHIN_MS }).toMatchObject({ checks: { storage: 'down' } })
    rmdirSync(data)
    renameSync(`${data}-away`, data)
    await isSeen('storage', 'up')
  })

  it('name a database that takes no connections, and heal when it does', async () => {
    const name = new URL(database.url).pathname.slice(1)
    await onServer(`alter database ${name} allow_connections false`)
    await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    try {
      await isSeen('database', 'down')
      const answer = await fetch(`${web.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
      expect(await answer.text()).toContain('\nchowk_database_up 0\n')
    } finally {
      await onServer(`alter database ${name} allow_connections true`)
    }
    await isSeen('database', 'up')
  })

  it('stand next to the metrics of each process', async () => {
    for (const [url, role] of [
      [web.url, 'web'],
      [workerUrl, 'worker'],
    ]) {
      expect((await fetch(`${url}/metrics`)).status).toBe(401)
      const read = async () => (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
      await expect.poll(read, { timeout: WITHIN_MS }).toMatch(/\nchowk_workers 1\n/)
      const text = await read()
      expect(text).toMatch(new RegExp(`chowk_build_info\\{version="[^"]+",role="${role}"\\} 1`))
      for (const name of [
        'nodejs_eventloop_lag_p99_seconds',
        'process_resident_memory_bytes',
        'chowk_job_duration_seconds_count',
      ])
        expect(text).toContain(name)
    }
    const stored = async () =>
      (await database.pool.query('select from metric_samples where queued_runs is not null')).rowCount
    await expect.poll(stored, { timeout: 40_000 }).toBeGreaterThan(0)
  })
})

const linesOf = (printed: string): Record<string, unknown>[] =>
  printed
    .trim()
    .split('\n')
    .map((line) => {
      try {
        return JSON.parse(line) as Record<string, unknown>
      } catch {
        throw new Error(`This is no JSON: ${line}`)
      }
    })

describe('the log of a program in production', () => {
  it('is JSON from the start to the stop, with a line of each request and without the first password', async () => {
    const data = temporaryFolder()
    const program = await startProgram({ DATA_DIR: data.path, NODE_ENV: 'production' })
    const url = program.url.replace(/".*$/, '')
    const file = join(data.path, 'first-password')
    const password = readFileSync(file, 'utf8').trim()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const signIn = (given: string) =>
      fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ email: 'admin@chowk.local', password: given }),
      })
    expect((await signIn('not the password')).status).toBe(401)
    expect((await signIn(password)).status).toBe(200)
    const answer = await fetch(`${url}/api/v1/agents?search=something-typed`)
    expect(answer.status).toBe(200)
    expect(await program.end('SIGTERM')).toBe(0)
    const lines = linesOf(program.printed())
    expect(program.printed()).not.toContain(password)
    expect(program.printed()).not.toContain('something-typed')
    const id = answer.headers.get('x-request-id')
    expect(lines.filter(({ request_id }) => request_id === id)).toEqual([
      expect.objectContaining({ type: 'access', route: '/api/v1/agents', status: 200, method: 'GET' }),
    ])
    expect(lines.filter(({ type }) => type === 'security')).toEqual([
      expect.objectContaining({ event: 'sign_in_failed', level: 40, error: 'invalid_credentials' }),
      expect.objectContaining({ event: 'signed_in', level: 30, account: expect.any(String) }),
    ])
    expect(lines.map(({ msg }) => String(msg))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/is ready at http/),
        expect.stringMatching(/^SIGTERM: letting what runs finish/),
      ]),
    )
    data.remove()
  })

  it('says in JSON why it does not start', async () => {
    const { code, printed } = await runProgram({
      LOG_FORMAT: 'json',
      DATA_DIR: folder.path,
      PORT: 'x',
      METRICS_TOKEN: 'short',
    })
    expect(code).toBe(1)
    const [line, ...more] = linesOf(printed)
    expect(more).toEqual([])
    expect(line).toMatchObject({ level: 60, msg: expect.stringMatching(/PORT:[\s\S]*METRICS_TOKEN:/) })
    expect(printed).not.toContain('short')
  })

  it('leaves requests out at warn, and everything but its start and stop at silent', async () => {
    const program = await startProgram({ ...env, ROLE: 'web', LOG_FORMAT: 'json', LOG_LEVEL: 'silent' })
    const url = program.url.replace(/".*$/, '')
    await fetch(`${url}/api/v1/categories`)
    expect(await program.end('SIGTERM')).toBe(0)
    expect(linesOf(program.printed()).map(({ type }) => type)).toEqual([undefined, undefined])
  })
})
