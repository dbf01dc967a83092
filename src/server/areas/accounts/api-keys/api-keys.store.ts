/** The SQL of API keys. */
import { sql } from 'kysely'
import type { ApiKeyId } from '#contract/accounts/api-keys.ts'
import type { Scope } from '#contract/accounts/key-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type CallerRow, callerColumns } from '#server/areas/accounts/users/users.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface ApiKeyRow {
  id: ApiKeyId
  name: string
  prefix: string
  scopes: Scope[]
  allowed_origins: string[] | null
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
}

const columns = [
  'id',
  'name',
  'prefix',
  'scopes',
  'allowed_origins',
  'created_at',
  'expires_at',
  'last_used_at',
] as const

export async function findKeys(db: Queryable, owner: UserId): Promise<ApiKeyRow[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select(columns)
    .where('owner_id', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows as ApiKeyRow[]
}

export interface NewKeyRow {
  owner_id: UserId
  /** The member who makes a key of a workspace; null for a person’s own. */
  made_by: UserId | null
  name: string
  prefix: string
  hash: Buffer
  scopes: readonly Scope[]
  allowed_origins: readonly string[] | null
  expires_at: Date | null
}

/** Makes it unless the owner, who must be locked, has `limit` already. @returns null at the limit */
export async function insertKey(tx: Queryable, key: NewKeyRow, limit: number): Promise<ApiKeyRow | null> {
  const { rows } = await sql<ApiKeyRow>`
    insert into api_keys (owner_id, made_by, name, prefix, hash, scopes, allowed_origins, expires_at)
    select ${key.owner_id}::uuid, ${key.made_by}::uuid, ${key.name}, ${key.prefix}, ${key.hash}, ${key.scopes}::text[],
      ${key.allowed_origins}::text[], ${key.expires_at}::timestamptz
    where (select count(*) from api_keys where owner_id = ${key.owner_id}) < ${limit}
    returning ${sql.join(columns.map((name) => sql.ref(name)))}`.execute(tx)
  return rows[0] ?? null
}

export async function deleteKey(db: Queryable, owner: UserId, id: ApiKeyId): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('api_keys')
    .where('id', '=', id)
    .where('owner_id', '=', owner)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** All keys of the user behind a subject of the identity provider. */
export async function deleteKeysOf(tx: Queryable, subject: string): Promise<void> {
  await sql`delete from api_keys k using users u where u.id = k.owner_id and u.firebase_uid = ${subject}`.execute(tx)
}

export interface KeyOwnerRow extends CallerRow {
  key_id: ApiKeyId
  hash: Buffer
  scopes: Scope[]
  allowed_origins: string[] | null
  /** The member of a workspace who made it. */
  made_by: UserId | null
  /** Its time has passed. */
  expired: boolean
  /** It was last noted as used more than a minute ago. */
  note_use: boolean
}

/** A key by its public part, with its user as they are now. One statement, by the unique index. */
export async function findByPrefix(db: Queryable, prefix: string): Promise<KeyOwnerRow | null> {
  const { rows } = await sql<KeyOwnerRow>`
    select k.id as key_id, k.hash, k.scopes, k.allowed_origins, k.made_by, coalesce(k.expires_at <= now(), false) as expired,
      coalesce(k.last_used_at < now() - interval '1 minute', true) as note_use, ${callerColumns(null)}
    from api_keys k join users u on u.id = k.owner_id where k.prefix = ${prefix}`.execute(db)
  return rows[0] ?? null
}

/** Left out while the row is locked, for example by the deletion of its account: a request that waited would hold a connection. */
export async function recordApiKeyUse(db: Queryable, id: ApiKeyId): Promise<void> {
  await sql`
    update api_keys set last_used_at = now()
    where id = (select k.id from api_keys k where k.id = ${id} for no key update skip locked)`.execute(db)
}

export async function isLive(db: Queryable, id: ApiKeyId): Promise<boolean> {
  const { rows } = await sql`
    select 1 from api_keys where id = ${id} and (expires_at is null or expires_at > now())`.execute(db)
  return rows.length > 0
}
