/** SQL of subscriptions. Every writer has locked the user. */
import { type RawBuilder, sql } from 'kysely'
import type { Billing, SubscriptionId, SubscriptionStatus } from '#contract/billing/subscriptions.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { Price } from './terms.ts'

export interface SubscriptionRow extends Price {
  id: SubscriptionId
  user_id: UserId
  plan_id: string
  plan_name: string
  position: number
  version_id: string
  billing: Billing
  status: SubscriptionStatus
  anchor_at: Date
  period_start: Date
  period_end: Date
  access_until: Date
  trial_ends_at: Date | null
  next_plan_id: string | null
  next_plan_name: string | null
  next_billing: Billing | null
  paid_order_id: string | null
  paid_paise: number
  cancelled_at: Date | null
  ended_at: Date | null
  created_at: Date
}

const columns = sql`s.id, s.user_id, s.plan_id, v.name as plan_name, p.position, s.version_id, v.monthly_paise, v.yearly_paise, s.billing,
  s.status, s.anchor_at, s.period_start, s.period_end, s.access_until, s.trial_ends_at, s.next_plan_id,
  (select n.name from plan_versions n where n.plan_id = s.next_plan_id order by n.number desc limit 1) as next_plan_name,
  s.next_billing, s.paid_order_id, s.paid_paise, s.cancelled_at, s.ended_at, s.created_at`

async function find(db: Queryable, rest: RawBuilder<unknown>): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from subscriptions s join plans p on p.id = s.plan_id join plan_versions v on v.id = s.version_id ${rest}`.execute(
    db,
  )
  return rows
}

/** The one that has not ended. */
export const findLive = async (db: Queryable, user: UserId): Promise<SubscriptionRow | null> =>
  (await find(db, sql`where s.user_id = ${user} and s.status <> 'ended'`))[0] ?? null

/** Null on the free plan. */
export const findPlanName = async (db: Queryable, user: UserId): Promise<string | null> =>
  (await findLive(db, user))?.plan_name ?? null

/** One of a user, ended or not. */
export const findOwn = async (db: Queryable, user: UserId, id: string): Promise<SubscriptionRow | null> =>
  (await find(db, sql`where s.user_id = ${user} and s.id = ${id}`))[0] ?? null

/**
 * From the end of what was paid to the end of the plan, of the last paid plan that is over, if its next period was asked for. One whose
 * payment was given back does not count: the one before it does.
 */
export async function findUnpaidGrace(
  db: Queryable,
  user: UserId,
  now: Date,
): Promise<Pick<SubscriptionRow, 'period_end' | 'access_until'> | null> {
  const { rows } = await sql<Pick<SubscriptionRow, 'period_end' | 'access_until'>>`
    select s.period_end, s.access_until from (
      select * from subscriptions s where s.user_id = ${user} and s.access_until <= ${now}::timestamptz
        and s.access_until >= s.period_end and (s.paid_order_id is not null or s.paid_paise > 0)
      order by s.created_at desc, s.id desc limit 1) s
    where exists (select from subscription_events e where e.subscription_id = s.id
      and e.kind in ('payment_asked', 'charge_failed') and e.happened_at >= s.period_end)`.execute(db)
  return rows[0] ?? null
}

/** Live subscriptions that may need work at `now`, longest waiting first. */
export const findDue = (db: Queryable, now: Date, announced_ms: number, limit: number): Promise<SubscriptionRow[]> => {
  const soon = new Date(now.getTime() + announced_ms)
  return find(
    db,
    sql`left join lateral (
        select min(r.next_attempt_at) as at, count(*) as open from renewals r
        where r.subscription_id = s.id and r.status in ('announced', 'due')
      ) r on true
      where s.status <> 'ended' and (
        (s.status in ('trialing', 'cancelled') and s.period_end <= ${now}::timestamptz)
        or (s.status = 'active' and r.open = 0 and s.period_end <= ${soon}::timestamptz)
        or r.at <= ${now}::timestamptz
        or s.access_until <= ${now}::timestamptz)
      order by s.period_end, s.id limit ${limit}`,
  )
}

/** Trials that are running, for their reminders. */
export const findTrials = (db: Queryable, began_before: Date): Promise<SubscriptionRow[]> =>
  find(
    db,
    sql`where s.status = 'trialing' and s.period_start <= ${began_before}::timestamptz
      and (select count(*) from subscription_events e where e.subscription_id = s.id and e.kind in ('trial_day_5', 'trial_day_7')) < 2`,
  )

type Kept =
  | 'plan_id'
  | 'version_id'
  | 'billing'
  | 'status'
  | 'anchor_at'
  | 'period_start'
  | 'period_end'
  | 'access_until'
  | 'trial_ends_at'
  | 'next_plan_id'
  | 'next_billing'
  | 'paid_order_id'
  | 'paid_paise'
  | 'cancelled_at'
  | 'ended_at'
export type NewSubscription = Pick<SubscriptionRow, 'user_id' | 'plan_id' | 'version_id' | 'billing' | 'status'> &
  Pick<SubscriptionRow, 'anchor_at' | 'period_start' | 'period_end' | 'access_until'> &
  Partial<Pick<SubscriptionRow, Kept>>
export type SubscriptionChange = Partial<Pick<SubscriptionRow, Kept>>

export async function insertSubscription(tx: Queryable, row: NewSubscription): Promise<string> {
  const { id } = await tx.insertInto('subscriptions').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateSubscription(tx: Queryable, id: string, change: SubscriptionChange): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set(change)
    .where('id', '=', id as never)
    .execute()
}

export interface EventRow {
  id: string
  kind: string
  plan_id: string
  plan_name: string
  billing: Billing
  paise: number | null
  happened_at: Date
}

export interface NewEvent {
  subscription_id: string
  user_id: UserId
  kind: string
  plan_id: string
  billing: Billing
  paise?: number | null
  order_id?: string | null
  happened_at: Date
}

/** @returns false when it happened before, of what happens once */
export async function insertEvent(tx: Queryable, event: NewEvent): Promise<boolean> {
  const { rows } = await sql`
    insert into subscription_events (subscription_id, user_id, kind, plan_id, billing, paise, order_id, happened_at)
    values (${event.subscription_id}, ${event.user_id}, ${event.kind}, ${event.plan_id}, ${event.billing}, ${event.paise ?? null},
      ${event.order_id ?? null}, ${event.happened_at}) on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** Newest first. */
