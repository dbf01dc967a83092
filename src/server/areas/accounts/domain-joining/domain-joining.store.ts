/** The SQL of workspaces that people may join by the domain of their address. */
import { sql } from 'kysely'
import type { WorkspaceDomainId } from '#contract/accounts/sign-on.ts'
import type { JoinRole } from '#contract/accounts/sign-on-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export async function saveJoining(tx: Queryable, id: WorkspaceDomainId, role: JoinRole | null): Promise<void> {
  await sql`update workspace_domains set join_role = ${role} where id = ${id}`.execute(tx)
}

export interface OfferRow {
  id: UserId
  name: string
  slug: string
  domain_id: WorkspaceDomainId
  domain: string
  /** Part of the record that proves it. */
  token: string
  role: JoinRole
  email: string
}

/**
 * At most one: an address has one domain, and a domain is proven by one workspace. Not where its record is gone, and not for those who
 * are members or were removed.
 */
export async function findOffer(db: Queryable, person: UserId): Promise<OfferRow | null> {
  const { rows } = await sql<OfferRow>`
    select w.id, a.display_name as name, w.slug, d.id as domain_id, d.domain, d.token, d.join_role as role, lower(u.email::text) as email
    from users u join workspace_domains d on d.domain = split_part(lower(u.email::text), '@', 2)
        and d.verified_at is not null and d.missing_since is null and d.join_role is not null
      join workspaces w on w.id = d.workspace_id join users a on a.id = w.id
    where u.id = ${person} and u.kind = 'person' and u.is_verified and a.status = 'active'
      and not exists (select from workspace_members m where m.workspace_id = w.id and m.user_id = u.id)
      and not exists (select from workspace_removals r where r.workspace_id = w.id and r.user_id = u.id)`.execute(db)
  return rows[0] ?? null
}

/** Owners and admins, who are told. */
export async function findManagers(tx: Queryable, workspace: UserId): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    select user_id from workspace_members where workspace_id = ${workspace} and role in ('owner', 'admin')
    order by user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
