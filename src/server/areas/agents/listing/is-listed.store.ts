import { type RawBuilder, sql } from 'kysely'
import { mayNotAct } from '#server/platform/access/may-not-act.store.ts'

/**
 * Whether the seller of an agent (`a`) is blocked or deactivated. A seller who deleted their account is not: what they
 * sold keeps running for its buyers. Read as a list, once per statement, because few accounts are inactive.
 */
const isOfBlockedSeller: RawBuilder<boolean> = sql`a.seller_id in (select u.id from users u where ${mayNotAct})`

/**
 * The status of an agent (`a`) as others than its seller see it: blocking a seller suspends all their agents until they
 * are active again.
 */
export const publicStatus: RawBuilder<string> = sql`case
  when a.status in ('published', 'deprecated', 'archived') and ${isOfBlockedSeller} then 'suspended' else a.status end`

/** Whether an agent (`a`) is listed in the marketplace. In a file of its own because everything that lists agents uses it. */
export const isListed: RawBuilder<boolean> = sql`a.status = 'published' and a.current_version_id is not null
  and not ${isOfBlockedSeller}`
