/** Who manages plugins and MCP packages: admins, for everyone here. What is installed runs for all, so each change asks who they are once more. */
import { AppError } from '#contract/core/errors.ts'
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
export type McpPackageChange =
  | 'mcp_package.start'
  | 'mcp_package.install'
  | 'mcp_package.change'
  | 'mcp_package.update'
  | 'mcp_package.enable'
  | 'mcp_package.disable'
  | 'mcp_package.remove'
export type ChangingPlugin = Grant<PluginChange, UserCaller>
export type ChangingMcpPackage = Grant<McpPackageChange, UserCaller>
export type CheckingPackages = Grant<'package.check', UserCaller>

export const isPackageManager = (caller: Caller): boolean =>
  caller.type === 'user' && caller.permissions.has('admin.access')

function admin(caller: Caller): UserCaller {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!isPackageManager(caller)) throw new AppError('forbidden')
  return caller
}

/** @throws unauthenticated, forbidden */
export const mayCheckPackages = (caller: Caller): CheckingPackages => mint('package.check', caller, admin(caller))

/** @throws unauthenticated, forbidden, confirmation_needed */
export async function mayChangePackage<Change extends PluginChange | McpPackageChange>(
  db: Queryable,
  action: Change,
  caller: Caller,
): Promise<Grant<Change, UserCaller>> {
  const by = admin(caller)
  if (!(await hasSignedInFreshly(db, by))) throw new AppError('confirmation_needed')
  return mint(action, caller, by)
}
