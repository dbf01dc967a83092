/**
 * The long form of `test/chaos.test.ts`: workers are killed, frozen, and the database is restarted, while executions with effects
 * run. `node campaigns/chaos.ts [--executions 1000] [--effects 10] [--workers 3] [--kills 300] [--every 700] [--effect-ms 40]
 *   [--restart-every MS] [--freeze-ms MS]`. Exits non-zero when anything is lost or made twice.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { joinPostgres } from '#server/database/embedded/postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { createPool } from '#server/database/pool.ts'
import { runChaos } from '../test/support/chaos.ts'

const { values } = parseArgs({
  options: {
    executions: { type: 'string', default: '1000' },
    effects: { type: 'string', default: '10' },
    workers: { type: 'string', default: '3' },
    kills: { type: 'string', default: '300' },
    every: { type: 'string', default: '700' },
    'effect-ms': { type: 'string', default: '40' },
    'restart-every': { type: 'string' },
    'freeze-ms': { type: 'string' },
  },
})

/** Sweeps of the engine come every 0.7 s, and two must agree that a worker is dead. */
const LEASE_MS = 1_400

/** Restarts the server of a data folder the hard way (no checkpoint, every connection cut), with its own command line. */
function restarter(data: string): () => Promise<void> {
  const owner = statSync(data)
  let child: ChildProcess | undefined
  return async () => {
    const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    const line = readFileSync(join(data, 'postmaster.opts'), 'utf8').trim()
    const [program = '', ...args] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')
    process.kill(Number(pid), 'SIGQUIT')
    for (let alive = true; alive; await sleep(20)) {
      try {
        process.kill(Number(pid), 0)
      } catch {
        alive = false
      }
    }
    const ids = process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {}
    child = spawn(program, args, { ...ids, cwd: data, detached: true, stdio: 'ignore', env: { LC_ALL: 'C.UTF-8' } })
    child.unref()
  }
}

const folder = mkdtempSync(join(tmpdir(), 'chowk-chaos-'))
const postgres = await joinPostgres({ dataDir: folder, database: 'chaos' })
const pool = createPool(postgres.url)
await migrate(pool)
const admin = new pg.Client({ connectionString: postgres.url })
await admin.connect()
const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
await admin.end()
const restartEvery = values['restart-every']
const result = await runChaos(
  { pool, url: postgres.url },
  {
    executions: Number(values.executions),
    effects: Number(values.effects),
    workers: Number(values.workers),
    kills: Number(values.kills),
    kill_every_ms: Number(values.every),
    effect_ms: Number(values['effect-ms']),
    ...(restartEvery
      ? { disturb: restarter(rows[0]?.data_directory ?? ''), disturb_every_ms: Number(restartEvery) }
      : {}),
    ...(values['freeze-ms'] ? { freeze_ms: Number(values['freeze-ms']) } : {}),
    log: console.log,
  },
)
const { errors, ...figures } = result
if (errors) console.error(errors.slice(-4000))
console.table([{ ...figures, wanted: `lost, missing, foreign 0; resume p95 ≤ ${2 * LEASE_MS}` }])
await pool.end()
await postgres.leave()
rmSync(folder, { recursive: true, force: true })
process.exit(result.lost + result.missing + result.foreign === 0 ? 0 : 1)
