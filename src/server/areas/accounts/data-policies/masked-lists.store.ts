/** The SQL of which accounts mask personal data in their lists and notices. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'

/** Those of them that do. Read at every use, so that a change takes effect at once. */
export async function findMasking(db: Queryable, accounts: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select account_id as id from data_policies where account_id = any(${sql.val(accounts)}::uuid[]) and mask_lists`.execute(
    db,
  )
  return new Set(rows.map(({ id }) => id))
}

export const masksLists = async (db: Queryable, account: string): Promise<boolean> =>
  (await findMasking(db, [account])).has(account)
