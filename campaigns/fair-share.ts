/**
 * The long form of `test/fair-share.test.ts`: one owner queues 10,000 runs, then another starts a few.
 * `node campaigns/fair-share.ts [--backlog 10000] [--runs 50] [--work-ms 100] [--share 0.4]`
 * Exits non-zero when the few take longer than the share of the other allows, or when the other has more places than its share.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { measureFairShare } from '../test/support/fair-share.ts'

const { values } = parseArgs({
  options: {
    backlog: { type: 'string', default: '10000' },
    runs: { type: 'string', default: '50' },
    'work-ms': { type: 'string', default: '100' },
    share: { type: 'string', default: '0.4' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'chowk-fair-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const server = await joinPostgres({ dataDir: folder, database: 'fair', onLost: raise })
const pool = createPool(server.url, 20)
try {
  await migrate(pool)
  const result = await measureFairShare(
    { pool, url: server.url },
    {
      backlog: Number(values.backlog),
      runs: Number(values.runs),
      work_ms: Number(values['work-ms']),
      share: Number(values.share),
    },
  )
  console.table({
    'the few, alone, ms': Math.round(result.alone_ms),
    'the few, beside the backlog, ms': Math.round(result.beside_ms),
    'allowed by the share, ms': Math.round(result.allowed_ms),
    'most places of the busy owner': result.most,
    'places it may have': result.may_have,
    'left of the backlog then': result.left,
  })
  process.exitCode = result.beside_ms <= result.allowed_ms && result.most <= result.may_have ? 0 : 1
} finally {
  await pool.end()
  await server.leave()
  rmSync(folder, { recursive: true, force: true })
}
