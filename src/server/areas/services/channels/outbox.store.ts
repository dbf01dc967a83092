/** The SQL of what is sent through channels: written once for each cause, sent in the order of each person. */
import { sql } from 'kysely'
import type { ServiceId, UserId } from '#contract/core/primitives.ts'
import type { ChannelKindName } from '#contract/services/channel-values.ts'
import type { MessageFile } from '#server/areas/runs/runs.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ChannelSettings, Envelope } from './kind/kind.ts'

export type OutgoingKind = 'answer' | 'notice' | 'template'

export interface NewOutgoing {
  channel_id: string
  visitor_id: string
  cause: string
  kind: OutgoingKind
  text: string
  /** Where the person wrote last, when left out. */
  thread?: string
  /** The message that it answers; the last one of the person there, when left out. */
  answers?: string
  /** Of the service’s owner. */
  files?: readonly MessageFile[]
}

export async function insertOutgoing(tx: Queryable, made: NewOutgoing): Promise<void> {
  const { thread = null, answers = null, files = [] } = made
  await sql`
    insert into channel_outbox (channel_id, visitor_id, cause, kind, text, files, thread, envelope)
    values (${made.channel_id}, ${made.visitor_id}, ${made.cause}, ${made.kind}, ${made.text}, ${JSON.stringify(files)}::jsonb, coalesce(${thread}::text,
      (select m.thread from channel_messages m where m.visitor_id = ${made.visitor_id} order by m.seq desc limit 1), ''),
      (select m.envelope from channel_messages m where m.visitor_id = ${made.visitor_id}
        and case when ${answers}::uuid is not null then m.id = ${answers}::uuid else m.thread = coalesce(${thread}::text, m.thread) end
        order by m.seq desc limit 1))
    on conflict (cause) do nothing`.execute(tx)
}

/** A person who wants no messages gets none of those that wait. */
export async function dropOutgoing(tx: Queryable, visitor: string): Promise<void> {
  await sql`
    update channel_outbox set state = 'dropped' where visitor_id = ${visitor} and state in ('waiting', 'held')`.execute(
    tx,
  )
}

/** The person has written: what waited for that may be sent. */
export async function releaseOutgoing(tx: Queryable, visitor: string): Promise<void> {
  await sql`
    update channel_outbox set state = 'waiting', due_at = now() where visitor_id = ${visitor} and state = 'held'`.execute(
    tx,
  )
}

export interface SendRow extends Sealed {
  id: string
  channel_id: string
  visitor_id: string
  channel_kind: ChannelKindName
  service_id: ServiceId
  owner_id: UserId
  settings: ChannelSettings
  address: string
  thread: string
  /** Of the mail that it answers. */
  envelope: Envelope | null
  opted_out_at: Date | null
  last_wrote_at: Date | null
  kind: OutgoingKind
  text: string
  files: MessageFile[]
  attempts: number
}

/**
 * The next one of each person that is due, of channels that are on and whose owner may act. Marked before it is sent, so that one whose
 * sender dies is known to be in doubt.
 */
export async function takeOutgoing(db: Queryable, limit: number, with_files: boolean): Promise<SendRow[]> {
  const { rows } = await sql<{ id: string }>`
    update channel_outbox set state = 'sending', sending_since = now(), attempts = attempts + 1 where id in (
      select o.id from channel_outbox o join channels c on c.id = o.channel_id and c.enabled join users u on u.id = c.owner_id
        and u.status <> 'deactivated' and (u.status <> 'blocked' or coalesce(u.blocked_until <= now(), false))
      where o.state = 'waiting' and o.due_at <= now() and (o.files <> '[]') = ${with_files}
        and not exists (select from channel_outbox b where b.visitor_id = o.visitor_id and b.seq < o.seq
          and b.state in ('waiting', 'sending'))
      order by o.due_at limit ${limit} for update of o skip locked)
    returning id`.execute(db)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = await sql<SendRow>`
    select o.id, o.channel_id, o.visitor_id, c.kind as channel_kind, c.service_id, c.owner_id, c.settings, coalesce(v.address, '') as address, o.thread, o.envelope,
      v.opted_out_at, v.last_wrote_at,
      o.kind, o.text, o.files, o.attempts, c.key_id, c.wrapped_key, c.sealed
    from channel_outbox o join channels c on c.id = o.channel_id join chat_visitors v on v.id = o.visitor_id
    where o.id = any(${sql.val(ids)}::uuid[])`.execute(db)
  return found.rows
}

type Ended = 'sent' | 'failed' | 'dropped'

/** Of one that this process sends; what the service outside has reported of it meanwhile stays. */
export async function finishOutgoing(
  db: Queryable,
  id: string,
  { state, external_id = null, error = null }: { state: Ended; external_id?: string | null; error?: string | null },
): Promise<void> {
  await sql`
    update channel_outbox set state = ${state}, external_id = coalesce(${external_id}, external_id), error = ${error}
    where id = ${id} and state = 'sending'`.execute(db)
}

/** Until its person writes, unless they have written meanwhile. @param window when they wrote last, as the sender knew it */
export async function holdOutgoing(tx: Queryable, id: string, window: Date | null): Promise<void> {
  await sql`
    update channel_outbox o set state = case when v.last_wrote_at is distinct from ${window}::timestamptz then 'waiting' else 'held' end
    from chat_visitors v where v.id = o.visitor_id and o.id = ${id} and o.state = 'sending'`.execute(tx)
}

export async function retryOutgoing(db: Queryable, id: string, seconds: number, error: string): Promise<void> {
  await sql`
    update channel_outbox set state = 'waiting', due_at = now() + make_interval(secs => ${seconds}), error = ${error}
    where id = ${id} and state = 'sending'`.execute(db)
}

/** Sent, but by a process that did not write down how that ended. @returns their channels */
export async function markUnknown(db: Queryable, seconds: number): Promise<{ channel_id: string }[]> {
  const { rows } = await sql<{ channel_id: string }>`
    update channel_outbox set state = 'unknown'
    where state = 'sending' and sending_since < now() - make_interval(secs => ${seconds}) returning channel_id`.execute(
    db,
  )
  return rows
}

/** The service outside says that it has it: this settles what was in doubt. */
export async function confirmSent(
  tx: Queryable,
  channel_id: string,
  { reference, external_id }: { reference: string; external_id: string },
): Promise<void> {
  await sql`
    update channel_outbox set state = 'sent', external_id = ${external_id}, error = null
    where id = ${reference} and channel_id = ${channel_id} and state in ('sending', 'unknown')`.execute(tx)
}

/** The service outside took it and could not deliver it. @returns what it was; null for none of this channel */
export async function markUndelivered(
  tx: Queryable,
  channel_id: string,
  { external_id, state, error }: { external_id: string; state: 'failed' | 'held'; error: string },
): Promise<{ visitor_id: string; kind: OutgoingKind } | null> {
  const { rows } = await sql<{ visitor_id: string; kind: OutgoingKind }>`
    update channel_outbox set state = case when kind = 'template' then 'failed' else ${state} end, error = ${error}
    where channel_id = ${channel_id} and external_id = ${external_id} and state = 'sent' returning visitor_id, kind`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** @returns how many were deleted */
export async function deleteOldOutgoing(db: Queryable, days: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from channel_outbox where id in (
      select id from channel_outbox where created_at < now() - ${days} * interval '1 day' and state <> 'sending'
      order by created_at limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
