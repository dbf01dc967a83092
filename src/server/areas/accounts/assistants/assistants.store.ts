/** The SQL of connected assistants and of what they prove themselves with. */
import { sql } from 'kysely'
import type { AssistantScope } from '#contract/accounts/assistant-values.ts'
import type { AssistantId } from '#contract/accounts/assistants.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type CallerRow, callerColumns } from '#server/areas/accounts/users/users.store.ts'
import { isDeleted, mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface AssistantRow {
  id: AssistantId
  name: string
  returns_to: string
  resource: string
  scopes: AssistantScope[]
  created_at: Date
  last_used_at: Date | null
}

export async function findAssistants(db: Queryable, user: UserId): Promise<AssistantRow[]> {
  const { rows } = await sql<AssistantRow>`
    select a.id, a.name, a.returns_to, a.resource, a.scopes, a.created_at, a.last_used_at from assistants a
    where a.user_id = ${user} and exists (select from assistant_tokens t
      where t.assistant_id = a.id and t.kind = 'refresh' and t.used_at is null and t.expires_at > now())
    order by a.created_at desc, a.id desc`.execute(db)
  return rows
}

export async function countAssistants(db: Queryable, user: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from assistants where user_id = ${user}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function deleteAssistant(db: Queryable, user: UserId, id: AssistantId): Promise<boolean> {
  const { rows } = await sql`delete from assistants where id = ${id} and user_id = ${user} returning 1`.execute(db)
  return rows.length > 0
}

/** Everything assistants of this user hold, and codes that wait for their exchange. */
export async function deleteAssistantsOf(tx: Queryable, subject: string): Promise<void> {
  await sql`delete from assistant_codes c using users u where u.id = c.user_id and u.firebase_uid = ${subject}`.execute(
    tx,
  )
  await sql`delete from assistants a using users u where u.id = a.user_id and u.firebase_uid = ${subject}`.execute(tx)
}

/** The connection that a stolen code or refresh token belongs to. */
export async function endAssistant(tx: Queryable, id: AssistantId): Promise<void> {
  await sql`delete from assistants where id = ${id}`.execute(tx)
}

export interface Agreement {
  user_id: UserId
  client_id: string
  name: string
  returns_to: string
  resource: string
  scopes: readonly AssistantScope[]
}

export async function insertCode(
  tx: Queryable,
  code: Agreement & { hash: Buffer; redirect_uri: string; challenge: string; lives_s: number },
): Promise<void> {
  await sql`
    insert into assistant_codes (hash, user_id, client_id, name, returns_to, redirect_uri, resource, scopes, challenge, expires_at)
    values (${code.hash}, ${code.user_id}, ${code.client_id}, ${code.name}, ${code.returns_to}, ${code.redirect_uri},
      ${code.resource}, ${code.scopes}::text[], ${code.challenge}, now() + make_interval(secs => ${code.lives_s}))`.execute(
    tx,
  )
}

export interface CodeRow extends Agreement {
  redirect_uri: string
  challenge: string
  expired: boolean
  used: boolean
  assistant_id: AssistantId | null
  may_not_act: boolean
}

export async function findCodeOwner(tx: Queryable, hash: Buffer): Promise<UserId | null> {
  const { rows } = await sql<{ user_id: UserId }>`select user_id from assistant_codes where hash = ${hash}`.execute(tx)
  return rows[0]?.user_id ?? null
}

/** A code with its user as they are now, locked against a second exchange. Its user must be locked before. */
export async function lockCode(tx: Queryable, hash: Buffer): Promise<CodeRow | null> {
  const { rows } = await sql<CodeRow>`
    select c.user_id, c.client_id, c.name, c.returns_to, c.redirect_uri, c.resource, c.scopes, c.challenge,
      c.expires_at <= now() as expired, c.used_at is not null as used, c.assistant_id, (${mayNotAct} or ${isDeleted}) as may_not_act
    from assistant_codes c join users u on u.id = c.user_id where c.hash = ${hash} for update of c`.execute(tx)
  return rows[0] ?? null
}

export async function markCodeUsed(tx: Queryable, hash: Buffer, assistant: AssistantId | null): Promise<void> {
  await sql`update assistant_codes set used_at = now(), assistant_id = ${assistant} where hash = ${hash}`.execute(tx)
}

/** Of a program that registered itself: each installation has an id of its own, so a new agreement takes the place of the last. */
export async function deleteEarlier(tx: Queryable, { user_id, client_id, resource }: Agreement): Promise<void> {
  await sql`
    delete from assistants where user_id = ${user_id} and client_id = ${client_id} and resource = ${resource}`.execute(
    tx,
  )
}

/** Connects unless the user, who must be locked, has `limit` assistants already. @returns null at the limit */
export async function insertAssistant(tx: Queryable, one: Agreement, limit: number): Promise<AssistantId | null> {
  const { rows } = await sql<{ id: AssistantId }>`
    insert into assistants (user_id, client_id, name, returns_to, resource, scopes)
    select ${one.user_id}::uuid, ${one.client_id}, ${one.name}, ${one.returns_to}, ${one.resource}, ${one.scopes}::text[]
    where (select count(*) from assistants where user_id = ${one.user_id}) < ${limit}
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export interface NewToken {
  hash: Buffer
  assistant_id: AssistantId
  kind: 'access' | 'refresh'
  scopes: readonly AssistantScope[]
  lives_s: number
}

export async function insertToken(
  tx: Queryable,
  { hash, assistant_id, kind, scopes, lives_s }: NewToken,
): Promise<void> {
  await sql`
    insert into assistant_tokens (hash, assistant_id, kind, scopes, expires_at)
    values (${hash}, ${assistant_id}, ${kind}, ${scopes}::text[], now() + make_interval(secs => ${lives_s}))`.execute(
    tx,
  )
}

export interface RefreshRow {
  assistant_id: AssistantId
  user_id: UserId
  client_id: string
  resource: string
  scopes: AssistantScope[]
  expired: boolean
  used: boolean
  may_not_act: boolean
}

/** Locked before its tokens, as where it is deleted. @returns null when no token of this hash can be exchanged */
export async function lockAssistantOfToken(tx: Queryable, hash: Buffer): Promise<AssistantId | null> {
  const { rows } = await sql<{ id: AssistantId }>`
    select a.id from assistants a
    where a.id = (select t.assistant_id from assistant_tokens t where t.hash = ${hash} and t.kind = 'refresh')
    for no key update`.execute(tx)
  return rows[0]?.id ?? null
}

/** A refresh token with its user as they are now, locked against a second use. */
export async function lockRefreshToken(tx: Queryable, hash: Buffer): Promise<RefreshRow | null> {
  const { rows } = await sql<RefreshRow>`
    select t.assistant_id, a.user_id, a.client_id, a.resource, a.scopes, t.expires_at <= now() as expired,
      t.used_at is not null as used, (${mayNotAct} or ${isDeleted}) as may_not_act
    from assistant_tokens t join assistants a on a.id = t.assistant_id join users u on u.id = a.user_id
    where t.hash = ${hash} and t.kind = 'refresh' for update of t`.execute(tx)
  return rows[0] ?? null
}

/** Marks it as exchanged, and forgets what of the same connection has expired. A second use is noticed for a week. */
export async function markRefreshUsed(tx: Queryable, hash: Buffer, assistant: AssistantId): Promise<void> {
  await sql`
    update assistant_tokens set used_at = now(), expires_at = least(expires_at, now() + interval '7 days')
    where hash = ${hash}`.execute(tx)
  await sql`delete from assistant_tokens where assistant_id = ${assistant} and expires_at <= now()`.execute(tx)
}

/** Ends one access token of this program, or with a refresh token the connection (RFC 7009 §2.1). */
export async function revokeToken(tx: Queryable, hash: Buffer, clientId: string): Promise<void> {
  await sql`
    delete from assistant_tokens t using assistants a
    where a.id = t.assistant_id and a.client_id = ${clientId} and t.hash = ${hash} and t.kind = 'access'`.execute(tx)
  await sql`
    delete from assistants a using assistant_tokens t
    where a.id = t.assistant_id and a.client_id = ${clientId} and t.hash = ${hash} and t.kind = 'refresh'`.execute(tx)
}

export interface TokenOwnerRow extends CallerRow {
  assistant_id: AssistantId
  scopes: AssistantScope[]
  resource: string
  expired: boolean
  /** It was last noted as used more than a minute ago. */
  note_use: boolean
}

/** An access token with its user as they are now. One statement, by the primary key. */
export async function findTokenOwner(db: Queryable, hash: Buffer): Promise<TokenOwnerRow | null> {
  const { rows } = await sql<TokenOwnerRow>`
    select a.id as assistant_id, t.scopes, a.resource, t.expires_at <= now() as expired,
      coalesce(a.last_used_at < now() - interval '1 minute', true) as note_use, ${callerColumns(null)}
    from assistant_tokens t join assistants a on a.id = t.assistant_id join users u on u.id = a.user_id
    where t.hash = ${hash} and t.kind = 'access'`.execute(db)
  return rows[0] ?? null
}

/** Left out while the row is locked: a request that waited would hold a connection. */
export async function recordAssistantUse(db: Queryable, id: AssistantId): Promise<void> {
  await sql`
    update assistants set last_used_at = now()
    where id = (select a.id from assistants a where a.id = ${id} for no key update skip locked)`.execute(db)
}

export async function isConnected(db: Queryable, id: AssistantId): Promise<boolean> {
  const { rows } = await sql`select 1 from assistants where id = ${id}`.execute(db)
  return rows.length > 0
}

/** Removes what cannot be used any more, and registrations nobody came to use. */
export async function deleteExpiredAssistants(
  db: Queryable,
  { unused_h, used_days }: { unused_h: number; used_days: number },
): Promise<void> {
  // A used code is kept for a day, so that its second use is noticed.
  await sql`delete from assistant_codes where expires_at < now() - interval '1 day'`.execute(db)
  await sql`
    delete from assistants a where a.created_at < now() - interval '1 hour' and not exists (
      select from assistant_tokens t where t.assistant_id = a.id and t.used_at is null and t.expires_at > now())`.execute(
    db,
  )
  await sql`delete from assistant_tokens where expires_at < now()`.execute(db)
  await sql`
    delete from assistant_clients
    where used_at is null and created_at < now() - make_interval(hours => ${unused_h})`.execute(db)
  await sql`
    delete from assistant_clients c where c.used_at < now() - make_interval(days => ${used_days})
      and not exists (select from assistants a where a.client_id = c.id)`.execute(db)
}
