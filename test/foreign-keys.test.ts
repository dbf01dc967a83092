/** Deleting a row asks every table that may refer to it. Without an index, each question reads the whole table, once per deleted row. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Tables whose rows are never deleted, and why. */
const KEPT: Record<string, string> = {
  users: 'a deleted account keeps its row, without a name',
  payments: 'books are kept',
  invoices: 'books are kept',
  plans: 'a plan that is no longer sold is withdrawn',
  plan_versions: 'subscriptions say what they were sold as',
  categories: 'part of the installation',
}

/** Whether `columns`, numbers of attributes, are the first ones of an index that leaves out no row but those without a value. */
const isIndexed = (table: string, columns: string) => `exists (
  select from pg_index i where i.indrelid = ${table} and i.indisvalid
    and (i.indkey::int2[])[0:cardinality(${columns}) - 1] @> ${columns}
    and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', (
      select attname from pg_attribute where attrelid = ${table} and attnum = (${columns})[1]))))`

it('finds what refers to a deleted row by an index', async () => {
  const { rows } = await database.pool.query<{ columns: string; refers_to: string }>(`
    select c.conrelid::regclass || ' (' || string_agg(a.attname, ', ' order by k.place) || ')' as columns,
      c.confrelid::regclass::text as refers_to
    from pg_constraint c cross join lateral unnest(c.conkey) with ordinality k (number, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
    where c.contype = 'f' and not ${isIndexed('c.conrelid', 'c.conkey')}
    group by c.oid, c.conrelid, c.confrelid order by 1`)
  expect(rows.filter(({ refers_to }) => !(refers_to in KEPT))).toEqual([])
  const used = new Set(rows.map(({ refers_to }) => refers_to))
  expect(Object.keys(KEPT).filter((table) => !used.has(table))).toEqual([])
})

/** Columns that name a run, and that nobody looks a run up in. */
const NEVER_ASKED = [
  'agent_sample_runs.execution_id',
  'app_trigger_items.execution_id',
  'service_hook_deliveries.execution_id',
  'service_schedule_times.execution_id',
  'trigger_keys.execution_id',
]

it('finds what names a deleted run by an index, also where no foreign key says so', async () => {
  const { rows } = await database.pool.query<{ column: string }>(`
    select a.attrelid::regclass || '.' || a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname in ('execution_id', 'run_id')
      and not ${isIndexed('a.attrelid', 'array[a.attnum]')} order by 1`)
  expect(rows.map(({ column }) => column)).toEqual(NEVER_ASKED)
})
