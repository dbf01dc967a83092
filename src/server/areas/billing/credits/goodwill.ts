/** Credits that support gives a person: an expense of the platform, to be spent and never to be paid out. */

import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { type ManagedUser, notify } from '#server/areas/accounts/accounts.ts'
import { postToLedger } from '#server/areas/billing/ledger/ledger.ts'
import { rupees } from '#server/areas/billing/ledger/rupees.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export interface Goodwill {
  paise: number
  /** The person reads it. */
  reason: string
  /** Gives once, however often it is sent. */
  idempotency_key: string
}

const isOtherMoney = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'CH503'

/**
 * Posted once by its key, in the caller's transaction; the person is told and the act is audited with it.
 * @throws already_exists when the key stands for another amount
 */
export async function giveCredits(
  tx: Queryable,
  grant: Grant<'user.give_credits', ManagedUser>,
  { paise, reason, idempotency_key }: Goodwill,
): Promise<void> {
  const { by, on } = grant
  if (by.type !== 'user') throw new AppError('unauthenticated')
  const posted = await post(tx, by.id, on.id, { paise, reason, idempotency_key })
  if (!posted) return
  await insertAudit(tx, { actor_id: by.id, action: grant.action, target_id: on.id, reason, details: { paise } })
  await notify(tx, on.id, {
    kind: 'credits',
    title: say('You received {amount} in credits', { amount: rupees(paise) }),
    message: verbatim(reason),
    href: '/subscription?tab=credits',
  })
}

async function post(
  tx: Queryable,
  by: UserId,
  owner: UserId,
  { paise, reason, idempotency_key }: Goodwill,
): Promise<boolean> {
  const key = `goodwill:${owner}:${idempotency_key}`
  try {
    const { posted } = await postToLedger(tx, {
      key,
      kind: 'goodwill',
      cause: { type: 'goodwill', id: owner },
      lines: [
        { account: 'goodwill', paise: -paise },
        { account: 'credits', owner, paise },
      ],
      note: reason,
      by,
    })
    return posted
  } catch (error) {
    if (isOtherMoney(error))
      throw new AppError('already_exists', { message: 'This key belongs to another amount.', cause: error })
    throw error
  }
}
