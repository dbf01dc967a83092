/**
 * Takes away what the running program needs, one thing at a time, and looks whether it says so, loses nothing, and heals by itself.
 * `node campaigns/faults.ts [--storage s3] [--named-ms 15000] [--only NAME]`, as root on Linux with `faketime` from Debian.
 *
 * The full disk, a folder that can only be read, a clock that is ten minutes off, no DNS, a mail server that hangs, a payment gateway that
 * answers 500; with `--storage s3` a bucket that answers 503, and one that answers too late, in place of the disk and the folder. While each lasts, a person starts runs, uploads documents and writes to the support. A fault must
 * be named in /health, `chowk_check_up` and the admin area (/livez answers throughout) within `--named-ms`, and be gone from there as soon
 * after it is mended. At the end every run that was accepted has ended once, every document that was accepted comes back byte for byte, and
 * every message has arrived. Prints a table; exits non-zero otherwise.
 */
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { isFinal } from '#contract/runs/execution-states.ts'
import { startRazorpayPeer } from '#peers/razorpay/peer.ts'
import { startS3Peer } from '#peers/s3/server.ts'
import { startSmtpPeer } from '#peers/smtp/server.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { node, set, until, wires, workflow } from '../test/support/engine.ts'
import { startProgram, temporaryFolder } from '../test/support/program.ts'
import { raise } from '../test/support/raise.ts'
import { s3UrlOf } from '../test/support/s3.ts'
import { signIn, visit } from '../test/support/visit.ts'

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const INSIDE = 'FAULTS_INSIDE'
const NAMES = '127.0.0.1 localhost mail.trial gateway.trial\n'
const METRICS_TOKEN = 'a-token-of-the-trial'
const ADMIN = { ADMIN_EMAIL: 'admin@chowk.local', ADMIN_PASSWORD: 'admin of the trial' }
const DISK_BYTES = 64_000_000

const { values } = parseArgs({
  options: {
    'named-ms': { type: 'string', default: '15000' },
    only: { type: 'string' },
    storage: { type: 'string', default: 'file' },
  },
})
const NAMED_MS = Number(values['named-ms'])

if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync(FAKETIME)) {
  console.error('This needs root on Linux, and "apt-get install faketime".')
  process.exit(1)
}
// Mounts of its own, so that what is taken away is taken from nobody else.
if (process.env[INSIDE] === undefined) {
  const { status } = spawnSync('unshare', ['--mount', process.execPath, '--no-warnings', ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: 'yes' },
  })
  process.exit(status ?? 1)
}

const system = (command: string, ...args: string[]): void => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`)
}

const folder = temporaryFolder()
const [data, hosts, resolver, clock] = ['data', 'hosts', 'resolver', 'clock'].map((name) =>
  join(folder.path, name),
) as [string, string, string, string]
mkdirSync(data)
writeFileSync(hosts, NAMES)
writeFileSync(resolver, 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n')
writeFileSync(clock, '+0')
system('mount', '-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', data)
system('mount', '--bind', hosts, '/etc/hosts')
system('mount', '--bind', resolver, '/etc/resolv.conf')

const smtp = await startSmtpPeer()
const bucket = await startS3Peer()
const razorpay = await startRazorpayPeer({ webhooks: async () => 200 })
let gatewayFails = false
const gateway = createServer((incoming, response) => {
  if (gatewayFails) return void response.writeHead(500).end('{}')
  const { method, url, headers } = incoming
  const passed = request(new URL(url ?? '/', razorpay.url), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  passed.on('error', () => response.destroy())
  incoming.pipe(passed)
})
await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
const postgres = await joinPostgres({ dataDir: folder.path, database: 'chowk', onLost: raise })

const { key_id, key_secret, webhook_secret } = razorpay.state.keys
const program = await startProgram({
  ...ADMIN,
  DATA_DIR: data,
  DATABASE_URL: postgres.url,
  METRICS_TOKEN,
  SMTP_HOST: 'mail.trial',
  SMTP_PORT: String(smtp.port),
  MAIL_FROM: 'Chowk <hello@chowk.trial>',
  RAZORPAY_BASE_URL: `http://gateway.trial:${(gateway.address() as AddressInfo).port}`,
  RAZORPAY_KEY_ID: key_id,
  RAZORPAY_KEY_SECRET: key_secret,
  RAZORPAY_WEBHOOK_SECRET: webhook_secret,
  ...(values.storage === 's3' && {
    STORAGE_URL: s3UrlOf(bucket, 'trial'),
    S3_ACCESS_KEY_ID: bucket.access_key_id,
    S3_SECRET_ACCESS_KEY: bucket.secret_access_key,
  }),
  LD_PRELOAD: FAKETIME,
  FAKETIME_TIMESTAMP_FILE: clock,
  FAKETIME_NO_CACHE: '1',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
})
const { url } = program

