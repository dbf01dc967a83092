/** The SQL of how long an account keeps its runs. */
import type { UserId } from '#contract/core/primitives.ts'
import type { KeepRunsDays } from '#contract/runs/retention-values.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export async function findKeepDays(db: Queryable, id: UserId): Promise<number | null> {
  const row = await db.selectFrom('users').select('keep_runs_days').where('id', '=', id).executeTakeFirst()
  return row?.keep_runs_days ?? null
}

export async function setKeepDays(db: Queryable, id: UserId, days: KeepRunsDays | null): Promise<void> {
  await db.updateTable('users').set({ keep_runs_days: days }).where('id', '=', id).execute()
}
