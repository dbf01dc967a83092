import { hostOf } from '#connectors/host.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { findImported, importedIdOf } from '#server/areas/connectors/imported-apps/imported-apps.ts'
import { findMcpConnector } from '#server/areas/connectors/mcp-servers/mcp-connectors.ts'
import type { Queryable } from '#server/platform/database/database.ts'

/** Where what is sent to apps goes that this person added, by id. Apps of the catalogue and apps that are gone are left out. */
export async function findHostsOfOwnApps(
  db: Queryable,
  owner: UserId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (id) => {
      const app =
        importedIdOf(id) === null ? await findMcpConnector(db, owner, id) : (await findImported(db, owner, id))?.head
      if (!app) return null
      return [id, app.base_url === '' ? app.hosts : [hostOf(app.base_url)]] as const
    }),
  )
  return new Map(found.filter((one) => one !== null))
}
