/** Deleting an account reads nothing that grows with the installation: part of it locks the account's row, for which the runs of its customers wait. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { indexMails } from '#server/platform/mail/sender.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { insertUser } from '#test/support/users.ts'
import { erasePerson, STEPS, wholeAddress } from './erase.store.ts'
import type { Person } from './person.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/** Indexes that are read whole, and why that is not much. */
const SMALL = new Set([
  // Mails from before their names were noted: none, once the job has read them.
  'mails_to_index',
])

const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]

const personOf = async (name: string): Promise<Person> => {
  const id = await insertUser(database)
  const email = `${name}@example.com`
  await database.pool.query('update users set email = $2 where id = $1', [id, email])
  return { id, email, proven: true, subject: name, display_name: name }
}

it('finds every row of theirs by an index', async () => {
  const person = await personOf('somebody')
  /** By index, its first column; null for an expression. */
  const { rows: indexes } = await database.pool.query<{ name: string; first: string | null }>(`
    select i.indexrelid::regclass::text as name, a.attname as first
    from pg_index i left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`)
  const firstColumn = new Map(indexes.map(({ name, first }) => [name.replace(/^.*\.|"/g, ''), first]))
  const readsAll = (node: PlanNode): boolean => {
    if (node['Node Type'] === 'Seq Scan') return true
    const index = node['Index Name']
    if (index === undefined || SMALL.has(index)) return false
    return !node['Index Cond']?.includes(firstColumn.get(index) ?? '')
  }
  const found: string[] = []
  await database.db.transaction().execute(async (tx) => {
    // A table is read whole then only if no index answers.
    await sql`set local enable_seqscan = off`.execute(tx)
    for (const { tables, run } of STEPS) {
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`explain (format json) ${run(person)}`.execute(
        tx,
      )
      for (const node of rows.flatMap((row) => flatten(row['QUERY PLAN'][0].Plan)).filter(readsAll))
        found.push(`clearing ${tables.join(', ')} reads all of ${node['Relation Name'] ?? node['Index Name']}`)
    }
  })
  expect(found).toEqual([])
})

const EDGES = ['', ' ', '<', '"', 'x', '.', '-', '--', '..x', '.x', '=', 'é', '@', 'x@', '@x', '\n', 'ü ', '>,', ',']

it('finds an address in mails whatever is around it, also in mails from before', async () => {
  const person = await personOf('carol.n')
  const bodies = EDGES.flatMap((before) => EDGES.map((after) => `${before}Carol.N@Example.com${after}`))
  const { pool, db } = database
  await pool.query(
    `insert into mails (id, to_address, subject, body, status, sent_at)
     select gen_random_uuid(), 'x@example.org', 'About', body, 'sent', now() from unnest($1::text[]) body`,
    [bodies],
  )
  // As if they had been written by an earlier version.
  await pool.query(`update mails set names = null where ctid in (select ctid from mails order by id limit 180)`)
  await indexMails(db, new AbortController().signal)
  expect((await pool.query('select 1 from mails where names is null')).rows).toEqual([])
  const { rows: wanted } = await pool.query<{ body: string }>(
    `select regexp_replace(body, $1, '\\1(deleted)\\2', 'gi') as body from mails order by id`,
    [wholeAddress(person.email)],
  )
  await db.transaction().execute((tx) => erasePerson(tx, person))
  const { rows } = await pool.query<{ body: string }>('select body from mails order by id')
  expect(rows).toEqual(wanted)
  expect(rows.filter(({ body }) => body.includes('(deleted)')).length).toBeGreaterThan(100)
})
