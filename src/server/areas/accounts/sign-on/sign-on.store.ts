/** The SQL of domains that workspaces have proven, and of their providers. */
import { sql } from 'kysely'
import type { GroupRole, WorkspaceDomainId } from '#contract/accounts/sign-on.ts'
import { type JoinRole, SIGN_ON } from '#contract/accounts/sign-on-values.ts'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface DomainRow {
  id: WorkspaceDomainId
  workspace_id: UserId
  domain: string
  token: string
  verified_at: Date | null
  checked_at: Date | null
  missing_since: Date | null
  lost_at: Date | null
  /** What people who join by it become; null: they can't. */
  join_role: JoinRole | null
  sign_on_id: string | null
  issuer: string | null
  client_id: string | null
  groups_claim: string | null
  roles: GroupRole[] | null
  default_role: WorkspaceRole | null
  is_enforced: boolean | null
  last_sign_in_at: Date | null
}

const domainColumns = sql`d.id, d.workspace_id, d.domain, d.token, d.verified_at, d.checked_at, d.missing_since, d.lost_at,
  d.join_role, s.id as sign_on_id, s.issuer, s.client_id, s.groups_claim, s.roles, s.default_role, s.is_enforced, s.last_sign_in_at`
const joined = sql`workspace_domains d left join workspace_sign_ons s on s.domain_id = d.id`

export async function findDomains(db: Queryable, workspace: UserId): Promise<DomainRow[]> {
  const { rows } = await sql<DomainRow>`
    select ${domainColumns} from ${joined} where d.workspace_id = ${workspace}
    order by d.domain limit ${SIGN_ON.domains}`.execute(db)
  return rows
}

export async function findDomain(db: Queryable, workspace: UserId, id: WorkspaceDomainId): Promise<DomainRow | null> {
  const { rows } = await sql<DomainRow>`
    select ${domainColumns} from ${joined} where d.workspace_id = ${workspace} and d.id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Who has proven a domain, locked with its workspace until the transaction ends. */
export async function findProven(tx: Queryable, domain: string): Promise<DomainRow | null> {
  const { rows } = await sql<DomainRow>`
    select ${domainColumns} from ${joined} where d.domain = ${domain} and d.verified_at is not null
    for update of d`.execute(tx)
  return rows[0] ?? null
}

/** @returns null where the workspace has it already */
export async function insertDomain(
  tx: Queryable,
  row: { workspace: UserId; domain: string; token: string; by: UserId },
): Promise<WorkspaceDomainId | null> {
  const { rows } = await sql<{ id: WorkspaceDomainId }>`
    insert into workspace_domains (workspace_id, domain, token, added_by)
    values (${row.workspace}, ${row.domain}, ${row.token}, ${row.by})
    on conflict (workspace_id, domain) do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}

export async function deleteDomain(tx: Queryable, id: WorkspaceDomainId): Promise<void> {
  await sql`delete from workspace_domains where id = ${id}`.execute(tx)
}

export async function setProven(tx: Queryable, id: WorkspaceDomainId): Promise<void> {
  await sql`
    update workspace_domains set verified_at = coalesce(verified_at, now()), checked_at = now(), missing_since = null,
      lost_at = null where id = ${id}`.execute(tx)
}

export async function setMissing(tx: Queryable, id: WorkspaceDomainId): Promise<void> {
  await sql`
    update workspace_domains set checked_at = now(), missing_since = coalesce(missing_since, now())
    where id = ${id}`.execute(tx)
}

export async function setLost(tx: Queryable, id: WorkspaceDomainId): Promise<void> {
  await sql`
    update workspace_domains set verified_at = null, missing_since = null, checked_at = now(), lost_at = now()
    where id = ${id}`.execute(tx)
}

/** Proven domains whose record was looked up longest ago, as long as that is an hour. */
export async function findDueDomains(db: Queryable, most: number): Promise<Omit<DomainRow, 'workspace_id'>[]> {
  const { rows } = await sql<DomainRow>`
    select ${domainColumns} from ${joined}
    where d.verified_at is not null and (d.checked_at is null or d.checked_at < now() - interval '1 hour')
    order by d.checked_at nulls first, d.id limit ${most}`.execute(db)
  return rows
}

