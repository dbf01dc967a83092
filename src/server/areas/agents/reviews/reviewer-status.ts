/** Identity of a person for the reviews of an agent: by account, and by mailbox once their address is verified. */
import type { AgentId, UserId } from '#contract/core/primitives.ts'
import { mailboxHash } from '#server/areas/accounts/accounts.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import * as guards from './guards.store.ts'
import type { ReviewerStatus, Voter } from './reviews.policy.ts'
import { findUse } from './reviews.store.ts'
import { findElsewhere } from './votes.store.ts'

/** The agent as a reader of its reviews may see it. */
export interface Reviewed {
  id: AgentId
  seller: { id: UserId }
}

export interface Who {
  agent: Reviewed
  person: UserId
  /** Whether addresses can be confirmed here. */
  askProof: boolean
}

/**
 * A stranger's address that nobody has proven tells nothing of its mailbox: neither that it sells the agent nor that it has reviewed it.
 * @param sides null for an account that is gone
 */
export async function findReviewerStatus(
  db: Queryable,
  { agent, person, askProof }: Who,
  sides: guards.Sides | null,
): Promise<ReviewerStatus | null> {
  if (sides === null) return null
  const mailbox = mailboxHash(sides.author_email)
  const is_unproven = askProof && !sides.is_verified
  return {
    is_seller: person === agent.seller.id || (!is_unproven && mailbox.equals(mailboxHash(sides.seller_email))),
    is_heard: !is_unproven && (await guards.isMailboxHeard(db, agent.id, person, mailbox)),
    is_unproven,
  }
}

/** The reader of an agent's reviews. @returns null for a deleted account */
export async function findReader(db: Queryable, who: Who): Promise<Voter | null> {
  const { agent, person } = who
  const [use, sides] = await Promise.all([findUse(db, agent.id, person), guards.findSides(db, person, agent.seller.id)])
  const reviewer = await findReviewerStatus(db, who, sides)
  if (reviewer === null || sides === null) return null
  const mailbox = mailboxHash(sides.author_email)
  const elsewhere = reviewer.is_unproven
    ? new Map()
    : await findElsewhere(db, { agent: agent.id, reader: person, mailbox })
  return { use, reviewer, elsewhere, mailbox }
}
