/** The trial: once per person and mailbox, for any spelling of the address, and also after an account was deleted. */
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { isUnproven, mailboxHash } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as store from './subscriptions.store.ts'

const HAD = refusedAbility('You’ve already had a trial.')

/**
 * Whether an account without a plan can have the free days. One that has not confirmed its address has them for itself: it learns nothing
 * of the mailbox that it names. @param askProof whether addresses can be confirmed here
 */
export const trialAbility = async (db: Queryable, user: UserId, askProof: boolean): Promise<Ability> =>
  abilityAfter(db, await store.findTrialPast(db, user), askProof)

async function abilityAfter(db: Queryable, past: store.TrialPast | null, askProof: boolean): Promise<Ability> {
  if (past === null) return refusedAbility('This account doesn’t exist.')
  if (past.had) return HAD
  if (isUnproven({ askProof }, past)) return allowed
  return (await store.hasMailboxHadTrial(db, mailboxHash(past.email))) ? HAD : allowed
}

/** Takes them where that is possible. The account is locked, so its address is not confirmed meanwhile. */
export async function takeTrial(tx: Queryable, user: UserId, askProof: boolean): Promise<Ability> {
  const past = await store.findTrialPast(tx, user)
  const ability = await abilityAfter(tx, past, askProof)
  if (past === null || !ability.allowed || isUnproven({ askProof }, past)) return ability
  // Others may write the same mailbox another way at this moment.
  return (await store.insertTrialsTaken(tx, [mailboxHash(past.email)])) ? allowed : HAD
}

/** Free days that began before the address was confirmed count for its mailbox once it is. */
export async function countConfirmedTrials(db: Queryable, now: Date): Promise<void> {
  const emails = await store.findConfirmedTrials(db, now)
  await store.insertTrialsTaken(db, emails.map(mailboxHash))
}
