/** The SQL of what runs of an agent typically cost. */
import { sql } from 'kysely'
import type { ModelTerms, TypicalCost } from '#contract/billing/purchases.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Of the newest 200 charged runs of 90 days; null when there are fewer than five. */
export async function findTypicalCost(db: Queryable, agent: AgentId): Promise<TypicalCost | null> {
  const { rows } = await sql<TypicalCost>`
    select count(*)::int as runs,
      coalesce(percentile_disc(0.5) within group (order by price_paise), 0)::float8 as p50_paise,
      coalesce(percentile_disc(0.9) within group (order by price_paise), 0)::float8 as p90_paise
    from (
      select price_paise from charges
      where agent_id = ${agent} and kind = 'credits' and status = 'settled' and created_at > now() - interval '90 days'
      order by created_at desc limit 200
    ) newest`.execute(db)
  const [row] = rows
  return row && row.runs >= 5 ? row : null
}

/** Whether an agent's steps ask models. */
export async function usesModels(db: Queryable, agent: AgentId): Promise<boolean> {
  const { rows } = await sql<{ uses_model: boolean }>`select uses_model from agents where id = ${agent}`.execute(db)
  return rows[0]?.uses_model === true
}

/** Of the newest 100 runs with a result, what calls of the platform's models took, with GST; null when there are fewer than five. */
export async function findModelCost(db: Queryable, agent: AgentId): Promise<ModelTerms['typical']> {
  const { rows } = await sql<{ runs: number; p50_paise: number; p90_paise: number }>`
    select count(*)::int as runs, models_price(coalesce(percentile_disc(0.5) within group (order by micros), 0), now())::float8 as p50_paise,
      models_price(coalesce(percentile_disc(0.9) within group (order by micros), 0), now())::float8 as p90_paise
    from (
      select coalesce((select sum(m.cost_micros) from model_calls m where m.execution_id = e.id and m.owner_id is null), 0)::bigint as micros
      from executions e where e.agent_id = ${agent} and e.status = 'succeeded' and e.created_at > now() - interval '90 days'
      order by e.created_at desc limit 100
    ) newest`.execute(db)
  const [row] = rows
  return row && row.runs >= 5 ? { p50_paise: row.p50_paise, p90_paise: row.p90_paise } : null
}
