/** The SQL of what a move counts, what it ends and why it is refused. */
import { type RawBuilder, sql } from 'kysely'
import type {
  TRANSFER_COUNTS,
  TRANSFER_EFFECTS,
  TransferKind,
  TransferRefusal,
} from '#contract/accounts/transfer-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { sharedThings, uuids } from './contents.store.ts'
import type { Contents } from './contents.ts'

export type Counts = Record<(typeof TRANSFER_COUNTS)[number], number>

/** @param runs of the things, from `findRuns` */
export async function countHistory(
  db: Queryable,
  owner: UserId,
  { workflow, service, knowledge_base, data_table }: Contents,
  runs: readonly string[],
): Promise<Omit<Counts, 'runs'>> {
  const { rows } = await sql<Omit<Counts, 'runs'>>`
    select (select count(*)::int from workflow_versions v where v.workflow_id = any(${uuids(workflow)}) and not v.trial) as versions,
      (select count(*)::int from conversations c where c.owner_id = ${owner}
        and (c.workflow_id = any(${uuids(workflow)}) or c.service_id = any(${uuids(service)}))) as chats,
      (select count(*)::int from batches b where b.owner_id = ${owner} and b.service_id = any(${uuids(service)})) as batches,
      (select count(*)::int from workflow_cases c where c.workflow_id = any(${uuids(workflow)})) as test_cases,
      (select count(*)::int from workflow_evaluations v where v.workflow_id = any(${uuids(workflow)})) as evaluations,
      (select count(*)::int from knowledge_documents d where d.base_id = any(${uuids(knowledge_base)})) as documents,
      (select coalesce(sum(t.rows), 0)::int from data_tables t where t.id = any(${uuids(data_table)})) as rows,
      (select count(*)::int from files f where f.owner_id = ${owner} and f.execution_id = any(${uuids(runs)})) as files`.execute(
    db,
  )
  const [counts] = rows
  if (!counts) throw new Error('The count query returned no row')
  return counts
}

type Effect = (typeof TRANSFER_EFFECTS)[number]

/** Ids of files that a run `e` was given or copied. */
const given = sql`unnest(e.input_ids || e.long_input_ids || e.copied_ids)`

export async function countEffects(
  db: Queryable,
  owner: UserId,
  { contents, runs, move_secrets }: { contents: Contents; runs: readonly string[]; move_secrets: boolean },
): Promise<{ effect: Effect; count: number }[]> {
  const { workflow, agent, service, knowledge_base, data_table } = contents
  const { rows } = await sql<{ effect: Effect; count: number }>`
    with found (effect, count) as (
      select 'triggers_paused', count(*) from workflow_triggers
      where workflow_id = any(${uuids(workflow)}) and enabled and type <> 'app'
      union all select 'app_triggers_ended', count(*) from workflow_triggers
      where workflow_id = any(${uuids(workflow)}) and enabled and type = 'app'
      union all select 'schedules_paused', count(*) from service_schedules where service_id = any(${uuids(service)}) and enabled
      union all select 'addresses_kept', (select count(*) from service_widgets where service_id = any(${uuids(service)}) and enabled)
        + (select count(*) from service_pages where service_id = any(${uuids(service)}) and enabled)
      union all select 'members_removed', (select count(*) from workflow_members where workflow_id = any(${uuids(workflow)}))
        + (select count(*) from workflow_invitations where workflow_id = any(${uuids(workflow)}))
      union all select 'shares_removed', (select count(*) from knowledge_shares where base_id = any(${uuids(knowledge_base)}))
        + (select count(*) from data_table_shares where table_id = any(${uuids(data_table)}))
      union all select 'links_ended', (select count(*) from executions where id = any(${uuids(runs)}) and shared_until > now())
        + (select count(*) from approval_links where execution_id = any(${uuids(runs)}) and expires_at > now())
      union all select 'hooks_ended', count(*) from service_hooks where service_id = any(${uuids(service)}) and enabled
      union all select case when ${move_secrets} then 'channels_kept' else 'channels_ended' end, count(*) from channels
      where service_id = any(${uuids(service)})
      union all select 'lent_ended', count(*) from lent_accounts where agent_id = any(${uuids(agent)})
      union all select 'buyers_stay', count(distinct buyer_id) from purchases where agent_id = any(${uuids(agent)}) and revoked_at is null
      union all select 'files_stay', count(distinct f.id) from executions e cross join lateral ${given} g (id)
        join files f on f.id = g.id and f.owner_id = ${owner}
      where e.id = any(${uuids(runs)}) and exists (select from executions o where o.owner_id = ${owner} and o.id <> all(${uuids(runs)})
        and (o.input_ids @> array[f.id] or o.long_input_ids @> array[f.id] or o.copied_ids @> array[f.id]))
    )
    select effect, count::int as count from found where count > 0`.execute(db)
  return rows
}

