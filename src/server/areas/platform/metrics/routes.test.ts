import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInstallationFacts } from '#server/compose/metrics.ts'
import { drawHealthPage } from '#server/platform/http/pages/health-page.ts'
import { createCountsReader } from '#server/platform/metrics/counts.ts'
import { runsEnded } from '#server/platform/metrics/meters.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { createTestApp, METRICS_TOKEN, type Person, type TestApp } from '#test/support/app.ts'
import { ALL_UP } from '#test/support/parts.ts'
import { createSampling } from './samples.ts'

let test: TestApp
let admin: Person
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = { ...(await test.person('admin')), signed_in_at: new Date() }
  test.know(admin)
  seller = await test.person('creator_admin')
})
afterAll(() => test.close())

const BEARER = { authorization: `Bearer ${METRICS_TOKEN}` }
const ADDRESSES = ['/metrics', '/metrics/health'] as const

/** The cookie that a browser sends afterwards, and the line that set it. */
async function open(as = admin): Promise<{ cookie: string; line: string }> {
  const { headers, body } = await test.call('POST', '/api/v1/admin/metrics/pages', { as })
  const line = String(headers['set-cookie'])
  expect(new Date(body.data.open_until).getTime()).toBeGreaterThan(Date.now() + 14 * 60_000)
  return { cookie: line.split(';')[0] ?? '', line }
}

describe('/metrics and /metrics/health', () => {
  it('open with the token, and with nothing that is not it', async () => {
    for (const url of ADDRESSES) {
      expect((await test.call('GET', url, { headers: BEARER })).status).toBe(200)
      for (const authorization of [
        'Bearer wrong',
        `Bearer ${METRICS_TOKEN}x`,
        `Bearer ${METRICS_TOKEN.slice(0, -1)}`,
        `Basic ${METRICS_TOKEN}`,
        METRICS_TOKEN,
        'Bearer',
        `Bearer ${seller.token}`,
      ]) {
        const answer = await test.call('GET', url, { headers: { authorization } })
        expect([authorization, answer.status]).toEqual([authorization, 401])
        expect(answer.headers['www-authenticate']).toBe('Bearer')
      }
      expect((await test.call('GET', `${url}?token=${METRICS_TOKEN}`)).status).toBe(401)
      expect((await test.call('POST', url, { headers: BEARER })).status).toBe(405)
    }
  })

  it('open to admins: by their session, and in a browser by the cookie that they asked for', async () => {
    const { cookie, line } = await open()
    expect(line).toMatch(/; Path=\/metrics; Max-Age=900; HttpOnly; SameSite=Strict$/)
    for (const url of ADDRESSES) {
      expect((await test.call('GET', url, { headers: { cookie: `other=1; ${cookie}` } })).status).toBe(200)
      expect((await test.call('GET', url, { as: admin })).status).toBe(200)
      expect((await test.call('GET', url)).status).toBe(401)
      expect((await test.call('GET', url, { as: seller })).status).toBe(401)
    }
  })

  it('refuse a ticket that was changed, has expired, or whose admin may no longer look', async () => {
    const { cookie } = await open()
    const status = async (sent: string) => (await test.call('GET', '/metrics', { headers: { cookie: sent } })).status
    const [name = '', value = ''] = cookie.split('=')
    const [user, session, until, signature] = value.split('.')
    const forged = [
      `${name}=${seller.id}.${session}.${until}.${signature}`,
      `${name}=${user}.${session}.${Number(until) + 1}.${signature}`,
      `${name}=${user}.other.${until}.${signature}`,
      `${name}=${user}.${session}.1.${signature}`,
      `${name}=`,
      `${name}=${'x'.repeat(10_000)}`,
      `${name}=${value}x`,
    ]
    for (const one of forged) expect([one.slice(0, 60), await status(one)]).toEqual([one.slice(0, 60), 401])
    expect(await status(cookie)).toBe(200)
    const leaver = await test.person('admin')
    const theirs = await open(leaver)
    expect(await status(theirs.cookie)).toBe(200)
    test.block(leaver)
    expect(await status(theirs.cookie)).toBe(401)
  })

  it('tell a browser how to open them, without scripts and in frames of our own pages alone', async () => {
    const browser = { accept: 'text/html' }
    const closed = await test.call('GET', '/metrics/health?theme=dark', { headers: browser })
    expect(closed.status).toBe(401)
    expect(closed.body).toContain('Sign in as an admin')
    const page = await test.call('GET', '/metrics/health?theme=%22%3E%3Cscript%3E', {
      headers: { ...browser, ...BEARER },
    })
    expect(page.body).not.toContain('<script')
    for (const { headers } of [closed, page]) {
      expect(headers['x-frame-options']).toBe('SAMEORIGIN')
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'self'/)
      expect(headers['cache-control']).toBe('no-store')
    }
    const other = await test.call('GET', '/metrics/healthy', { headers: browser })
    expect(other.headers['x-frame-options']).toBe('DENY')
  })

  it('say what is true of the installation and of this process', async () => {
    const { headers, body } = await test.call('GET', '/metrics', { headers: BEARER })
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    for (const line of [
      'chowk_database_up 1',
      'chowk_check_up{check="database"} 1',
      'chowk_queue_runs{priority="normal"} 0',
      'chowk_runs{status="running"} 0',
      'chowk_mails{status="queued"} 0',
      'chowk_gateway_lag_seconds 0',
      'chowk_database_pool_connections_max{pool="runs"}',
      'chowk_sandbox_processes{kind="code",state="busy"} 1',
      'chowk_build_info{version="test",role="all"} 1',
      'chowk_http_requests_total{method="GET",route="/metrics",status="401"}',
    ])
      expect(body).toContain(`\n${line}`)
    // None was made.
    expect(body).not.toContain('chowk_backup_age_seconds ')
    expect(body).toMatch(/\nchowk_disk_free_bytes \d{6,}/)
    expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-7/)
    const page = await test.call('GET', '/metrics/health', { headers: BEARER })
    for (const text of ['Everything works.', 'Database', 'Runs in the queue', 'Last backup', 'Disk space', 'OK'])
      expect(page.body).toContain(text)
  })

  it('name what is down, and leave out what is not known', async () => {
    const broken = createMetrics({
      version: '1',
      role: 'web',
      health: {
        check: async () => ({
          status: 'degraded',
          version: '1',
          checks: { database: 'down', storage: 'up', '<b>': 'down' },
        }),
      },
      readFacts: async () => null,
      pools: {},
      sandbox: () => ({}),
      dataDir: '/nowhere/at/all',
      replica: null,
    })
    const body = await broken.text()
    expect(body).toContain('chowk_database_up 0')
    expect(body).toContain('chowk_check_up{check="database"} 0')
    expect(body).not.toMatch(/\nchowk_(?:queue|workers|disk)/)
    const page = drawHealthPage(await broken.facts(), { brand: '<i>Brand</i>', theme: null, now: new Date() })
    expect(page).toContain('Down. Nothing can be saved.')
    expect(page).toContain('The database can’t be read')
    expect(page).not.toMatch(/<i>|<b>/)
  })
})

