/**
 * The migration that brought workspaces, on a full database: a row in every table that says whose it is, a hundred thousand with `LONG=yes`.
 * Accounts became places of several people (decision 0350) without one row changing hands, so who reached a thing still does, and nobody else.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '#test/support/database.ts'
import { LONG } from '#test/support/scale.ts'

const WANTED = LONG ? 100_000 : 3_000
const PEOPLE = LONG ? 1_000 : 100

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

interface Column {
  name: string
  type: string
  isNeeded: boolean
  /** The table that it names. */
  names: string | null
  by: string | null
  /** The first of the values that a check allows. */
  value: string | null
}
interface Table {
  name: string
  key: string[]
  columns: Column[]
}

const TABLES = `
  select c.relname as name,
    coalesce((select array_agg(a.attname::text order by a.attnum) from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
      where k.conrelid = c.oid and k.contype = 'p'), '{}') as key,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
        'isNeeded', a.attnotnull and not a.atthasdef and a.attidentity = '',
        'names', (select f.confrelid::regclass::text from pg_constraint f
          where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1),
        'by', (select b.attname from pg_constraint f join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[1]
          where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1),
        'value', (select (regexp_match(pg_get_constraintdef(k.oid), '''([^'']+)''::text'))[1] from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ 'ARRAY\\[|= ''' limit 1)
      ) order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'migrations' order by c.relname`

const VALUES: Record<string, string> = {
  text: `'x' || i`,
  citext: `('x' || i || '@example.test')::citext`,
  uuid: 'gen_random_uuid()',
  boolean: 'false',
  jsonb: `'{}'::jsonb`,
  json: `'{}'::json`,
  numeric: '0',
  bytea: `'\\x00'::bytea`,
  date: `date '2026-01-01' + i`,
  'timestamp with time zone': 'now()',
  tsvector: `''::tsvector`,
}

/** People take turns; what names a thing names one of the things there are. */
function valueFor({ type, names, by, value, isNeeded }: Column): string | null {
  if (names === 'users') return `(select id from people where number = (i * 7 + salt) % ${PEOPLE})`
  if (!isNeeded) return null
  if (names !== null)
    return `(select ${by} from (select ${by}, row_number() over () as n, count(*) over () as all_of_them from ${names}) o where n = 1 + (i - 1) % all_of_them)`
  if (value !== null) return `'${value}'`
  if (type.endsWith('[]')) return `'{}'::${type}`
  return VALUES[type] ?? `i::${type}`
}

it(`leaves ${WANTED} rows with exactly the people who had them`, { timeout: 600_000 }, async () => {
  const migrations = readMigrations()
  const workspaces = migrations.findIndex(({ name }) => name.endsWith('_workspaces.sql'))
  await migrate(database.pool, migrations.slice(0, workspaces))
  const client = await database.pool.connect()
  try {
    const rowsOf = async <T>(text: string) => (await client.query(text)).rows as T[]
    const checks = await rowsOf<{ table: string; name: string; rule: string }>(`
      select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0`)
    // The rows have the right owners and little else: what rules ask of the rest is another test's question.
    for (const { table, name } of checks) await client.query(`alter table ${table} drop constraint ${name}`)
    await client.query('set session_replication_role = replica')
    await client.query(`insert into users (id, firebase_uid, email, display_name)
      select gen_random_uuid(), 'p' || i, 'p' || i || '@example.test', 'Person ' || i from generate_series(1, ${PEOPLE}) i`)
    await client.query(
      'create temp table people as select id, row_number() over (order by id) - 1 as number from users',
    )
    const tables = await rowsOf<Table>(TABLES)
    const owned = tables.filter(
      ({ name, columns }) => name !== 'users' && columns.some(({ names }) => names === 'users'),
    )
    const each = Math.ceil(WANTED / owned.length) + 40
    const done = new Set(['users'])
    const fill = async ({ name, columns }: Table) => {
      if (done.has(name)) return
      done.add(name)
      for (const { names, isNeeded } of columns) {
        const other = tables.find((one) => one.name === names)
        if (isNeeded && other) await fill(other)
      }
      const given = columns.flatMap((column) => {
        const value = valueFor(column)
        return value === null ? [] : [[column.name, value] as const]
      })
      await client.query(`insert into ${name} (${given.map(([column]) => `"${column}"`).join(', ')})
        select ${given.map(([, value]) => value).join(', ')} from generate_series(1, ${each}) i, (select ${name.length} as salt) s on conflict do nothing`)
    }
    for (const table of owned) await fill(table)
    await client.query('create schema kept')
    let rows = 0
    const without: string[] = []
    for (const { name, key, columns } of owned) {
      const owners = columns.filter(({ names }) => names === 'users').map((one) => one.name)
      const kept = [...new Set([...key, ...owners])].map((column) => `"${column}"`)
      const { rowCount } = await client.query(`create table kept.${name} as select ${kept.join(', ')} from ${name}`)
      rows += rowCount ?? 0
      if (key.length === 0 || (rowCount ?? 0) === 0) without.push(name)
    }
    expect(without).toEqual([])
    expect(rows).toBeGreaterThanOrEqual(WANTED)
    await client.query('set session_replication_role = origin')
    for (const { table, name, rule } of checks)
      await client.query(`alter table ${table} add constraint ${name} ${rule} not valid`)

    const began = performance.now()
    await migrate(database.pool, migrations)
    const seconds = (performance.now() - began) / 1000

    let same = 0
    for (const { name, key, columns } of owned) {
      const owners = columns.filter(({ names }) => names === 'users').map((one) => one.name)
      const [found] = await rowsOf<{ same: number; kept: number }>(`
        select (select count(*)::int from kept.${name}) as kept, count(*)::int as same from kept.${name} k join ${name} n
          on ${key.map((column) => `n."${column}" = k."${column}"`).join(' and ')}
        where (${owners.map((column) => `n."${column}"`).join(', ')}) is not distinct from (${owners.map((column) => `k."${column}"`).join(', ')})`)
      expect([name, found?.same]).toEqual([name, found?.kept])
      same += found?.same ?? 0
    }
    expect(same).toBe(rows)
    const [added] = await rowsOf<object>(`select (select count(*)::int from users where kind <> 'person') as places,
      (select count(*)::int from workspaces) as workspaces, (select count(*)::int from workspace_members) as members`)
    expect(added).toEqual({ places: 0, workspaces: 0, members: 0 })
    console.log(
      `${rows} rows of ${owned.length} tables with an owner: ${same} with the same people after ${migrations.length - workspaces} migrations, ${seconds.toFixed(1)} s`,
    )
  } finally {
    client.release()
  }
})