/** A failed look-up isn't tried again at once. */
export async function setLookedAt(db: Queryable, id: WorkspaceDomainId): Promise<void> {
  await sql`update workspace_domains set checked_at = now() where id = ${id}`.execute(db)
}

/** Sessions that the provider of a domain began. */
export async function endSignOnSessions(tx: Queryable, sign_on: string): Promise<void> {
  await sql`delete from auth.session where "signOn" = ${sign_on}`.execute(tx)
}

/** Sessions of members with an address of the domain that began in another way; owners keep theirs. @returns how many ended */
export async function endOtherSessions(tx: Queryable, sign_on: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from auth.session e using users u, workspace_members m, workspace_sign_ons s, workspace_domains d
    where s.id = ${sign_on}::uuid and d.id = s.domain_id and m.workspace_id = s.workspace_id and m.role <> 'owner'
      and u.id = m.user_id and split_part(lower(u.email::text), '@', 2) = d.domain
      and e."userId" = u.firebase_uid and e."signOn" is distinct from ${sign_on}`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

export interface SignOnRow extends Sealed {
  id: string
  workspace_id: UserId
  slug: string
  domain: string
  issuer: string
  client_id: string
  groups_claim: string
  roles: GroupRole[]
  default_role: WorkspaceRole | null
  is_enforced: boolean
}

const signOnColumns = sql`s.id, s.workspace_id, w.slug, d.domain, s.issuer, s.client_id, s.groups_claim, s.roles, s.default_role,
  s.is_enforced, s.key_id, s.wrapped_key, s.sealed`
const ofProven = sql`workspace_sign_ons s join workspace_domains d on d.id = s.domain_id and d.verified_at is not null
  join workspaces w on w.id = s.workspace_id join users u on u.id = w.id`

/** Of a proven domain alone: a domain that is lost takes the right along. */
export async function findSignOnOfDomain(db: Queryable, domain: string): Promise<SignOnRow | null> {
  const { rows } = await sql<SignOnRow>`
    select ${signOnColumns} from ${ofProven} where d.domain = ${domain} and u.status = 'active'`.execute(db)
  return rows[0] ?? null
}

export async function findSignOn(db: Queryable, id: string): Promise<SignOnRow | null> {
  const { rows } = await sql<SignOnRow>`
    select ${signOnColumns} from ${ofProven} where s.id = ${id}::uuid and u.status = 'active'`.execute(db)
  return rows[0] ?? null
}

/** Its secret as it is sealed; null where the domain has no sign-on. */
export async function findSealed(db: Queryable, id: WorkspaceDomainId): Promise<(Sealed & { id: string }) | null> {
  const { rows } = await sql<Sealed & { id: string }>`
    select id, key_id, wrapped_key, sealed from workspace_sign_ons where domain_id = ${id}`.execute(db)
  return rows[0] ?? null
}

export interface SavedSignOn extends Sealed {
  id: string
  workspace_id: UserId
  domain_id: WorkspaceDomainId
  issuer: string
  client_id: string
  groups_claim: string
  roles: readonly GroupRole[]
  default_role: WorkspaceRole | null
  is_enforced: boolean
}

/** One for each domain; its id stays. */
export async function saveSignOn(tx: Queryable, row: SavedSignOn): Promise<void> {
  await sql`
    insert into workspace_sign_ons (id, workspace_id, domain_id, issuer, client_id, key_id, wrapped_key, sealed, groups_claim, roles,
      default_role, is_enforced)
    values (${row.id}, ${row.workspace_id}, ${row.domain_id}, ${row.issuer}, ${row.client_id}, ${row.key_id}, ${row.wrapped_key},
      ${row.sealed}, ${row.groups_claim}, ${JSON.stringify(row.roles)}::jsonb, ${row.default_role}, ${row.is_enforced})
    on conflict (domain_id) do update set issuer = excluded.issuer, client_id = excluded.client_id, key_id = excluded.key_id,
      wrapped_key = excluded.wrapped_key, sealed = excluded.sealed, groups_claim = excluded.groups_claim, roles = excluded.roles,
      default_role = excluded.default_role, is_enforced = excluded.is_enforced, updated_at = now()`.execute(tx)
}

export async function deleteSignOn(tx: Queryable, id: string): Promise<void> {
  await sql`delete from workspace_sign_ons where id = ${id}::uuid`.execute(tx)
}

/** Ids of people are those of one issuer. */
export async function forgetPeople(tx: Queryable, id: string): Promise<void> {
  await sql`delete from sign_on_people where sign_on_id = ${id}::uuid`.execute(tx)
}

export async function noteSignIn(tx: Queryable, id: string): Promise<void> {
  await sql`update workspace_sign_ons set last_sign_in_at = now() where id = ${id}::uuid`.execute(tx)
}

export interface PersonRow {
  user_id: UserId
  /** Of the identity provider of this installation. */
  account: string
}

export async function findLinked(tx: Queryable, sign_on: string, subject: string): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    select p.user_id, u.firebase_uid as account from sign_on_people p join users u on u.id = p.user_id
    where p.sign_on_id = ${sign_on}::uuid and p.subject = ${subject}`.execute(tx)
  return rows[0] ?? null
}

