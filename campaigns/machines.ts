/**
 * An installation of several machines: web processes and workers with a data folder each, PgBouncer in transaction mode, a primary with a
 * synchronous replica, and one bucket. Processes are killed while people start runs and upload documents, then the primary is, and the
 * replica takes its place.
 * `node campaigns/machines.ts [--web 2] [--workers 2] [--per-second 15] [--seconds 40] [--kills 10] [--no-promotion] [--no-pgbouncer]`
 *
 * At the end every document that was accepted is read from every web process, and an admin signs in at each. Exits non-zero when a run or a
 * document that was accepted is lost, an effect is missing, a sign-in fails, or it takes more than 10 s from the promotion until a run
 * is accepted. Needs Debian's package `pgbouncer`, unless told otherwise.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startS3Peer } from '#peers/s3/server.ts'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { findPlace } from '#server/platform/database/embedded/place.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { killServer, launchServer } from '#server/platform/database/embedded/postmaster.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { node, set, until, wires, workflow } from '../test/support/engine.ts'
import { openForwarder } from '../test/support/forwarder.ts'
import { PGBOUNCER, startPgBouncer } from '../test/support/pgbouncer.ts'
import { type Program, startProgram, temporaryFolder } from '../test/support/program.ts'
import { startReplica } from '../test/support/replica.ts'
import { s3UrlOf } from '../test/support/s3.ts'
import { openSink } from '../test/support/sink.ts'
import { signIn, type Visit, visit } from '../test/support/visit.ts'

const { values } = parseArgs({
  options: {
    web: { type: 'string', default: '2' },
    workers: { type: 'string', default: '2' },
    'per-second': { type: 'string', default: '15' },
    seconds: { type: 'string', default: '40' },
    kills: { type: 'string', default: '10' },
    'no-promotion': { type: 'boolean', default: false },
    'no-pgbouncer': { type: 'boolean', default: false },
  },
})
if (!PGBOUNCER && !values['no-pgbouncer']) {
  console.error(
    'PgBouncer is not installed (Debian: `apt-get install pgbouncer`). Install it, or try without it: --no-pgbouncer',
  )
  process.exit(1)
}
const PASSWORD = 'admin of the trial'
/** Of the first web process, whose address is that of the installation. */
const port = await freePort()
const MOST_MS = 10_000
const folder = temporaryFolder()
const log = (text: string) => console.log(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${text}`)

/** A primary that nobody starts again when it is killed, and its replica, which every commit waits for. */
async function openServers() {
  const dataDir = join(folder.path, 'primary')
  const made = await joinPostgres({ dataDir, database: 'machines', onLost: raise })
  await made.leave()
  const place = await findPlace({ dataDir, databaseDir: undefined })
  const { pid, port } = await launchServer(place, { dataDir })
  const url = new URL(made.url)
  url.port = String(port)
  await until(() => ask(url.href, 'select 1').then(Boolean, () => false))
  const replica = await startReplica(url.href, dataDir, join(folder.path, 'replica'))
  await ask(url.href, `alter system set synchronous_standby_names = 'replica'`)
  await ask(url.href, 'select pg_reload_conf()')
  const isSynchronous = async () =>
    (await ask(url.href, `select sync_state from pg_stat_replication where sync_state = 'sync'`)).length === 1
  await until(isSynchronous)
  return { url: url.href, port, replica, kill: () => killServer(pid, place.data) }
}

async function ask(url: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

const servers = await openServers()
const line = await openForwarder(servers.port)
const direct = new URL(servers.url)
direct.port = String(line.port)
const pooler = values['no-pgbouncer'] ? null : await startPgBouncer(direct.href, 20)
const pool = createPool(direct.href, 4)
const sink = await openSink(100)
const bucket = await startS3Peer()
/** What machines share without shared files. */
const KEYS = { SECRET: randomBytes(36).toString('base64'), VAULT_KEY: randomBytes(32).toString('base64') }

/** One machine: its data folder, and the program that runs on it. */
interface Machine {
  name: string
  env: Record<string, string>
  program: Program | null
}

async function machine(role: 'web' | 'worker', name: string): Promise<Machine> {
  const dataDir = join(folder.path, name)
  mkdirSync(dataDir, { recursive: true })
  const env = {
    DATA_DIR: dataDir,
    ...(pooler ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct.href } : { DATABASE_URL: direct.href }),
    ...KEYS,
    STORAGE_URL: s3UrlOf(bucket, 'machines'),
    S3_ACCESS_KEY_ID: bucket.access_key_id,
    S3_SECRET_ACCESS_KEY: bucket.secret_access_key,
    ADMIN_PASSWORD: PASSWORD,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OUTBOUND_ALLOW: new URL(sink.url).host,
    ROLE: role,
    ...(role === 'web' ? { PORT: String(name === 'web-0' ? port : await freePort()) } : { EXECUTOR_ID: name }),
  }
  return { name, env, program: null }
}

const ending = new Set<Program>()
const died: string[] = []
async function start(one: Machine): Promise<void> {
  for (;;) {
    try {
      one.program = await startProgram(one.env)
      break
    } catch (error) {
      // The database may be away at the moment: as a service manager does.
      log(`${one.name} did not start: ${(error as Error).message.split('\n').slice(0, 3).join(' ')}`)
      await sleep(500)
    }
  }
  const { program } = one
  program.child.once('exit', (code) => {
    if (!ending.has(program)) died.push(`${one.name} with ${code}`)
  })
}
async function kill(one: Machine, signal: NodeJS.Signals): Promise<void> {
  if (!one.program) return
  ending.add(one.program)
  await one.program.end(signal)
}

const list = (role: 'web' | 'worker', n: string) =>
  Promise.all(Array.from({ length: Number(n) }, (_, at) => machine(role, `${role}-${at}`)))
const webs = await list('web', values.web)
const workers = await list('worker', values.workers)
const machines = [...webs, ...workers]
const [first] = webs as [Machine]
await start(first)
await Promise.all(machines.slice(1).map(start))
log(`${webs.length} web, ${workers.length} workers${pooler ? ' behind PgBouncer' : ''}`)

const errand = workflow(
  [
    node('start', 'manual_trigger'),
    node(
      'first',
      'http_request',
      { method: 'POST', url: sink.url, body_type: 'json', body: {} },
      { retry: { max_attempts: 10, delay_ms: 100, backoff: 2 } },
    ),
    node('pause', 'wait', { seconds: 1 }),
    node(
      'second',
      'http_request',
      { method: 'POST', url: sink.url, body_type: 'json', body: {} },
      { retry: { max_attempts: 10, delay_ms: 100, backoff: 2 } },
    ),
    set('done', { answer: 42 }),
  ],
  wires('start > first > pause > second > done'),
)
const token = await signIn(`http://127.0.0.1:${port}`, 'admin@chowk.local', PASSWORD)
const at = (one: Machine): Visit => visit(`http://127.0.0.1:${one.env.PORT}`, token)
const workflow_id = await at(first).workflow('Errand', errand)

const accepted: { id: string; at: number }[] = []
const refusals = new Map<string, number>()
let isOpen = true
const asking = new Set<Promise<void>>()
async function startRun(one: Machine): Promise<void> {
  try {
    accepted.push({ id: (await at(one).run({ workflow_id }, {})).execution_id, at: Date.now() })
  } catch (error) {
    // It was not accepted, or its answer was lost: then it may have begun all the same.
    const { cause, message } = error as Error & { cause?: { code?: string } }
    const why = cause?.code ?? message.slice(0, 60)
    refusals.set(why, (refusals.get(why) ?? 0) + 1)
  }
}
const documents = new Map<string, string>()
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
async function upload(one: Machine): Promise<void> {
  const bytes = randomBytes(50_000)
  const text = Buffer.from(`A document of the trial. ${bytes.toString('hex')}`)
  const answer = await at(one)
    .upload('note.txt', 'text/plain', text)
    .catch(() => null)
  if (answer?.status === 201) documents.set(answer.data.id, sha256(text))
}

const feeding = (async () => {
  for (let turn = 0; isOpen; turn++) {
    const one = startRun(webs[turn % webs.length] as Machine).finally(() => asking.delete(one))
    asking.add(one)
    if (turn % 10 === 0) {
      const stored = upload(webs[(turn / 10) % webs.length] as Machine).finally(() => asking.delete(stored))
      asking.add(stored)
    }
    await sleep(1000 / Number(values['per-second']))
  }
})()

const kills = Number(values.kills)
const pace = (Number(values.seconds) * 1000) / (kills + 1)
for (let done = 0; done < kills; done++) {
  await sleep(pace)
  const one = machines[done % machines.length] as Machine
  log(`kill -9 ${one.name}`)
  await kill(one, 'SIGKILL')
  void start(one)
}
await sleep(pace)
await until(async () => machines.every(({ program }) => program !== null && program.child.exitCode === null))

let back_ms: number | null = null
if (!values['no-promotion']) {
  log('kill -9 of the primary')
  servers.kill()
  line.lead(null)
  await sleep(3_000)
  await servers.replica.promote()
  const promoted = Date.now()
  line.lead(Number(new URL(servers.replica.url).port))
  log('the replica is the primary')
  const next = await until(async () => accepted.find((one) => one.at > promoted)).catch(() => null)
  back_ms = next && next.at - promoted
  log(`the next run was accepted after ${back_ms} ms`)
  await sleep(Number(values.seconds) * 250)
}
isOpen = false
await feeding
await Promise.all(asking)
log('waiting for the rest')

const count = async (text: string, given: unknown[] = []) =>
  (await pool.query<{ n: number }>(text, given)).rows[0]?.n ?? 0
const ids = accepted.map(({ id }) => id)
const done = `select count(*)::int as n from executions where id = any ($1) and status = 'succeeded'`
await until(async () => (await count(done, [ids]).catch(() => -1)) === ids.length, 90_000, 200).catch(() => {})
const doors = await Promise.allSettled(
  webs.map(({ env }) => signIn(`http://127.0.0.1:${env.PORT}`, 'admin@chowk.local', PASSWORD)),
)
let unread = 0
for (const one of webs)
  for (const [id, sum] of documents) {
    const download = () =>
      fetch(`http://127.0.0.1:${one.env.PORT}/api/v1/files/${id}`, { headers: { authorization: `Bearer ${token}` } })
    let answer = await download()
    for (; answer.status === 429; answer = await download()) await sleep(1_000)
    if (answer.status !== 200 || sha256(new Uint8Array(await answer.arrayBuffer())) !== sum) unread++
  }
const effects = ids.flatMap((id) => [`${id}:first:`, `${id}:second:`])
const result = {
  accepted: ids.length,
  'not accepted, or the answer was lost': [...refusals].map(([why, n]) => `${n} × ${why}`).join(', ') || 'none',
  lost: ids.length - (await count(done, [ids])),
  'effects missing': effects.filter((key) => !sink.made.has(key)).length,
  'effects asked for again, with the same key': effects.filter((key) => (sink.made.get(key)?.asked ?? 0) > 1).length,
  'documents accepted': documents.size,
  'not read, over all web processes': unread,
  'web processes where an admin cannot sign in': doors.filter(({ status }) => status === 'rejected').length,
  kills,
  'from the promotion to the next accepted run, ms': back_ms ?? 'not tried',
  'processes that ended on their own': died.join(', ') || 'none',
}
console.table(result)
await Promise.all(machines.map((one) => kill(one, 'SIGKILL')))
await sink.close()
await bucket.close()
await pool.end()
await pooler?.stop()
await line.close()
servers.kill()
servers.replica.kill()
folder.remove()
const isLate = !values['no-promotion'] && (back_ms === null || back_ms > MOST_MS)
const failures =
  result.lost + result['effects missing'] + unread + result['web processes where an admin cannot sign in'] + died.length
process.exit(failures === 0 && documents.size > 0 && !isLate ? 0 : 1)
