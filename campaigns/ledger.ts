/**
 * Random movements of money by several workers whose connections are cut in the middle:
 * `node campaigns/ledger.ts [--operations 1000000] [--batch 50000] [--workers 4] [--cut-every 250] [--seed 1]`. After each batch the books
 * sum to 0, no account of a buyer is below 0, no balance drifts, and every account holds what a model in memory says. Prints a table;
 * exits non-zero when something breaks. Then results that are charged when they are accepted are decided by all workers at once,
 * `--decisions 20000` moves of them: what is held, settled and given back must be the price of each.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { runAcceptanceStorm } from '#test/support/acceptance-storm.ts'
import { runLedgerStorm } from '#test/support/ledger-storm.ts'
import { raise } from '#test/support/raise.ts'
import { insertUser } from '#test/support/users.ts'

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '1000000' },
    batch: { type: 'string', default: '50000' },
    workers: { type: 'string', default: '4' },
    'cut-every': { type: 'string', default: '250' },
    seed: { type: 'string', default: '1' },
    decisions: { type: 'string', default: '20000' },
  },
})
const BUYERS = 40
const SELLERS = 10

const folder = mkdtempSync(join(tmpdir(), 'chowk-ledger-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const postgres = await joinPostgres({ dataDir: folder, database: 'ledger', onLost: raise })
const pool = createPool(postgres.url, 4)
let broken = true
try {
  await migrate(pool)
  const database = { pool, url: postgres.url, db: createDatabase(pool), drop: () => pool.end() }
  const people = []
  for (let made = 0; made < BUYERS + SELLERS; made++) people.push(await insertUser(database))
  const { posted, breaks, took_ms, ...counts } = await runLedgerStorm(database, {
    operations: Number(values.operations),
    batch: Number(values.batch),
    workers: Number(values.workers),
    cut_every_ms: Number(values['cut-every']),
    seed: Number(values.seed),
    buyers: people.slice(0, BUYERS),
    sellers: people.slice(BUYERS),
    log: console.log,
  })
  console.table({
    ...counts,
    ...Object.fromEntries(Object.entries(posted).map(([kind, count]) => [`posted: ${kind}`, count])),
    breaks: breaks.length,
    took: `${(took_ms / 1000).toFixed(0)} s`,
  })
  for (const one of breaks.slice(0, 50)) console.error(one)
  const {
    breaks: astray,
    took_ms: decided_ms,
    ...decided
  } = await runAcceptanceStorm(database, {
    moves: Number(values.decisions),
    workers: Number(values.workers),
    cut_every_ms: Number(values['cut-every']),
    seed: Number(values.seed),
  })
  console.table({ ...decided, breaks: astray.length, took: `${(decided_ms / 1000).toFixed(0)} s` })
  for (const one of astray.slice(0, 50)) console.error(one)
  broken = breaks.length + astray.length > 0
} finally {
  await pool.end()
  await postgres.leave()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = broken ? 1 : 0
