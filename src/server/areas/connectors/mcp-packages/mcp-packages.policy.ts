/** Who manages MCP packages: admins, for everyone here. What is installed runs for all, so each change asks who they are once more. */
import { AppError } from '#contract/core/errors.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/accounts.ts'
import type { Caller, UserCaller } from '#server/platform/access/caller.ts'
import { type Grant, mint } from '#server/platform/access/grant.ts'
import type { Queryable } from '#server/platform/database/database.ts'

export type McpPackageChange =
  | 'mcp_package.start'
  | 'mcp_package.install'
  | 'mcp_package.change'
  | 'mcp_package.update'
  | 'mcp_package.enable'
  | 'mcp_package.disable'
  | 'mcp_package.remove'
export type ChangingMcpPackage = Grant<McpPackageChange, UserCaller>
export type CheckingMcpPackages = Grant<'mcp_package.check', UserCaller>

export const isMcpPackageManager = (caller: Caller): boolean =>
  caller.type === 'user' && caller.permissions.has('admin.access')

function admin(caller: Caller): UserCaller {
  if (caller.type !== 'user') throw new AppError('unauthenticated')
  if (!isMcpPackageManager(caller)) throw new AppError('forbidden')
  return caller
}

/** @throws unauthenticated, forbidden */
export const mayCheckMcpPackages = (caller: Caller): CheckingMcpPackages =>
  mint('mcp_package.check', caller, admin(caller))

/** @throws unauthenticated, forbidden, confirmation_needed */
export async function mayChangeMcpPackage(
  db: Queryable,
  action: McpPackageChange,
  caller: Caller,
): Promise<ChangingMcpPackage> {
  const by = admin(caller)
  if (!(await hasSignedInFreshly(db, by))) throw new AppError('confirmation_needed')
  return mint(action, caller, by)
}
