/** What a person is in workspaces, and what they moved between them: in the copy of their data, and in its deletion. */
import { sql } from 'kysely'
import { type EraseStep, eraseStep } from './erase-step.ts'
import { all, type PersonalList, row } from './personal-list.store.ts'

export const WORKSPACE_LISTS: readonly PersonalList[] = [
  {
    file: 'workspaces.json',
    about: 'The workspaces you are a member of, and whom you invited to them',
    tables: [
      'public.workspaces',
      'public.workspace_members',
      'public.workspace_invitations',
      'public.workspace_domains',
      'public.sign_on_people',
      'public.workspace_provisioning',
      'public.workspace_removals',
      'public.scim_users',
      'public.scim_requests',
    ],
    query: ({ id }) =>
      row(
        all,
        sql`from (
          select u.display_name as name, w.slug, m.role, null as invited, m.joined_at as at
            from workspace_members m join workspaces w on w.id = m.workspace_id join users u on u.id = w.id
            where m.user_id = ${id}
          union all select u.display_name, w.slug, i.role, i.email, i.created_at
            from workspace_invitations i join workspaces w on w.id = i.workspace_id join users u on u.id = w.id
            where i.invited_by = ${id}
          union all select d.domain, w.slug, 'sign-on', null, p.linked_at
            from sign_on_people p join workspace_sign_ons s on s.id = p.sign_on_id join workspace_domains d on d.id = s.domain_id
              join workspaces w on w.id = s.workspace_id where p.user_id = ${id}
          union all select concat_ws(', ', s.user_name, s.external_id, s.display_name, s.given_name, s.family_name), w.slug,
              'provisioned', s.email, s.created_at
            from scim_users s join workspaces w on w.id = s.workspace_id where s.user_id = ${id}
          union all select null, w.slug, 'removed', null, r.removed_at
            from workspace_removals r join workspaces w on w.id = r.workspace_id where r.user_id = ${id}
          union all select null, w.slug, 'provisioning token', null, p.made_at
            from workspace_provisioning p join workspaces w on w.id = p.workspace_id where p.made_by = ${id}) t order by t.at`,
      ),
  },
  {
    file: 'transfers.json',
    about: 'What you moved or offered to workspaces, and what moved to you',
    tables: ['public.transfers', 'public.run_moves'],
    query: ({ id }) =>
      row(
        sql`t.status, t.moves, t.created_at, t.decided_at,
          (select json_agg(m.execution_id) from run_moves m where m.transfer_id = t.id and m.person_id = ${id}) as runs_you_moved`,
        sql`from transfers t where t.from_id = ${id} or t.to_id = ${id} or t.offered_by = ${id} or t.decided_by = ${id} order by t.created_at`,
      ),
  },
]

export const WORKSPACE_STEPS: readonly EraseStep[] = [
  // A workspace itself goes with its members; of a person, what made them one.
  eraseStep(
    [
      'public.workspaces',
      'public.workspace_members',
      'public.workspace_invitations',
      'public.workspace_domains',
      'public.sign_on_people',
      'public.workspace_provisioning',
      'public.workspace_removals',
      'public.scim_users',
      'public.scim_requests',
    ],
    ({ id, email, proven }) => sql`
    with workspace as (delete from workspaces where id = ${id}),
      made as (update workspaces set created_by = null where created_by = ${id}),
      invitations as (
        delete from workspace_invitations where invited_by = ${id} or (${proven} and email = ${email}::citext)),
      keys as (delete from api_keys where made_by = ${id}),
      domains as (update workspace_domains set added_by = null where added_by = ${id}),
      tokens as (update workspace_provisioning set made_by = null where made_by = ${id}),
      removals as (delete from workspace_removals where user_id = ${id}),
      requests as (
        update scim_requests r set problem = null from scim_users s
        where s.user_id = ${id} and r.workspace_id = s.workspace_id and strpos(r.problem, s.email) > 0),
      directory as (delete from scim_users where user_id = ${id}),
      people as (delete from sign_on_people where user_id = ${id})
    delete from workspace_members where user_id = ${id}`,
  ),
  eraseStep(
    ['public.transfers'],
    ({ id }) => sql`
    with own as (delete from transfers where from_id = ${id} or to_id = ${id})
    update transfers set offered_by = nullif(offered_by, ${id}), decided_by = nullif(decided_by, ${id})
    where (offered_by = ${id} or decided_by = ${id}) and from_id <> ${id} and to_id <> ${id}`,
  ),
]