export interface RefusalRow {
  code: TransferRefusal
  name: string | null
  count: number
}

/** What is under way or open, and names that are taken. @param offer that is being answered */
export async function findRefusals(
  db: Queryable,
  { from, to, offer }: { from: UserId; to: UserId; offer: string | null },
  { contents, runs }: { contents: Contents; runs: readonly string[] },
): Promise<RefusalRow[]> {
  const { workflow, agent, service, knowledge_base, data_table, credential, mcp_server, skill } = contents
  const all = Object.values(contents).flat()
  const { rows } = await sql<RefusalRow>`
    with found (code, name, count) as (
      select 'runs_open', null, count(*) from executions where status in ('queued', 'running', 'waiting', 'paused')
        and (workflow_id = any(${uuids(workflow)}) or service_id = any(${uuids(service)}) or id = any(${uuids(runs)}))
      union all select 'batches_open', name, 1 from batches
      where service_id = any(${uuids(service)}) and owner_id = ${from} and status in ('running', 'paused')
      union all select 'tests_open', null, count(*) from workflow_evaluations
      where workflow_id = any(${uuids(workflow)}) and status = 'running'
      union all select 'money_open', null, (select count(*) from charges where agent_id = any(${uuids(agent)}) and status in ('held', 'running', 'awaiting'))
        + (select count(*) from charges where execution_id = any(${uuids(runs)}) and status = 'awaiting')
        + (select count(*) from orders where status in ('created', 'pending', 'failed') and expires_at > now()
          and ids_in(subject::text) && ${uuids(agent)})
        + (select count(*) from refunds r left join sales s on s.id = r.sale_id left join orders o on o.id = r.order_id
          where r.status in ('requested', 'approved') and (s.agent_id = any(${uuids(agent)}) or ids_in(o.subject::text) && ${uuids(agent)}))
        + (select count(*) from disputes d join orders o on o.id = d.order_id
          where d.status in ('open', 'under_review') and ids_in(o.subject::text) && ${uuids(agent)})
      union all select 'in_review', a.name, 1 from agent_submissions s join agents a on a.id = s.agent_id
      where s.agent_id = any(${uuids(agent)}) and s.status = 'in_review'
      union all select 'name_taken', k.name, 1 from knowledge_bases k join knowledge_bases t on lower(t.name) = lower(k.name)
      where k.id = any(${uuids(knowledge_base)}) and t.owner_id = ${to}
      union all select 'name_taken', d.name, 1 from data_tables d join data_tables t on lower(t.name) = lower(d.name)
      where d.id = any(${uuids(data_table)}) and t.owner_id = ${to}
      union all select 'name_taken', s.name, 1 from skills s join skills t on t.name = s.name
      where s.id = any(${uuids(skill)}) and t.owner_id = ${to}
      union all select 'name_taken', s.name, 1 from mcp_servers s join mcp_servers t on t.package_id = s.package_id
      where s.id = any(${uuids(mcp_server)}) and t.owner_id = ${to}
      union all select 'still_used', x.name, 1 from (${sharedThings(contents)}) x
      where exists (select from workflows w left join workflow_versions v on v.id = production_version(w.id)
          where w.owner_id = ${from} and w.archived_at is null and w.deleted_at is null and w.id <> all(${uuids(workflow)})
            and (w.ids && x.ids or v.ids && x.ids))
        or exists (select from knowledge_bases k
          where k.owner_id = ${from} and k.id <> all(${uuids(knowledge_base)}) and k.embedding_model = x.id::text)
        or exists (select from model_settings m where m.owner_id = ${from} and x.id::text in (m.default_model, m.fallback_model))
        or exists (select from credentials c where c.owner_id = ${from} and c.id <> all(${uuids(credential)}) and ids_in(c.connector) && x.ids)
      union all select 'already_offered', x.name, 1 from transfers t
        cross join lateral jsonb_to_recordset(t.moves) x (id uuid, name text)
      where t.from_id = ${from} and t.status = 'offered' and t.expires_at > now() and t.id is distinct from ${offer}::uuid
        and x.id = any(${uuids(all)})
    )
    select distinct code, name, count::int as count from found where count > 0 order by code, name`.execute(db)
  return rows
}

