/** The SQL of workspaces, their members and the invitations to them. */
import { sql } from 'kysely'
import { WORKSPACE_ROLES, WORKSPACES, type WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { WorkspaceInvitationId } from '#contract/accounts/workspaces.ts'
import type { Role } from '#contract/core/access.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { type CallerRow, callerColumns } from '#server/areas/accounts/users/users.store.ts'
import { mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { isOverLimit } from './session-limits.store.ts'
import type { Membership } from './workspaces.policy.ts'

export interface WorkspaceRow {
  id: UserId
  slug: string
  name: string
  role: WorkspaceRole
  account_role: Role
  members: number
  /** Members below admins may export. */
  members_export: boolean
  masks_lists: boolean
  created_at: Date
}

const columns = sql`w.id, w.slug, u.display_name as name, m.role, u.role as account_role, w.created_at,
  (select count(*)::int from workspace_members c where c.workspace_id = w.id) as members,
  coalesce((select p.members_export from data_policies p where p.account_id = w.id), true) as members_export,
  exists (select from data_policies p where p.account_id = w.id and p.mask_lists) as masks_lists`
const joined = sql`workspaces w join users u on u.id = w.id join workspace_members m on m.workspace_id = w.id`

/** By name, those a person is a member of. */
export async function findWorkspaces(db: Queryable, person: UserId): Promise<WorkspaceRow[]> {
  const { rows } = await sql<WorkspaceRow>`
    select ${columns} from ${joined} where m.user_id = ${person} order by lower(u.display_name), w.id`.execute(db)
  return rows
}

export async function findWorkspace(db: Queryable, id: UserId, person: UserId): Promise<WorkspaceRow | null> {
  const { rows } = await sql<WorkspaceRow>`
    select ${columns} from ${joined} where w.id = ${id} and m.user_id = ${person}`.execute(db)
  return rows[0] ?? null
}

/** How many workspaces that are still there a person made. They must be locked. */
export async function countMadeBy(tx: Queryable, person: UserId): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    select count(*)::int as made from workspaces where created_by = ${person}`.execute(tx)
  return rows[0]?.made ?? 0
}

export async function isSlugTaken(db: Queryable, slug: string, besides: UserId | null = null): Promise<boolean> {
  const { rows } = await sql`
    select from workspaces where slug = ${slug} and id is distinct from ${besides}::uuid`.execute(db)
  return rows.length > 0
}

/** The account, the workspace, and its first owner. @returns null when the slug is taken: the transaction is then to be given up */
export async function insertWorkspace(
  tx: Queryable,
  { name, slug, by, role }: { name: string; slug: string; by: UserId; role: Role },
): Promise<UserId | null> {
  const id = uuidv7() as UserId
  await sql`
    insert into users (id, firebase_uid, email, display_name, role, kind, is_verified)
    values (${id}, ${`workspace:${id}`}, ${`workspace-${id}@workspaces.invalid`}, ${name}, ${role}, 'workspace', true)`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    insert into workspaces (id, slug, created_by) values (${id}, ${slug}, ${by}) on conflict (slug) do nothing`.execute(
    tx,
  )
  if (numAffectedRows === 0n) return null
  await insertMember(tx, id, by, 'owner')
  return id
}

export async function updateWorkspace(
  tx: Queryable,
  id: UserId,
  { name, slug }: { name: string; slug: string },
): Promise<void> {
  await sql`update workspaces set slug = ${slug} where id = ${id}`.execute(tx)
  await sql`update users set display_name = ${name}, updated_at = now() where id = ${id}`.execute(tx)
}

export async function findMembership(db: Queryable, id: UserId, person: UserId): Promise<Membership | null> {
  const { rows } = await sql<Membership>`
    select workspace_id, role from workspace_members where workspace_id = ${id} and user_id = ${person}`.execute(db)
  return rows[0] ?? null
}

/** Until the transaction ends, nobody else changes who belongs to it. */
export async function lockWorkspace(tx: Queryable, id: UserId): Promise<void> {
  await sql`select from workspaces where id = ${id} for update`.execute(tx)
}

export interface MemberRow {
  user_id: UserId
  name: string
  email: string
  role: WorkspaceRole
  joined_at: Date
}

const memberColumns = sql`m.user_id, u.display_name as name, u.email::text as email, m.role, m.joined_at`

/** In the order of their roles. */
export async function findMembers(db: Queryable, id: UserId): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns} from workspace_members m join users u on u.id = m.user_id where m.workspace_id = ${id}
    order by array_position(${[...WORKSPACE_ROLES]}::text[], m.role),
      lower(u.display_name), m.user_id limit ${WORKSPACES.members}`.execute(db)
  return rows
}

export async function findMember(db: Queryable, id: UserId, person: UserId): Promise<MemberRow | null> {
  const { rows } = await sql<MemberRow>`
    select ${memberColumns} from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${id} and m.user_id = ${person}`.execute(db)
  return rows[0] ?? null
}

/** The workspace must be locked. */
export async function countOwners(tx: Queryable, id: UserId): Promise<number> {
  const { rows } = await sql<{ owners: number }>`
    select count(*)::int as owners from workspace_members where workspace_id = ${id} and role = 'owner'`.execute(tx)
  return rows[0]?.owners ?? 0
}

export async function countMembers(tx: Queryable, id: UserId): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select count(*)::int as members from workspace_members where workspace_id = ${id}`.execute(tx)
  return rows[0]?.members ?? 0
}

