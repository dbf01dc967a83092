/** The SQL of turns: they are counted as attempts are (database/attempts.ts). */
import { CompiledQuery } from 'kysely'
import { COUNT_ATTEMPT, type Count, SWEEP_ATTEMPTS } from '#server/platform/database/attempts.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export async function countAttempts(db: Queryable, keys: readonly string[], window_s: number): Promise<Count[]> {
  const { rows } = await db.executeQuery<Count>(CompiledQuery.raw(COUNT_ATTEMPT, [keys, keys.map(() => window_s)]))
  return rows
}

export async function deleteEndedWindows(db: Queryable): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(SWEEP_ATTEMPTS))
}