export async function findEvents(
  db: Queryable,
  user: UserId,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: EventRow[]; total: number }> {
  const { rows } = await sql<EventRow>`
    select e.id, e.kind, e.plan_id, e.billing, e.paise, e.happened_at,
      (select v.name from plan_versions v where v.plan_id = e.plan_id order by v.number desc limit 1) as plan_name
    from subscription_events e where e.user_id = ${user} order by e.id desc limit ${limit} offset ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from subscription_events where user_id = ${user}`.execute(db)
  return { rows, total: counted[0]?.total ?? 0 }
}

/** Notes that a mailbox has had its free days. @returns false when it had them before */
export async function insertTrialsTaken(tx: Queryable, mailboxes: readonly Buffer[]): Promise<boolean> {
  const { rows } = await sql`
    insert into trials_taken (mailbox_hash) select distinct unnest(${sql.val(mailboxes)}::bytea[]) order by 1
    on conflict do nothing returning 1`.execute(tx)
  return rows.length > 0
}

/** The confirmed addresses whose free days are running. */
export async function findConfirmedTrials(db: Queryable, now: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select u.email::text as email from subscriptions s join users u on u.id = s.user_id
    where s.status <> 'ended' and s.trial_ends_at > ${now} and u.is_verified`.execute(db)
  return rows.map(({ email }) => email)
}

export interface TrialPast {
  email: string
  is_verified: boolean
  /** Whether this account has had one. */
  had: boolean
}

/** What decides on a trial: the address, and whether it, or this user, has had one. */
export async function findTrialPast(db: Queryable, user: UserId): Promise<TrialPast | null> {
  const { rows } = await sql<TrialPast>`
    select u.email, u.is_verified, exists (select from subscriptions s where s.user_id = u.id and s.trial_ends_at is not null) as had
    from users u where u.id = ${user}`.execute(db)
  return rows[0] ?? null
}

export async function hasMailboxHadTrial(db: Queryable, mailbox_hash: Buffer): Promise<boolean> {
  const { rows } = await sql`select 1 from trials_taken where mailbox_hash = ${mailbox_hash}`.execute(db)
  return rows.length > 0
}
