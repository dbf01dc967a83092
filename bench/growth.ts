/**
 * How reading grows with what is stored: search of agents and lists of executions over 10,000 rows and over 1,000,000.
 * `npm run bench -- growth [few] [many]`. No question is asked twice. Exits non-zero when one takes more than twice
 * as long over the many.
 *
 * A question has an answer of the same size in both: a rare word is in 50 listings, an owner has 500 runs. The rows below the line
 * grow with the data by their nature (a word that is in a tenth of all listings) and are shown, not judged.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AgentQuery } from '#contract/agents/agents.ts'
import { ExecutionId, UserId } from '#contract/core/primitives.ts'
import { ExecutionQuery } from '#contract/runs/executions.ts'
import { RunRecoveryQuery } from '#contract/runs/run-recovery.ts'
import { createMarketplace, type Marketplace } from '#server/areas/agents/agents/marketplace.ts'
import { mayListExecutions } from '#server/areas/runs/executions/executions.policy.ts'
import { getExecution, listExecutions } from '#server/areas/runs/executions/executions.ts'
import { mayRecover } from '#server/areas/runs/recovery/recovery.policy.ts'
import { listRecoverable } from '#server/areas/runs/recovery/recovery.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import { createDatabase, type Database } from '#server/platform/database/database.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { readPrimary } from '#server/platform/database/reader.ts'
import { raise } from '#test/support/raise.ts'
import { fillMoney, MONEY } from './growth-money.ts'
import { fillPeople, PEOPLE } from './growth-people.ts'

const MOST_GROWTH = 2
const TIMES = 40

const OWNED = 500
const RARE = 50

/** `n` of them, each a uuid made of a number, so that questions can name them. */
const id = (kind: number, n: string) => `('00000000-0000-7000-800${kind}-' || lpad(to_hex(${n}), 12, '0'))::uuid`

