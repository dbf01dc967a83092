/** The SQL of chats of visitors: pages of services, who writes there, and what they think of answers. */
import { sql } from 'kysely'
import type { ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { ChannelKindName } from '#contract/services/channel-values.ts'
import type { ChatAccess } from '#contract/services/chat-values.ts'
import { publicStatus } from '#server/areas/agents/agents.ts'
import type { ShownRow } from '#server/areas/services/widgets/widgets.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PageRow {
  token: string
  enabled: boolean
  access: ChatAccess
  password: string | null
  password_epoch: number
}

export async function findPage(db: Queryable, service: ServiceId): Promise<PageRow | null> {
  const { rows } = await sql<PageRow>`
    select token, enabled, access, password, password_epoch from service_pages where service_id = ${service}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function savePage(tx: Queryable, service: ServiceId, page: PageRow): Promise<void> {
  const { token, enabled, access, password, password_epoch } = page
  await sql`
    insert into service_pages (service_id, token, enabled, access, password, password_epoch)
    values (${service}, ${token}, ${enabled}, ${access}, ${password}, ${password_epoch})
    on conflict (service_id) do update set token = excluded.token, enabled = excluded.enabled, access = excluded.access,
      password = excluded.password, password_epoch = excluded.password_epoch`.execute(tx)
}

/** The document that a service runs. */
export async function findDocument(db: Queryable, service: ServiceId): Promise<unknown> {
  const { rows } = await sql<{ document: unknown }>`
    select w.document from services s join agent_versions v on v.id = s.agent_version_id
    join workflow_versions w on w.id = v.workflow_version_id where s.id = ${service}`.execute(db)
  return rows[0]?.document ?? null
}

/** Where visitors come in: the page of a service, its widget, or a channel. */
export interface DoorRow extends ShownRow {
  channel: 'page' | 'widget' | ChannelKindName
  access: ChatAccess
  password: string | null
  password_epoch: number
  /** Whether who writes may ask for a person. */
  asks_person: boolean
}

const door = sql`d.channel, coalesce((select i.enabled from service_inboxes i where i.service_id = w.service_id), false) as asks_person, d.access, d.password, d.password_epoch, w.service_id, s.status as service_status,
  ${publicStatus} as agent_status, s.owner_id, u.role, s.agent_version_id, w.title, w.greeting, w.domains, w.daily_runs,
  w.daily_paise::float8 as daily_paise, v.input_schema, v.view, v.listing`
const ofDoor = sql`join service_widgets w on w.service_id = d.service_id join services s on s.id = w.service_id
  join agents a on a.id = s.agent_id join agent_versions v on v.id = s.agent_version_id join users u on u.id = s.owner_id
  and u.status <> 'deactivated' and (u.status <> 'blocked' or coalesce(u.blocked_until <= now(), false))`

/** One that is on, of an owner who may act. */
export async function findDoor(db: Queryable, token: string): Promise<DoorRow | null> {
  const { rows } = await sql<DoorRow>`
    select ${door} from (
      select service_id, 'page' as channel, access, password, password_epoch from service_pages
      where token = ${token} and enabled
      union all
      select service_id, 'widget' as channel, 'public' as access, null as password, 0 as password_epoch from service_widgets
      where token = ${token} and enabled) d ${ofDoor}`.execute(db)
  return rows[0] ?? null
}

/** The same by its service, for messages that were accepted there. */
export async function findDoorOf(
  db: Queryable,
  service: ServiceId,
  channel: DoorRow['channel'],
): Promise<DoorRow | null> {
  const { rows } = await sql<DoorRow>`
    select ${door} from (
      select service_id, 'page' as channel, access, password, password_epoch from service_pages
      where service_id = ${service} and enabled
      union all
      select service_id, 'widget' as channel, 'public' as access, null as password, 0 as password_epoch from service_widgets
      where service_id = ${service} and enabled
      union all
      select service_id, kind as channel, 'public' as access, null as password, 0 as password_epoch from channels
      where service_id = ${service} and enabled) d ${ofDoor} where d.channel = ${channel}`.execute(db)
  return rows[0] ?? null
}

export interface VisitorRow {
  id: string
  password_epoch: number
}

export async function findVisitor(db: Queryable, service: ServiceId, token_hash: string): Promise<VisitorRow | null> {
  const { rows } = await sql<VisitorRow>`
    select id, password_epoch from chat_visitors where service_id = ${service} and token_hash = ${token_hash}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function insertVisitor(
  db: Queryable,
  made: { service_id: ServiceId; token_hash: string; password_epoch: number },
): Promise<void> {
  await sql`
    insert into chat_visitors (service_id, token_hash, password_epoch)
    values (${made.service_id}, ${made.token_hash}, ${made.password_epoch})`.execute(db)
}

/** A member as one who writes to a service, on whichever device. */
export async function takeMember(db: Queryable, service: ServiceId, user: UserId): Promise<VisitorRow> {
  const find = async () => {
    const { rows } = await sql<VisitorRow>`
      select id, password_epoch from chat_visitors where service_id = ${service} and user_id = ${user}`.execute(db)
    return rows[0]
  }
  const known = await find()
  if (known) return known
  await sql`insert into chat_visitors (service_id, user_id) values (${service}, ${user}) on conflict do nothing`.execute(
    db,
  )
  const made = await find()
  if (!made) throw new Error('A member was not found after their insert')
  return made
}

export async function setPasswordEpoch(db: Queryable, visitor: string, epoch: number): Promise<void> {
  await sql`update chat_visitors set password_epoch = ${epoch} where id = ${visitor}`.execute(db)
}

/** Visitors who have had no conversation for a time; that a person wants no messages is kept. @returns how many were deleted */
export async function deleteUnusedVisitors(db: Queryable, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from chat_visitors where id in (
      select v.id from chat_visitors v where v.opted_out_at is null and v.created_at < now() - ${days} * interval '1 day'
        and not exists (select 1 from conversations c where c.visitor_id = v.id)
      order by v.created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Counts a run as a visitor's. @returns false when it was counted before */
export async function countRun(tx: Queryable, service: ServiceId, execution_id: string): Promise<boolean> {
  const { rows } = await sql`
    insert into service_widget_runs (execution_id, service_id) values (${execution_id}, ${service})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

export interface RatingRow {
  rating: 'up' | 'down'
  reason: string
  question: string
  answer: string
  execution_id: ExecutionId
  rated_at: Date
}

/** What visitors think of answers, newest first. */
export async function listRatings(
  db: Queryable,
  service: ServiceId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RatingRow[]; total: number }> {
  const from = sql`from conversations c join conversation_messages a on a.conversation_id = c.id and a.rating is not null
    where c.service_id = ${service}`
  const { rows } = await sql<RatingRow>`
    select a.rating, a.rating_reason as reason, coalesce(q.text, '') as question,
      case when a.data is null then left(a.text, 2000) else left(a.data::text, 2000) end as answer, a.execution_id, a.rated_at
    from conversations c join conversation_messages a on a.conversation_id = c.id and a.rating is not null
    left join conversation_messages q on q.execution_id = a.execution_id and q.role = 'person'
    where c.service_id = ${service} order by a.rated_at desc, a.id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}
