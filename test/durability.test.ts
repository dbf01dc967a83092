/** What was accepted is not lost and an effect is made once, whatever is killed, frozen, or restarted: the program as an operator runs it. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFinal } from '#contract/runs/execution-states.ts'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { createTestDatabase } from './support/database.ts'
import { node, set, until, wires, workflow } from './support/engine.ts'
import { type Program, startProgram, temporaryFolder } from './support/program.ts'
import { LONG } from './support/scale.ts'
import { openSink, type Sink } from './support/sink.ts'
import { postmasterPid, signIn, signUp, type Visit, visit } from './support/visit.ts'

const ADMIN = { email: 'admin@chowk.local', password: 'admin of the trial' }
const SAMPLE = readFileSync(join(import.meta.dirname, '../src/web/public/samples/services-agreement.pdf'))

let sink: Sink
beforeAll(async () => {
  sink = await openSink(300)
})
afterAll(() => sink.close())

/** Asks the outside twice, with slow code and a wait between. */
const errand = () =>
  workflow(
    [
      node('start', 'manual_trigger'),
      node('first', 'http_request', { method: 'POST', url: sink.url, body_type: 'json', body: {} }),
      node('slow', 'code', { source: 'const end = Date.now() + 100; while (Date.now() < end); return { n: 1 }' }),
      node('pause', 'wait', { seconds: 1 }),
      node('second', 'http_request', { method: 'POST', url: sink.url, body_type: 'json', body: {} }),
      set('done', { answer: 42 }),
    ],
    wires('start > first > slow > pause > second > done'),
  )

/** The keys an errand asks with. */
const keysOf = (id: string) => [`${id}:first:`, `${id}:second:`]

/** Asks rarely: each question costs the program the time that the runs need. */
const ended = (who: Visit, id: string) =>
  until(
    async () => {
      const { status, data } = await who.call('GET', `/api/v1/executions/${id}`)
      return status === 200 && isFinal(data.status) && data
    },
    60_000,
    100,
  )

async function expectDone(who: Visit, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const run = await ended(who, id)
    expect([run.id, run.status, run.error, run.output]).toEqual([id, 'succeeded', null, { answer: 42 }])
    for (const key of keysOf(id)) expect(sink.made.has(key)).toBe(true)
  }
}

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number)

/** Programs are started and killed; a busy machine takes its time. */
const PATIENCE = { timeout: 180_000 }

describe('one program with its embedded database', PATIENCE, () => {
  const folder = temporaryFolder()
  let program: Program
  let admin: Visit
  let env: Record<string, string>
  let workflow_id: string

  const begin = async () => {
    program = await startProgram(env)
    admin = visit(program.url, await signIn(program.url, ADMIN.email, ADMIN.password))
  }
  beforeAll(async () => {
    env = {
      DATA_DIR: folder.path,
      PORT: String(await freePort()),
      ADMIN_PASSWORD: ADMIN.password,
      OUTBOUND_ALLOW: new URL(sink.url).host,
    }
    await begin()
    workflow_id = await admin.workflow('Errand', errand())
  })
  afterAll(async () => {
    await program.end('SIGTERM')
    folder.remove()
  })

  it('continues on its own after kill -9, and has everything it said yes to', async () => {
    const email = 'buyer@example.com'
    const buyer = visit(program.url, await signUp(program.url, email))
    const service = (await buyer.call('POST', '/api/v1/services', { agent_id: 'pdf-insight', name: 'Mine' })).data
    const file = (await buyer.upload('agreement.pdf', 'application/pdf', SAMPLE)).data
    const kept = (await buyer.run({ agent_id: 'icd10-coder' }, { text: 'Patient has type 2 diabetes and asthma.' }))
      .execution_id
    const runs: string[] = []
    for (let n = 0; n < 6; n++) {
      runs.push((await admin.run({ workflow_id }, {})).execution_id)
      // Kill at another step of each.
      if (n < 5) await until(async () => sink.arrivals.size > n)
    }
    const agent = (await buyer.run({ agent_id: 'pdf-insight' }, { file: { file_id: file.id } })).execution_id
    await program.end('SIGKILL')

    await begin()
    await expectDone(admin, runs)
    for (const key of runs.flatMap(keysOf)) expect(sink.made.get(key)?.asked).toBeLessThanOrEqual(2)
    const again = visit(program.url, await signIn(program.url, email, 'correct horse battery'))
    expect((await again.call('GET', '/api/v1/auth/profile')).data.email).toBe(email)
    expect((await again.call('GET', `/api/v1/services/${service.id}`)).data.name).toBe('Mine')
    const content = await fetch(`${program.url}/api/v1/files/${file.id}`, {
      headers: { authorization: `Bearer ${await signIn(program.url, email, 'correct horse battery')}` },
    })
    expect(Buffer.from(await content.arrayBuffer()).equals(SAMPLE)).toBe(true)
    for (const id of [kept, agent])
      expect(await ended(again, id)).toMatchObject({ id, status: 'succeeded', error: null })
    expect((await admin.call('GET', `/api/v1/workflows/${workflow_id}`)).data.name).toBe('Errand')
  })

  it('answers 503 while its database is away, starts it again, and continues', async () => {
    const { execution_id } = await admin.run({ workflow_id }, {})
    const before = postmasterPid(folder.path)
    const printed = program.printed().length
    process.kill(before, 'SIGKILL')
    const outage = await until(async () => {
      const reply = await admin.call('GET', '/api/v1/executions')
      return reply.status !== 200 && reply
    })
    expect(outage.status).toBe(503)
    expect(outage.message).toBe('Service temporarily unavailable. Please try again later.')
    expect(Number(outage.headers.get('retry-after'))).toBeGreaterThan(0)

    await expectDone(admin, [execution_id])
    expect(postmasterPid(folder.path)).not.toBe(before)
    await until(async () => (await admin.call('GET', '/health')).data.status === 'healthy', 10_000)
    expect(await admin.run({ workflow_id: await admin.workflow('After', errand()) }, {})).toMatchObject({
      status: 'running',
    })
    expect(program.child.exitCode).toBeNull()
    // What operators are told: warnings and errors are one JSON object per line.
    const logged = program.printed().slice(printed).split('\n').filter(Boolean)
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.map((line) => typeof JSON.parse(line))).toEqual(logged.map(() => 'object'))
  })

  it('answers 503 too when its database neither answers nor refuses', async () => {
    const postmaster = postmasterPid(folder.path)
    const frozen = [postmaster, ...childrenOf(postmaster)]
    try {
      for (const pid of frozen) process.kill(pid, 'SIGSTOP')
      const replies = [admin.call('GET', '/api/v1/executions'), visit(program.url, null).call('GET', '/api/v1/agents')]
      for (const reply of await Promise.all(replies)) {
        expect(reply.status).toBe(503)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT')
    }
    expect((await admin.call('GET', '/api/v1/executions')).status).toBe(200)
  })

  it('hands over what is running when it is told to stop', async () => {
    const started = await Promise.all(Array.from({ length: LONG ? 50 : 15 }, () => admin.run({ workflow_id }, {})))
    expect(await program.end('SIGTERM')).toBe(0)
    await begin()
    await expectDone(
      admin,
      started.map(({ execution_id }) => execution_id),
    )
    const asked = started.flatMap(({ execution_id }) => keysOf(execution_id)).map((key) => sink.made.get(key)?.asked)
    expect(asked).toEqual(asked.map(() => 1))
  })
})

