/** The SQL of who works on a workflow: its owner, editors and viewers. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { MemberRole, WorkflowRole } from '#contract/workflows/workflow-members.ts'
import { mayNotAct } from '#server/platform/access/may-not-act.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** That this person may read the workflow `w` of the statement. */
export const readableBy = (user: UserId): RawBuilder<unknown> => sql`(w.archived_at is null and (w.owner_id = ${user}
  or exists (select 1 from workflow_members m where m.workflow_id = w.id and m.user_id = ${user})))`

/** The role of this person in the workflow `w` of the statement; null for a stranger. */
export const roleIn = (user: UserId): RawBuilder<unknown> => sql`case when w.owner_id = ${user} then 'owner'
  else (select m.role from workflow_members m where m.workflow_id = w.id and m.user_id = ${user}) end`

/** What this person is to the workflow; null for a stranger, and where there is none or it is archived. */
export async function findMemberRole(db: Queryable, workflow: WorkflowId, user: UserId): Promise<WorkflowRole | null> {
  const { rows } = await sql<{ role: WorkflowRole | null }>`
    select ${roleIn(user)} as role from workflows w where w.id = ${workflow} and w.archived_at is null`.execute(db)
  return rows[0]?.role ?? null
}

export interface MemberRow {
  user_id: UserId
  name: string
  email: string
  role: WorkflowRole
}

/** The owner first, then members in the order they came. */
export async function findMembers(db: Queryable, workflow: WorkflowId): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select u.id as user_id, u.display_name as name, u.email::text, x.role from (
      select w.owner_id as user_id, 'owner' as role, null as at from workflows w where w.id = ${workflow}
      union all select m.user_id, m.role, m.at from workflow_members m where m.workflow_id = ${workflow}
    ) x join users u on u.id = x.user_id order by x.at nulls first, u.id`.execute(db)
  return rows
}

export interface InvitationRow {
  id: string
  email: string
  role: MemberRole
  at: Date
}

export async function findInvitations(db: Queryable, workflow: WorkflowId): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select id, email::text, role, at from workflow_invitations where workflow_id = ${workflow} order by at, id`.execute(
    db,
  )
  return rows
}

/** Members and invited ones together. */
export async function countMembers(db: Queryable, workflow: WorkflowId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from workflow_members where workflow_id = ${workflow})::int
      + (select count(*) from workflow_invitations where workflow_id = ${workflow})::int as count`.execute(db)
  return rows[0]?.count ?? 0
}

/** What the address is to the workflow already. */
export async function findByEmail(db: Queryable, workflow: WorkflowId, email: string): Promise<WorkflowRole | null> {
  const { rows } = await sql<{ role: WorkflowRole | null }>`
    select ${sql`case when w.owner_id = u.id then 'owner'
      else (select m.role from workflow_members m where m.workflow_id = w.id and m.user_id = u.id) end`} as role
    from workflows w join users u on u.email = ${email} where w.id = ${workflow}`.execute(db)
  return rows[0]?.role ?? null
}

/**
 * That the account `u` of the statement reads the mailbox that the invitation `i` was meant for. An account can be
 * created with any address: until the address is confirmed, its holder may be another person. @param askProof whether
 * addresses can be confirmed here
 */
const readsMailbox = (askProof: boolean): RawBuilder<unknown> =>
  askProof ? sql`(u.is_verified and u.email = i.email)` : sql`true`

/**
 * Invites by address; inviting again keeps the invitation with the new role.
 * @returns the account that can accept the invitation now, if any
 */
export async function upsertInvitation(
  db: Queryable,
  { workflow, email, role, by }: { workflow: WorkflowId; email: string; role: MemberRole; by: UserId },
  askProof: boolean,
): Promise<UserId | null> {
  const { rows } = await sql<{ user_id: UserId | null }>`
    with i as (
      insert into workflow_invitations (workflow_id, email, user_id, role, invited_by)
      values (${workflow}, ${email}, (select id from users where email = ${email}), ${role}, ${by})
      on conflict (workflow_id, email) do update set role = excluded.role, user_id = excluded.user_id
      returning user_id, email
    )
    select u.id as user_id from i join users u on u.id = i.user_id and ${readsMailbox(askProof)}`.execute(db)
  return rows[0]?.user_id ?? null
}

export async function deleteInvitation(db: Queryable, workflow: WorkflowId, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from workflow_invitations where workflow_id = ${workflow} and id = ${id}`.execute(db)
  return numAffectedRows === 1n
}

/**
 * The invitation becomes a membership, unless the owner of its workflow may not act. An account that was invited under an old
 * and a new address gets the role that allows more. @returns whether there was one
 */
export async function acceptInvitation(
  db: Queryable,
  workflow: WorkflowId,
  user: UserId,
  askProof: boolean,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with asked as (
      delete from workflow_invitations i using workflows w, users u
      where i.workflow_id = ${workflow} and i.user_id = ${user} and w.id = i.workflow_id and w.archived_at is null
        and u.id = i.user_id and ${readsMailbox(askProof)}
        and not exists (select from users u where u.id = w.owner_id and ${mayNotAct})
      returning i.workflow_id, i.user_id, i.role, i.invited_by
    )
    insert into workflow_members (workflow_id, user_id, role, added_by)
    select distinct on (workflow_id, user_id) workflow_id, user_id, role, invited_by from asked order by workflow_id, user_id, role
    on conflict (workflow_id, user_id) do update set role = excluded.role`.execute(db)
  return numAffectedRows === 1n
}

export async function setRole(
  db: Queryable,
  { workflow, user, role }: { workflow: WorkflowId; user: UserId; role: MemberRole },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update workflow_members set role = ${role} where workflow_id = ${workflow} and user_id = ${user}`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteMember(db: Queryable, workflow: WorkflowId, user: UserId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from workflow_members where workflow_id = ${workflow} and user_id = ${user}`.execute(db)
  return numAffectedRows === 1n
}

export interface SharedRow {
  id: WorkflowId
  name: string
  owner: string
  role: MemberRole
  joined: boolean
  updated_at: Date
}

/** Of others: those one works on, and those that an active owner asks one to work on. */
export async function findShared(db: Queryable, user: UserId, askProof: boolean): Promise<SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    select w.id, w.name, u.display_name as owner, x.role, x.joined, w.updated_at from (
      select workflow_id, role, true as joined from workflow_members where user_id = ${user}
      union all select i.workflow_id, min(i.role), false from workflow_invitations i join users u on u.id = i.user_id
        where i.user_id = ${user} and ${readsMailbox(askProof)} group by i.workflow_id
    ) x join workflows w on w.id = x.workflow_id and w.archived_at is null join users u on u.id = w.owner_id
    where x.joined or not ${mayNotAct}
    order by w.updated_at desc, w.id limit 200`.execute(db)
  return rows
}
