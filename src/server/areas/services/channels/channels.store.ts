/** The SQL of channels of services, and of who writes through them. */
import { sql } from 'kysely'
import type { ExecutionId, ServiceId, UserId } from '#contract/core/primitives.ts'
import type { ConversationId } from '#contract/runs/conversations.ts'
import type { ChannelKindName } from '#contract/services/channel-values.ts'
import type { ChannelPersonId } from '#contract/services/channels.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ChannelSettings } from './kind/kind.ts'

export interface ChannelRow extends Sealed {
  id: string
  service_id: ServiceId
  owner_id: UserId
  kind: ChannelKindName
  enabled: boolean
  token: string
  verify_token: string
  settings: ChannelSettings
  /** Null while it has an address, and nothing to sign in with. */
  connected_at: Date | null
  verified_at: Date | null
  last_received_at: Date | null
  last_error: string | null
  last_error_at: Date | null
}

const channel = sql`c.id, c.service_id, c.owner_id, c.kind, c.enabled, c.token, c.verify_token, c.settings, c.key_id, c.wrapped_key, c.sealed,
  c.connected_at, c.verified_at, c.last_received_at, c.last_error, c.last_error_at`

export async function findOfService(
  db: Queryable,
  owner: UserId,
  { id, kind }: { id: ServiceId; kind: ChannelKindName },
): Promise<ChannelRow | null> {
  const { rows } = await sql<ChannelRow>`
    select ${channel} from channels c where c.service_id = ${id} and c.owner_id = ${owner} and c.kind = ${kind}`.execute(
    db,
  )
  return rows[0] ?? null
}

export async function listOfService(db: Queryable, owner: UserId, service: ServiceId): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select ${channel} from channels c where c.service_id = ${service} and c.owner_id = ${owner}`.execute(db)
  return rows
}

export async function findByToken(db: Queryable, token: string): Promise<ChannelRow | null> {
  const { rows } = await sql<ChannelRow>`select ${channel} from channels c where c.token = ${token}`.execute(db)
  return rows[0] ?? null
}

type Kept = Pick<
  ChannelRow,
  | 'id'
  | 'service_id'
  | 'owner_id'
  | 'kind'
  | 'enabled'
  | 'token'
  | 'verify_token'
  | 'settings'
  | 'key_id'
  | 'wrapped_key'
  | 'sealed'
>

/** One with an address, which is not connected yet. Does nothing where there is one. */
export async function reserveChannel(tx: Queryable, row: Kept): Promise<void> {
  await sql`
    insert into channels (id, service_id, owner_id, kind, enabled, token, verify_token, settings, key_id, wrapped_key, sealed)
    values (${row.id}, ${row.service_id}, ${row.owner_id}, ${row.kind}, ${row.enabled}, ${row.token}, ${row.verify_token},
      ${JSON.stringify(row.settings)}::jsonb, ${row.key_id}, ${row.wrapped_key}, ${row.sealed})
    on conflict (service_id, kind) do nothing`.execute(tx)
}

/** One that has been reserved; it is connected now. @returns false when it is gone meanwhile */
export async function saveChannel(
  tx: Queryable,
  row: Pick<Kept, 'id' | 'enabled' | 'settings' | 'key_id' | 'wrapped_key' | 'sealed'>,
): Promise<boolean> {
  const { rows } = await sql`
    update channels set enabled = ${row.enabled}, settings = ${JSON.stringify(row.settings)}::jsonb, key_id = ${row.key_id},
      wrapped_key = ${row.wrapped_key}, sealed = ${row.sealed}, connected_at = coalesce(connected_at, now())
    where id = ${row.id} returning 1`.execute(tx)
  return rows.length > 0
}

/** With its people, their chats and what was to be sent. */
export async function deleteChannel(tx: Queryable, id: string): Promise<void> {
  await sql`delete from channels where id = ${id}`.execute(tx)
}

export async function noteVerified(db: Queryable, id: string): Promise<void> {
  await sql`update channels set verified_at = now() where id = ${id}`.execute(db)
}

export async function noteReceived(tx: Queryable, id: string): Promise<void> {
  await sql`update channels set last_received_at = now() where id = ${id}`.execute(tx)
}

/** @param error null when it works again. @returns whether that is news */
export async function noteError(db: Queryable, id: string, error: string | null): Promise<boolean> {
  const { rows } = await sql<{ before: string | null }>`
    update channels c set last_error = ${error}, last_error_at = case when ${error}::text is null then null else now() end
    from (select id, last_error as before from channels where id = ${id} for update) o
    where c.id = o.id and (o.before is not null or ${error}::text is not null) returning o.before`.execute(db)
  const [row] = rows
  return row !== undefined && row.before !== error
}

export interface PersonRow {
  id: ChannelPersonId
  address: string
  name: string
  opted_in_at: Date | null
  opted_out_at: Date | null
  last_wrote_at: Date | null
}

const person = sql`v.id, v.address, v.name, v.opted_in_at, v.opted_out_at, v.last_wrote_at`

/** Known or new; locked until the transaction ends, so that what they write is stored one after the other. */
export async function takePerson(
  tx: Queryable,
  at: { channel_id: string; service_id: ServiceId; address: string; name: string },
): Promise<PersonRow> {
  const { rows } = await sql<PersonRow>`
    insert into chat_visitors as v (service_id, channel_id, address, name)
    values (${at.service_id}, ${at.channel_id}, ${at.address}, ${at.name})
    on conflict (channel_id, address) where channel_id is not null
      do update set name = case when excluded.name = '' then v.name else excluded.name end
    returning ${person}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A person of a channel was not returned after their insert')
  return row
}

