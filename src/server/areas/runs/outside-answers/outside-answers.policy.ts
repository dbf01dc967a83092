/** Who answers an approval from outside of the product: asked again at each answer, as if it were the first one. */
import { mayIn } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { findMembership, findRunner } from '#server/areas/accounts/accounts.ts'
import type { UserCaller } from '#server/platform/access/caller.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** A person who answers for an account: their own, or a workspace where they review. */
interface Answerer {
  owner: UserId
  person: UserId
}

/** The person as they would be signed in there; null when they may not answer for the account now. */
export async function findAnswerer(db: Queryable, { owner, person }: Answerer): Promise<UserCaller | null> {
  const [account, self] = await Promise.all([findRunner(db, owner), findRunner(db, person)])
  if (account === null || self === null) return null
  if (owner === person) return account
  const membership = await findMembership(db, owner, person)
  if (membership === null || !mayIn(membership.role, 'review')) return null
  return { ...account, workspace: { person_id: person, role: membership.role } }
}
