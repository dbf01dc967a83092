/** SQL of price changes for buyers of an earlier version. */
import { sql } from 'kysely'
import type { PriceChange } from '#contract/agents/agents.ts'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import type { AgentId, AgentVersionId } from '#contract/core/primitives.ts'
import { presentPrice } from '#server/areas/agents/agents.ts'
import type { Queryable } from '#server/platform/database/database.ts'

interface Row {
  price_type: string
  from_paise: number
  to_paise: number
  announced_at: Date
  effective_at: Date
}

const present = (row: Row): PriceChange => ({
  type: presentPrice(row.price_type, row.to_paise).type,
  from_paise: row.from_paise,
  to_paise: row.to_paise,
  announced_at: row.announced_at.toISOString(),
  effective_at: row.effective_at.toISOString(),
})

/** The newest first. */
export async function findPriceChanges(db: Queryable, agent: AgentId): Promise<PriceChange[]> {
  const { rows } = await sql<Row>`
    select price_type, from_paise, to_paise, announced_at, effective_at from agent_price_changes
    where agent_id = ${agent} order by announced_at desc, id desc limit 50`.execute(db)
  return rows.map(present)
}

export async function insertPriceChange(
  tx: Queryable,
  change: {
    agent: AgentId
    version: AgentVersionId
    type: string
    from_paise: number
    to_paise: number
    now: Date
    effective_at: Date
  },
): Promise<void> {
  await sql`insert into agent_price_changes (agent_id, version_id, price_type, from_paise, to_paise, announced_at, effective_at)
    values (${change.agent}, ${change.version}, ${change.type}, ${change.from_paise}, ${change.to_paise}, ${change.now},
      ${change.effective_at})`.execute(tx)
}

/** What a version costs at a time, and the first rise after it that is announced. */
export interface PriceAhead {
  version_id: AgentVersionId
  paise: number
  rises_to: number | null
  rises_at: Date | null
}

export async function findPricesAhead(
  db: Queryable,
  agent: AgentId,
  versions: readonly AgentVersionId[],
  now: Date,
): Promise<PriceAhead[]> {
  const { rows } = await sql<PriceAhead>`
    with day as (
      select distinct effective_at as at from agent_price_changes where agent_id = ${agent} and effective_at > ${now}
      union select ${now}::timestamptz + make_interval(days => ${PUBLISHING.price_notice_days})
    )
    select v.id as version_id, price_of_version(v.id, ${now})::float8 as paise, rise.paise::float8 as rises_to, rise.at as rises_at
    from agent_versions v left join lateral (
      select day.at, price_of_version(v.id, day.at) as paise from day
      where price_of_version(v.id, day.at) > price_of_version(v.id, ${now}) order by day.at limit 1
    ) rise on true where v.id = any(${versions}::uuid[])`.execute(db)
  return rows
}

/** What a run or a month of this version costs then, in paise: its own price, or the one that was announced in time. */
export async function findPriceOf(db: Queryable, version: AgentVersionId, at: Date): Promise<number> {
  const { rows } = await sql<{ paise: number }>`select price_of_version(${version}, ${at}) as paise`.execute(db)
  return rows[0]?.paise ?? 0
}
