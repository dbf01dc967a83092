/** The SQL of plans: what is sold, in versions. */
import { type RawBuilder, sql } from 'kysely'
import type { UserId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface PlanVersionRow {
  id: string
  plan_id: string
  number: number
  position: number
  active: boolean
  name: string
  monthly_paise: number
  yearly_paise: number
  agent_limit: number
  storage_bytes: number | null
  api_calls: number | null
  seats: number | null
  support: string
  features: string[]
  cta: string
  is_popular: boolean
  is_premium: boolean
  reason: string
  created_at: Date
}

const columns = sql`v.id, v.plan_id, v.number, p.position, p.active, v.name, v.monthly_paise::float8 as monthly_paise,
  v.yearly_paise::float8 as yearly_paise, v.agent_limit, v.storage_bytes::float8 as storage_bytes, v.api_calls, v.seats, v.support,
  v.features, v.cta, v.is_popular, v.is_premium, v.reason, v.created_at`

async function find(db: Queryable, rest: RawBuilder<unknown>): Promise<PlanVersionRow[]> {
  const { rows } = await sql<PlanVersionRow>`
    select ${columns} from plan_versions v join plans p on p.id = v.plan_id ${rest}`.execute(db)
  return rows
}

const isNewest = sql`v.number = (select max(n.number) from plan_versions n where n.plan_id = v.plan_id)`

/** The newest version of every plan, from the smallest to the largest. */
export const findPlans = (db: Queryable, active_only: boolean): Promise<PlanVersionRow[]> =>
  find(db, sql`where ${isNewest} and (p.active or not ${active_only}::boolean) order by p.position`)

/** The newest version of a plan. */
export const findNewest = async (db: Queryable, plan: string): Promise<PlanVersionRow | null> =>
  (await find(db, sql`where ${isNewest} and v.plan_id = ${plan}`))[0] ?? null

export async function findVersion(db: Queryable, id: string): Promise<PlanVersionRow> {
  const [row] = await find(db, sql`where v.id = ${id}`)
  if (!row) throw new Error(`Plan version ${id} does not exist`)
  return row
}

export interface VersionWithAuthor extends PlanVersionRow {
  created_by: string | null
}

/** All versions of a plan, newest first, with who made them. */
export async function findVersions(db: Queryable, plan: string): Promise<VersionWithAuthor[]> {
  const { rows } = await sql<VersionWithAuthor>`
    select ${columns}, u.display_name as created_by from plan_versions v join plans p on p.id = v.plan_id
    left join users u on u.id = v.created_by where v.plan_id = ${plan} order by v.number desc`.execute(db)
  return rows
}

/** Until the transaction ends nobody else adds a version. @returns false when there is no such plan */
export async function lockPlan(tx: Queryable, plan: string): Promise<boolean> {
  const { rows } = await sql`select 1 from plans where id = ${plan} for update`.execute(tx)
  return rows.length > 0
}

export type NewVersion = Omit<PlanVersionRow, 'id' | 'number' | 'position' | 'active' | 'created_at'>

/** Adds the next version of a plan, which must be locked. */
export async function insertVersion(tx: Queryable, version: NewVersion, by: UserId): Promise<void> {
  await sql`
    insert into plan_versions (plan_id, number, name, monthly_paise, yearly_paise, agent_limit, storage_bytes, api_calls, seats, support,
      features, cta, is_popular, is_premium, created_by, reason)
    select ${version.plan_id}, max(number) + 1, ${version.name}, ${version.monthly_paise}, ${version.yearly_paise},
      ${version.agent_limit}, ${version.storage_bytes}::bigint, ${version.api_calls}::int, ${version.seats}::int, ${version.support},
      ${sql.val(version.features)}::text[], ${version.cta}, ${version.is_popular}, ${version.is_premium}, ${by}, ${version.reason}
    from plan_versions where plan_id = ${version.plan_id}`.execute(tx)
}

export async function setActive(tx: Queryable, plan: string, active: boolean): Promise<void> {
  await sql`update plans set active = ${active} where id = ${plan}`.execute(tx)
}

export async function countSubscribers(db: Queryable, plan: string): Promise<{ paying: number; trialing: number }> {
  const { rows } = await sql<{ paying: number; trialing: number }>`
    select count(*) filter (where status <> 'trialing')::int as paying, count(*) filter (where status = 'trialing')::int as trialing
    from subscriptions where plan_id = ${plan} and status <> 'ended'`.execute(db)
  return rows[0] ?? { paying: 0, trialing: 0 }
}
