/** What statements cost the database: a machine that is busy with something else makes them take longer, and cost the same. */
import type { Pool } from '#server/platform/database/pool.ts'
import { processorTime } from './process-tree.ts'

/** Each connection is a process of Postgres. */
async function timeOf(pool: Pool): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and backend_type = $1',
    ['client backend'],
  )
  return new Map(rows.map(({ pid }) => [pid, processorTime(pid)]))
}

/**
 * Processor time in ms that all connections to this database used while the work lasted, as Linux counts it; 0 where Postgres is on
 * another machine.
 */
export async function databaseTimeDuring(pool: Pool, work: () => Promise<unknown>): Promise<number> {
  const before = await timeOf(pool)
  await work()
  const after = await timeOf(pool)
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}
