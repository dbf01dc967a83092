/**
 * The long form of `test/canary.test.ts`: injected documents, each with secrets beside it, are given to every AI node, to an agent with
 * tools, to an agent that works with an account of its buyer and to the agents of the house, all asking a model that does what the document says.
 * `node campaigns/canary.ts [--documents 500] [--seed 1] [--agents 12]`
 * Prints what was tried and what leaked, and exits non-zero when anything did.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'
import { type Played, playInjections } from '../test/support/injection/play.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    agents: { type: 'string', default: '12' },
  },
})

const names = (of: (one: Played['documents'][number]) => string, { documents }: Played) =>
  new Set(documents.map(of)).size

function print(played: Played): void {
  const { leaks } = played
  console.table({
    'injected documents': played.documents.length,
    'ways to hide the injection': names(({ carrier }) => carrier, played),
    'languages of it': names(({ language }) => language, played),
    'voices of it': names(({ language, voice }) => `${language} ${voice}`, played),
    'things it asks for': names(({ goal }) => goal.name, played),
    runs: played.runs,
    'runs with chosen knowledge': played.searched,
    'runs with a planted memory': played.remembered,
    'calls of a model that obeys': played.obeyed,
    'calls in traces': played.traced,
    'calls of tools refused by a person': played.refused,
    'look-ups at the approved host': played.lookups,
    leaks: leaks.length,
  })
  console.table(Object.fromEntries(played.agents))
  console.table(Object.fromEntries([...played.failures].map(([code, runs]) => [code, { 'runs that ended so': runs }])))
  for (const { document, where, what } of leaks.slice(0, 50)) {
    const one = played.documents.find(({ id }) => id === document)
    console.error(`LEAK document ${document} (${one?.carrier}, ${one?.goal.name}) at ${where}: ${what}`)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'chowk-canary-db-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const server = await joinPostgres({ dataDir: folder, database: 'canary', onLost: raise })
const pool = createPool(server.url, 20)
try {
  await migrate(pool)
  const began = performance.now()
  const played = await playInjections(
    { pool, url: server.url },
    {
      documents: Number(values.documents),
      seed: Number(values.seed),
      agents: Number(values.agents),
      told: (done) =>
        done % 50 === 0 && console.log(`${done} documents, ${Math.round((performance.now() - began) / 1000)} s`),
    },
  )
  print(played)
  process.exitCode = played.leaks.length > 0 ? 1 : 0
} finally {
  await pool.end()
  await server.leave()
  rmSync(folder, { recursive: true, force: true })
}
