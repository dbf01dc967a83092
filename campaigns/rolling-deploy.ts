/**
 * A deploy without a stop: an earlier version of this repository works on, while the new one migrates the database, starts next to it and
 * takes over. `node campaigns/rolling-deploy.ts [--from COMMIT] [--workers 2] [--per-second 15] [--seconds 8]`
 *
 * People start runs and read lists all the time; each phase lasts so many seconds. Exits non-zero when a run that was accepted is lost, an
 * effect is missing or made twice, an answer is an error of the server, or a process of the old version ends on its own account.
 * Without `--from` the old version is the one before the newest migration.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { node, set, until, wires, workflow } from '../test/support/engine.ts'
import { type Program, startProgram, temporaryFolder } from '../test/support/program.ts'
import { openSink } from '../test/support/sink.ts'
import { signIn, type Visit, visit } from '../test/support/visit.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    workers: { type: 'string', default: '2' },
    'per-second': { type: 'string', default: '15' },
    seconds: { type: 'string', default: '8' },
  },
})
const root = join(import.meta.dirname, '..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
const newest = () => git('log', '-1', '--format=%H', '--no-merges', '--', 'src/server/platform/database/migrations')
const from = git('rev-parse', values.from ?? `${newest()}~1`)
const PHASE_MS = Number(values.seconds) * 1000
const PASSWORD = 'admin of the trial'

/** The files of a commit, with the modules that are installed here, or with its own where they differ. */
function checkOut(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-old-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  // Lockfiles of earlier versions lack the packages of other platforms, which `npm ci` refuses.
  const lockOf = (at: string) => readFileSync(join(at, 'package-lock.json'), 'utf8')
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  else
    execFileSync('npm', ['install', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: 'inherit',
    })
  mkdirSync(join(folder, '.data'), { recursive: true })
  return folder
}

const folder = temporaryFolder()
chmodSync(folder.path, 0o755)
const old = checkOut(from)
const database = await joinPostgres({ dataDir: folder.path, database: 'rolling', onLost: raise })
const pool = createPool(database.url, 4)
const sink = await openSink(150)
const env = {
  DATA_DIR: join(folder.path, 'data'),
  DATABASE_URL: database.url,
  ADMIN_PASSWORD: PASSWORD,
  OUTBOUND_ALLOW: new URL(sink.url).host,
}

const errand = workflow(
  [
    node('start', 'manual_trigger'),
    node('first', 'http_request', { method: 'POST', url: sink.url, body_type: 'json', body: {} }),
    node('pause', 'wait', { seconds: 4 }),
    node('second', 'http_request', { method: 'POST', url: sink.url, body_type: 'json', body: {} }),
    set('done', { answer: 42 }),
  ],
  wires('start > first > pause > second > done'),
)

const gone = new Set<Program>()
let diedUnasked = 0
async function begin(role: 'web' | 'worker', name: string, version?: string): Promise<Program> {
  const own: Record<string, string> = role === 'web' ? { PORT: String(await freePort()) } : { EXECUTOR_ID: name }
  const program = await startProgram({ ...env, ROLE: role, ...own }, version === undefined ? {} : { version })
  program.child.once('exit', (code) => {
    if (gone.has(program)) return
    diedUnasked++
    console.error(`${name} ended with ${code}:\n${program.printed().slice(-2000)}`)
  })
  return program
}
const end = async (program: Program) => {
  gone.add(program)
  await program.end('SIGTERM')
}

/** People, as a load balancer passes their requests on: to those that take some. */
class Traffic {
  #open = true
  #visits: Visit[] = []
  readonly accepted: string[] = []
  readonly refusals = new Map<string, number>()
  answers = 0
  slowest_ms = 0
  #turn = 0

