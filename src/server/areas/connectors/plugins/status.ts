/** The state of plugins in the shapes of §3. */
import { pluginIdOf } from '#connectors/pieces/read-piece.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import type { AvailablePieces } from './available.ts'
import { findPlugins, type PluginRow } from './plugins.store.ts'

export interface PluginStatusParts {
  db: Queryable
  available: () => Promise<AvailablePieces>
}

const present = ({ id, version, state }: Pick<PluginRow, 'id' | 'version' | 'state'>) => ({
  name: id,
  installed: true,
  version,
  status: state,
})

/** `available`: how many more the registry has. A registry that is away has none, and the plugins that are here work all the same. */
export async function pluginsStatus({ db, available }: PluginStatusParts) {
  const [rows, found] = [await findPlugins(db), await available()]
  const here = new Set(rows.map(({ package: name }) => name))
  return {
    installed: rows.length,
    available: found.pieces.filter((one) => !here.has(one.package)).length,
    plugins: rows.map(present),
    service_status: 'available' as const,
  }
}

/** By its id, the name of its package, or the name without `piece-`. §8: a name that is not known is not installed. */
export async function pluginStatus({ db }: Pick<PluginStatusParts, 'db'>, name: string) {
  const rows = await findPlugins(db)
  const row = rows.find(
    ({ id, package: own }) => own === name || id === name || id === `piece-${name}` || id === pluginIdOf(name),
  )
  return row ? { ...present(row), name } : { name, installed: false, version: null, status: 'not_installed' as const }
}
