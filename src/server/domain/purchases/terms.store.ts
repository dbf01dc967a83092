/** The SQL of what runs of an agent typically cost. */
import { sql } from 'kysely'
import type { AgentId } from '#contract/primitives.ts'
import type { TypicalCost } from '#contract/purchases.ts'
import type { Queryable } from '#server/database/database.ts'

/** Of the newest 200 charged runs of 90 days; null when there are fewer than five. */
export async function findTypicalCost(db: Queryable, agent: AgentId): Promise<TypicalCost | null> {
  const { rows } = await sql<TypicalCost>`
    select count(*)::int as runs,
      coalesce(percentile_disc(0.5) within group (order by price_paise), 0)::float8 as p50_paise,
      coalesce(percentile_disc(0.9) within group (order by price_paise), 0)::float8 as p90_paise,
      coalesce(percentile_disc(0.5) within group (order by model_micros), 0)::float8 as models_p50_micros,
      coalesce(percentile_disc(0.9) within group (order by model_micros), 0)::float8 as models_p90_micros
    from (
      select price_paise, model_micros from charges
      where agent_id = ${agent} and kind = 'credits' and status = 'settled' and created_at > now() - interval '90 days'
      order by created_at desc limit 200
    ) newest`.execute(db)
  const [row] = rows
  return row && row.runs >= 5 ? row : null
}
