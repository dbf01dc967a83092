/** The SQL of consents: only added to. */

import type { Purpose } from '#contract/accounts/consent-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Consent } from '#contract/platform/analytics-events.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type ConsentRow = Omit<Consent, 'at'> & { at: Date }

/** The newest of each purpose. */
export const findConsents = (db: Queryable, owner: UserId): Promise<ConsentRow[]> =>
  db
    .selectFrom('consents')
    .distinctOn('purpose')
    .select(['purpose', 'version', 'granted', 'at'])
    .where('user_id', '=', owner)
    .orderBy('purpose')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute() as Promise<ConsentRow[]>

export async function insertConsent(
  tx: Queryable,
  grant: Grant<'consent.own', UserId>,
  consent: { purpose: Purpose; version: number; granted: boolean },
): Promise<void> {
  await tx
    .insertInto('consents')
    .values({ user_id: grant.on, ...consent })
    .execute()
}
