/** Who manages plugins: admins, for everyone here. What is installed runs for all, so each change asks who they are once more. */
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/accounts.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type PluginChange =
  | 'plugin.install'
  | 'plugin.update'
  | 'plugin.enable'
  | 'plugin.disable'
  | 'plugin.add_host'
  | 'plugin.remove_host'
  | 'plugin.remove'
export type ChangingPlugin = Grant<PluginChange, UserCaller>
export type CheckingPlugins = Grant<'plugin.check', UserCaller>

export const isPluginManager = (caller: Caller): boolean =>
  caller.type === 'user' && caller.permissions.has('admin.access')

function admin(caller: Caller): UserCaller {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!isPluginManager(caller)) throw new AppError('forbidden')
  return caller
}

/** @throws unauthenticated */
export function mayViewPlugins(caller: Caller): Grant<'plugin.view', UserId> {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  return mint('plugin.view', caller, caller.id)
}

/** @throws unauthenticated, forbidden */
export const mayCheckPlugins = (caller: Caller): CheckingPlugins => mint('plugin.check', caller, admin(caller))

/** @throws unauthenticated, forbidden, confirmation_needed */
export async function mayChangePlugin(db: Queryable, action: PluginChange, caller: Caller): Promise<ChangingPlugin> {
  const by = admin(caller)
  if (!(await hasSignedInFreshly(db, by))) throw new AppError('confirmation_needed')
  return mint(action, caller, by)
}
