/** The SQL of services. Every statement names the owner: a foreign service is not found. */
import { type RawBuilder, sql } from 'kysely'
import type { AgentId, AgentVersionId, ServiceId, UserId, WorkflowId } from '#contract/core/primitives.ts'
import type { ListServices } from '#contract/services/services.ts'
import { publicStatus } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { containing } from '#server/platform/database/like.ts'

export interface ServiceRow {
  id: ServiceId
  owner_id: UserId
  name: string
  status: 'running' | 'paused' | 'stopped' | 'error'
  settings: unknown
  second_reader_share: number
  sign_off_needs_all: boolean
  agent_id: AgentId
  agent_slug: string
  agent_name: string
  agent_icon: string
  agent_status: string
  version_id: AgentVersionId
  number: number
  newest: number
  /** Of a private agent: the workflow that it follows. */
  workflow_id: WorkflowId | null
  runs: number
  last_run_at: Date | null
  created_at: Date
  updated_at: Date
}

const columns = sql`s.id, s.owner_id, s.name, s.status, s.settings, s.second_reader_share, s.sign_off_needs_all, s.agent_id, a.slug as agent_slug, a.name as agent_name,
  a.icon as agent_icon, ${publicStatus} as agent_status, v.id as version_id, v.number, a.follows_workflow_id as workflow_id,
  coalesce((select n.number from agent_versions n where n.id = a.current_version_id and a.status = 'published' and n.published_at is not null), v.number) as newest,
  (select count(*)::int from executions e where e.service_id = s.id) as runs,
  (select max(e.created_at) from executions e where e.service_id = s.id) as last_run_at, s.created_at, s.updated_at`
const joins = sql`join agents a on a.id = s.agent_id join agent_versions v on v.id = s.agent_version_id`

type OfServices = Omit<ListServices, 'sort' | 'limit' | 'offset'>

function among(owner: UserId, { agent_id, workflow_id, search, status }: OfServices): RawBuilder<unknown> {
  const parts = [sql`s.owner_id = ${owner}`]
  if (agent_id !== undefined) parts.push(sql`s.agent_id = ${agent_id}`)
  if (workflow_id !== undefined) parts.push(sql`a.follows_workflow_id = ${workflow_id}`)
  if (status !== undefined) parts.push(sql`s.status = ${status}`)
  const text = search?.trim()
  if (text) parts.push(sql`(s.name ilike ${containing(text)} or a.name ilike ${containing(text)})`)
  return sql.join(parts, sql` and `)
}

const ORDERS: Record<NonNullable<ListServices['sort']>, RawBuilder<unknown>> = {
  added: sql`s.created_at desc, s.id`,
  run: sql`last_run_at desc nulls last, s.created_at desc, s.id`,
  name: sql`lower(s.name), s.id`,
}

export async function findServices(
  db: Queryable,
  owner: UserId,
  { limit, offset, sort = 'added', ...of }: ListServices,
): Promise<ServiceRow[]> {
  const { rows } = await sql<ServiceRow>`
    select ${columns} from services s ${joins}
    where ${among(owner, of)}
    order by ${ORDERS[sort]} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

export async function countServices(db: Queryable, owner: UserId, of: OfServices): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from services s join agents a on a.id = s.agent_id where ${among(owner, of)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface ServiceDetailRow extends ServiceRow {
  input_schema: unknown
  samples: unknown
  view: string
  listing: unknown
  promise: string
}

export async function findService(db: Queryable, owner: UserId, id: ServiceId): Promise<ServiceDetailRow | null> {
  const { rows } = await sql<ServiceDetailRow>`
    select ${columns}, v.input_schema, v.samples, v.view, v.listing,
      coalesce(nullif(v.details ->> 'tagline', ''), a.tagline) as promise from services s ${joins}
    where s.id = ${id} and s.owner_id = ${owner}`.execute(db)
  return rows[0] ?? null
}

/** Makes it unless the owner, who must be locked, has `limit` already. @returns null at the limit */
export async function insertService(
  db: Queryable,
  service: { owner_id: UserId; agent_id: AgentId; agent_version_id: AgentVersionId; name: string; settings: string },
  limit: number,
): Promise<ServiceId | null> {
  const { rows } = await sql<{ id: ServiceId }>`
    insert into services (owner_id, agent_id, agent_version_id, name, settings)
    select ${service.owner_id}::uuid, ${service.agent_id}::uuid, ${service.agent_version_id}::uuid, ${service.name},
      ${service.settings}::jsonb
    where (select count(*) from services where owner_id = ${service.owner_id}) < ${limit} returning id`.execute(db)
  return rows[0]?.id ?? null
}

export async function updateService(
  db: Queryable,
  owner: UserId,
  id: ServiceId,
  changes: {
    name?: string | undefined
    settings?: string | undefined
    status?: string | undefined
    second_reader_share?: number | undefined
    sign_off_needs_all?: boolean | undefined
  },
): Promise<boolean> {
  const { rows } = await sql`
    update services set name = coalesce(${changes.name ?? null}, name),
      settings = coalesce(${changes.settings ?? null}::jsonb, settings),
      status = coalesce(${changes.status ?? null}, status),
      second_reader_share = coalesce(${changes.second_reader_share ?? null}::int, second_reader_share),
      sign_off_needs_all = coalesce(${changes.sign_off_needs_all ?? null}::boolean, sign_off_needs_all), updated_at = now()
    where id = ${id} and owner_id = ${owner} returning 1`.execute(db)
  return rows.length > 0
}

/** @returns false when this version is not the one that is sold now */
export async function upgradeService(db: Queryable, owner: UserId, id: ServiceId, version: number): Promise<boolean> {
  const { rows } = await sql`
    update services s set agent_version_id = v.id, updated_at = now() from agents a join agent_versions v on v.id = a.current_version_id
    where s.id = ${id} and s.owner_id = ${owner} and a.id = s.agent_id and ${publicStatus} = 'published' and v.published_at is not null
      and v.number = ${version} returning 1`.execute(db)
  return rows.length > 0
}

export async function deleteService(db: Queryable, owner: UserId, id: ServiceId): Promise<boolean> {
  const { rows } = await sql`delete from services where id = ${id} and owner_id = ${owner} returning 1`.execute(db)
  return rows.length > 0
}
