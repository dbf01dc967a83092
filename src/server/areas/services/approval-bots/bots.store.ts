/** The SQL of the bots of accounts, and of the people whom they write to. */
import { sql } from 'kysely'
import { rolesWith } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ApprovalBotKind } from '#contract/services/approval-bot-values.ts'
import type { ApprovalBotId } from '#contract/services/approval-bots.ts'
import type { Sealed } from '#server/gateways/vault/envelope.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { BotSettings } from './kind.ts'

export type ManageBots = Grant<'approval-bots.manage', UserId>

export interface BotRow extends Sealed {
  id: ApprovalBotId
  owner_id: UserId
  kind: ApprovalBotKind
  token: string
  settings: BotSettings
  connected_at: Date | null
  last_error: string | null
  last_error_at: Date | null
}

const bot = sql`b.id, b.owner_id, b.kind, b.token, b.settings, b.key_id, b.wrapped_key, b.sealed, b.connected_at, b.last_error,
  b.last_error_at`

export async function findBots(db: Queryable, owner: UserId): Promise<(BotRow & { people: number })[]> {
  const { rows } = await sql<BotRow & { people: number }>`
    select ${bot}, (select count(*)::int from approval_contacts k where k.bot_id = b.id) as people
    from approval_bots b where b.owner_id = ${owner}`.execute(db)
  return rows
}

export async function findBot(db: Queryable, owner: UserId, kind: ApprovalBotKind): Promise<BotRow | null> {
  const { rows } = await sql<BotRow>`
    select ${bot} from approval_bots b where b.owner_id = ${owner} and b.kind = ${kind}`.execute(db)
  return rows[0] ?? null
}