async function fill(pool: Pool, count: number): Promise<void> {
  const client = await pool.connect()
  try {
    // Rows that refer to each other are made in one go; what they refer to is checked by nobody.
    await client.query('set session_replication_role = replica')
    await client.query('set synchronous_commit = off')
    await client.query(
      `insert into categories (slug, name, description, icon, position) select 'category-' || i, 'Category ' || i, '', 'box', i from generate_series(0, 7) i`,
    )
    await client.query(
      `insert into users (id, firebase_uid, email, display_name) select ${id(1, 'i')}, 'u' || i, 'u' || i || '@example.com', 'User ' || i from generate_series(0, greatest(200, $1 / ${OWNED})) i`,
      [count],
    )
    await client.query(
      `insert into workflows (id, owner_id, name, document) select ${id(2, 'i')}, ${id(1, '0')}, 'Workflow ' || i, '{}' from generate_series(0, 99) i`,
    )
    await client.query(
      `insert into agents (id, slug, seller_id, name, tagline, description, category_slug, icon, tags, status, price_type, price_paise, published_at, popularity, current_version_id)
       select ${id(3, 'i')}, 'agent-' || i, ${id(1, 'i % 200')}, 'Rare' || lpad((i / ${RARE})::text, 6, '0') || ' twin' || lpad((i / ${RARE})::text, 6, '0') || ' assistant', 'Does common' || i % 10 || ' work', 'Reads documents.',
         'category-' || i % 8, 'bot', '{}', 'published', 'free', 0, now() - i * interval '1 second', (i * 7919) % 100003, ${id(4, 'i')}
       from generate_series(0, $1::bigint - 1) i`,
      [count],
    )
    await client.query(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, agent_id, status, trigger, priority, error, input, output, created_at, started_at, finished_at)
       select ${id(5, 'i')}, ${id(1, `i / ${OWNED}`)}, ${id(2, 'i % 100')}, ${id(2, 'i % 100')}, ${id(3, 'i % 1000')},
         case when i % 20 = 0 then 'failed' else 'succeeded' end, 'manual', case when i % 50 = 1 then 'high' else 'normal' end,
         case when i % 20 = 0 then jsonb_build_object('code', 'code_' || i % 7, 'node_id', 'n', 'message', 'x') end, '{"text":"x"}', '{}', t, t, t
       from (select i, now() - (($1::bigint - i) * 7919 % $1::bigint) * interval '1 second' as t from generate_series(0, $1::bigint - 1) i) made`,
      [count],
    )
    await client.query('reset session_replication_role')
  } finally {
    client.release()
  }
  await fillMoney(pool, count)
  await fillPeople(pool, count)
  await pool.query('vacuum analyze')
}

/** `n` is never the same twice: no answer is remembered from before. */
type Question = (db: Database, n: number) => Promise<unknown>

const superAdmin: UserCaller = {
  type: 'user',
  id: UserId.parse('00000000-0000-7000-8001-000000000000'),
  role: 'super_admin',
  permissions: new Set(),
  email: '',
  display_name: '',
  session_id: null,
}
const ownerOf = (n: number): UserId =>
  UserId.parse(`00000000-0000-7000-8001-${(n % 20).toString(16).padStart(12, '0')}`)

/** As the product asks: what every page of the marketplace shows beside its listings is remembered while nothing changes. */
const markets = new WeakMap<Database, Marketplace>()
function marketOf(db: Database): Marketplace {
  const known = markets.get(db) ?? createMarketplace(db, { reader: readPrimary(db), fresh_ms: 5000 })
  markets.set(db, known)
  return known
}
const agents = (query: (n: number) => object): Question => {
  return (db, n) => marketOf(db).list(AgentQuery.parse(query(n)))
}
const runs = (query: (n: number) => object): Question => {
  return (db, n) => {
    const parsed = ExecutionQuery.parse(query(n))
    // Somebody else each time, of the few owners that both databases have.
    const caller = { ...superAdmin, id: ownerOf(n) }
    return listExecutions(db, mayListExecutions(caller, parsed.scope), parsed)
  }
}

const recoverable =
  (scope: 'own' | 'all'): Question =>
  (db, n) => {
    const caller = { ...superAdmin, id: ownerOf(n) }
    return listRecoverable(db, mayRecover(caller, scope), RunRecoveryQuery.parse({ scope }))
  }

const padded = (n: number) => String(n).padStart(6, '0')

const JUDGED: Record<string, Question> = {
  'search of a rare word': agents((n) => ({ search: `rare${padded(n)}` })),
  'search of two words': agents((n) => ({ search: `twin${padded(n)} rare${padded(n)}` })),
  'own runs': runs(() => ({})),
  'own runs, failed': runs(() => ({ status: 'failed' })),
  'own runs, by name': runs((n) => ({ search: `workflow ${n % 100}` })),
  'runs of everybody': runs(() => ({ scope: 'all' })),
  'runs of everybody, failed': runs(() => ({ scope: 'all', status: 'failed' })),
  'runs of everybody, of high priority': runs(() => ({ scope: 'all', priority: 'high' })),
  'runs of everybody, waiting': runs(() => ({ scope: 'all', status: 'waiting' })),
  'runs of everybody, by name': runs((n) => ({ scope: 'all', search: `workflow ${n % 100}` })),
  'runs of everybody, by the beginning of an id': runs((n) => ({
    scope: 'all',
    // Sixteen ids begin like this.
    search: `00000000-0000-7000-8005-${n.toString(16).padStart(11, '0')}`,
  })),
  'own failures to recover': recoverable('own'),
  'one run': (db, n) =>
    getExecution(
      db,
      superAdmin,
      null,
      ExecutionId.parse(`00000000-0000-7000-8005-${n.toString(16).padStart(12, '0')}`),
      async () => null,
      null,
    ),
  ...MONEY,
  ...PEOPLE,
}
const SHOWN: Record<string, Question> = {
  'search of a rare word beside one that all have': agents((n) => ({ search: `rare${padded(n)} assistant` })),
  'search of a word in a tenth of all': agents((n) => ({
    search: `common${n % 10}`,
    page: 1 + (n % 45),
  })),
  'all listings, a page never asked for': agents((n) => ({ page: 2 + n })),
  // 500 of them, and more than are counted.
  'failures of everybody to recover': recoverable('all'),
  'runs of everybody, no such name': runs((n) => ({ scope: 'all', search: `no such name ${n}` })),
}

/** Median ms of each question. */
async function measure(
  db: Database,
  questions: Record<string, Question>,
  turn: number,
): Promise<Record<string, number>> {
  const medians: Record<string, number> = {}
  for (const [name, ask] of Object.entries(questions)) {
    const times: number[] = []
    for (let n = 0; n < TIMES; n++) {
      const began = performance.now()
      await ask(db, turn * TIMES + n)
      times.push(performance.now() - began)
    }
    medians[name] = times.sort((a, b) => a - b)[TIMES / 2] ?? 0
  }
  return medians
}

/** @returns whether nothing judged grew too much */
export async function growth(few = 10_000, many = 1_000_000): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-bench-'))
  // When root runs this the database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const questions = { ...JUDGED, ...SHOWN }
  const asked: Record<number, Record<string, number>> = {}
  const databases: { count: number; pool: Pool; db: Database; leave(): Promise<void> }[] = []
  try {
    for (const count of [few, many]) {
      const settings = { max_wal_size: '4GB', fsync: 'off' }
      const server = await joinPostgres({ dataDir: folder, database: `rows_${count}`, settings, onLost: raise })
      const pool = createPool(server.url, 4)
      databases.push({ count, pool, db: createDatabase(pool), leave: () => server.leave() })
      await migrate(pool)
      await fill(pool, count)
    }
    // In turns, so that what else the machine does falls on both; the first turn warms up.
    for (let turn = 0; turn < 3; turn++)
      for (const { count, db } of databases) {
        const medians = await measure(db, questions, turn)
        for (const [name, ms] of Object.entries(medians))
          if (turn > 0) asked[count] = { ...asked[count], [name]: Math.min(ms, asked[count]?.[name] ?? ms) }
      }
  } finally {
    for (const { pool, leave } of databases) {
      await pool.end()
      await leave()
    }
    rmSync(folder, { recursive: true, force: true })
  }
  const rows = Object.keys(questions).map((question) => {
    const [a = 0, b = 0] = [asked[few]?.[question], asked[many]?.[question]]
    return {
      question,
      [`${few} rows, ms`]: a.toFixed(2),
      [`${many} rows, ms`]: b.toFixed(2),
      growth: Number((b / a).toFixed(2)),
      judged: question in JUDGED,
    }
  })
  console.table(rows)
  return rows.every(({ growth, judged }) => !judged || growth <= MOST_GROWTH)
}

if (import.meta.main) {
  const [few, many] = process.argv.slice(2).map(Number)
  process.exitCode = (await growth(few, many)) ? 0 : 1
}