/** Members and open invitations: each takes a seat. @param besides an address whose invitation is about to be replaced */
export async function countSeats(db: Queryable, id: UserId, besides: string | null = null): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select (select count(*) from workspace_members where workspace_id = ${id})::int
      + (select count(*) from workspace_invitations where workspace_id = ${id} and expires_at > now() and email is distinct from ${besides}::citext)::int as seats`.execute(
    db,
  )
  return rows[0]?.seats ?? 0
}

/** Who was removed before is let in again. */
export async function insertMember(tx: Queryable, id: UserId, person: UserId, role: WorkspaceRole): Promise<void> {
  await sql`
    with removal as (delete from workspace_removals where workspace_id = ${id} and user_id = ${person})
    insert into workspace_members (workspace_id, user_id, role) values (${id}, ${person}, ${role})
    on conflict do nothing`.execute(tx)
}

export async function setRole(tx: Queryable, id: UserId, person: UserId, role: WorkspaceRole): Promise<void> {
  await sql`
    update workspace_members set role = ${role}, by_groups = false where workspace_id = ${id} and user_id = ${person}`.execute(
    tx,
  )
}

export async function deleteMember(tx: Queryable, id: UserId, person: UserId): Promise<void> {
  await sql`delete from workspace_members where workspace_id = ${id} and user_id = ${person}`.execute(tx)
  await sql`
    delete from sign_on_people p using workspace_sign_ons s
    where s.id = p.sign_on_id and s.workspace_id = ${id} and p.user_id = ${person}`.execute(tx)
}

/** The keys a person made for the workspace and the invitations they sent. */
export async function deleteOpenedBy(tx: Queryable, id: UserId, person: UserId): Promise<void> {
  await sql`delete from api_keys where owner_id = ${id} and made_by = ${person}`.execute(tx)
  await sql`delete from workspace_invitations where workspace_id = ${id} and invited_by = ${person}`.execute(tx)
}

export interface InvitationRow {
  id: WorkspaceInvitationId
  email: string
  role: WorkspaceRole
  invited_by: string | null
  created_at: Date
  expires_at: Date
  expired: boolean
}

const invitationColumns = sql`i.id, i.email::text as email, i.role, b.display_name as invited_by, i.created_at, i.expires_at,
  i.expires_at <= now() as expired`

/** Newest first. */
export async function findInvitations(db: Queryable, id: UserId): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select ${invitationColumns} from workspace_invitations i left join users b on b.id = i.invited_by
    where i.workspace_id = ${id} order by i.created_at desc, i.id limit ${WORKSPACES.members}`.execute(db)
  return rows
}

/** Replaces an earlier one of the address, whose link then opens nothing. */
export async function saveInvitation(
  tx: Queryable,
  {
    workspace,
    email,
    role,
    token_hash,
    by,
  }: {
    workspace: UserId
    email: string
    role: WorkspaceRole
    token_hash: Buffer
    by: UserId
  },
): Promise<InvitationRow> {
  const { rows } = await sql<InvitationRow>`
    with i as (
      insert into workspace_invitations (workspace_id, email, role, token_hash, invited_by, expires_at)
      values (${workspace}, ${email}::citext, ${role}, ${token_hash}, ${by},
        now() + make_interval(days => ${WORKSPACES.invitation_days}))
      on conflict (email, workspace_id) do update set role = excluded.role, token_hash = excluded.token_hash,
        invited_by = excluded.invited_by, created_at = now(), expires_at = excluded.expires_at
      returning *)
    select ${invitationColumns} from i left join users b on b.id = i.invited_by`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('Invitation missing after insert')
  return row
}

