/** Switching on a server that admins offer from a package. */

import type { McpPackageId } from '#contract/connectors/mcp-packages.ts'
import { MCP_SERVERS } from '#contract/connectors/mcp-server-values.ts'
import { type McpServer, McpServerId } from '#contract/connectors/mcp-servers.ts'
import { AppError } from '#contract/core/errors.ts'
import { keepCredential } from '#server/areas/accounts/accounts.ts'
import { findPackage, holdOffered } from '#server/areas/connectors/mcp-packages/mcp-packages.store.ts'
import { checkValues, personalOf } from '#server/areas/connectors/mcp-packages/settings.ts'
import { lockOwner } from '#server/platform/database/limits.store.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { connectorIdOf } from './mcp-connectors.ts'
import * as store from './mcp-servers.store.ts'
import { findServer, full, getServer, limitReaching } from './mcp-servers.ts'
import { type McpParts, type Own, unreachable, valuesAccount } from './mcp-sign-in.ts'
import { readServer } from './mcp-tools.ts'

const alreadyOn = () => new AppError('already_exists', { message: 'You have already connected this server.' })

/**
 * Starts it and reads what it offers; it is not kept when that fails.
 * @throws not_found (also for a disabled one), already_exists, invalid_input naming values, limit_reached, too_many_requests, mcp_unreachable
 */
export async function connectPackage(
  parts: McpParts,
  grant: Own,
  packageId: McpPackageId,
  values: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<McpServer> {
  const { db, credentials } = parts
  const owner = grant.on
  const found = await findPackage(db, packageId)
  if (found?.state !== 'enabled') throw new AppError('not_found')
  const asked = personalOf(found.environment)
  checkValues(asked, values)
  if (await store.hasServerOf(db, owner, packageId)) throw alreadyOn()
  await limitReaching(db, owner)
  if ((await store.countServers(db, owner)) >= MCP_SERVERS.per_user) throw full()
  const id = McpServerId.parse(uuidv7())
  const { name } = found
  const account = asked.length === 0 ? null : valuesAccount(id, asked, values)
  const kept = account && { type: 'app_account' as const, connector: connectorIdOf(id), name, ...account }
  const credential = kept && (await keepCredential(db, credentials, grant, kept))
  const credential_id = credential?.id ?? null
  const undo = () => db.transaction().execute((tx) => store.deleteServer(tx, owner, id))
  const row = { id, owner_id: owner, name, url: null, package_id: packageId, sign_in: 'none' as const, credential_id }
  const made = await db.transaction().execute(async (tx) => {
    await lockOwner(tx, owner)
    if (!(await holdOffered(tx, packageId))) return 'gone'
    if (await store.hasServerOf(tx, owner, packageId)) return 'already'
    return store.insertServer(tx, row, MCP_SERVERS.per_user)
  })
  if (made !== true) {
    if (credential_id !== null) await store.deleteUnused(db, owner, credential_id)
    throw made === 'already' ? alreadyOn() : made === 'gone' ? new AppError('not_found') : full()
  }
  try {
    await readServer(parts, await findServer(db, owner, id), signal)
  } catch (error) {
    await undo()
    return unreachable(error)
  }
  return getServer(parts, grant, id)
}