export interface AccountRow extends PersonRow {
  is_proven: boolean
  has_second_factor: boolean
  is_linked: boolean
  is_member: boolean
}

/** The account with this address, locked. */
export async function findAccount(
  tx: Queryable,
  email: string,
  { id, workspace_id }: Pick<SignOnRow, 'id' | 'workspace_id'>,
): Promise<AccountRow | null> {
  const { rows } = await sql<AccountRow>`
    select u.id as user_id, a.id as account, a."emailVerified" as is_proven, coalesce(a."twoFactorEnabled", false) as has_second_factor,
      exists (select from sign_on_people p where p.sign_on_id = ${id}::uuid and p.user_id = u.id) as is_linked,
      exists (select from workspace_members m where m.workspace_id = ${workspace_id} and m.user_id = u.id) as is_member
    from auth."user" a join users u on u.firebase_uid = a.id where a.email = ${email} for update of a`.execute(tx)
  return rows[0] ?? null
}

/** Its address counts as proven: the provider of its domain has verified it. */
export async function insertAccount(
  tx: Queryable,
  { account, name, email }: { account: string; name: string; email: string },
): Promise<void> {
  await sql`
    insert into auth."user" (id, name, email, "emailVerified") values (${account}, ${name}, ${email}, true)`.execute(tx)
}

export async function findUserOf(tx: Queryable, account: string): Promise<UserId> {
  const { rows } = await sql<{ id: UserId }>`select id from users where firebase_uid = ${account}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('User missing after insert')
  return row.id
}

export async function linkPerson(
  tx: Queryable,
  { sign_on, subject, user }: { sign_on: string; subject: string; user: UserId },
): Promise<void> {
  await sql`
    insert into sign_on_people (sign_on_id, subject, user_id) values (${sign_on}::uuid, ${subject}, ${user})`.execute(
    tx,
  )
}

export async function isRoleByGroups(tx: Queryable, workspace: UserId, person: UserId): Promise<boolean> {
  const { rows } = await sql<{ by_groups: boolean }>`
    select by_groups from workspace_members where workspace_id = ${workspace} and user_id = ${person}`.execute(tx)
  return rows[0]?.by_groups ?? false
}

export async function setRoleByGroups(
  tx: Queryable,
  workspace: UserId,
  person: UserId,
  role: WorkspaceRole,
): Promise<void> {
  await sql`
    update workspace_members set role = ${role}, by_groups = true
    where workspace_id = ${workspace} and user_id = ${person}`.execute(tx)
}

/** An invitation of someone who has become a member in another way. */
export async function deleteInvitationTo(tx: Queryable, workspace: UserId, email: string): Promise<void> {
  await sql`
    delete from workspace_invitations where workspace_id = ${workspace} and email = ${email}::citext`.execute(tx)
}

/** Whether the account may be entered through the provider of its domain alone. */
export async function mustSignOn(db: Queryable, account: string): Promise<boolean> {
  const { rows } = await sql`
    select from users u join workspace_members m on m.user_id = u.id and m.role <> 'owner'
      join workspace_sign_ons s on s.workspace_id = m.workspace_id and s.is_enforced
      join workspace_domains d on d.id = s.domain_id and d.verified_at is not null
    where u.firebase_uid = ${account} and d.domain = split_part(lower(u.email::text), '@', 2) limit 1`.execute(db)
  return rows.length > 0
}
