/** What people agreed to: a ledger of purpose, wording, answer and time. */

import type { Purpose } from '#contract/accounts/consent-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Consent } from '#contract/platform/analytics-events.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import type { Database, Queryable } from '#server/platform/database/database.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { findConsents, insertConsent } from './consents.store.ts'

type Own = Grant<'consent.own', UserId>

/** The newest answer of each purpose. */
export async function listConsents(db: Queryable, { on }: Own): Promise<{ items: Consent[] }> {
  const rows = await findConsents(db, on)
  return { items: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
}

/** Stores an answer; the same one again is not stored twice. With `unless_answered`, an answer to this wording is kept. */
export async function giveConsent(
  db: Database,
  grant: Own,
  { unless_answered, ...given }: { purpose: Purpose; version: number; granted: boolean; unless_answered: boolean },
): Promise<{ items: Consent[] }> {
  return db.transaction().execute(async (tx) => {
    await lockOwner(tx, grant.on)
    const last = (await findConsents(tx, grant.on)).find(({ purpose }) => purpose === given.purpose)
    const isAnswered = last?.version === given.version && (unless_answered || last.granted === given.granted)
    if (!isAnswered) await insertConsent(tx, grant, given)
    return listConsents(tx, grant)
  })
}
