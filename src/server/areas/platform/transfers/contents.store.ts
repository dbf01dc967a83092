/** The SQL of what belongs together, what uses what, and which runs are part of it. */
import { type RawBuilder, sql } from 'kysely'
import { TRANSFERS } from '#contract/accounts/transfer-values.ts'
import type { NamedThing, TransferThing } from '#contract/accounts/transfers.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Contents } from './contents.ts'

export const uuids = (ids: readonly string[]): RawBuilder<string[]> => sql`${sql.val(ids)}::uuid[]`

/** Those of these that the account owns, with their names. */
export async function findNamed(db: Queryable, owner: UserId, contents: Contents): Promise<NamedThing[]> {
  const { rows } = await sql<NamedThing>`
    select kind, id, name from (
      select 'workflow' as kind, id, name from workflows
      where owner_id = ${owner} and id = any(${uuids(contents.workflow)}) and deleted_at is null
      union all select 'agent', id, name from agents
      where seller_id = ${owner} and id = any(${uuids(contents.agent)}) and status <> 'private'
      union all select 'service', id, name from services where owner_id = ${owner} and id = any(${uuids(contents.service)})
      union all select 'knowledge_base', id, name from knowledge_bases
      where owner_id = ${owner} and id = any(${uuids(contents.knowledge_base)})
      union all select 'data_table', id, name from data_tables where owner_id = ${owner} and id = any(${uuids(contents.data_table)})
      union all select 'credential', id, name from credentials where owner_id = ${owner} and id = any(${uuids(contents.credential)})
      union all select 'model', id, name from models where owner_id = ${owner} and id = any(${uuids(contents.model)})
      union all select 'mcp_server', id, name from mcp_servers where owner_id = ${owner} and id = any(${uuids(contents.mcp_server)})
      union all select 'imported_app', id, name from imported_apps
      where owner_id = ${owner} and id = any(${uuids(contents.imported_app)})
      union all select 'skill', id, name from skills where owner_id = ${owner} and id = any(${uuids(contents.skill)})
    ) t order by kind, lower(name), id`.execute(db)
  return rows
}

/** What can't be separated from these: an agent and its workflows, a private agent and its services. */
export async function findBound(db: Queryable, owner: UserId, contents: Contents): Promise<TransferThing[]> {
  const { workflow, agent, service } = contents
  const { rows } = await sql<TransferThing>`
    with made (agent_id, workflow_id) as (
      select v.agent_id, x.workflow_id from agent_versions v join workflow_versions x on x.id = v.workflow_version_id
      where v.agent_id = any(${uuids(agent)}) or x.workflow_id = any(${uuids(workflow)})
      union select d.agent_id, d.workflow_id from agent_drafts d
      where d.agent_id = any(${uuids(agent)}) or d.workflow_id = any(${uuids(workflow)})
      union select a.id, a.follows_workflow_id from agents a
      where a.follows_workflow_id is not null and (a.id = any(${uuids(agent)}) or a.follows_workflow_id = any(${uuids(workflow)}))
    )
    select 'agent' as kind, a.id from agents a where a.seller_id = ${owner} and a.id in (select agent_id from made)
    union select 'workflow', w.id from workflows w where w.owner_id = ${owner} and w.id in (select workflow_id from made)
    union select 'service', s.id from services s join agents a on a.id = s.agent_id
    where s.owner_id = ${owner} and a.status = 'private' and a.id = any(${uuids(agent)})
    union select 'agent', a.id from services s join agents a on a.id = s.agent_id
    where s.owner_id = ${owner} and s.id = any(${uuids(service)}) and a.status = 'private' and a.seller_id = ${owner}`.execute(
    db,
  )
  return rows
}

/** Documents that run or may run: the draft, what is published, and what agents and services are made of. */
const namedBy = (workflows: readonly string[]) => sql`
  select unnest(w.ids) as id from workflows w where w.id = any(${uuids(workflows)})
  union select unnest(v.ids) from workflow_versions v where v.workflow_id = any(${uuids(workflows)}) and (
    v.id = production_version(v.workflow_id)
    or exists (select from agent_versions a where a.workflow_version_id = v.id))`

