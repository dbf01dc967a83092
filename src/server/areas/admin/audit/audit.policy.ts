/** Who reads the audit log: every admin, all of it, also what super admins did. The only place that mints grants on it. */
import { isAdminOrAbove } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type AuditGrant = Grant<'audit.read', UserId>

/** @throws unauthenticated, forbidden */
export function mayReadAudit(caller: Caller): AuditGrant {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!isAdminOrAbove(caller.role)) throw new AppError('forbidden')
  return mint('audit.read', caller, caller.id)
}
