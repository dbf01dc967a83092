/**
 * Whether tables that only grow would gain from partitions by month, on the one that fits best: events of analytics, which nothing refers to,
 * with 13 months of rows. `npm run bench -- partitions [rows]`. It measures what retention and what every request pay, and judges nothing:
 * docs/decisions/0273 does.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { raise } from '#test/support/raise.ts'

const MONTHS = 13
const rows = Number(process.argv[2] ?? 1_000_000)
const LOOKS = 2_000

const folder = mkdtempSync(join(tmpdir(), 'chowk-partitions-'))
chmodSync(folder, 0o755)
const server = await joinPostgres({ dataDir: folder, database: 'partitions', onLost: raise })
const pool = createPool(server.url, 2)
await migrate(pool)
const client = await pool.connect()

/** The same columns and indexes, by month; a primary key has to name what divides the table. */
async function makeDivided(db: PoolClient): Promise<void> {
  await db.query(`create table divided (id bigint generated always as identity, name text not null, params jsonb not null default '{}',
    session_id uuid not null, at timestamptz not null, received_at timestamptz not null default now(), primary key (id, at)) partition by range (at)`)
  await db.query('create index divided_at on divided (at)')
  await db.query(
    `create index divided_visits on divided (session_id, name, analytics_key(name, params)) where name in ('page_view', 'agent_view', 'search')`,
  )
  for (let month = 0; month < MONTHS; month++)
    await db.query(`create table divided_${month} partition of divided for values
      from ('2026-01-01'::timestamptz + interval '${month} month') to ('2026-01-01'::timestamptz + interval '${month + 1} month')`)
}

const fill = (table: string, from: number, count: number) => `insert into ${table} (name, params, session_id, at)
  select 'page_view', jsonb_build_object('path', '/agents/' || i % 500), md5((i / 4)::text)::uuid,
    '2026-01-01'::timestamptz + i * (interval '${MONTHS} month' / ${rows}) * 0.999
  from generate_series(${from}, ${from + count - 1}) i`

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.round(performance.now() - began)
}
const position = async () =>
  (await client.query<{ at: number }>(`select pg_current_wal_lsn() - '0/0' as at`)).rows[0]?.at ?? 0
const many = async (text: (n: number) => string) => {
  for (let n = 0; n < LOOKS; n++) await client.query(text(n))
}

await makeDivided(client)
const figures: Record<string, Record<string, number>> = {}
for (const table of ['analytics_events', 'divided']) {
  await client.query(fill(table, 0, rows))
  await client.query(`vacuum analyze ${table}`)
  const seen = (
    n: number,
  ) => `select exists (select from ${table} o where o.session_id = md5('${n * 97}')::uuid and o.name = 'page_view'
    and analytics_key(o.name, o.params) = '/agents/1')`
  const next = (n: number) =>
    `select id, name from ${table} where id > ${Math.floor((n * rows) / LOOKS)} order by id limit 20`
  const figure: Record<string, number> = {
    'store 20,000 events one by one of a batch of 20, ms': await timed(async () => {
      for (let batch = 0; batch < 1_000; batch++) await client.query(fill(table, rows - 30_000 + batch * 20, 20))
    }),
    [`${LOOKS} × whether a visit did it before, ms`]: await timed(() => many(seen)),
    [`${LOOKS} × the next 20 events to count, ms`]: await timed(() => many(next)),
  }
  const before = await position()
  figure['remove the oldest month, ms'] = await timed(() =>
    table === 'divided'
      ? client.query('drop table divided_0')
      : client.query(`delete from analytics_events where at < '2026-02-01'`),
  )
  figure['vacuum afterwards, ms'] = await timed(() => client.query(`vacuum ${table}`))
  figure['written to the log for it, MB'] = Math.round(((await position()) - before) / 1e6)
  figures[table === 'divided' ? 'by month' : 'one table'] = figure
}
console.table(
  Object.fromEntries(
    Object.keys(figures['one table'] ?? {}).map((name) => [
      name,
      { 'one table': figures['one table']?.[name], 'by month': figures['by month']?.[name] },
    ]),
  ),
)
client.release()
await pool.end()
await server.leave()
rmSync(folder, { recursive: true, force: true })
