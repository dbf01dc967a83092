/**
 * The long form of `test/app-chaos.test.ts`: runs that use connectors, under kills, freezes, restarts of the database, accounts that end,
 * and a service that is busy and loses answers.
 * `node campaigns/app-chaos.ts [--runs 100] [--rows 20] [--workers 2] [--kills 60] [--every 3000] [--freeze-ms 4000] [--restart-every 15000]`
 *
 * Exits non-zero when a run is lost, when something that must happen once happens twice, or with the account of another.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { runAppChaos } from '../test/support/app-chaos/chaos.ts'
import { createRestarter } from '../test/support/restart-postgres.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    rows: { type: 'string', default: '20' },
    workers: { type: 'string', default: '2' },
    kills: { type: 'string', default: '60' },
    every: { type: 'string', default: '3000' },
    'freeze-ms': { type: 'string', default: '4000' },
    'restart-every': { type: 'string', default: '15000' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'chowk-app-chaos-db-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const postgres = await joinPostgres({ dataDir: folder, database: 'chaos', onLost: raise })
const pool = createPool(postgres.url, 20)
await migrate(pool)
const restart = Number(values['restart-every'])
const { errors, reasons, ...figures } = await runAppChaos(
  { pool, url: postgres.url },
  {
    runs: Number(values.runs),
    rows: Number(values.rows),
    workers: Number(values.workers),
    kills: Number(values.kills),
    kill_every_ms: Number(values.every),
    effect_ms: 60,
    freeze_ms: Number(values['freeze-ms']),
    revoke_every_ms: 6_000,
    ...(restart > 0 && { disturb: await createRestarter(postgres.url), disturb_every_ms: restart }),
    quiet_ms: 60_000,
    log: console.log,
  },
)
if (errors) console.error(errors.slice(-4000))
console.table(figures)
console.table(reasons)
await pool.end()
await postgres.leave()
rmSync(folder, { recursive: true, force: true })
process.exit(figures.lost + figures.missing + figures.twice + figures.foreign === 0 ? 0 : 1)
