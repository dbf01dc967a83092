/** The free days: once per person and mailbox, whatever else the address is written with, and whoever deleted an account since. */
import { createHash } from 'node:crypto'
import { type Ability, allowed, refused } from '#contract/ability-values.ts'
import type { UserId } from '#contract/primitives.ts'
import type { Queryable } from '#server/database/database.ts'
import { mailboxOf } from '#server/domain/charges/person-key.ts'
import * as store from './subscriptions.store.ts'

export const mailboxHash = (email: string): Buffer => createHash('sha256').update(mailboxOf(email)).digest()

/** Whether somebody without a plan can have the free days. */
export async function trialAbility(db: Queryable, user: UserId): Promise<Ability> {
  const past = await store.findTrialPast(db, user)
  if (past === null) return refused('There is no such account.')
  const had = past.had || (await store.hasMailboxHadTrial(db, mailboxHash(past.email)))
  return had ? refused('The free days were had already.') : allowed
}
