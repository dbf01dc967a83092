/**
 * 10,000 log-ins a minute on one account from many addresses, while its owner (on a known device) and other people sign in:
 * `node campaigns/login-storm.ts [--minutes 3] [--per-minute 10000] [--addresses 5000]`. Prints a table; exits non-zero when more
 * guesses are looked at than are allowed, or somebody who should get in does not.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createTestIdentity } from '#test/support/identity.ts'
import { runLoginStorm } from '#test/support/login-storm.ts'
import { raise } from '#test/support/raise.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    'per-minute': { type: 'string', default: '10000' },
    addresses: { type: 'string', default: '5000' },
  },
})
const minutes = Number(values.minutes)

const folder = mkdtempSync(join(tmpdir(), 'chowk-storm-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const postgres = await joinPostgres({ dataDir: folder, database: 'storm', onLost: raise })
// As many connections as the program gives its identity provider.
const pool = createPool(postgres.url, 4)
let failed = true
try {
  await migrate(pool)
  const identity = await createTestIdentity({ pool, db: createDatabase(pool) })
  const report = await runLoginStorm(identity, {
    guesses: Math.round(minutes * Number(values['per-minute'])),
    over_ms: minutes * 60_000,
    addresses: Number(values.addresses),
    others: Math.round(minutes * 20),
    owner: Math.round(minutes * 20),
  })
  const { checked, throttled, other, owner, others, took_ms } = report
  console.table({
    'guesses looked at': checked,
    'guesses throttled': throttled,
    'guesses answered otherwise': JSON.stringify(other),
    'owner got in': `${owner.worked} of ${owner.tried}, p95 ${owner.p95_ms} ms`,
    'others got in': `${others.worked} of ${others.tried}, p95 ${others.p95_ms} ms`,
    took: `${(took_ms / 1000).toFixed(1)} s`,
  })
  // 20 in each window of 15 minutes.
  const allowed = 20 * Math.ceil(took_ms / 900_000 + 1e-9)
  failed =
    checked > allowed || Object.keys(other).length > 0 || owner.worked < owner.tried || others.worked < others.tried
  await identity.stop()
} finally {
  await pool.end()
  await postgres.leave()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
