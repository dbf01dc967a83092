/** Counting in the database, so that all processes count together. A window opens with its first turn. */
import { sql } from 'kysely'
import type { Queryable } from '#server/database/database.ts'

export interface Turn {
  key: string
  count: number
  /** Seconds until the window ends. */
  wait_s: number
}

/** Counts before what is counted happens: any number may ask at once, and none passes between look and count. */
export async function takeTurns(db: Queryable, keys: readonly string[], window_s: number): Promise<Turn[]> {
  // Keys in one order for everybody, or two statements could wait for each other.
  const { rows } = await sql<Turn>`
    insert into message_counts as c (key, count, window_ends)
    select key, 1, now() + make_interval(secs => ${window_s}) from unnest(${keys}::text[]) as wanted (key) order by key
    on conflict (key) do update set
      count = case when c.window_ends <= now() then 1 else c.count + 1 end,
      window_ends = case when c.window_ends <= now() then excluded.window_ends else c.window_ends end
    returning key, count, ceil(extract(epoch from window_ends - now()))::int as wait_s`.execute(db)
  return rows
}

export async function removeEnded(db: Queryable): Promise<void> {
  await sql`delete from message_counts where window_ends < now()`.execute(db)
}
