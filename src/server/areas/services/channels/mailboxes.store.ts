/** The SQL of channels whose messages are collected from a mailbox. */
import { sql } from 'kysely'
import type { Queryable } from '#server/platform/database/database.ts'
import type { ChannelRow } from './channels.store.ts'
import type { MailboxPosition } from './kind/kind.ts'

export interface MailboxRow extends ChannelRow {
  mailbox: MailboxPosition
  read_failures: number
}

/** The next one that is due, of channels that are on and whose owner may act; it is this process’s for so long. */
export async function takeMailbox(db: Queryable, seconds: number): Promise<MailboxRow | null> {
  const { rows } = await sql<MailboxRow>`
    update channels set read_at = now() + make_interval(secs => ${seconds}) where id = (
      select c.id from channels c join users u on u.id = c.owner_id
        and u.status <> 'deactivated' and (u.status <> 'blocked' or coalesce(u.blocked_until <= now(), false))
      where c.read_at <= now() and c.enabled and c.mailbox is not null
      order by c.read_at limit 1 for update of c skip locked)
    returning id, service_id, owner_id, kind, enabled, token, verify_token, settings, key_id, wrapped_key, sealed, connected_at, verified_at,
      last_received_at, last_error, last_error_at, mailbox, read_failures`.execute(db)
  return rows[0] ?? null
}

/** What came before is not read. Due at once. */
export async function beginMailbox(tx: Queryable, id: string, position: MailboxPosition): Promise<void> {
  await sql`
    update channels set mailbox = ${JSON.stringify(position)}::jsonb, read_at = now(), read_failures = 0 where id = ${id}`.execute(
    tx,
  )
}

/** Of a mailbox that the channel still has: its owner may have changed to another one meanwhile. */
export async function keepPosition(db: Queryable, id: string, position: MailboxPosition): Promise<void> {
  await sql`
    update channels set mailbox = ${JSON.stringify(position)}::jsonb
    where id = ${id} and mailbox ->> 'account' = ${position.account}`.execute(db)
}

/** @param failures since it worked. @param account whose turn ends: another one of the channel is due on its own */
export async function endReading(
  db: Queryable,
  id: string,
  { seconds, failures, account }: { seconds: number; failures: number; account: string },
): Promise<void> {
  await sql`
    update channels set read_at = now() + make_interval(secs => ${seconds}), read_failures = ${failures}
    where id = ${id} and mailbox ->> 'account' = ${account}`.execute(db)
}

/** What kept it from being read may have been mended. Does nothing for kinds that deliver. */
export async function readSoon(tx: Queryable, id: string): Promise<void> {
  await sql`update channels set read_at = now(), read_failures = 0 where id = ${id} and mailbox is not null`.execute(tx)
}
