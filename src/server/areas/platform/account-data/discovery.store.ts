/** A person's reviews and saved agents, in their data export and in their deletion. */
import { sql } from 'kysely'
import { type EraseStep, eraseStep } from './erase-step.ts'
import { type PersonalList, row } from './personal-list.store.ts'

export const DISCOVERY_LISTS: readonly PersonalList[] = [
  {
    file: 'reviews.json',
    about: 'Your reviews of agents, and reviews of others that you reported or found useful',
    tables: ['public.reviews', 'public.review_reports', 'public.review_votes'],
    query: ({ id }) =>
      row(
        sql`t.*`,
        sql`from (
          select a.name as agent, r.stars, r.text, r.status, r.reply, r.removed_for, r.removal_note, null as reported_for, null as note, false as useful, r.created_at
            from reviews r join agents a on a.id = r.agent_id where r.author_id = ${id}
          union all select a.name, null, null, null, null, null, null, p.reason, p.note, false, p.created_at
            from review_reports p join reviews r on r.id = p.review_id join agents a on a.id = r.agent_id where p.reporter_id = ${id}
          union all select a.name, null, null, null, null, null, null, null, null, true, n.created_at
            from review_votes n join reviews r on r.id = n.review_id join agents a on a.id = r.agent_id where n.voter_id = ${id}
        ) t order by t.created_at`,
      ),
  },
  {
    file: 'reports.json',
    about: 'Agents and sellers you reported, and what was decided',
    tables: ['public.reports', 'public.report_cases'],
    query: ({ id }) =>
      row(
        sql`c.kind, c.target_id, t.reason, t.details, t.evidence, t.evidence_run, c.state, c.outcome, t.created_at`,
        sql`from reports t join report_cases c on c.id = t.case_id where t.reporter_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'saved-agents.json',
    about: 'Agents you saved',
    tables: ['public.saved_agents'],
    query: ({ id }) =>
      row(
        sql`a.slug, a.name as agent, t.created_at`,
        sql`from saved_agents t join agents a on a.id = t.agent_id where t.user_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'followed-sellers.json',
    about: 'Sellers you follow, and the address of your own page; who follows you is theirs',
    tables: ['public.sellers', 'public.seller_follows'],
    query: ({ id }) =>
      row(
        sql`t.*`,
        sql`from (
          select s.handle, u.display_name as seller, false as own, f.created_at from seller_follows f
            join sellers s on s.user_id = f.seller_id join users u on u.id = s.user_id where f.follower_id = ${id}
          union all select s.handle, null, true, s.since from sellers s where s.user_id = ${id}) t order by t.created_at`,
      ),
  },
]

export const DISCOVERY_STEPS: readonly EraseStep[] = [
  eraseStep(['public.review_reports'], ({ id }) => sql`delete from review_reports where reporter_id = ${id}`),
  eraseStep(['public.reports'], ({ id }) => sql`delete from reports where reporter_id = ${id}`),
  eraseStep(
    ['public.report_cases', 'public.reports', 'public.report_case_events'],
    ({ id }) => sql`delete from report_cases where target_id = ${id} and kind = 'person'`,
  ),
  eraseStep(
    ['public.report_cases'],
    ({
      id,
    }) => sql`update report_cases set assigned_to = nullif(assigned_to, ${id}), decided_by = nullif(decided_by, ${id})
    where assigned_to = ${id} or decided_by = ${id}`,
  ),
  eraseStep(
    ['public.report_case_events'],
    ({ id }) => sql`update report_case_events set actor_id = null where actor_id = ${id}`,
  ),
  eraseStep(['public.run_stops'], ({ id }) => sql`update run_stops set asked_by = null where asked_by = ${id}`),
  eraseStep(['public.review_votes'], ({ id }) => sql`delete from review_votes where voter_id = ${id}`),
  eraseStep(['public.saved_agents'], ({ id }) => sql`delete from saved_agents where user_id = ${id}`),
  eraseStep(['public.seller_follows'], ({ id }) => sql`delete from seller_follows where follower_id = ${id}`),
  // Nobody follows who is gone: the page goes with its followers, and its address is free again.
  eraseStep(['public.sellers', 'public.seller_follows'], ({ id }) => sql`delete from sellers where user_id = ${id}`),
  eraseStep(['public.reviews'], ({ id }) => sql`delete from reviews where author_id = ${id}`),
  eraseStep(
    ['public.reviews'],
    ({ id }) => sql`
    update reviews set reply = null, replied_at = null
    where reply is not null and agent_id in (select a.id from agents a where a.seller_id = ${id})`,
  ),
]