interface Fault {
  name: string
  /** The part that must be named. */
  part: string
  /** Only where files are kept so. */
  storage?: 'file' | 's3'
  take(): void | Promise<void>
  mend(): void | Promise<void>
}

const appended = (file: string, bytes: Buffer): boolean => {
  try {
    appendFileSync(file, bytes)
    return true
  } catch {
    return false
  }
}
const ballast = join(data, 'ballast')
const FAULTS: Fault[] = [
  {
    name: 'disk full',
    part: 'storage',
    storage: 'file',
    take() {
      // Documents arrive meanwhile, so the last of the space goes in small pieces.
      for (const bytes of [1_000_000, 4_096]) while (appended(ballast, Buffer.alloc(bytes)));
    },
    mend: () => rmSync(ballast),
  },
  {
    name: 'read-only folder',
    part: 'storage',
    storage: 'file',
    take: () => system('mount', '-o', 'remount,ro', data),
    mend: () => system('mount', '-o', 'remount,rw', data),
  },
  {
    name: 'S3 answers 503',
    part: 'storage',
    storage: 's3',
    take() {
      bucket.trouble = { type: 'unavailable' }
    },
    mend() {
      bucket.trouble = null
    },
  },
  {
    name: 'S3 answers after 20 s',
    part: 'storage',
    storage: 's3',
    take() {
      bucket.trouble = { type: 'slow', ms: 20_000 }
    },
    mend() {
      bucket.trouble = null
    },
  },
  {
    name: 'clock 10 minutes off',
    part: 'clock',
    take: () => writeFileSync(clock, '+600'),
    mend: () => writeFileSync(clock, '+0'),
  },
  {
    name: 'DNS gone',
    part: 'dns',
    take: () => writeFileSync(hosts, '127.0.0.1 localhost\n'),
    mend: () => writeFileSync(hosts, NAMES),
  },
  {
    name: 'mail server hangs',
    part: 'mail',
    take: () => smtp.behave('greet'),
    mend: () => smtp.behave('take'),
  },
  {
    name: 'gateway answers 500',
    part: 'gateway',
    take() {
      gatewayFails = true
    },
    mend() {
      gatewayFails = false
    },
  },
]

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const token = await signIn(url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD)
const admin = visit(url, token)
const problems: string[] = []

/** Where a part is named now: all three places are asked at the same moment. */
async function placesNaming(part: string): Promise<Record<'health' | 'metrics' | 'admin', boolean>> {
  const [health, metrics, overview, livez] = await Promise.all([
    fetch(`${url}/health`).then((answer) => answer.json() as Promise<{ checks: Record<string, string> }>),
    fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }).then((answer) => answer.text()),
    admin.call('GET', '/api/v1/admin/overview'),
    fetch(`${url}/livez`).then(({ status }) => status),
  ])
  if (livez !== 200) problems.push(`/livez answered ${livez} while ${part} was down`)
  return {
    health: health.checks[part] === 'down',
    metrics: metrics.includes(`chowk_check_up{check="${part}"} 0`),
    admin: overview.status === 200 && overview.data.parts_down.includes(part),
  }
}

/** @returns after how many ms all places named the part, or none did; null when that took too long */
async function msUntil(part: string, isNamed: boolean): Promise<number | null> {
  const began = performance.now()
  let places = await placesNaming(part)
  while (Object.values(places).some((named) => named !== isNamed)) {
    if (performance.now() - began > NAMED_MS) {
      problems.push(`${part} ${isNamed ? 'was not named by' : 'was still named by'}: ${JSON.stringify(places)}`)
      return null
    }
    await sleep(250)
    places = await placesNaming(part)
  }
  return Math.round(performance.now() - began)
}

const workflow_id = await admin.workflow(
  'Trial',
  workflow(
    [node('start', 'manual_trigger'), node('pause', 'wait', { seconds: 1 }), set('done', { n: 1 })],
    wires('start > pause > done'),
  ),
)
const runs: string[] = []
const files = new Map<string, string>()
const refused = new Map<string, number>()
let messages = 0
let isOver = false

