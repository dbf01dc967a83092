/** The runs that go with a person. */
import { sql } from 'kysely'

/**
 * Ended runs. The rows of a run in progress are left to it: its next write shares a statement with other users' runs,
 * which would wait for the end of the deletion. It is stopped, and erased afterwards (`deletion.ts`).
 */
export const ended = (id: string) => sql`e.owner_id = ${id} and e.status in ('succeeded', 'failed', 'cancelled')`
export const mine = (id: string) => sql`select e.id from executions e where ${ended(id)}`
