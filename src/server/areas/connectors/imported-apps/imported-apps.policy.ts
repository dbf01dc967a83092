/** Who adds apps from documents: those who may build workflows, for themselves. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'

export type ImportingApps = Grant<'app.import', UserId>

/** @throws unauthenticated, forbidden */
export function mayImportApps(caller: Caller): ImportingApps {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!caller.permissions.has('workflows.create')) throw new AppError('forbidden')
  return mint('app.import', caller, caller.id)
}
