/** The free days: once per person and mailbox, whatever else the address is written with, and whoever deleted an account since. */
import { type Ability, allowed, refused } from '#contract/ability-values.ts'
import type { UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'
import { mailboxHash } from '#server/domain/charges/person-key.ts'
import * as store from './subscriptions.store.ts'

/** Whether somebody without a plan can have the free days. */
export async function trialAbility(db: Queryable, user: UserId): Promise<Ability> {
  const past = await store.findTrialPast(db, user)
  if (past === null) return refused('There is no such account.')
  const had = past.had || (await store.hasMailboxHadTrial(db, mailboxHash(past.email)))
  return had ? refused('The free days were had already.') : allowed
}