const refuse = (what: string, status: number): void => {
  const key = `${what} ${status}`
  refused.set(key, (refused.get(key) ?? 0) + 1)
  if (status < 500 && status !== 429) problems.push(`${what} was answered with ${status}`)
}

async function work(): Promise<void> {
  for (let turn = 0; !isOver; turn++) {
    const started = await admin.call('POST', '/api/v1/workflows/execute', { workflow_id, input: {} })
    if (started.status === 200) runs.push(started.data.execution_id)
    else refuse('a run', started.status)
    const bytes = Buffer.from(`A document of the trial. ${randomBytes(2_000).toString('hex')}`)
    const stored = await admin.upload('note.txt', 'text/plain', bytes)
    if (stored.status === 201) files.set(stored.data.id, sha256(bytes))
    else refuse('a document', stored.status)
    if (turn % 20 === 0) {
      const body = {
        name: 'A person',
        email: 'person@example.com',
        topic: 'help',
        message: `Message ${turn} of the trial.`,
      }
      const sent = await admin.call('POST', '/api/v1/contact', body)
      if (sent.status === 201) messages++
      else refuse('a message', sent.status)
    }
    await sleep(250)
  }
}

const rows: Record<string, string | number | null>[] = []
const working = work()
for (const { name, part, take, mend } of FAULTS.filter(
  ({ name, storage = values.storage }) => storage === values.storage && name.includes(values.only ?? ''),
)) {
  await msUntil(part, false)
  const before = runs.length
  await take()
  const named_ms = await msUntil(part, true)
  await sleep(2_000)
  await mend()
  const healed_ms = await msUntil(part, false)
  const meanwhile = runs.length - before
  rows.push({
    fault: name,
    part,
    'named after ms': named_ms,
    'healed after ms': healed_ms,
    'runs meanwhile': meanwhile,
  })
  console.log(`${name}: named after ${named_ms} ms, healed after ${healed_ms} ms, ${meanwhile} runs meanwhile`)
}
isOver = true
await working

const database = new pg.Client({ connectionString: postgres.url })
await database.connect()
const statuses = async () =>
  (
    await database.query<{ status: string; code: string | null }>(
      `select status, error->>'code' as code from executions where id = any($1)`,
      [runs],
    )
  ).rows
// Waits that began while the clock was ahead end when that time has come.
await until(async () => (await statuses()).every(({ status }) => isFinal(status as 'succeeded')), 700_000, 500).catch(
  () => {},
)
const ends = await statuses()
const ended = ends.filter(({ status }) => status === 'succeeded').length
for (const { status, code } of ends) if (status !== 'succeeded') problems.push(`an accepted run is ${status}: ${code}`)
if (ends.length < runs.length) problems.push(`${runs.length - ends.length} accepted runs are missing`)
await database.end()
let intact = 0
for (const [id, sum] of files) {
  const download = () => fetch(`${url}/api/v1/files/${id}`, { headers: { authorization: `Bearer ${token}` } })
  let answer = await download()
  for (; answer.status === 429; answer = await download()) await sleep(1_000)
  if (answer.status === 200 && sha256(new Uint8Array(await answer.arrayBuffer())) === sum) intact++
  else problems.push(`document ${id} came back with ${answer.status}`)
}
const arrived = () => new Set(smtp.received.flatMap(({ raw }) => /Message \d+ of the trial/.exec(raw)?.[0] ?? [])).size
// A message that hung is tried once more after its pause.
await until(async () => arrived() >= messages, 180_000, 500).catch(() => {})
if (arrived() < messages) problems.push(`${arrived()} of ${messages} messages arrived`)

console.table(rows)
console.log(
  `${ended} of ${runs.length} runs ended, ${intact} of ${files.size} documents are whole, ${arrived()} of ${messages} messages arrived.`,
)
console.log(`Refused meanwhile: ${[...refused].map(([what, count]) => `${what} (${count})`).join(', ') || 'nothing'}.`)
await program.end('SIGTERM')
await postgres.leave()
await Promise.all([smtp.close(), razorpay.close(), bucket.close()])
gateway.close()
gateway.closeAllConnections()
system('umount', data)
folder.remove()
for (const problem of new Set(problems)) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)
