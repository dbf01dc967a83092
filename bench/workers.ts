/**
 * What 1, 2 and 4 worker processes on one machine make of a queue: runs per second, connections and memory.
 * `npm run bench -- workers [--workers 1,2,4] [--runs 4000] [--latency-ms 200] [--kinds computes,waits] [--rounds 1]`
 *
 * Two kinds of runs: some that only compute (three steps without code), and some that wait for another service (an HTTP request). The rate is
 * that of the middle: from a fifth of the runs to four fifths, and not before every worker has been ready for a second: those that still start
 * take the processors from those that work. Exits non-zero when 4 workers take longer than one for what computes, or are
 * not at least twice as fast for what waits.
 */
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { WorkflowDocument } from '#graph/document.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { createTestEngine, node, set, wires, workflow } from '../test/support/engine.ts'
import { type Program, startProgram, temporaryFolder } from '../test/support/program.ts'

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2,4' },
    runs: { type: 'string', default: '4000' },
    'latency-ms': { type: 'string', default: '200' },
    kinds: { type: 'string', default: 'computes,waits' },
    rounds: { type: 'string', default: '1' },
  },
})
const runs = Number(values.runs)
const folder = temporaryFolder()
const server = await joinPostgres({ dataDir: join(folder.path, 'database'), database: 'bench', onLost: raise })

const slow = createServer((request, response) => {
  request.resume()
  setTimeout(() => response.end('{}'), Number(values['latency-ms']))
})
await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`

const KINDS: Record<string, WorkflowDocument> = {
  computes: workflow([node('start', 'manual_trigger'), set('a', { n: 1 }), set('b', { n: 2 })], wires('start > a > b')),
  waits: workflow(
    [node('start', 'manual_trigger'), node('ask', 'http_request', { method: 'GET', url })],
    wires('start > ask'),
  ),
}

async function databaseOf(name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  await admin.query(`create database ${name}`).finally(() => admin.end())
  return server.url.replace(/\/[^/]*$/, `/${name}`)
}

async function fill(database: { pool: Pool; url: string }, document: WorkflowDocument): Promise<void> {
  const { engine, publish } = await createTestEngine(database, { role: 'web' })
  const request = await publish(document)
  let next = 0
  const feed = async () => {
    while (next++ < runs) await engine.start(request({}, { mode: 'later' }))
  }
  await Promise.all(Array.from({ length: 8 }, feed))
  await engine.stop()
}

/** With all processes that it started, in MB. */
function memoryOf({ child }: Program): number {
  const table = execFileSync('ps', ['-eo', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  const all = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number, kb: number])
  const family = new Set([child.pid])
  for (let known = 0; known !== family.size; ) {
    known = family.size
    for (const [pid, parent] of all) if (family.has(parent)) family.add(pid)
  }
  return all.reduce((sum, [pid, , kb]) => (family.has(pid) ? sum + kb / 1000 : sum), 0)
}

async function measure(kind: string, count: number, round: number) {
  const address = await databaseOf(`${kind}_${count}_${round}`)
  const pool = createPool(address, 4)
  await migrate(pool)
  await fill({ pool, url: address }, KINDS[kind] as WorkflowDocument)
  await pool.query('vacuum analyze')
  console.log(`${kind}, ${count} of them: ${runs} runs are queued`)
  const env = {
    DATABASE_URL: address,
    DATA_DIR: join(folder.path, `${kind}-${count}-${round}`),
    ROLE: 'worker',
    // All runs are of one owner.
    OWNER_SHARE: '100',
    OUTBOUND_ALLOW: new URL(url).host,
  }
  const workers = await Promise.all(
    Array.from({ length: count }, (_, n) => startProgram({ ...env, EXECUTOR_ID: `worker-${n}` })),
  )
  const ready = await pool.query<{ from: Date }>(`select now() + interval '1 second' as from`)
  let [connections, memory] = [0, 0]
  for (let left = runs; left > 0; await sleep(200)) {
    const { rows } = await pool.query<{ left: number; connections: number }>(
      `select (select count(*)::int from executions where status <> 'succeeded') as left,
         (select count(*)::int from pg_stat_activity where datname = current_database()) as connections`,
    )
    left = rows[0]?.left ?? 0
    connections = Math.max(connections, (rows[0]?.connections ?? 0) - pool.totalCount)
    memory = Math.max(
      memory,
      workers.reduce((sum, one) => sum + memoryOf(one), 0),
    )
  }
  const { rows } = await pool.query<{ count: number; seconds: number }>(
    `with middle as (
       select greatest(percentile_disc(0.2) within group (order by finished_at), $1) as from,
         percentile_disc(0.8) within group (order by finished_at) as to from executions)
     select count(*)::int as count, extract(epoch from m.to - m.from)::float8 as seconds
     from middle m join executions e on e.finished_at > m.from and e.finished_at <= m.to group by m.from, m.to`,
    [ready.rows[0]?.from],
  )
  const [{ count: counted, seconds } = { count: 0, seconds: 1 }] = rows
  if (counted < runs / 10) throw new Error('The queue was nearly empty before all workers were ready: name more --runs')
  await Promise.all(workers.map((one) => one.end('SIGTERM')))
  await pool.end()
  const per_second = Math.round(counted / seconds)
  return {
    kind,
    workers: count,
    per_second,
    connections,
    'memory, MB': Math.round(memory),
    load: (loadavg()[0] ?? 0).toFixed(1),
  }
}

const found: Awaited<ReturnType<typeof measure>>[] = []
// In turns, because other programs on the machine may take a part of it for a while.
for (const kind of values.kinds.split(','))
  for (let round = 0; round < Number(values.rounds); round++)
    for (const count of values.workers.split(',').map(Number)) found.push(await measure(kind, count, round))
console.table(found)
slow.closeAllConnections()
slow.close()
await server.leave()
folder.remove()
/** The median of the rounds. */
const speed = (kind: string, workers: number) => {
  const speeds = found.filter((one) => one.kind === kind && one.workers === workers).map((one) => one.per_second)
  return speeds.sort((a, b) => a - b)[Math.floor(speeds.length / 2)] ?? 0
}
const isWorse = (kind: string, times: number) =>
  speed(kind, 1) > 0 && speed(kind, 4) > 0 && speed(kind, 4) < times * speed(kind, 1)
process.exit(isWorse('computes', 1) || isWorse('waits', 2) ? 1 : 0)