describe('a web process and two workers on one database', PATIENCE, () => {
  it('works in the workers, shows it live in the web, and does nothing twice while one is frozen', async () => {
    const database = await createTestDatabase()
    const folder = temporaryFolder()
    const env = {
      DATA_DIR: folder.path,
      DATABASE_URL: database.url,
      PORT: String(await freePort()),
      ADMIN_PASSWORD: ADMIN.password,
      OUTBOUND_ALLOW: new URL(sink.url).host,
    }
    const [web, first] = await Promise.all([
      startProgram({ ...env, ROLE: 'web' }),
      startProgram({ ...env, ROLE: 'worker', EXECUTOR_ID: 'one' }),
    ])
    const workers = [first]
    try {
      const admin = visit(web.url, await signIn(web.url, ADMIN.email, ADMIN.password))
      const workflow_id = await admin.workflow('Errand', errand())
      const watched = await admin.run({ workflow_id }, {})
      const seen: string[] = []
      for await (const event of admin.events(watched.execution_id))
        seen.push(event.type === 'node' ? `${event.node_id} ${event.status}` : event.type)
      expect(seen.filter((line) => line.endsWith('succeeded'))).toEqual(
        ['start', 'first', 'slow', 'pause', 'second', 'done'].map((id) => `${id} succeeded`),
      )
      expect(seen.at(-1)).toBe('end')
      const by = await database.pool.query('select distinct executor from executions')
      expect(by.rows.map((row) => row.executor).filter((id) => id !== null && id !== 'one')).toEqual([])

      workers.push(await startProgram({ ...env, ROLE: 'worker', EXECUTOR_ID: 'two' }))
      const arrived = sink.made.size
      const started = await Promise.all(Array.from({ length: 20 }, () => admin.run({ workflow_id }, {})))
      // Both have taken some: how many each has is up to chance.
      const takers = 'select distinct executor from executions where id = any ($1) and executor is not null'
      const all = started.map(({ execution_id }) => execution_id)
      await until(async () => (await database.pool.query(takers, [all])).rowCount === 2)
      await until(async () => sink.made.size > arrived)
      first.child.kill('SIGSTOP')
      const made = sink.made.size
      await until(async () => sink.made.size > made)
      await new Promise((resolve) => setTimeout(resolve, 2000))
      first.child.kill('SIGCONT')
      await expectDone(admin, all)
      const asked = all.flatMap(keysOf).map((key) => sink.made.get(key)?.asked)
      expect(asked).toEqual(asked.map(() => 1))
    } finally {
      for (const worker of workers) worker.child.kill('SIGCONT')
      await Promise.all([web, ...workers].map((program) => program.end('SIGTERM')))
      await database.drop()
      folder.remove()
    }
  })
})