const BARE = {
  version: 'test',
  role: 'all',
  health: ALL_UP,
  pools: {},
  sandbox: () => ({}),
  dataDir: '/',
  replica: null,
}
const sampler = () => {
  const counts = createCountsReader()
  const metrics = createMetrics({ ...BARE, readFacts: createInstallationFacts(test.database.pool) })
  return { counts, turn: createSampling({ db: test.database.db, metrics, counts }) }
}
const history = (range = '1h', as = admin) => test.call('GET', '/api/v1/admin/metrics', { as, query: { range } })
const rows = async () => (await test.database.pool.query('select * from metric_samples order by minute')).rows

describe('samples', () => {
  beforeEach(() => test.database.pool.query('delete from metric_samples'))
  const readers: { stop(): void }[] = []
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.stop()
  })

  it('are one row a minute: processes add what they counted, and one measures the installation', async () => {
    const [a, b] = [sampler(), sampler()]
    readers.push(a.counts, b.counts)
    await a.turn()
    await b.turn()
    await test.database.pool.query('delete from metric_samples')
    runsEnded.inc({ outcome: 'succeeded' }, 3)
    runsEnded.inc({ outcome: 'failed' })
    await Promise.all([a.turn(), b.turn()])
    await a.turn()
    const stored = await rows()
    expect(stored.length).toBeLessThanOrEqual(2)
    // In this test two readers count the same registry.
    expect(stored.reduce((sum, row) => sum + row.runs_succeeded, 0)).toBe(6)
    expect(stored.reduce((sum, row) => sum + row.runs_failed, 0)).toBe(2)
    expect(stored[0]).toMatchObject({ queued_runs: 0, workers: 1, waiting_mails: 0, parts_down: 0 })
    expect(stored[0].disk_free_bytes).toBeGreaterThan(0)
  })

  it('lose nothing that could not be stored', async () => {
    const reader = createCountsReader()
    readers.push(reader)
    await reader.take(async () => {})
    runsEnded.inc({ outcome: 'cancelled' })
    await expect(reader.take(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
    const taken: number[] = []
    await reader.take(async ({ runs_cancelled }) => void taken.push(runs_cancelled))
    await reader.take(async ({ runs_cancelled }) => void taken.push(runs_cancelled))
    expect(taken).toEqual([1, 0])
  })

  it('are deleted after thirty days', async () => {
    const { turn, counts } = sampler()
    readers.push(counts)
    await test.database.pool.query(
      `insert into metric_samples (minute) values (date_trunc('minute', now() - interval '31 days', 'UTC')), (date_trunc('minute', now() - interval '29 days', 'UTC'))`,
    )
    await turn()
    expect(await rows()).toHaveLength(2)
  })

  it('are drawn in stretches: sums, means and the worst, from any of thirty days', async () => {
    await test.database.pool.query(`
      insert into metric_samples (minute, queued_runs, workers, disk_free_bytes, runs_succeeded, requests, request_ms)
      select date_trunc('minute', now(), 'UTC') - make_interval(mins => n), n % 7, 2 + n % 2, 1000 + n, 1, 2, 10
      from generate_series(0, 43199) as n`)
    for (const [range, count, step_s] of [
      ['1h', 60, 60],
      ['24h', 96, 900],
      ['7d', 84, 7200],
      ['30d', 90, 28_800],
    ] as const) {
      const { status, body } = await history(range)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ range, step_s })
      expect(body.data.points.length).toBeGreaterThanOrEqual(count - 1)
      expect(body.data.points.length).toBeLessThanOrEqual(count)
      const [, second] = body.data.points
      const minutes = step_s / 60
      expect(second).toMatchObject({ runs_succeeded: minutes, requests: 2 * minutes, request_ms: 5, step_ms: null })
      if (minutes >= 7) expect(second).toMatchObject({ queued_runs: 6, workers: 2 })
    }
    const plan = await test.database.pool.query(
      `explain select * from metric_samples where minute >= now() - interval '1 hour'`,
    )
    expect(JSON.stringify(plan.rows)).toContain('Index Scan')
  })

  it('are for admins', async () => {
    expect((await history('1h', seller)).status).toBe(403)
    expect((await test.call('GET', '/api/v1/admin/metrics')).status).toBe(401)
    expect((await history('1y')).status).toBe(400)
    expect((await test.call('POST', '/api/v1/admin/metrics/pages', { as: seller })).status).toBe(403)
  })
})

