/** Statements that Postgres would refuse, or whose rows are not what the code says, are named by `npm run check` before anything runs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSource } from '../scripts/typed-sql/source.ts'
import { checkStatements, type Exception, type Report } from '../scripts/typed-sql.ts'
import { createTestDatabase, type TestDatabase } from './support/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const FILE = 'src/server/planted.ts'
const HEAD = `import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Queryable } from '#server/platform/database/database.ts'
`

async function check(source: string, exceptions: readonly Exception[] = []): Promise<Report> {
  const client = await database.pool.connect()
  try {
    return await checkStatements(client, readSource([FILE], new Map([[FILE, HEAD + source]])), exceptions)
  } finally {
    client.release()
  }
}

describe('a statement of the server', () => {
  it('is named when a column, a table or its row type is wrong, each at its line; the others are counted and pass', async () => {
    const { statements, problems } = await check(`
export const right = (db: Queryable, id: string) => sql<{ title: string; paise: number; at: Date }>\`
  select title, amount_paise::float8 as paise, created_at as at from orders where id = \${id}\`.execute(db)
export const column = (db: Queryable) => sql<{ title: string }>\`
  select o.heading as title
  from orders o\`.execute(db)
export const table = (pool: Pool) => pool.query<{ id: string }>('select id from commissions where id = $1', ['1'])
export const wrongType = (db: Queryable) => sql<{ title: number }>\`select title from orders\`.execute(db)
export const wrongName = (db: Queryable) => sql<{ name: string }>\`select title from orders\`.execute(db)
export const wrongList = (db: Queryable) => sql<{ ids: number[] }>\`select array_agg(id) as ids from orders\`.execute(db)
export const builder = (db: Queryable) => db.selectFrom('orders').select(sql<string>\`headline\`.as('x')).execute()
`)
    expect(statements).toBe(7)
    expect(problems).toEqual([
      `${FILE}:8: column o.heading does not exist (executed at ${FILE}:7)`,
      `${FILE}:10: relation "commissions" does not exist`,
      `${FILE}:11: title is string, but is said to be number`,
      `${FILE}:12: the row has no column name; it has title`,
      `${FILE}:13: ids is string[], but is said to be number[]`,
      `${FILE}:14: column "headline" does not exist`,
    ])
  })

  it('is checked with every fragment it can have: of conditions, lists, tables of orders, helpers and their callers', async () => {
    const { statements, forms, problems } = await check(`
interface Filter { owner?: string; newest: boolean; sort: 'title' | 'price' }
const ORDERS = { title: sql\`o.title\`, price: sql\`o.prize\` }
const own = (user: string) => sql\`o.user_id = \${user} and o.owned\`
function conditions({ owner, newest }: Filter) {
  const all = [sql\`true\`]
  if (owner !== undefined) all.push(own(owner))
  if (newest) all.push(sql\`o.creation > now()\`)
  return sql.join(all, sql\` and \`)
}
export const find = (db: Queryable, filter: Filter) =>
  sql<{ id: string }>\`select o.id from orders o where \${conditions(filter)}\`.execute(db)
export const sorted = (db: Queryable, { sort }: Filter) =>
  sql<{ id: string }>\`select o.id from orders o order by \${ORDERS[sort]}\`.execute(db)
const list = (db: Queryable, where: RawBuilder<unknown>) => sql\`select 1 from orders o where \${where}\`.execute(db)
export const paid = (db: Queryable) => list(db, sql\`o.status = 'paid'\`)
export const lost = (db: Queryable) => list(db, sql\`o.state = 'lost'\`)
`)
    expect(statements).toBe(3)
    expect(forms).toBeGreaterThanOrEqual(6)
    expect(problems.map((problem) => problem.replace(/ \(executed.*/, '')).sort()).toEqual([
      `${FILE}:11: column o.creation does not exist`,
      `${FILE}:20: column o.state does not exist`,
      `${FILE}:6: column o.prize does not exist`,
      `${FILE}:7: column o.owned does not exist`,
    ])
  })

  it('is named when it cannot be read, and so is SQL that no statement has: nothing passes unread', async () => {
    const { problems } = await check(`
export const given = (db: Queryable, order: string) => sql\`select 1 from orders order by \${sql.raw(order)}\`.execute(db)
export const unused = sql\`select nothing from nowhere\`
`)
    expect(problems[0]).toContain(`${FILE}:5: cannot be read: nothing calls this function by its name`)
    expect(problems).toContain(`${FILE}:6: no statement that is checked uses this SQL`)
  })

  it('is left out only by an exception that is still needed', async () => {
    const source = `export const own = (pool: Pool, text: string) => pool.query(text)`
    const exception = { file: FILE, call: 'pool.query', reason: 'a test' }
    expect(await check(source, [exception])).toEqual({ statements: 0, forms: 0, problems: [] })
    const { problems } = await check(`export const one = (pool: Pool) => pool.query('select 1')`, [
      exception,
      { ...exception, call: 'db.query' },
    ])
    expect(problems).toEqual([`${FILE}: nothing there needs the exception for db.query`])
  })
})
