/** What of the database a backup holds, and how it is taken out and put back: every row of every table, as text. */
import pg from 'pg'
import type { Manifest, TableOf } from './manifest.ts'

/** The schema dbos was the queue of earlier versions. */
const OURS = `n.nspname not in ('information_schema', 'dbos') and n.nspname not like 'pg\\_%'`
/**
 * Not the queue: it names processes that are gone, and workers find runs without a job. Not the list of migrations: the database that is
 * restored into has its own.
 */
const LEFT_OUT = new Set(['public.migrations', 'public.queue_jobs'])

const quoted = pg.escapeIdentifier
const full = ({ schema, name }: { schema: string; name: string }): string => `${quoted(schema)}.${quoted(name)}`

export async function findTables(client: pg.ClientBase): Promise<TableOf[]> {
  const { rows } = await client.query<TableOf>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind = 'r' and ${OURS}
     group by n.nspname, c.relname order by n.nspname, c.relname`,
  )
  return rows.filter(({ schema, name }) => !LEFT_OUT.has(`${schema}.${name}`))
}

export async function findSequences(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname not in ('information_schema', 'dbos') and schemaname not like 'pg\\_%' order by 1, 2`,
  )
  return rows
}

export async function findMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

const copied = (table: TableOf): string => `${full(table)} (${table.columns.map(quoted).join(', ')})`
export const copyOut = (table: TableOf): string => `copy ${copied(table)} to stdout`
export const copyIn = (table: TableOf): string => `copy ${copied(table)} from stdin`

interface ForeignKey {
  drop: string
  add: string
}

async function findForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<{ schema: string; name: string; key: string; rule: string }>(
    `select n.nspname as schema, c.relname as name, k.conname as key, pg_get_constraintdef(k.oid) as rule
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and ${OURS}`,
  )
  return rows.map((row) => ({
    drop: `alter table ${full(row)} drop constraint ${quoted(row.key)}`,
    add: `alter table ${full(row)} add constraint ${quoted(row.key)} ${row.rule}`,
  }))
}

/**
 * Replaces the rows of all tables, in one transaction. Rules between tables are taken away for this and added again at the end, which
 * checks every row: an owner of the tables may do both, without being a superuser.
 * @param load gives the rows of each table to `copyIn`
 */
export async function replaceRows(
  client: pg.ClientBase,
  { tables, sequences }: Pick<Manifest, 'tables' | 'sequences'>,
  load: () => Promise<void>,
): Promise<void> {
  const change = (statement: string) => client.query(statement)
  await client.query('begin')
  try {
    const keys = await findForeignKeys(client)
    for (const { drop } of keys) await change(drop)
    const present = await findTables(client)
    // Books that are only ever added to refuse to be emptied, and triggers have done their work on what comes.
    for (const table of present) await change(`alter table ${full(table)} disable trigger user`)
    // What migrations and the first start put there is in the backup, too.
    await change(`truncate ${present.map(full).join(', ')}`)
    await load()
    for (const table of present) await change(`alter table ${full(table)} enable trigger user`)
    for (const { add } of keys) await change(add)
    for (const { schema, name, value } of sequences)
      if (value !== null) await client.query('select setval($1::regclass, $2)', [full({ schema, name }), value])
    for (const table of tables) await change(`analyze ${full(table)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Whether an installation lives in this database. */
export async function isInhabited(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "select to_regclass('public.installation') is not null as exists",
  )
  if (!rows[0]?.exists) return false
  return (await client.query('select 1 from installation limit 1')).rows.length > 0
}
