import { type RawBuilder, sql } from 'kysely'

/** Whether an agent (`a`) stands in the marketplace. Of its own file: everything that lists agents asks it. */
export const isListed: RawBuilder<boolean> = sql`a.status = 'published' and a.current_version_id is not null`
