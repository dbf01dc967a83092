/**
 * Backs up the real program under load, restores it elsewhere and compares.
 * `node campaigns/backup.ts [--people 6] [--files 300] [--file-kb 200] [--quiet-ms 10000] [--pause-ms 200]`
 *
 * People upload documents and run an agent, first without a backup for `--quiet-ms`, then while one is made. The backup is restored into
 * another folder and started there: everyone signs in, every document that was accepted before it comes back byte for byte, every run is
 * there and ends, a credential still signs a call, and the books sum to zero. Then everything stops, a second backup is made and restored,
 * and every row of every table and every file is compared. Prints a table, with how long 10 GB would take at the rate that was measured; exits non-zero when something is missing or different, or when
 * the longest write during the backup took `--pause-ms` longer than the longest one without it.
 */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { fromFile } from '#server/areas/platform/backup/archive-places.ts'
import { verifyBackup } from '#server/areas/platform/backup/restore.ts'
import { findTables } from '#server/areas/platform/backup/tables.store.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { node, wires, workflow } from '../test/support/engine.ts'
import { COMPILED, type Program, startProgram, temporaryFolder } from '../test/support/program.ts'
import { PASSWORD, signIn, signUp, type Visit, visit } from '../test/support/visit.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '6' },
    files: { type: 'string', default: '300' },
    'file-kb': { type: 'string', default: '200' },
    'quiet-ms': { type: 'string', default: '10000' },
    'pause-ms': { type: 'string', default: '200' },
  },
})
const ADMIN = { ADMIN_EMAIL: 'admin@chowk.local', ADMIN_PASSWORD: 'admin of the trial' }
const PASSPHRASE = 'the passphrase of the trial'
const root = join(import.meta.dirname, '..')

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const heard: string[] = []
const echo = createServer((request, response) => {
  heard.push(String(request.headers.authorization))
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
const echoHost = `127.0.0.1:${(echo.address() as AddressInfo).port}`
const environment = (dataDir: string) => ({ ...ADMIN, DATA_DIR: dataDir, OUTBOUND_ALLOW: echoHost })

/** The command as an operator runs it. @returns what it printed */
async function chowk(command: string, file: string, dataDir: string): Promise<string> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_COMPILE_CACHE: COMPILED }
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', 'scripts/chowk.ts', command, file], {
    cwd: root,
    env: { ...env, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE },
  })
  return stdout.trim()
}

interface Person {
  email: string
  me: Visit
}
interface Accepted {
  at: number
  email: string
  file: string
  sha256: string
  run: string | null
}

const isOver = { now: false }
const accepted: Accepted[] = []
const waits: { at: number; ms: number }[] = []

async function timed<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const done = await work()
  waits.push({ at: Date.now(), ms: performance.now() - began })
  return done
}

/** A plan includes only so many a day. */
const RUNS = 3

async function work({ email, me }: Person): Promise<void> {
  for (let n = 0; !isOver.now; n++) {
    const bytes = Buffer.from(`Patient has iron deficiency anemia. ${randomBytes(600).toString('hex')}`)
    const stored = await timed(() => me.upload('note.txt', 'text/plain', bytes))
    if (stored.status !== 201) throw new Error(`An upload was answered with ${stored.status}`)
    const run =
      n < RUNS
        ? (await timed(() => me.run({ agent_id: coder }, { text: 'Iron deficiency anemia.' }))).execution_id
        : null
    accepted.push({ at: Date.now(), email, file: stored.data.id, sha256: sha256(bytes), run })
    await sleep(100)
  }
}

const longest = (from: number, to: number): number =>
  Math.round(Math.max(0, ...waits.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms)))

const callWith = (credential: string) =>
  workflow(
    [node('start', 'manual_trigger'), node('call', 'http_request', { url: `http://${echoHost}/`, credential })],
    wires('start > call'),
  )

const problems: string[] = []
const demand = (holds: boolean, what: string): void => {
  if (!holds) problems.push(what)
}

/** Everything that was accepted before the backup is there, and works. */
async function checkRestored(program: Program, before: readonly Accepted[], callId: string): Promise<void> {
  const tokens = new Map<string, Visit>()
  for (const { email } of before)
    if (!tokens.has(email)) tokens.set(email, visit(program.url, await signIn(program.url, email, PASSWORD)))
  for (const { email, file, run, sha256: sum } of before) {
    const me = tokens.get(email) as Visit
    const stored = await fetch(`${program.url}/api/v1/files/${file}`, { headers: await headersOf(program.url, email) })
    demand(stored.ok && sha256(new Uint8Array(await stored.arrayBuffer())) === sum, `the document ${file}`)
    const found = run === null ? 'succeeded' : await endOf(me, run)
    demand(found === 'succeeded', `the run ${run}: ${found}`)
  }
  const admin = visit(program.url, await signIn(program.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD))
  heard.length = 0
  const called = await admin.run({ workflow_id: callId }, {}, 20_000)
  demand(called.status === 'succeeded' && heard.includes('Bearer token of the trial'), 'the credential')
}

const headers = new Map<string, Record<string, string>>()
async function headersOf(url: string, email: string): Promise<Record<string, string>> {
  const known = headers.get(email)
  if (known) return known
  const made = { authorization: `Bearer ${await signIn(url, email, PASSWORD)}` }
  headers.set(email, made)
  return made
}

