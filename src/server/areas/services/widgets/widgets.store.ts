/** The SQL of services on other sites: their settings, their visitors' runs, and what those cost. */
import { sql } from 'kysely'
import type { Role } from '#contract/core/access.ts'
import type { AgentVersionId, ExecutionId, FileId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { ExecutionStatus } from '#contract/runs/execution-states.ts'
import { publicStatus } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface SettingsRow {
  token: string
  enabled: boolean
  title: string
  greeting: string
  domains: string[]
  daily_runs: number
  daily_paise: number
}

export interface OwnRow extends SettingsRow {
  /** Whether it was saved before; else these are the settings a new one has. */
  saved: boolean
  agent_version_id: AgentVersionId
  price_type: string
  price_paise: number
}

/** @returns null for a foreign service */
export async function findOwn(
  db: Queryable,
  owner: UserId,
  service: ServiceId,
  fresh: Pick<SettingsRow, 'token' | 'daily_runs'>,
): Promise<OwnRow | null> {
  const { rows } = await sql<OwnRow>`
    select w.service_id is not null as saved, s.agent_version_id, coalesce(w.token, ${fresh.token}) as token, coalesce(w.enabled, false) as enabled,
      coalesce(w.title, left(a.name, 60)) as title, coalesce(w.greeting, '') as greeting,
      coalesce(w.domains, '{}') as domains, coalesce(w.daily_runs, ${fresh.daily_runs}) as daily_runs,
      coalesce(w.daily_paise, 0)::float8 as daily_paise, v.price_type, price_of_version(v.id, now())::float8 as price_paise
    from services s join agents a on a.id = s.agent_id join agent_versions v on v.id = s.agent_version_id
    left join service_widgets w on w.service_id = s.id where s.id = ${service} and s.owner_id = ${owner}`.execute(db)
  return rows[0] ?? null
}

/** Nobody else saves this service's widget until the transaction ends. */
export async function lockOwn(tx: Queryable, owner: UserId, service: ServiceId): Promise<void> {
  await sql`select 1 from services where id = ${service} and owner_id = ${owner} for no key update`.execute(tx)
}

export async function saveWidget(tx: Queryable, service: ServiceId, row: SettingsRow): Promise<void> {
  const { token, enabled, title, greeting, domains, daily_runs, daily_paise } = row
  await sql`
    insert into service_widgets (service_id, token, enabled, title, greeting, domains, daily_runs, daily_paise)
    values (${service}, ${token}, ${enabled}, ${title}, ${greeting}, ${sql.val(domains)}::text[], ${daily_runs}, ${daily_paise})
    on conflict (service_id) do update set token = excluded.token, enabled = excluded.enabled, title = excluded.title,
      greeting = excluded.greeting, domains = excluded.domains, daily_runs = excluded.daily_runs,
      daily_paise = excluded.daily_paise`.execute(tx)
}

export interface ShownRow {
  service_id: ServiceId
  service_status: 'running' | 'paused' | 'stopped' | 'error'
  agent_status: string
  owner_id: UserId
  role: Role
  agent_version_id: AgentVersionId
  title: string
  greeting: string
  domains: string[]
  daily_runs: number
  daily_paise: number
  input_schema: unknown
  view: string
  listing: unknown
}

/** One that is on, of an owner who may act. */
export async function findShown(db: Queryable, token: string): Promise<ShownRow | null> {
  const { rows } = await sql<ShownRow>`
    select w.service_id, s.status as service_status, ${publicStatus} as agent_status, s.owner_id, u.role, s.agent_version_id, w.title, w.greeting, w.domains,
      w.daily_runs, w.daily_paise::float8 as daily_paise, v.input_schema, v.view, v.listing
    from service_widgets w join services s on s.id = w.service_id join agents a on a.id = s.agent_id
    join agent_versions v on v.id = s.agent_version_id join users u on u.id = s.owner_id
    where w.token = ${token} and w.enabled and u.status <> 'deactivated'
      and (u.status <> 'blocked' or coalesce(u.blocked_until <= now(), false))`.execute(db)
  return rows[0] ?? null
}

/** Whether the agent of a service starts with a chat message. */
export async function isChat(db: Queryable, service: ServiceId): Promise<boolean> {
  const { rows } = await sql<{ chats: boolean }>`
    select jsonb_path_exists(w.document, '$.nodes[*] ? (@.type == "chat_trigger" && !(@.disabled == true))') as chats
    from services s join agent_versions v on v.id = s.agent_version_id
    join workflow_versions w on w.id = v.workflow_version_id where s.id = ${service}`.execute(db)
  return rows[0]?.chats === true
}

export async function insertRun(
  tx: Queryable,
  run: { execution_id: string; service: ServiceId; token_hash: string },
): Promise<void> {
  await sql`
    insert into service_widget_runs (execution_id, service_id, token_hash)
    values (${run.execution_id}, ${run.service}, ${run.token_hash})`.execute(tx)
}

/** Of a run that could not be begun, unless it is there all the same. */
export async function deleteRun(db: Queryable, execution_id: string): Promise<void> {
  await sql`delete from service_widget_runs where execution_id = ${execution_id}
    and not exists (select 1 from executions where id = ${execution_id})`.execute(db)
}

/** Its status, by the token of the widget and that of the run. */
export async function findRun(
  db: Queryable,
  { widget, run, token_hash }: { widget: string; run: ExecutionId; token_hash: string },
): Promise<ExecutionStatus | null> {
  const { rows } = await sql<{ status: ExecutionStatus }>`
    select e.status from service_widget_runs r join service_widgets w on w.service_id = r.service_id
    join executions e on e.id = r.execution_id
    where r.execution_id = ${run} and r.token_hash = ${token_hash} and w.token = ${widget} and w.enabled`.execute(db)
  return rows[0]?.status ?? null
}

/** A file that the run has made and that its result names: the ids of what steps write can be guessed. */
export async function findMade(
  db: Queryable,
  run: ExecutionId,
  file: FileId,
): Promise<{ id: FileId; name: string; mime: string; bytes: number } | null> {
  const { rows } = await sql<{ id: FileId; name: string; mime: string; bytes: number }>`
    select f.id, f.name, f.mime, f.bytes::float8 as bytes from files f join executions e on e.id = f.execution_id
    where f.id = ${file} and e.id = ${run} and e.status = 'succeeded' and strpos(e.output::text, f.id::text) > 0`.execute(
    db,
  )
  return rows[0] ?? null
}

/** What a visitor gave goes after `time`, as everything of visitors does. */
export async function expireFilesAt(
  db: Queryable,
  owner: UserId,
  files: readonly string[],
  time: string,
): Promise<void> {
  await sql`update files set expires_at = now() + ${time}::interval
    where owner_id = ${owner} and id = any(${sql.val(files)}::uuid[])`.execute(db)
}