/** @returns the address of the one that was removed */
export async function deleteInvitation(
  tx: Queryable,
  workspace: UserId,
  id: WorkspaceInvitationId,
): Promise<string | null> {
  const { rows } = await sql<{ email: string }>`
    delete from workspace_invitations where id = ${id} and workspace_id = ${workspace}
    returning email::text as email`.execute(tx)
  return rows[0]?.email ?? null
}

export interface OpenInvitationRow {
  id: WorkspaceInvitationId
  workspace_id: UserId
  workspace: string
  invited_by: string | null
  email: string
  role: WorkspaceRole
}

/** One that is still good, of a workspace that may act. */
export async function findOpenInvitation(db: Queryable, token_hash: Buffer): Promise<OpenInvitationRow | null> {
  const { rows } = await sql<OpenInvitationRow>`
    select i.id, i.workspace_id, u.display_name as workspace, b.display_name as invited_by, i.email::text as email, i.role
    from workspace_invitations i join users u on u.id = i.workspace_id left join users b on b.id = i.invited_by
    where i.token_hash = ${token_hash} and i.expires_at > now()`.execute(db)
  return rows[0] ?? null
}

/** Whether this is the address of the account, and whether it is proven. */
export async function findAddress(db: Queryable, person: UserId): Promise<{ email: string; proven: boolean } | null> {
  const { rows } = await sql<{ email: string; proven: boolean }>`
    select lower(email::text) as email, is_verified as proven from users where id = ${person}`.execute(db)
  return rows[0] ?? null
}

/** Whether the address is that of a member already. */
export async function isMemberAddress(db: Queryable, id: UserId, email: string): Promise<boolean> {
  const { rows } = await sql`
    select from workspace_members m join users u on u.id = m.user_id
    where m.workspace_id = ${id} and u.email = ${email}::citext`.execute(db)
  return rows.length > 0
}

export interface EnteredRow extends CallerRow {
  member_role: WorkspaceRole
  /** Members below admins may export. */
  members_export: boolean
  /** The session began in another way than the workspace asks of this member. */
  must_sign_on: boolean
  /** It is older than the workspace allows, or nothing was done in it for too long. */
  is_over: boolean
  /** What is done counts against an idle time. */
  has_idle_time: boolean
}

/** Of the member `m`: their address is in a domain whose provider is the only way in, and their session didn't begin there. */
const mustSignOn = (session: string | null) => sql<boolean>`m.role <> 'owner' and exists (
  select from workspace_sign_ons s join workspace_domains d on d.id = s.domain_id and d.verified_at is not null
    join users p on p.id = m.user_id
  where s.workspace_id = m.workspace_id and s.is_enforced and d.domain = split_part(lower(p.email::text), '@', 2)
    and not exists (select from auth.session e where e.id = ${session} and e."signOn" = s.id::text))`

/** The account of the workspace that an address names, for a person who is a member of it. One statement, by two keys. */
export async function findEntered(
  db: Queryable,
  slug: string,
  person: UserId,
  session: string | null,
): Promise<EnteredRow | null> {
  const { rows } = await sql<EnteredRow>`
    select ${callerColumns(null)}, m.role as member_role, coalesce(p.members_export, true) as members_export,
      ${mustSignOn(session)} as must_sign_on, ${isOverLimit(session)} as is_over, w.idle_minutes is not null as has_idle_time
    from workspaces w join users u on u.id = w.id
      join workspace_members m on m.workspace_id = w.id and m.user_id = ${person}
      left join data_policies p on p.account_id = w.id
    where w.slug = ${slug}`.execute(db)
  return rows[0] ?? null
}

/** Whether a member still has this role, in a workspace that may act and whose account still has its own. */
export async function isStillMember(
  db: Queryable,
  member: { id: UserId; account_role: Role; person_id: UserId; role: WorkspaceRole; session: string | null },
): Promise<boolean> {
  const { id, account_role, person_id, role, session } = member
  const { rows } = await sql`
    select from workspace_members m join users u on u.id = m.workspace_id
    where m.workspace_id = ${id} and m.user_id = ${person_id} and m.role = ${role}
      and u.role = ${account_role} and not ${mayNotAct} and not (${mustSignOn(session)})
      and not ${isOverLimit(session)}`.execute(db)
  return rows.length > 0
}

/** Names of workspaces that would be left without an owner if this person left. */
export async function findOwnedAlone(db: Queryable, person: UserId): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.display_name as name from workspace_members m join users u on u.id = m.workspace_id
    where m.user_id = ${person} and m.role = 'owner' and not exists (
      select from workspace_members o where o.workspace_id = m.workspace_id and o.role = 'owner' and o.user_id <> ${person})
    order by lower(u.display_name), u.id`.execute(db)
  return rows.map(({ name }) => name)
}
