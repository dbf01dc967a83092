import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the seller of an agent (`a`) is blocked or deactivated. A seller who deleted their account is not: what they sold goes on
 * running for its buyers. Read as a list, once per statement, because few accounts are inactive.
 */
const isOfBlockedSeller: RawBuilder<boolean> = sql`a.seller_id in (
  select x.id from users x where x.status in ('blocked', 'deactivated') and x.firebase_uid not like 'deleted:%'
    and (x.status = 'deactivated' or x.blocked_until is null or x.blocked_until > now()))`

/** The status of an agent (`a`) for everybody but its seller: blocking a seller suspends all their agents until they are active again. */
export const publicStatus: RawBuilder<string> = sql`case
  when a.status in ('published', 'deprecated', 'archived') and ${isOfBlockedSeller} then 'suspended' else a.status end`

/** Whether an agent (`a`) is listed in the marketplace. In a file of its own because everything that lists agents uses it. */
export const isListed: RawBuilder<boolean> = sql`a.status = 'published' and a.current_version_id is not null
  and not ${isOfBlockedSeller}`
