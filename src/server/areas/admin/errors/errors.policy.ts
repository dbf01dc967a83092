/** Who may report an error (anyone), and who reads the reports. */
import { rankOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export const mayReport = (caller: Caller): Grant<'error.report'> => mint('error.report', caller, null)

/** @throws unauthenticated, forbidden */
export function mayReadErrors(caller: Caller): Grant<'error.read'> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (rankOf(caller.role) < rankOf('admin')) throw new AppError('forbidden')
  return mint('error.read', caller, null)
}