describe('the export', () => {
  const ask = (as: Person, body: object = { range: '24h' }) =>
    test.call('POST', '/api/v1/admin/metrics/export', { as, body })

  it('asks for a fresh sign-in, and is noted', async () => {
    const stale = await test.person('admin')
    expect((await ask(stale)).body.errors[0].code).toBe('confirmation_needed')
    expect((await ask(seller)).status).toBe(403)
    expect((await ask(admin, { range: 'ever' })).status).toBe(400)
    await test.database.pool.query(
      `insert into metric_samples (minute, runs_failed) values (date_trunc('minute', now(), 'UTC'), 4) on conflict (minute) do update set runs_failed = 4`,
    )
    const { status, body } = await ask(admin)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ history: { range: '24h' }, checks: { database: 'up' } })
    expect(body.data.name).toMatch(/^metrics-24h-\d{4}-\d\d-\d\d$/)
    const [head, ...lines] = body.data.csv.trim().split('\r\n')
    expect(head).toMatch(/^at,runs_succeeded,runs_failed,/)
    expect(lines).toHaveLength(body.data.history.points.length)
    expect(lines.at(-1)).toMatch(/Z,\d+,4,/)
    const noted = await test.database.pool.query(
      `select actor_id, details from audit_log where action = 'metrics.export'`,
    )
    expect(noted.rows).toEqual([{ actor_id: admin.id, details: { range: '24h', points: lines.length } }])
  })
})
