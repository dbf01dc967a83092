/** The program behind a real PgBouncer in transaction mode: pools through it, locks and LISTEN around it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowLonger, createDatabase } from '#server/platform/database/database.ts'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { checkPooler, checkServer } from '#server/platform/database/reach.ts'
import { LOCKS } from '#server/platform/locks/advisory-locks.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'
import { node, set, until, wires, workflow } from './support/engine.ts'
import { PGBOUNCER, type Pooler, startPgBouncer } from './support/pgbouncer.ts'
import { type Program, runProgram, startProgram, temporaryFolder } from './support/program.ts'
import { openSink, type Sink } from './support/sink.ts'
import { signIn, signUp, type Visit, visit } from './support/visit.ts'

const SERVERS = 6
const ADMIN = { email: 'admin@chowk.local', password: 'admin of the trial' }
const SAMPLE = readFileSync(join(import.meta.dirname, '../src/web/public/samples/services-agreement.pdf'))

describe.runIf(PGBOUNCER)('behind PgBouncer', { timeout: 120_000 }, () => {
  let database: TestDatabase
  let pooler: Pooler
  beforeAll(async () => {
    database = await createTestDatabase()
    pooler = await startPgBouncer(database.url, SERVERS)
  })
  afterAll(async () => {
    await pooler.stop()
    await database.drop()
  })

  describe('a pool', () => {
    const open = (statementMs: number) => createPool(pooler.url, 3, { statementMs, throughPooler: true })
    const refused = { code: '57014' }

    it('ends a statement that takes too long, with and without a transaction, and nothing after it', async () => {
      const pool = open(150)
      const db = createDatabase(pool)
      await expect(pool.query('select pg_sleep(30)')).rejects.toMatchObject(refused)
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      const transaction = db.transaction().execute(async (tx) => {
        await tx.executeQuery({ sql: 'select pg_sleep(30)', parameters: [] } as never)
      })
      await expect(transaction).rejects.toMatchObject(refused)
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await pool.end()
    })

    it('lets a transaction take longer that says so, and no other one', async () => {
      const pool = open(150)
      const db = createDatabase(pool)
      await db.transaction().execute(async (tx) => {
        await allowLonger(tx, 5_000)
        await tx.executeQuery({ sql: 'select pg_sleep(0.4)', parameters: [] } as never)
      })
      await expect(pool.query('select pg_sleep(30)')).rejects.toMatchObject(refused)
      await pool.end()
    })

    it('waits for a connection of the pooler no longer than for an answer, and both go on working', async () => {
      const hold = Array.from({ length: SERVERS }, () => new pg.Client({ connectionString: pooler.url }))
      await Promise.all(hold.map((client) => client.connect()))
      // Past the first time that the others are cancelled.
      const held = hold.map((client) => client.query('select pg_sleep(0.7)').finally(() => client.end()))
      const pool = open(150)
      const asked = [pool.query('select 1 as one'), pool.query('select pg_sleep(30)')]
      await Promise.all(held)
      await expect(asked[1]).rejects.toMatchObject(refused)
      await asked[0]?.catch((error) => expect(error).toMatchObject(refused))
      expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
      await pool.end()
    })

    it('leaves no setting behind on a connection that others use', async () => {
      const pool = open(150)
      const client = await pool.connect()
      for (const end of ['commit', 'rollback']) {
        await client.query('begin')
        expect((await client.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '150ms' }])
        await client.query(end)
      }
      client.release()
      await pool.end()
      const settings = Array.from({ length: 2 * SERVERS }, async () => {
        const other = new pg.Client({ connectionString: pooler.url })
        await other.connect()
        const { rows } = await other.query('select pg_sleep(0.05), current_setting($1) as ms', ['statement_timeout'])
        await other.end()
        return rows[0].ms
      })
      expect(new Set(await Promise.all(settings))).toEqual(new Set(['0']))
    })
  })

  it('is not used where a session is needed', async () => {
    await expect(checkServer(pooler.url)).rejects.toThrow('Also set DATABASE_DIRECT_URL')
    await expect(checkServer(pooler.url, 'DATABASE_DIRECT_URL')).rejects.toThrow('It must lead to the database itself.')
    await checkServer(database.url)
    await checkPooler(pooler.url, database.url)
    const other = await createTestDatabase()
    await expect(checkPooler(pooler.url, other.url)).rejects.toThrow(
      'leads to another database than DATABASE_DIRECT_URL',
    )
    await other.drop()
  })

  describe('the program', () => {
    const folder = temporaryFolder()
    let sink: Sink
    let env: Record<string, string>
    let web: Program
    let worker: Program
    let admin: Visit
    beforeAll(async () => {
      sink = await openSink(20)
      env = {
        DATA_DIR: folder.path,
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: database.url,
        PORT: String(await freePort()),
        ADMIN_PASSWORD: ADMIN.password,
        OUTBOUND_ALLOW: new URL(sink.url).host,
      }
      web = await startProgram({ ...env, ROLE: 'web' })
      worker = await startProgram({ ...env, ROLE: 'worker', EXECUTOR_ID: 'one' })
      admin = visit(web.url, await signIn(web.url, ADMIN.email, ADMIN.password))
    }, 120_000)
    afterAll(async () => {
      await Promise.all([web, worker].map((program) => program?.end('SIGTERM')))
      await sink.close()
      folder.remove()
    })

    it('does not start without the direct address', async () => {
      const { DATABASE_DIRECT_URL: _, ...rest } = env
      const { code, printed } = await runProgram({ ...rest, ROLE: 'worker' })
      expect([code, printed]).toEqual([1, expect.stringContaining('Also set DATABASE_DIRECT_URL')])
    })

    it('runs workflows, shows them live, and stops them from another process', async () => {
      const errand = workflow(
        [
          node('start', 'manual_trigger'),
          node('ask', 'http_request', { method: 'POST', url: sink.url, body_type: 'json', body: {} }),
          set('done', { answer: 42 }),
        ],
        wires('start > ask > done'),
      )
      const workflow_id = await admin.workflow('Errand', errand)
      const { execution_id } = await admin.run({ workflow_id }, {})
      const seen: string[] = []
      for await (const event of admin.events(execution_id))
        seen.push(event.type === 'node' ? `${event.node_id} ${event.status}` : event.type)
      expect(seen.filter((line) => line.endsWith('succeeded'))).toHaveLength(3)
      const many = await Promise.all(Array.from({ length: 60 }, () => admin.run({ workflow_id }, {})))
      const all = many.map(({ execution_id }) => execution_id)
      const done = `select count(*)::int as n from executions where id = any ($1) and status = 'succeeded'`
      await until(async () => (await database.pool.query(done, [all])).rows[0].n === all.length, 60_000)
      expect(all.map((id) => sink.made.get(`${id}:ask:`)?.asked)).toEqual(all.map(() => 1))

      const waits = workflow(
        [node('start', 'manual_trigger'), node('pause', 'wait', { seconds: 600 })],
        wires('start > pause'),
      )
      const waiting = await admin.run({ workflow_id: await admin.workflow('Waits', waits) }, {})
      const control = `/api/v1/executions/${waiting.execution_id}/control`
      expect((await admin.call('POST', control, { action: 'cancel' })).status).toBe(200)
    })

    it('serves everything that people do, over fewer connections than its pools have', async () => {
      const buyer = visit(web.url, await signUp(web.url, 'buyer@example.com'))
      const file = (await buyer.upload('agreement.pdf', 'application/pdf', SAMPLE)).data
      const run = await buyer.run({ agent_id: 'pdf-insight' }, { file: { file_id: file.id } }, 25_000)
      expect(run.status).toBe('succeeded')
      const paths = ['agents', 'agents?q=invoice', 'executions', 'services', 'auth/profile', 'notifications']
      const asked = Array.from({ length: 100 }, (_, n) => buyer.call('GET', `/api/v1/${paths[n % paths.length]}`))
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(asked.map(() => 200))

      const exported = await buyer.call('POST', '/api/v1/users/me/export')
      expect([200, 201, 202]).toContain(exported.status)
      expect((await admin.call('GET', '/readyz')).status).toBe(200)
      expect((await admin.call('GET', '/api/v1/users')).status).toBe(200)
      expect(await pooler.servers()).toBeLessThanOrEqual(SERVERS)
    })

    it('leaves no lock of a session on connections that others use', async () => {
      const { rows } = await database.pool.query<{ key: number; name: string }>(
        `select l.objid::int as key, a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
         where l.locktype = 'advisory' and l.granted and a.datname = current_database()`,
      )
      const sessions = rows.filter(({ name }) => name.startsWith('chowk '))
      expect(sessions.length).toBeGreaterThan(0)
      const passing: readonly number[] = [LOCKS.signingKeys, LOCKS.migrations]
      expect(rows.filter(({ key }) => passing.includes(key))).toEqual([])
    })

    it('has no more connections around the pooler than the documentation says', async () => {
      // The pooler has no name of ours.
      const { rows } = await database.pool.query<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity
         where datname = current_database() and application_name ~ '^chowk (bus|executor|journal|listener)'`,
      )
      expect(rows[0]?.n).toBeGreaterThan(0)
      const [ofWeb, ofWorker] = [5, 6]
      expect(rows[0]?.n).toBeLessThanOrEqual(ofWeb + ofWorker)
    })

    it('logs no error and no warning', () => {
      const lines = `${web.printed()}${worker.printed()}`.split('\n').filter((line) => line.startsWith('{'))
      expect(lines.filter((line) => !/"type":"security"|payments are off|mail is not set up/.test(line))).toEqual([])
    })

    it('keeps working when the pooler is killed and comes back', async () => {
      await pooler.kill()
      const outage = await until(async () => {
        const reply = await admin.call('GET', '/api/v1/executions')
        return reply.status !== 200 && reply
      })
      expect(outage.status).toBe(503)
      await pooler.start()
      await until(async () => (await admin.call('GET', '/api/v1/executions')).status === 200)
    })
  })
})