export async function findBotById(db: Queryable, id: ApprovalBotId): Promise<BotRow | null> {
  const { rows } = await sql<BotRow>`select ${bot} from approval_bots b where b.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function findBotByToken(db: Queryable, token: string): Promise<BotRow | null> {
  const { rows } = await sql<BotRow>`select ${bot} from approval_bots b where b.token = ${token}`.execute(db)
  return rows[0] ?? null
}

type NewBot = Pick<BotRow, 'owner_id' | 'kind' | 'token' | 'settings' | 'key_id' | 'wrapped_key' | 'sealed'> & {
  id: string
}

/** One with an address, which is not connected yet. Does nothing where there is one. */
export async function reserveBot(db: Queryable, _grant: ManageBots, row: NewBot): Promise<void> {
  await sql`
    insert into approval_bots (id, owner_id, kind, token, settings, key_id, wrapped_key, sealed)
    values (${row.id}, ${row.owner_id}, ${row.kind}, ${row.token}, ${JSON.stringify(row.settings)}::jsonb, ${row.key_id},
      ${row.wrapped_key}, ${row.sealed})
    on conflict (owner_id, kind) do nothing`.execute(db)
}

/** It is connected now. @returns false when it is gone meanwhile */
export async function saveBot(
  db: Queryable,
  _grant: ManageBots,
  row: Pick<BotRow, 'id' | 'settings' | 'key_id' | 'wrapped_key' | 'sealed'>,
): Promise<boolean> {
  const { rows } = await sql`
    update approval_bots set settings = ${JSON.stringify(row.settings)}::jsonb, key_id = ${row.key_id},
      wrapped_key = ${row.wrapped_key}, sealed = ${row.sealed}, connected_at = coalesce(connected_at, now()),
      last_error = null, last_error_at = null
    where id = ${row.id} returning 1`.execute(db)
  return rows.length > 0
}

/** Another app or workspace: who people were at the one before means nothing there. */
export async function forgetContacts(db: Queryable, _grant: ManageBots, id: ApprovalBotId): Promise<void> {
  await sql`delete from approval_contacts where bot_id = ${id}`.execute(db)
  await sql`delete from approval_messages where bot_id = ${id}`.execute(db)
}

/** With the people it wrote to, and what was to be sent. */
export async function deleteBot(db: Queryable, _grant: ManageBots, id: ApprovalBotId): Promise<void> {
  await sql`delete from approval_bots where id = ${id}`.execute(db)
}

/** @param error null when it works again. @returns whether that is news */
export async function noteBotError(db: Queryable, id: ApprovalBotId, error: string | null): Promise<boolean> {
  const { rows } = await sql<{ before: string | null }>`
    update approval_bots b set last_error = ${error}, last_error_at = case when ${error}::text is null then null else now() end
    from (select id, last_error as before from approval_bots where id = ${id} for update) o
    where b.id = o.id and (o.before is not null or ${error}::text is not null) returning o.before`.execute(db)
  const [row] = rows
  return row !== undefined && row.before !== error
}

interface OfferedRow {
  bot_id: ApprovalBotId
  kind: ApprovalBotKind
  settings: BotSettings
  workspace: string | null
  name: string | null
  since: Date | null
  last_error: string | null
}

/** Bots that may write to a person: of their own account, and of workspaces where they review. */
const offered = (person: UserId) => sql`
  approval_bots b join users o on o.id = b.owner_id
    left join workspace_members m on m.workspace_id = b.owner_id and m.user_id = ${person}
    left join approval_contacts k on k.bot_id = b.id and k.person_id = ${person}
  where b.connected_at is not null
    and (b.owner_id = ${person} or m.role = any(${sql.val(rolesWith('review'))}::text[]))`

export async function findOffered(
  db: Queryable,
  person: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: OfferedRow[]; total: number }> {
  const [found, counted] = await Promise.all([
    sql<OfferedRow>`
      select b.id as bot_id, b.kind, b.settings, case o.kind when 'workspace' then o.display_name end as workspace,
        k.name, k.created_at as since, k.last_error
      from ${offered(person)}
      order by b.owner_id <> ${person}, o.display_name, b.kind, b.id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from ${offered(person)}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface ContactRow {
  id: string
  bot_id: ApprovalBotId
  person_id: UserId
  address: string
  name: string
}

const contact = sql`k.id, k.bot_id, k.person_id, k.address, k.name`

export async function findContact(db: Queryable, bot_id: ApprovalBotId, person: UserId): Promise<ContactRow | null> {
  const { rows } = await sql<ContactRow>`
    select ${contact} from approval_contacts k where k.bot_id = ${bot_id} and k.person_id = ${person}`.execute(db)
  return rows[0] ?? null
}

export async function findContactAt(db: Queryable, bot_id: ApprovalBotId, address: string): Promise<ContactRow | null> {
  const { rows } = await sql<ContactRow>`
    select ${contact} from approval_contacts k where k.bot_id = ${bot_id} and k.address = ${address}`.execute(db)
  return rows[0] ?? null
}

/** Connected, perhaps in place of who they were there before. @returns false when the address is another person’s */
export async function saveContact(
  tx: Queryable,
  { bot_id, person, address, name }: { bot_id: ApprovalBotId; person: UserId; address: string; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into approval_contacts as k (bot_id, person_id, address, name)
    select ${bot_id}::uuid, ${person}::uuid, ${address}::text, ${name}::text
    where not exists (select from approval_contacts o where o.bot_id = ${bot_id} and o.address = ${address} and o.person_id <> ${person})
    on conflict (bot_id, person_id) do update set address = excluded.address, name = excluded.name, last_error = null, created_at = now()
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function noteContactError(db: Queryable, id: string, error: string | null): Promise<void> {
  await sql`
    update approval_contacts set last_error = ${error} where id = ${id} and last_error is distinct from ${error}`.execute(
    db,
  )
}

/** @returns false where there is none */
export async function deleteContact(db: Queryable, bot_id: ApprovalBotId, person: UserId): Promise<boolean> {
  const { rows } = await sql`
    delete from approval_contacts where bot_id = ${bot_id} and person_id = ${person} returning 1`.execute(db)
  return rows.length > 0
}

/** Takes the place of the one before. @returns when it ends */
export async function insertCode(
  db: Queryable,
  { bot_id, person, hash, minutes }: { bot_id: ApprovalBotId; person: UserId; hash: Buffer; minutes: number },
): Promise<Date> {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into approval_codes as c (code_hash, bot_id, person_id, expires_at)
    values (${hash}, ${bot_id}, ${person}, now() + make_interval(mins => ${minutes}))
    on conflict (bot_id, person_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, used_by = null
    returning expires_at`.execute(db)
  const [row] = rows
  if (!row) throw new Error('A code was not returned after its insert')
  return row.expires_at
}

/** Uses a code. `again`: the same address sent it before, which a service that delivers twice does. Null for none that is open. */
export async function useCode(
  tx: Queryable,
  { bot_id, hash, address }: { bot_id: ApprovalBotId; hash: Buffer; address: string },
): Promise<{ person_id: UserId; again: boolean } | null> {
  const { rows } = await sql<{ person_id: UserId; again: boolean }>`
    update approval_codes c set used_by = ${address}
    from (select code_hash, used_by from approval_codes where code_hash = ${hash} for update) o
    where c.code_hash = o.code_hash and c.bot_id = ${bot_id} and c.expires_at > now()
      and coalesce(o.used_by = ${address}, true)
    returning c.person_id, o.used_by is not null as again`.execute(tx)
  return rows[0] ?? null
}

export async function deleteOldCodes(db: Queryable): Promise<void> {
  await sql`delete from approval_codes where expires_at < now()`.execute(db)
}

/** Null for an account of a person. */
export async function findWorkspaceSlug(db: Queryable, owner: UserId): Promise<string | null> {
  const { rows } = await sql<{ slug: string }>`select slug from workspaces where id = ${owner}`.execute(db)
  return rows[0]?.slug ?? null
}
