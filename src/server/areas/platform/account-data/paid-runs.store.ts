/**
 * A person's payments for runs and agents, in their data export and in their deletion. Books are kept: see
 * money.store.ts.
 */
import { sql } from 'kysely'
import { type EraseStep, eraseStep } from './erase-step.ts'
import { all, type PersonalList, row } from './personal-list.store.ts'

const BENCH_TABLES = [
  'public.benches',
  'public.bench_agents',
  'public.bench_cases',
  'public.bench_runs',
  'public.bench_files',
] as const

const BATCH_TABLES = [
  'public.batches',
  'public.batch_items',
  'public.batch_results',
  'public.batch_exports',
  'public.callback_deliveries',
] as const

export const PAID_RUN_LISTS: readonly PersonalList[] = [
  {
    file: 'paid-runs.json',
    about: 'What your runs of other people’s agents cost, and what you let them cost',
    tables: ['public.charges', 'public.credit_settings', 'public.acceptance_decisions'],
    query: ({ id }) =>
      row(
        sql`t.execution_id, t.agent_id, t.kind, t.price_paise, t.models_paise, t.status, t.reason, t.created_at, t.ended_at, t.accept_until,
          (select json_agg(json_build_object('decision', d.decision, 'way', d.way, 'reason', d.reason, 'note', d.note, 'at', d.decided_at)
            order by d.decided_at) from acceptance_decisions d where d.charge_id = t.id) as acceptance,
          (select json_build_object('run', s.run_cap_paise, 'day', s.day_cap_paise, 'low', s.low_paise) from credit_settings s
            where s.user_id = t.buyer_id) as caps_paise`,
        sql`from charges t where t.buyer_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'purchases.json',
    about: 'Agents you bought for a month or for good',
    tables: ['public.purchases'],
    query: ({ id }) => row(all, sql`from purchases t where t.buyer_id = ${id} order by t.created_at`),
  },
  {
    file: 'benches.json',
    isLarge: true,
    about: 'Agents you ran on your own cases, with those cases as long as they are kept; the answers are in runs.json',
    tables: [...BENCH_TABLES],
    query: ({ id }) =>
      row(
        sql`t.status, t.keep_days, t.created_at, t.started_at, t.finished_at, t.delete_at, t.deleted_at,
          (select json_agg(json_build_object('name', a.name, 'version', a.number) order by a.position) from bench_agents a
            where a.bench_id = t.id) as agents,
          (select json_agg(json_build_object('name', c.name, 'input', c.input, 'expected', c.expected, 'scorer', c.scorer) order by c.position)
            from bench_cases c where c.bench_id = t.id) as cases,
          (select json_agg(json_build_object('agent', r.agent, 'case', r.position, 'run', r.execution_id, 'outcome', r.outcome, 'ms', r.ms,
            'cost_paise', r.cost_paise, 'right', coalesce(r.ruled, r.is_right), 'note', r.note) order by r.position, r.agent)
            from bench_runs r where r.bench_id = t.id) as results,
          (select json_agg(f.file_id) from bench_files f where f.bench_id = t.id) as files`,
        sql`from benches t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
  {
    file: 'batches.json',
    isLarge: true,
    about: 'Documents you ran in batches, and the addresses that were told of their end; the results are in runs.json',
    tables: [...BATCH_TABLES],
    query: ({ id }) =>
      row(
        sql`t.name, t.service_id, t.status, t.pause_message, t.cap_paise, t.callback_url, t.created_at, t.started_at, t.finished_at,
          (select json_agg(json_build_object('name', i.name, 'input', i.input, 'state', i.state, 'reason', i.message, 'run', i.execution_id,
            'cost_paise', i.cost_paise, 'result', (select json_build_object('fields', r.fields, 'top', r.top)
              from batch_results r where r.execution_id = i.execution_id)) order by i.position)
            from batch_items i where i.batch_id = t.id) as documents,
          (select json_agg(json_build_object('url', c.url, 'body', c.body, 'status', c.status, 'at', c.created_at) order by c.created_at)
            from callback_deliveries c where c.batch_id = t.id) as callbacks,
          (select json_agg(json_build_object('format', x.format, 'at', x.at) order by x.at) from batch_exports x where x.batch_id = t.id) as exports`,
        sql`from batches t where t.owner_id = ${id} order by t.created_at`,
      ),
  },
]

export const PAID_RUN_STEPS: readonly EraseStep[] = [
  eraseStep(['public.data_policies'], ({ id }) => sql`delete from data_policies where account_id = ${id}`),
  // Of a workspace that they were a member of: the document is the workspace’s.
  eraseStep(['public.files'], ({ id }) => sql`update files set uploaded_by = null where uploaded_by = ${id}`),
  eraseStep(
    ['public.mails'],
    ({ id }) => sql`
    delete from mails where execution_id in (select r.execution_id from bench_runs r join benches b on b.id = r.bench_id where b.owner_id = ${id})`,
  ),
  eraseStep(
    ['public.batch_results'],
    ({ id }) => sql`
    delete from batch_results where execution_id in (select i.execution_id from batch_items i join batches b on b.id = i.batch_id where b.owner_id = ${id})`,
  ),
  eraseStep([...BATCH_TABLES], ({ id }) => sql`delete from batches where owner_id = ${id}`),
  // Of a workspace that they were a member of: the batch is the workspace’s.
  eraseStep(['public.batches'], ({ id }) => sql`update batches set created_by = null where created_by = ${id}`),
  eraseStep(
    ['public.batch_exports'],
    ({ id }) => sql`update batch_exports set person_id = null where person_id = ${id}`,
  ),
  eraseStep(['public.run_moves'], ({ id }) => sql`update run_moves set person_id = null where person_id = ${id}`),
  eraseStep(['public.signing_secrets'], ({ id }) => sql`delete from signing_secrets where owner_id = ${id}`),
  eraseStep([...BENCH_TABLES], ({ id }) => sql`delete from benches where owner_id = ${id}`),
  // Runs under way were cancelled before, which gave their charges back; the end of one that began since must not wait for a lock here.
  // Purchases belong to orders, which are books.
  eraseStep(['public.charges'], ({ id }) => sql`update charges set member_id = null where member_id = ${id}`),
  eraseStep(
    ['public.acceptance_decisions'],
    ({ id }) =>
      sql`update acceptance_decisions set note = '' where note <> '' and charge_id in (select c.id from charges c where c.buyer_id = ${id})`,
  ),
  // Of a workspace that they were a member of: the decision is the workspace’s.
  eraseStep(
    ['public.acceptance_decisions'],
    ({ id }) => sql`update acceptance_decisions set person_id = null where person_id = ${id}`,
  ),
  eraseStep(
    ['public.charges'],
    ({ id }) => sql`update charges set trial_key = 'deleted' where buyer_id = ${id} and kind = 'trial'
      and status in ('settled', 'released') and trial_key <> 'deleted'`,
  ),
  eraseStep(
    ['public.purchases'],
    ({ id }) => sql`update purchases set revoked_at = coalesce(revoked_at, now()) where buyer_id = ${id}`,
  ),
  eraseStep(['public.credit_settings'], ({ id }) => sql`delete from credit_settings where user_id = ${id}`),
]
