/** The SQL of credentials. */
import { sql } from 'kysely'
import type { CredentialTypeName } from '#contract/accounts/credential-types.ts'
import type { CredentialUse } from '#contract/accounts/credential-uses.ts'
import type { CredentialId } from '#contract/accounts/credentials.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { SealedRow } from '#server/gateways/vault/vault.ts'
import { mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface CredentialRow {
  id: CredentialId
  type: CredentialTypeName
  connector: string | null
  name: string
  shown: Record<string, string>
  hint: string | null
  status: SealedRow['status']
  key_id: string
  last_used_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = sql.raw(
  'c.id, c.type, c.connector, c.name, c.shown, c.hint, c.status, c.key_id, c.last_used_at, c.created_at, c.updated_at',
)

/** Newest first; one when `id` is given. */
export async function findCredentials(
  db: Queryable,
  owner: UserId,
  id: CredentialId | null = null,
): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select ${columns} from credentials c
    where c.owner_id = ${owner} and (${id}::uuid is null or c.id = ${id}) order by c.created_at desc, c.id desc`.execute(
    db,
  )
  return rows
}

/** The owner's accounts at an app, newest first. */
export async function findAccountsAt(db: Queryable, owner: UserId, connector: string): Promise<CredentialRow[]> {
  const { rows } = await sql<CredentialRow>`
    select ${columns} from credentials c
    where c.owner_id = ${owner} and c.connector = ${connector} order by c.created_at desc, c.id desc`.execute(db)
  return rows
}

/** Ids of the owner's accounts at an app, at most `limit`. */
export async function findAccountIdsAt(
  db: Queryable,
  owner: UserId,
  connector: string,
  limit: number,
): Promise<CredentialId[]> {
  const { rows } = await sql<{ id: CredentialId }>`
    select id from credentials where owner_id = ${owner} and connector = ${connector} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What its owner entered that is not secret; empty for one that is gone. */
export async function findShownOfCredential(db: Queryable, id: string): Promise<Record<string, string>> {
  const { rows } = await sql<{
    shown: Record<string, string>
  }>`select shown from credentials where id = ${id}::uuid`.execute(db)
  return rows[0]?.shown ?? {}
}

/** How many accounts the owner has at each app. */
export async function countAccountsByConnector(db: Queryable, owner: UserId): Promise<Map<string, number>> {
  const { rows } = await sql<{ connector: string; accounts: number }>`
    select connector, count(*)::int as accounts from credentials
    where owner_id = ${owner} and connector is not null group by connector`.execute(db)
  return new Map(rows.map(({ connector, accounts }) => [connector, accounts]))
}

export interface UseRow {
  credential_id: CredentialId
  kind: CredentialUse
  id: string
  name: string
}

/** Agents of the owner that are sold: what runs of them names the credential, whatever the draft has become. */
const ofAgents = (owner: UserId, ids: readonly CredentialId[]) => sql`
  select c.id, 'agent', a.id, a.name
  from agents a join agent_versions n on n.id = a.current_version_id
  join workflow_versions v on v.id = n.workflow_version_id and v.ids && ${ids}::uuid[]
  join unnest(${ids}::uuid[]) as c (id) on c.id = any(setting_ids(v.document, 'credential'))
  where a.seller_id = ${owner} and a.status in ('published', 'deprecated')`

/** What uses the owner's credentials: workflows by their draft or by what runs of them, agents, MCP servers. */
export async function findUses(db: Queryable, owner: UserId, ids: readonly CredentialId[]): Promise<UseRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<UseRow>`
    with named as materialized (
      select w.id, w.name,
        case when w.ids && ${ids}::uuid[] then setting_ids(w.document, 'credential') end
          || case when v.ids && ${ids}::uuid[] then setting_ids(v.document, 'credential') end as credentials
      from workflows w left join workflow_versions v on v.id = production_version(w.id)
      where w.owner_id = ${owner} and w.archived_at is null and (w.ids && ${ids}::uuid[] or v.ids && ${ids}::uuid[])
    ), uses (credential_id, kind, id, name) as (
      select c.id, 'workflow', n.id, n.name from named n join unnest(${ids}::uuid[]) as c (id) on c.id = any(n.credentials)
      union all (${ofAgents(owner, ids)})
      union all
      select distinct l.credential_id, 'lent', a.id, a.name
      from lent_accounts l join agents a on a.id = l.agent_id
      where l.user_id = ${owner} and l.credential_id = any(${ids}::uuid[])
      union all
      select s.credential_id, 'mcp_server', s.id, s.name
      from mcp_servers s where s.owner_id = ${owner} and s.credential_id = any(${ids}::uuid[])
      union all
      select distinct s.credential_id, 'knowledge', b.id, b.name
      from knowledge_sources s join knowledge_bases b on b.id = s.base_id
      where b.owner_id = ${owner} and s.credential_id = any(${ids}::uuid[])
    )
    select credential_id, kind, id, name from uses
    order by array_position(array['workflow', 'agent', 'lent', 'mcp_server', 'knowledge'], kind), name, id`.execute(db)
  return rows
}

/** Which of these are the owner's. */
export async function findOwnedCredentials(db: Queryable, owner: UserId, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select id from credentials where owner_id = ${owner} and id = any(${ids}::uuid[])`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Anybody's: for the vault, which decides who may open it. None of an account that is blocked: what still runs cannot use it. */
export async function findSealed(db: Queryable, id: string): Promise<SealedRow | null> {
  const { rows } = await sql<SealedRow>`
    select c.id, c.owner_id, c.type, c.name, c.status, c.key_id, c.wrapped_key, c.sealed,
      coalesce(c.last_used_at > now() - interval '1 minute', false) as used_lately
    from credentials c join users u on u.id = c.owner_id where c.id = ${id} and not ${mayNotAct}`.execute(db)
  return rows[0] ?? null
}

export interface NewCredentialRow extends Sealed {
  id: CredentialId
  owner_id: UserId
  type: CredentialTypeName
  /** Of an app account. */
  connector: string | null
  name: string
  shown: Record<string, string>
  hint: string | null
  status: SealedRow['status']
}

/** Makes it unless the owner, who must be locked, has `limit` already. @returns whether it was made */
export async function insertCredential(tx: Queryable, row: NewCredentialRow, limit: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into credentials (id, owner_id, type, connector, name, shown, hint, status, key_id, wrapped_key, sealed)
    select ${row.id}::uuid, ${row.owner_id}::uuid, ${row.type}, ${row.connector}::text, ${row.name}, ${JSON.stringify(row.shown)}::jsonb, ${row.hint}::text,
      ${row.status}, ${row.key_id}, ${row.wrapped_key}::bytea, ${row.sealed}::bytea
    where (select count(*) from credentials where owner_id = ${row.owner_id}) < ${limit}`.execute(tx)
  return numAffectedRows === 1n
}

export interface CredentialChange extends Sealed {
  name: string
  shown: Record<string, string>
  hint: string | null
  status: SealedRow['status']
}

/** Replaces what it holds. A renewal under way is for the account before: its answer is not kept. */
export async function updateCredential(db: Queryable, id: string, change: CredentialChange): Promise<void> {
  await sql`
    update credentials set name = ${change.name}, shown = ${JSON.stringify(change.shown)}::jsonb, hint = ${change.hint},
      status = ${change.status}, key_id = ${change.key_id}, wrapped_key = ${change.wrapped_key}, sealed = ${change.sealed},
      renewing_until = null, updated_at = now()
    where id = ${id}`.execute(db)
}

export async function renameCredential(db: Queryable, id: string, name: string): Promise<void> {
  await sql`update credentials set name = ${name}, updated_at = now() where id = ${id}`.execute(db)
}

/** Keeps what a connected account was given. A renewal under way is for the tokens before: its answer is not kept. */
export async function storeTokens(db: Queryable, id: string, box: Sealed): Promise<void> {
  await sql`
    update credentials set key_id = ${box.key_id}, wrapped_key = ${box.wrapped_key}, sealed = ${box.sealed}, status = 'ready',
      renewing_until = null
    where id = ${id}`.execute(db)
}

/** Keeps tokens of which one has ended. A renewal under way is left to bring new ones. */
export async function storeExpired(db: Queryable, id: string, box: Sealed): Promise<void> {
  await sql`
    update credentials set key_id = ${box.key_id}, wrapped_key = ${box.wrapped_key}, sealed = ${box.sealed}
    where id = ${id} and (renewing_until is null or renewing_until < now())`.execute(db)
}

/** Locks the row until the transaction ends. A foreign one is not locked. */
export async function lockSealed(tx: Queryable, id: string, owner: UserId): Promise<SealedRow | null> {
  const { rows } = await sql<SealedRow>`
    select id, owner_id, type, name, status, key_id, wrapped_key, sealed from credentials
    where id = ${id} and owner_id = ${owner} for update`.execute(tx)
  return rows[0] ?? null
}

/** A credential whose tokens this process may renew. */
export interface ClaimedRow extends SealedRow {
  /** Tells this claim from later ones. */
  claim: string
}

/** Claims the renewal of tokens for `lease_s`. @returns null while another claim lasts, and for a credential that is gone or not ready */
export async function claimRenewal(db: Queryable, id: string, lease_s: number): Promise<ClaimedRow | null> {
  const { rows } = await sql<ClaimedRow>`
    update credentials set renewing_until = now() + make_interval(secs => ${lease_s})
    where id = ${id} and status = 'ready' and (renewing_until is null or renewing_until < now())
    returning id, owner_id, type, name, status, key_id, wrapped_key, sealed, renewing_until::text as claim`.execute(db)
  return rows[0] ?? null
}

type Claim = Pick<ClaimedRow, 'id' | 'claim'>

/** Ends a claim with new tokens. @returns false when the claim was lost; nothing is written then */
export async function storeRenewed(db: Queryable, { id, claim }: Claim, box: Sealed): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update credentials set key_id = ${box.key_id}, wrapped_key = ${box.wrapped_key}, sealed = ${box.sealed}, renewing_until = null
    where id = ${id} and renewing_until = ${claim}::timestamptz`.execute(db)
  return numAffectedRows === 1n
}

/** Ends a claim without new tokens. @returns false when the claim was lost; nothing is written then */
export async function endRenewal(db: Queryable, { id, claim }: Claim, status: 'ready' | 'reconnect'): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update credentials set status = ${status}, renewing_until = null
    where id = ${id} and renewing_until = ${claim}::timestamptz`.execute(db)
  return numAffectedRows === 1n
}

/** The service takes it no longer. One whose content changed since it was read stays as it is. */
export async function endConnection(db: Queryable, was: Pick<SealedRow, 'id' | 'wrapped_key'>): Promise<void> {
  await sql`
    update credentials set status = 'reconnect'
    where id = ${was.id} and status = 'ready' and wrapped_key = ${was.wrapped_key}`.execute(db)
}

export async function deleteCredential(db: Queryable, owner: UserId, id: CredentialId): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from credentials where id = ${id} and owner_id = ${owner}`.execute(db)
  return numAffectedRows === 1n
}

/** To the minute: a busy credential is not written for every call. */
export async function recordCredentialUse(db: Queryable, id: string): Promise<void> {
  await sql`
    update credentials set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}