/** What these use of the account’s and what isn’t among them. */
export async function findUsed(db: Queryable, owner: UserId, contents: Contents): Promise<NamedThing[]> {
  const { workflow, agent, service, knowledge_base, data_table, credential } = contents
  const { model, mcp_server, imported_app, skill } = contents
  const { rows } = await sql<NamedThing>`
    with named as materialized (${namedBy(workflow)})
    select kind, id, name from (
      select 'workflow' as kind, w.id, w.name from workflows w join named n on n.id = w.id
      where w.owner_id = ${owner} and w.deleted_at is null and w.id <> all(${uuids(workflow)})
      union select 'service', s.id, s.name from services s join agents a on a.id = s.agent_id
      where s.owner_id = ${owner} and a.id = any(${uuids(agent)}) and a.status <> 'private' and s.id <> all(${uuids(service)})
      union select 'knowledge_base', k.id, k.name from knowledge_bases k join named n on n.id = k.id
      where k.owner_id = ${owner} and k.id <> all(${uuids(knowledge_base)})
      union select 'data_table', d.id, d.name from data_tables d join named n on n.id = d.id
      where d.owner_id = ${owner} and d.id <> all(${uuids(data_table)})
      union select 'credential', c.id, c.name from credentials c
      where c.owner_id = ${owner} and c.id <> all(${uuids(credential)}) and (c.id in (select id from named)
        or exists (select from knowledge_sources k where k.credential_id = c.id and k.base_id = any(${uuids(knowledge_base)}))
        or exists (select from mcp_servers m where m.credential_id = c.id and m.id = any(${uuids(mcp_server)}))
        or ids_in(c.connector) && ${uuids(imported_app)})
      union select 'model', m.id, m.name from models m where m.owner_id = ${owner} and m.id <> all(${uuids(model)}) and (
        m.id in (select id from named)
        or exists (select from knowledge_bases b where b.id = any(${uuids(knowledge_base)}) and b.embedding_model = m.id::text))
      union select 'mcp_server', s.id, s.name from mcp_servers s join named n on n.id = s.id
      where s.owner_id = ${owner} and s.id <> all(${uuids(mcp_server)})
      union select 'imported_app', a.id, a.name from imported_apps a join named n on n.id = a.id
      where a.owner_id = ${owner} and a.id <> all(${uuids(imported_app)})
      union select 'skill', s.id, s.name from skills s where s.owner_id = ${owner} and s.id <> all(${uuids(skill)}) and (
        s.id in (select id from named) or exists (select from skill_revisions r join named n on n.id = r.id where r.skill_id = s.id))
    ) t order by kind, lower(name), id limit ${TRANSFERS.moves}`.execute(db)
  return rows
}

/** What several workflows share, each with the ids by which they name it: a skill also by its revisions. */
export const sharedThings = ({ model, mcp_server, imported_app, skill }: Contents) => sql`
  select m.id, m.name, array[m.id] as ids from models m where m.id = any(${uuids(model)})
  union all select s.id, s.name, array[s.id] from mcp_servers s where s.id = any(${uuids(mcp_server)})
  union all select a.id, a.name, array[a.id] from imported_apps a where a.id = any(${uuids(imported_app)})
  union all select k.id, k.name, array[k.id] || array(select r.id from skill_revisions r where r.skill_id = k.id)
  from skills k where k.id = any(${uuids(skill)})`

/** What stays and uses one of these. */
export async function findLeftWithout(db: Queryable, owner: UserId, contents: Contents): Promise<NamedThing[]> {
  const named = [...contents.workflow, ...contents.knowledge_base, ...contents.data_table, ...contents.credential]
  const { rows } = await sql<NamedThing>`
    with shared as materialized (${sharedThings(contents)}),
    moved as materialized (select ${uuids(named)} || coalesce((select array_agg(i) from shared, unnest(shared.ids) i), '{}') as ids)
    select 'workflow' as kind, w.id, w.name from moved, workflows w left join workflow_versions v on v.id = production_version(w.id)
    where w.owner_id = ${owner} and w.archived_at is null and w.deleted_at is null and w.id <> all(${uuids(contents.workflow)})
      and (w.ids && moved.ids or v.ids && moved.ids)
    union select 'knowledge_base', k.id, k.name from knowledge_bases k left join knowledge_sources s on s.base_id = k.id
    where k.owner_id = ${owner} and k.id <> all(${uuids(contents.knowledge_base)})
      and (s.credential_id = any(${uuids(contents.credential)}) or k.embedding_model = any(${uuids(contents.model)}::text[]))
    union select 'mcp_server', m.id, m.name from mcp_servers m
    where m.owner_id = ${owner} and m.id <> all(${uuids(contents.mcp_server)}) and m.credential_id = any(${uuids(contents.credential)})
    union select 'credential', c.id, c.name from credentials c where c.owner_id = ${owner} and c.id <> all(${uuids(contents.credential)})
      and ids_in(c.connector) && ${uuids(contents.imported_app)}
    order by kind, name, id limit ${TRANSFERS.moves}`.execute(db)
  return rows
}

/**
 * Runs of these: those of the services, those of the workflows that no other service ran, and all that they started. Runs of comparisons
 * stay with the comparison. @returns at most one more than may move at once
 */
export async function findRuns(db: Queryable, owner: UserId, { workflow, service }: Contents): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive tree as (
      select e.id from executions e
      where e.owner_id = ${owner} and e.parent_id is null
        and (e.service_id = any(${uuids(service)}) or (e.service_id is null and e.workflow_id = any(${uuids(workflow)})))
        and not exists (select from bench_runs b where b.execution_id = e.id)
      union all select c.id from tree t join executions c on c.parent_id = t.id
    )
    select id from tree limit ${TRANSFERS.runs + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Nobody else changes them until the transaction ends, nor begins a paid run of them. */
export async function lockThings(tx: Queryable, { workflow, agent, service }: Contents): Promise<void> {
  await sql`select from workflows where id = any(${uuids(workflow)}) order by id for update`.execute(tx)
  await sql`select from agents where id = any(${uuids(agent)}) order by id for update`.execute(tx)
  await sql`select from services where id = any(${uuids(service)}) order by id for update`.execute(tx)
}
