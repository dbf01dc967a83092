/** The access rule of an endpoint, enforced before anything of the request is looked at. */
import type { Access } from '#contract/access.ts'
import { rank } from '#contract/access.ts'
import { AppError } from '#contract/errors.ts'
import type { Caller } from '#server/domain/caller.ts'

/** @throws AppError unauthenticated, forbidden */
export function enforce(access: Access, caller: Caller): void {
  if (access.type === 'public') return
  if (caller.type === 'visitor') throw new AppError('unauthenticated')
  if (access.type === 'role' && rank(caller.role) < rank(access.role)) throw new AppError('forbidden')
  if (access.type === 'permission' && !caller.permissions.has(access.permission)) throw new AppError('forbidden')
}