/** The role of the account, and how long it keeps runs; null: as long as the operator does. */
export async function findTarget(
  db: Queryable,
  id: UserId,
): Promise<{ role: string; runs_days: number | null } | null> {
  const { rows } = await sql<{ role: string; runs_days: number | null }>`
    select u.role, p.runs_days from users u left join data_policies p on p.account_id = u.id where u.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** How many of these agents are listed or were, and how many of them cost money: private ones need no permission to sell. */
export async function countListings(
  db: Queryable,
  agents: readonly string[],
): Promise<{ listed: number; paid: number }> {
  const { rows } = await sql<{ listed: number; paid: number }>`
    select count(*)::int as listed, (count(*) filter (where price_type <> 'free' and status in ('published', 'deprecated')))::int as paid
    from agents where id = any(${uuids(agents)}) and status <> 'private'`.execute(db)
  return rows[0] ?? { listed: 0, paid: 0 }
}

/** Those of these agents that are listed. */
export async function findListed(
  db: Queryable,
  agents: readonly string[],
): Promise<{ id: string; slug: string; name: string }[]> {
  const { rows } = await sql<{ id: string; slug: string; name: string }>`
    select id, slug, name from agents where id = any(${uuids(agents)}) and status in ('published', 'deprecated')`.execute(
    db,
  )
  return rows
}

/** People who bought the agent or have a service of it, save its sellers. */
export const usersOf = (agent: string, sellers: readonly UserId[]): RawBuilder<{ user_id: UserId }> => sql<{
  user_id: UserId
}>`
  select u.user_id from (select p.buyer_id as user_id from purchases p where p.agent_id = ${agent} and p.revoked_at is null
    union select s.owner_id from services s where s.agent_id = ${agent}) u where u.user_id <> all(${uuids(sellers)})`

/** Runs whose contents are older. */
export async function countOlder(db: Queryable, runs: readonly string[], days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from executions where id = any(${uuids(runs)}) and payload_removed_at is null
      and finished_at < now() - make_interval(days => ${days})`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findDocuments(db: Queryable, workflows: readonly string[]): Promise<unknown[]> {
  const { rows } = await sql<{ document: unknown }>`
    select coalesce(v.document, w.document) as document
    from workflows w left join workflow_versions v on v.id = production_version(w.id)
    where w.id = any(${uuids(workflows)})`.execute(db)
  return rows.map(({ document }) => document)
}

/** Bytes of the files of these runs and of the documents of these bases. */
export async function sumBytes(db: Queryable, runs: readonly string[], bases: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(f.bytes), 0)::float8 as bytes from files f where f.execution_id = any(${uuids(runs)})
      or f.id in (select d.file_id from knowledge_documents d where d.base_id = any(${uuids(bases)}))`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** How many of each kind an account has, as each kind's own limit counts them. */
export async function countOwned(
  db: Queryable,
  owner: UserId,
): Promise<Record<Exclude<TransferKind, 'agent'> | 'skill_bytes' | 'table_bytes', number>> {
  const { rows } = await sql<Awaited<ReturnType<typeof countOwned>>>`
    select (select count(*)::int from workflows where owner_id = ${owner} and archived_at is null) as workflow,
      (select count(*)::int from services where owner_id = ${owner}) as service,
      (select count(*)::int from knowledge_bases where owner_id = ${owner}) as knowledge_base,
      (select count(*)::int from data_tables where owner_id = ${owner}) as data_table,
      (select count(*)::int from credentials where owner_id = ${owner}) as credential,
      (select count(*)::int from models where owner_id = ${owner}) as model,
      (select count(*)::int from mcp_servers where owner_id = ${owner}) as mcp_server,
      (select count(*)::int from imported_apps where owner_id = ${owner}) as imported_app,
      (select count(*)::int from skills where owner_id = ${owner}) as skill,
      (select coalesce(sum(bytes), 0)::float8 from skill_revisions where owner_id = ${owner}) as skill_bytes,
      (select coalesce(sum(bytes), 0)::float8 from data_tables where owner_id = ${owner}) as table_bytes`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('The count query returned no row')
  return counts
}

/** What these add to the same counts, where it isn't one for each. */
export async function countAdded(
  db: Queryable,
  { workflow, data_table, skill }: Contents,
): Promise<{ workflow: number; skill_bytes: number; table_bytes: number }> {
  const { rows } = await sql<{ workflow: number; skill_bytes: number; table_bytes: number }>`
    select (select count(*)::int from workflows where id = any(${uuids(workflow)}) and archived_at is null) as workflow,
      (select coalesce(sum(bytes), 0)::float8 from skill_revisions where skill_id = any(${uuids(skill)})) as skill_bytes,
      (select coalesce(sum(bytes), 0)::float8 from data_tables where id = any(${uuids(data_table)})) as table_bytes`.execute(
    db,
  )
  return rows[0] ?? { workflow: 0, skill_bytes: 0, table_bytes: 0 }
}

/** Where these models process data; null where nobody has said. */
export async function findCountriesOf(
  db: Queryable,
  models: readonly string[],
): Promise<{ id: string; country: string | null }[]> {
  const { rows } = await sql<{ id: string; country: string | null }>`
    select id, country from models where id = any(${uuids(models)})`.execute(db)
  return rows
}
