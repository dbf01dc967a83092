/**
 * Random workflows (nested, mapped, branched, waiting, failing, retried, paused, cancelled, forked) on the engine against a small
 * independent interpreter: both must say the same.
 *
 * `node campaigns/random-programs.ts [--programs 10000] [--from 1] [--together 16]` on a Postgres of its own. `--from SEED --programs 1`
 * plays one again and prints it; `--times 500 --only cancel` plays each so often and always does this to it: for what only happens
 * when two meet.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { DISTURBANCES, type Played, playPrograms, Stage } from '../test/support/random-programs/play.ts'
import { makeSmaller } from '../test/support/random-programs/smaller.ts'

const { values } = parseArgs({
  options: {
    programs: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    together: { type: 'string', default: '16' },
    times: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const programs = Number(values.programs)
const folder = mkdtempSync(join(tmpdir(), 'chowk-programs-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const postgres = await joinPostgres({
  dataDir: folder,
  database: 'programs',
  settings: { max_wal_size: '2GB' },
  onLost: raise,
})
const pool = createPool(postgres.url)
const differing: Played[] = []
const rows: Record<string, number | string>[] = []
try {
  await migrate(pool)
  await using stage = await Stage.open({ pool, url: postgres.url })
  const began = Date.now()
  let done = 0
  const each = (played: Played) => {
    if (played.difference !== null) differing.push(played)
    if (++done % 1000 === 0) console.log(`${done} programs, ${differing.length} differ`)
  }
  const only = DISTURBANCES.find((one) => one === values.only) ?? null
  const [from, together, times] = [values.from, values.together, values.times].map(Number) as [number, number, number]
  const options = { from, programs, together, times, only, each }
  const all = await playPrograms(stage, options)
  for (const disturbance of DISTURBANCES) {
    const some = all.filter((played) => played.disturbance === disturbance)
    const count = (test: (played: Played) => boolean) => some.filter(test).length
    rows.push({
      disturbance,
      programs: some.length,
      'nodes, most': Math.max(0, ...some.map(({ nodes }) => nodes)),
      succeeded: count(({ status }) => status.startsWith('succeeded')),
      failed: count(({ status }) => status.startsWith('failed')),
      cancelled: count(({ status }) => status.startsWith('cancelled')),
      'raced, only their end seen': count(({ raced }) => raced),
      differ: count(({ difference }) => difference !== null),
    })
  }
  const one = programs === 1 ? all[0] : undefined
  if (one) console.log(JSON.stringify({ input: one.input, document: one.document }, null, 1))
  for (const played of differing.slice(0, 10)) {
    console.error(`seed ${played.seed}, ${played.disturbance}: ${played.difference?.slice(0, 3000)}`)
    const small = await makeSmaller(stage, played)
    if (small) console.error(`  smaller: ${JSON.stringify(small)}`)
  }
  console.table(rows)
  console.log(`${all.length} programs in ${Math.round((Date.now() - began) / 1000)} s, ${differing.length} differ`)
} finally {
  await pool.end()
  await postgres.leave()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(differing.length === 0 ? 0 : 1)