/** Where nothing was known before. */
export async function setName(db: Queryable, id: string, name: string): Promise<void> {
  await sql`update chat_visitors set name = ${name} where id = ${id} and name = ''`.execute(db)
}

/** Locked until the transaction ends. */
export async function findByAddress(tx: Queryable, channel_id: string, address: string): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    select ${person} from chat_visitors v where v.channel_id = ${channel_id} and v.address = ${address} for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

export async function noteWrote(tx: Queryable, id: string, at: Date): Promise<void> {
  await sql`
    update chat_visitors set last_wrote_at = greatest(coalesce(last_wrote_at, ${at}), ${at}) where id = ${id}`.execute(
    tx,
  )
}

export async function setConsent(tx: Queryable, id: string, given: boolean): Promise<void> {
  await sql`
    update chat_visitors set opted_in_at = case when ${given}::boolean then now() end,
      opted_out_at = case when ${given}::boolean then null else now() end where id = ${id}`.execute(tx)
}

export async function listPeople(
  db: Queryable,
  channel_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PersonRow[]; total: number }> {
  const { rows } = await sql<PersonRow>`
    select ${person} from chat_visitors v where v.channel_id = ${channel_id}
    order by v.last_wrote_at desc nulls last, v.id limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from chat_visitors where channel_id = ${channel_id}`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

export async function findPerson(db: Queryable, channel_id: string, id: ChannelPersonId): Promise<PersonRow | null> {
  const { rows } = await sql<PersonRow>`
    select ${person} from chat_visitors v where v.id = ${id} and v.channel_id = ${channel_id}`.execute(db)
  return rows[0] ?? null
}

interface SaidRow {
  role: 'person' | 'agent'
  text: string
  files: string[]
  at: Date
}

/** All that was written in both directions, newest first: what arrived, and what was sent. A notice has the time of its message. */
export async function listSaid(
  db: Queryable,
  visitor: ChannelPersonId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SaidRow[]; total: number }> {
  const { rows } = await sql<SaidRow>`
    select s.role, s.text, s.files, s.at from (
      select 'person' as role, m.text, case when m.media is null then '[]'::jsonb
          when jsonb_typeof(m.media) = 'object' then jsonb_build_array(m.media ->> 'name') else jsonb_path_query_array(m.media, '$[*].name') end as files,
        m.received_at as at, m.seq from channel_messages m where m.visitor_id = ${visitor}
      union all
      select 'agent' as role, o.text, '[]'::jsonb as files, o.created_at as at, o.seq from channel_outbox o
      where o.visitor_id = ${visitor} and o.kind <> 'template' and o.state <> 'dropped') s
    order by s.at desc, s.role, s.seq desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ count: number }>`
    select ((select count(*) from channel_messages m where m.visitor_id = ${visitor}) + (select count(*) from channel_outbox o
      where o.visitor_id = ${visitor} and o.kind <> 'template' and o.state <> 'dropped'))::int as count`.execute(db)
  return { rows, total: counted.rows[0]?.count ?? 0 }
}

/** Their runs that have ended, and the files that they sent. */
export async function findTracesOf(
  tx: Queryable,
  visitor: string,
): Promise<{ executions: ExecutionId[]; files: string[]; under_way: ExecutionId[] }> {
  const { rows } = await sql<{ id: ExecutionId; ended: boolean }>`
    select e.id, e.finished_at is not null as ended from conversations c join conversation_messages m on m.conversation_id = c.id
    join executions e on e.id = m.execution_id where c.visitor_id = ${visitor} and m.role = 'person'`.execute(tx)
  const files = await sql<{ id: string }>`
    select distinct f ->> 'file_id' as id from conversations c join conversation_messages m on m.conversation_id = c.id,
      jsonb_array_elements(m.files) f where c.visitor_id = ${visitor}`.execute(tx)
  return {
    executions: rows.filter(({ ended }) => ended).map(({ id }) => id),
    under_way: rows.filter(({ ended }) => !ended).map(({ id }) => id),
    files: files.rows.map(({ id }) => id),
  }
}

export async function deletePerson(tx: Queryable, visitor: string): Promise<void> {
  await sql`delete from chat_visitors where id = ${visitor}`.execute(tx)
}

/** The newest conversation of a person in a thread that has room for more. */
export async function findOpenConversation(
  db: Queryable,
  { visitor_id, thread }: { visitor_id: string; thread: string },
  most: number,
): Promise<ConversationId | null> {
  const { rows } = await sql<{ id: ConversationId }>`
    select c.id from conversations c where c.visitor_id = ${visitor_id} and c.thread = ${thread}
      and (select count(*) from conversation_messages m where m.conversation_id = c.id) < ${most}
    order by c.updated_at desc limit 1`.execute(db)
  return rows[0]?.id ?? null
}
