/** Who reads outgoing mail. The only place that mints grants on it. */

import type { MailStatus } from '#contract/admin/outbox.ts'
import { type Ability, allowed, refusedAbility } from '#contract/core/ability-values.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/** @throws unauthenticated, forbidden */
export function mayReadOutbox(caller: Caller): Grant<'outbox.read'> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return mint('outbox.read', caller, null)
}

/** @throws unauthenticated, forbidden */
export function mayRetryMail(caller: Caller): Grant<'outbox.retry', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.role !== 'super_admin') throw new AppError('forbidden')
  return mint('outbox.retry', caller, caller.id)
}

export function retryAbility(status: MailStatus, setUp: boolean, isHeld: boolean): Ability {
  if (status === 'sent') return refusedAbility('It was already sent.')
  if (isHeld) return refusedAbility('The account whose run wrote this email is blocked.')
  if (!setUp) return refusedAbility('Email isn’t set up.')
  return allowed
}
