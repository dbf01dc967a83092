/** What is asked before an account is deleted: what would go, and what still runs. */
import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'
import { unusedAgents, usedByOthers } from './erase.store.ts'
import type { Person } from './person.ts'

export async function findOpenRuns(db: Queryable, { id }: Person): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from executions where owner_id = ${id} and status in ('queued', 'running', 'waiting', 'paused')`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

export interface Counts {
  workflows: number
  services: number
  runs: number
  open_runs: number
  files: number
  api_keys: number
  agents_kept: number
  agents_removed: number
}

export async function countAll(db: Queryable, id: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from workflows where owner_id = ${id} and archived_at is null) as workflows,
      (select count(*)::int from services where owner_id = ${id}) as services,
      (select count(*)::int from executions where owner_id = ${id} and parent_id is null) as runs,
      (select count(*)::int from executions where owner_id = ${id} and parent_id is null
        and status in ('queued', 'running', 'waiting', 'paused')) as open_runs,
      (select count(*)::int from files where owner_id = ${id}) as files,
      (select count(*)::int from api_keys where owner_id = ${id}) as api_keys,
      (select count(*)::int from (${usedByOthers(id)}) a) as agents_kept,
      (select count(*)::int from (${unusedAgents(id)}) a) as agents_removed`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A count has one row')
  return counts
}
