/** Installed pieces as apps, for everyone here. Only those that are enabled are found. */
import type { Action } from '#connectors/connector.ts'
import { NodeError } from '#nodes/node.ts'
import { type App, type ConnectorHead, wholeApp } from '#server/areas/connectors/catalogue/app.ts'
import { createCache } from '#server/platform/cache.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { DAY_MS } from '#shared/time.ts'
import * as store from './plugins.store.ts'

export interface InstalledPiece {
  id: string
  /** Of its files and what was read off them: another version is another one. */
  package_id: string
  package: string
  hash: string
  head: ConnectorHead
  actions: readonly Action[]
}

export interface PieceApps {
  find(id: string): Promise<App | null>
  /** With what is needed to run it. @throws NodeError `app_not_found`, `plugin_disabled` */
  open(id: string): Promise<InstalledPiece>
  /** In whatever state; null where none is installed. */
  installed(id: string): Promise<(InstalledPiece & { state: 'enabled' | 'disabled' }) | null>
  /** A version that a trigger was switched on with, also when the plugin has another one by now, is disabled or removed. @throws NodeError `app_not_found` */
  openPackage(package_id: string): Promise<InstalledPiece>
  list(): Promise<{ head: ConnectorHead; actions: readonly Action[] }[]>
}

export const isPieceId = (id: string): boolean => id.startsWith('piece-')

/** What a package is never changes; so many are kept, some 200 kB each. */
const MOST_KEPT = 30

export const asHead = (head: ConnectorHead, added: readonly string[]): ConnectorHead => ({
  ...head,
  hosts: [...new Set([...head.hosts, ...added])],
})

export function createPieceApps(db: Queryable): PieceApps {
  const packages = createCache((id: string) => store.findPackage(db, id), {
    epoch: () => 0,
    lag_ms: DAY_MS,
    max: MOST_KEPT,
  })
  const open = async (id: string): Promise<(InstalledPiece & { state: 'enabled' | 'disabled' }) | null> => {
    const row = isPieceId(id) ? await store.findPluginState(db, id) : null
    const found = row && (await packages.get(row.package_id))
    if (!row || !found) return null
    const { package: name, hash, head, actions } = found
    const { package_id, added_hosts, state } = row
    return { id, package_id, package: name, hash, head: asHead(head, added_hosts), actions, state }
  }
  return {
    async find(id) {
      const found = await open(id)
      if (found?.state !== 'enabled') return null
      return wholeApp({ ...found.head, actions: found.actions })
    },
    async open(id) {
      const found = await open(id)
      if (!found)
        throw new NodeError('app_not_found', 'This plugin is not installed any more. Choose another app.', {
          field: 'integration',
        })
      if (found.state === 'disabled')
        throw new NodeError('plugin_disabled', `The plugin ${found.head.name} is disabled. An admin can enable it.`, {
          field: 'integration',
        })
      return found
    },
    installed: open,
    async openPackage(package_id) {
      const found = await packages.get(package_id)
      if (!found) throw new NodeError('app_not_found', 'The files of this plugin are not here any more.')
      const { plugin: id, package: name, hash, head, actions } = found
      const row = await store.findPluginState(db, id)
      return { id, package_id, package: name, hash, head: asHead(head, row?.added_hosts ?? []), actions }
    },
    async list() {
      const rows = (await store.findPlugins(db)).filter(({ state }) => state === 'enabled')
      const all = await Promise.all(
        rows.map(async ({ package_id, added_hosts }) => {
          const found = await packages.get(package_id)
          return found ? [{ head: asHead(found.head, added_hosts), actions: found.actions }] : []
        }),
      )
      return all.flat()
    },
  }
}
