/**
 * The long form of `test/chaos.test.ts`: executions with effects run while workers are killed; with options also more. Everything:
 * `node campaigns/chaos.ts --everything` (restarts, freezes, poison, a deploy, a worker that never comes back, twins).
 *
 * `[--executions 1000] [--effects 10] [--workers 3] [--kills 300] [--every 700] [--effect-ms 40] [--restart-every 7000]
 *   [--freeze-ms 3000] [--poison 5] [--deploy] [--never-back] [--twins 5]`
 * Exits non-zero when anything is lost, made twice, not parked or let in, or comes back too late.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { runChaos } from '../test/support/chaos.ts'
import { createRestarter } from '../test/support/restart-postgres.ts'

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
    poison: { type: 'string' },
    deploy: { type: 'boolean' },
    'never-back': { type: 'boolean' },
    twins: { type: 'string' },
    everything: { type: 'boolean' },
  },
})

/** Sweeps of the engine come every 0.7 s, and two must agree that a worker is dead. */
const LEASE_MS = 1_400

const folder = mkdtempSync(join(tmpdir(), 'chowk-chaos-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const postgres = await joinPostgres({ dataDir: folder, database: 'chaos', onLost: raise })
const pool = createPool(postgres.url)
await migrate(pool)
const all = values.everything === true
const restartEvery = values['restart-every'] ?? (all ? '7500' : undefined)
const freeze = values['freeze-ms'] ?? (all ? '3000' : undefined)
const result = await runChaos(
  { pool, url: postgres.url },
  {
    executions: Number(values.executions),
    effects: Number(values.effects),
    workers: Number(values.workers),
    kills: Number(values.kills),
    kill_every_ms: Number(values.every),
    effect_ms: Number(values['effect-ms']),
    ...(restartEvery ? { disturb: await createRestarter(postgres.url), disturb_every_ms: Number(restartEvery) } : {}),
    ...(freeze ? { freeze_ms: Number(freeze) } : {}),
    poison: Number(values.poison ?? (all ? 5 : 0)),
    deploy: values.deploy ?? all,
    never_back: values['never-back'] ?? all,
    twins: Number(values.twins ?? (all ? 5 : 0)),
    log: console.log,
  },
)
const { errors, poison_loose, ...figures } = result
const died = figures.died_of_poison
if (errors) console.error(errors.slice(-4000))
/** After a restart of the database or a freeze nobody can go on at once: then the time to resume is told, not judged. */
const judgesResume = !restartEvery && !freeze && died === 0
console.table({
  ...figures,
  load: loadavg()
    .map((one) => one.toFixed(1))
    .join(' '),
  wanted: `lost, missing, foreign 0; poison parked; twins refused${judgesResume ? `; resume p95 ≤ ${2 * LEASE_MS} ms` : ''}`,
})
await pool.end()
await postgres.leave()
rmSync(folder, { recursive: true, force: true })
const broken = result.lost + result.missing + result.foreign + poison_loose + figures.twins_let_in
process.exit(broken === 0 && (!judgesResume || result.resume_p95 <= 2 * LEASE_MS) ? 0 : 1)
