import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

/**
 * Letting an assistant use the account: the person alone, signed in, with the second factor that is asked of them.
 * @throws AppError unauthenticated, forbidden, viewing_read_only, two_factor_required
 */
export function mayConnectAssistant(caller: Caller): Grant<'assistant.connect', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (caller.api_key) throw new AppError('forbidden')
  if (caller.viewed_by) throw new AppError('viewing_read_only')
  if (caller.withheld !== undefined) throw new AppError('two_factor_required')
  return mint('assistant.connect', caller, caller.id)
}
