/** The SQL of what buyers let runs cost. */

import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { LOCK_SEEDS } from '#server/platform/locks/advisory-locks.ts'

export interface SettingsRow {
  run_cap_paise: number | null
  day_cap_paise: number | null
  low_paise: number
  low_told_at: Date | null
}

const columns = sql`run_cap_paise::float8 as run_cap_paise, day_cap_paise::float8 as day_cap_paise,
  low_paise::float8 as low_paise, low_told_at`

export async function findSettings(db: Queryable, user: UserId): Promise<SettingsRow | null> {
  const { rows } = await sql<SettingsRow>`select ${columns} from credit_settings where user_id = ${user}`.execute(db)
  return rows[0] ?? null
}

/** Nobody else counts against this buyer's caps until the transaction ends. */
export async function lockCaps(tx: Queryable, user: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`caps ${user}`}, ${LOCK_SEEDS.spendingCaps}))`.execute(tx)
}

export interface CapChanges {
  run_cap_paise: number | null
  day_cap_paise: number | null
  low_paise: number
}

export async function saveSettings(db: Queryable, user: UserId, changes: CapChanges): Promise<void> {
  const { run_cap_paise, day_cap_paise, low_paise } = changes
  await sql`
    insert into credit_settings (user_id, run_cap_paise, day_cap_paise, low_paise)
    values (${user}, ${run_cap_paise}, ${day_cap_paise}, ${low_paise})
    on conflict (user_id) do update set run_cap_paise = excluded.run_cap_paise, day_cap_paise = excluded.day_cap_paise,
      low_paise = excluded.low_paise, low_told_at = null, updated_at = now()`.execute(db)
}

/** Marks that the buyer is told of a low balance. @returns false when they were told already */
export async function noteLow(tx: Queryable, user: UserId, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into credit_settings as c (user_id, low_told_at) values (${user}, ${now})
    on conflict (user_id) do update set low_told_at = ${now} where c.low_told_at is null returning 1`.execute(tx)
  return rows.length > 0
}

/** The balance is sufficient again: the next time it is low, the user is notified again. */
export async function clearLow(tx: Queryable, user: UserId): Promise<void> {
  await sql`update credit_settings set low_told_at = null where user_id = ${user} and low_told_at is not null`.execute(
    tx,
  )
}

export async function findServiceCap(db: Queryable, service: string): Promise<number | null> {
  const { rows } = await sql<{ cap: number | null }>`
    select month_cap_paise::float8 as cap from services where id = ${service}`.execute(db)
  return rows[0]?.cap ?? null
}

/** @returns null for a foreign one */
export async function findOwnService(
  db: Queryable,
  owner: UserId,
  service: string,
  now: Date,
): Promise<{ cap: number | null; price_type: string; price_paise: number } | null> {
  const { rows } = await sql<{ cap: number | null; price_type: string; price_paise: number }>`
    select s.month_cap_paise::float8 as cap, v.price_type, price_of_version(v.id, ${now})::float8 as price_paise
    from services s join agent_versions v on v.id = s.agent_version_id
    where s.id = ${service} and s.owner_id = ${owner}`.execute(db)
  return rows[0] ?? null
}

/** @returns false for a foreign one */
export async function saveServiceCap(
  db: Queryable,
  owner: UserId,
  service: string,
  cap: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    update services set month_cap_paise = ${cap}, updated_at = now() where id = ${service} and owner_id = ${owner}
    returning 1`.execute(db)
  return rows.length > 0
}

/**
 * What a row of `charges` costs so far, with its models, in paise. One whose `status` is released costs nothing, and one whose result was
 * rejected its models alone.
 */
export const costOfCharge = sql.raw(
  `case when status = 'rejected' then 0 else price_paise end
    + case when status in ('awaiting', 'settled', 'rejected') then models_paise else models_held_paise end`,
)

/**
 * What is held counts like what is charged; what was given back does not. Models that are paid count with their part. Of a run that began
 * earlier and has not ended only its models count: they are asked now, its price was counted when it began.
 */
const costSince = (start: RawBuilder<unknown>) => sql`
  coalesce(sum(case when created_at < ${start} then models_held_paise
    else ${costOfCharge} end), 0)::float8 as paise`
const since = (unit: 'day' | 'month', now: Date) =>
  sql`date_trunc(${unit}, ${now}::timestamptz at time zone 'Asia/Kolkata') at time zone 'Asia/Kolkata'`
const paid = sql.raw(`status <> 'released'`)

const isOpen = sql.raw(`status in ('held', 'running')`)

/** Since midnight in India. */
export async function sumSpentToday(db: Queryable, user: UserId, now: Date): Promise<number> {
  const start = since('day', now)
  const { rows } = await sql<{ paise: number }>`
    select ${costSince(start)} from charges where buyer_id = ${user} and ${paid}
      and (created_at >= ${start} or ${isOpen})`.execute(db)
  return rows[0]?.paise ?? 0
}

/** Since the month began in India. */
export async function sumSpentByService(db: Queryable, service: string, now: Date): Promise<number> {
  const start = since('month', now)
  const { rows } = await sql<{ paise: number }>`
    select ${costSince(start)} from charges where service_id = ${service} and ${paid}
      and (created_at >= ${start} or ${isOpen})`.execute(db)
  return rows[0]?.paise ?? 0
}

/** Since the month began in India, for runs of a member of a workspace. */
export async function sumSpentByMember(
  db: Queryable,
  { buyer, member, now }: { buyer: UserId; member: UserId; now: Date },
): Promise<number> {
  const start = since('month', now)
  const { rows } = await sql<{ paise: number }>`
    select ${costSince(start)} from charges where buyer_id = ${buyer} and member_id = ${member} and ${paid}
      and (created_at >= ${start} or ${isOpen})`.execute(db)
  return rows[0]?.paise ?? 0
}

/** What a run and the runs of agents inside it cost so far. What was given back does not count. */
export async function sumSpentInRun(db: Queryable, root: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(${costOfCharge}), 0)::float8 as paise
    from charges where (execution_id = ${root} or root_execution_id = ${root}) and ${paid}`.execute(db)
  return rows[0]?.paise ?? 0
}

/** The same of the runs of agents inside it alone. */
export async function sumSpentInside(db: Queryable, root: string): Promise<number> {
  const { rows } = await sql<{ paise: number }>`
    select coalesce(sum(${costOfCharge}), 0)::float8 as paise
    from charges where root_execution_id = ${root} and ${paid}`.execute(db)
  return rows[0]?.paise ?? 0
}