async function endOf(me: Visit, run: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const { status, data } = await me.call('GET', `/api/v1/executions/${run}`)
    if (status !== 200) return `answered with ${status}`
    if (['succeeded', 'failed', 'cancelled'].includes(data.status)) return data.status
    await sleep(300)
  }
  return 'did not end'
}

/** A digest of the rows of each table, in a database that nobody uses. */
/** What is compared of a table, where that is not all: a copy keeps its files in a place of its own, and when a backup ended is not in it. */
const SAME: Record<string, string> = { installation: `(to_jsonb(t) - 'storage' - 'backed_up_at')::text` }

async function rowsIn(dataDir: string): Promise<Map<string, string>> {
  const database = await openDatabase(
    { dataDir, databaseUrl: undefined, databaseDirectUrl: undefined, databaseDir: undefined },
    { onLost: console.error },
  )
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const digests = new Map<string, string>()
  for (const { schema, name } of await findTables(client)) {
    const { rows } = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(row, '' order by row)), '') as digest
       from (select md5(${SAME[name] ?? 't::text'}) as row from "${schema}"."${name}" t) r`,
    )
    digests.set(`${schema}.${name}`, rows[0]?.digest ?? '')
  }
  const { rows } = await client.query<{ sum: number }>(
    'select coalesce(sum(paise), 0)::float8 as sum from ledger_entries',
  )
  demand(rows[0]?.sum === 0, `the books in ${dataDir} sum to ${rows[0]?.sum}`)
  await client.end()
  await database.leave()
  return digests
}

/** A digest of each file that a backup holds. */
function filesIn(dataDir: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const folder of ['files', 'outputs', 'exports']) {
    const path = join(dataDir, folder)
    if (!existsSync(path)) continue
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      if (entry.isFile())
        found.set(
          join(entry.parentPath, entry.name).slice(dataDir.length),
          sha256(readFileSync(join(entry.parentPath, entry.name))),
        )
    }
  }
  return found
}

const [first, second, third] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
const archives = temporaryFolder()
const file = join(archives.path, 'under-load.backup')
let coder = ''
try {
  let program = await startProgram(environment(first.path))
  coder = (await visit(program.url, null).call('GET', '/api/v1/agents/icd10-coder')).data.id
  const admin = visit(program.url, await signIn(program.url, ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD))
  const kept = await admin.call('POST', '/api/v1/credentials', {
    type: 'bearer',
    name: 'Trial',
    fields: { token: 'token of the trial', hosts: echoHost },
  })
  const callId = await admin.workflow('Call', callWith(kept.data.credential.id))
  // Each of its own, so that packing them is as much work as packing real documents.
  for (let n = 0; n < Number(values.files); n++)
    await admin.upload(
      `${n}.txt`,
      'text/plain',
      Buffer.from(randomBytes(Number(values['file-kb']) * 750).toString('base64')),
    )
  const people: Person[] = []
  for (let n = 0; n < Number(values.people); n++) {
    const email = `person.${n}@clinic.example`
    people.push({ email, me: visit(program.url, await signUp(program.url, email)) })
  }
  const working = Promise.all(people.map(work))
  await sleep(2000)
  const quiet = Date.now()
  await sleep(Number(values['quiet-ms']))
  const began = Date.now()
  const said = await chowk('backup', file, first.path)
  const ended = Date.now()
  await sleep(1000)
  isOver.now = true
  await working
  console.log(said)
  console.log(await chowk('verify', file, second.path))
  console.log(await chowk('restore', file, join(second.path, 'data')))
  await program.end('SIGTERM')

  const restored = await startProgram(environment(join(second.path, 'data')))
  const before = accepted.filter(({ at }) => at < began)
  await checkRestored(restored, before, callId)
  await restored.end('SIGTERM')

  program = await startProgram(environment(first.path))
  await program.end('SIGTERM')
  const still = join(archives.path, 'still.backup')
  await chowk('backup', still, first.path)
  await chowk('restore', still, join(third.path, 'data'))
  const [was, is] = [await rowsIn(first.path), await rowsIn(join(third.path, 'data'))]
  for (const [table, digest] of was)
    demand(is.get(table) === digest, `the rows of ${table}: ${digest} became ${is.get(table)}`)

  const [files, copies] = [filesIn(first.path), filesIn(join(third.path, 'data'))]
  for (const [path, digest] of files) demand(copies.get(path) === digest, `the file ${path}`)

  const { row_bytes, file_bytes } = await verifyBackup({ source: fromFile(file), passphrase: PASSPHRASE })
  const held = row_bytes + file_bytes
  const [alone, beside] = [longest(quiet, began), longest(began, ended)]
  demand(
    beside - alone <= Number(values['pause-ms']),
    `a write waited ${beside} ms beside the backup, ${alone} ms without it`,
  )
  console.table({
    'documents and runs accepted before the backup': before.length,
    'the backup took (s)': ((ended - began) / 1000).toFixed(1),
    'rows and files in it (MB)': (held / 1e6).toFixed(0),
    '10 GB at this rate (min)': ((ended - began) / 60_000 / (held / 1e10)).toFixed(1),
    'longest write without it (ms)': alone,
    'longest write beside it (ms)': beside,
    'tables compared': was.size,
    'files compared': files.size,
    'missing or different': problems.length,
  })
  for (const problem of problems) console.log(`missing or different: ${problem}`)
} finally {
  echo.close()
  for (const folder of [first, second, third, archives]) folder.remove()
}
process.exit(problems.length === 0 ? 0 : 1)
