/** Who is assigned to a document or a question, and who may not be. */
import { AppError, fieldError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { ReviewPerson } from '#contract/runs/decisions.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { findPeople } from './review-queue.store.ts'

export const personFrom = (id: UserId | null, name: string | null): ReviewPerson | null =>
  id === null ? null : { id, name: name ?? '' }

/**
 * @param assignee the name of who is assigned now; null for nobody
 * @throws stale_details when it was assigned otherwise since it was looked at
 */
export function refuseStale({ number, assignee }: { number: number; assignee: string | null }, seen: number): void {
  if (number === seen) return
  const who = assignee === null ? 'The assignment was removed' : `${assignee} was assigned`
  throw new AppError('stale_details', { message: `${who} meanwhile. Look at it, then assign again.` })
}

/** @returns null for nobody. @throws invalid_input for who can't review in this account */
export async function findAssignee(
  tx: Queryable,
  owner: UserId | null,
  assignee: UserId | null,
): Promise<ReviewPerson | null> {
  if (assignee === null) return null
  const people = owner === null ? [] : await findPeople(tx, owner, 'review')
  const found = people.find(({ id }) => id === assignee)
  if (found === undefined) throw fieldError('assignee_id', 'This person can’t review here.')
  return found
}