  async balance(webs: readonly Program[]): Promise<void> {
    this.#visits = await Promise.all(
      webs.map(async ({ url }) => visit(url, await signIn(url, 'admin@chowk.local', PASSWORD))),
    )
  }

  start(workflow_id: string): () => Promise<void> {
    const asking: Promise<void>[] = []
    const feeding = (async () => {
      const pace = 1000 / Number(values['per-second'])
      while (this.#open) {
        asking.push(
          this.#ask('POST', '/api/v1/workflows/execute', { workflow_id, input: {} }),
          this.#ask('GET', '/api/v1/executions'),
        )
        await sleep(pace)
      }
    })()
    return async () => {
      this.#open = false
      await feeding
      await Promise.all(asking)
    }
  }

  async #ask(method: string, path: string, body?: unknown): Promise<void> {
    const began = performance.now()
    try {
      const { status, data, message } = await (this.#visits[this.#turn++ % this.#visits.length] as Visit).call(
        method,
        path,
        body,
      )
      this.answers++
      this.slowest_ms = Math.max(this.slowest_ms, performance.now() - began)
      if (status >= 400) this.#refused(`${status} ${message}`)
      else if (method === 'POST') this.accepted.push(data.execution_id)
    } catch (error) {
      this.#refused(`no answer: ${(error as Error & { cause?: { code?: string } }).cause?.code ?? error}`)
    }
  }

  #refused(why: string): void {
    this.refusals.set(why, (this.refusals.get(why) ?? 0) + 1)
  }
}

const count = async (sql: string, values: unknown[] = []): Promise<number> =>
  (await pool.query<{ n: number }>(sql, values)).rows[0]?.n ?? 0
const applied = () => count('select count(*)::int as n from migrations')

console.log(`from ${git('log', '-1', '--format=%h %s', from)}\nto   ${git('log', '-1', '--format=%h %s')}`)
const names = Array.from({ length: Number(values.workers) }, (_, n) => `worker-${n}`)
const oldWeb = await begin('web', 'old web', old)
const oldWorkers = []
for (const name of names) oldWorkers.push(await begin('worker', `${name}-old`, old))
const before = await applied()
const traffic = new Traffic()
await traffic.balance([oldWeb])
const admin = visit(oldWeb.url, await signIn(oldWeb.url, 'admin@chowk.local', PASSWORD))
const workflow_id = await admin.workflow('Errand', errand)
const stop = traffic.start(workflow_id)
await sleep(PHASE_MS)

const migrating = performance.now()
const migrate = ['--no-warnings', 'scripts/chowk.ts', 'migrate']
const plan = execFileSync(process.execPath, [...migrate, '--plan'], {
  cwd: root,
  env: { ...process.env, ...env },
  encoding: 'utf8',
})
execFileSync(process.execPath, migrate, { cwd: root, env: { ...process.env, ...env } })
const migrate_ms = Math.round(performance.now() - migrating)
console.log(plan.trim())
await sleep(PHASE_MS)

const newWeb = await begin('web', 'new web')
const newWorkers = []
for (const name of names) newWorkers.push(await begin('worker', `${name}-new`))
await traffic.balance([oldWeb, newWeb])
await sleep(PHASE_MS)

await traffic.balance([newWeb])
for (const program of [oldWeb, ...oldWorkers]) await end(program)
await sleep(PHASE_MS)
await stop()

const all = traffic.accepted
const done = `select count(*)::int as n from executions where id = any ($1) and status = 'succeeded'`
await until(async () => (await count(done, [all])) === all.length, 60_000, 200).catch(() => {})
const effects = all.flatMap((id) => [`${id}:first:`, `${id}:second:`])
const both = `select count(*)::int as n from executions where id = any ($1) and executor like $2`
const result = {
  accepted: all.length,
  lost: all.length - (await count(done, [all])),
  'effects missing': effects.filter((key) => !sink.made.has(key)).length,
  'effects asked for twice': effects.filter((key) => (sink.made.get(key)?.asked ?? 0) > 1).length,
  'finished by the old version': await count(both, [all, '%-old']),
  'finished by the new version': await count(both, [all, '%-new']),
  'migrations applied meanwhile': (await applied()) - before,
  'chowk migrate, ms': migrate_ms,
  answers: traffic.answers,
  'slowest answer, ms': Math.round(traffic.slowest_ms),
  refusals: [...traffic.refusals].map(([why, n]) => `${n} × ${why}`).join(', ') || 'none',
  'processes that ended on their own': diedUnasked,
}
console.table(result)
for (const program of [newWeb, ...newWorkers]) await end(program)
await sink.close()
await pool.end()
await database.leave()
folder.remove()
execFileSync('rm', ['-rf', old])
const wrong =
  result.lost + result['effects missing'] + result['effects asked for twice'] + traffic.refusals.size + diedUnasked
const isTried = result['finished by the old version'] > 0 && result['finished by the new version'] > 0
process.exit(wrong === 0 && isTried && result['migrations applied meanwhile'] > 0 ? 0 : 1)
