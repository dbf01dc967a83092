/**
 * The tables with sealed columns, and the SQL that counts them and moves them under another key of the vault. A table that gets such columns
 * (`key_id`, `wrapped_key`, `sealed`) is named here and nowhere else: a test compares the list with the database.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Belongs, Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'

interface SealedTable {
  name: string
  table: RawBuilder<unknown>
  /** Its primary key, a UUID. */
  key: RawBuilder<unknown>
  /** `owner_id` and `type` of what the ciphertext is bound to. */
  belongs: RawBuilder<unknown>
}

const named = (name: string, key: string, belongs: string): SealedTable => ({
  ...{ name, table: sql.table(name), key: sql.ref(key), belongs: sql.raw(belongs) },
})

const SEALED_TABLES: readonly SealedTable[] = [
  named('credentials', 'id', 'owner_id::text as owner_id, type'),
  // The operator has no account: what is theirs is bound to this id.
  named(
    'models',
    'id',
    `coalesce(owner_id::text, '00000000-0000-0000-0000-000000000000') as owner_id, 'openai_compatible' as type`,
  ),
  named('seller_profiles', 'seller_id', `seller_id::text as owner_id, 'seller_profile' as type`),
  named('oauth_applications', 'id', `'installation' as owner_id, 'oauth_application' as type`),
  named('mcp_packages', 'id', `'installation' as owner_id, 'mcp_package' as type`),
  named('app_triggers', 'id', `owner_id::text as owner_id, 'app_trigger' as type`),
  named('channels', 'id', `owner_id::text as owner_id, 'channel' as type`),
  named('approval_bots', 'id', `owner_id::text as owner_id, 'approval_bot' as type`),
  named('workspace_sign_ons', 'id', `workspace_id::text as owner_id, 'sign_on' as type`),
  named('signing_secrets', 'id', `owner_id::text as owner_id, 'signing_secret' as type`),
]

export const SEALED_TABLE_NAMES: readonly string[] = SEALED_TABLES.map(({ name }) => name)

const AT_A_TIME = 200
const FIRST = '00000000-0000-0000-0000-000000000000'

interface SealedRow extends Belongs, Omit<Sealed, 'sealed'> {
  table: string
}

/** All rows that another key than this one encrypts. */
export async function* findUnderOtherKeys(db: Queryable, key_id: string): AsyncGenerator<SealedRow> {
  for (const { name, table, key, belongs } of SEALED_TABLES)
    for (let after = FIRST; ; ) {
      const { rows } = await sql<Omit<SealedRow, 'table'>>`
        select ${key} as id, ${belongs}, key_id, wrapped_key from ${table}
        where key_id <> ${key_id} and ${key} > ${after}::uuid order by ${key} limit ${AT_A_TIME}`.execute(db)
      for (const row of rows) yield { ...row, table: name }
      const last = rows.at(-1)
      if (!last || rows.length < AT_A_TIME) break
      after = last.id
    }
}

/** Unless it was sealed again in the meantime. */
export async function storeWrapped(
  db: Queryable,
  was: SealedRow,
  now: Pick<Sealed, 'key_id' | 'wrapped_key'>,
): Promise<void> {
  for (const { name, table, key } of SEALED_TABLES)
    if (name === was.table)
      await sql`
        update ${table} set key_id = ${now.key_id}, wrapped_key = ${now.wrapped_key}
        where ${key} = ${was.id} and wrapped_key = ${was.wrapped_key}`.execute(db)
}

/** How much is under which key, each key once. */
export async function countByKey(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { table } of SEALED_TABLES) {
    const { rows } = await sql<{ key_id: string | null; kept: number }>`
      select key_id, count(*)::int as kept from ${table} group by key_id`.execute(db)
    for (const { key_id, kept } of rows) if (key_id !== null) counts.set(key_id, (counts.get(key_id) ?? 0) + kept)
  }
  return counts
}
