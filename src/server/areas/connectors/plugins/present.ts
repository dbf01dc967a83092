/** Plugins as people see them: the list of what is installed and what is to be had, and one with all there is to know. */
import { readManifest } from '#connectors/manifest.ts'
import type { Plugin, PluginQuery, PluginSummary } from '#contract/connectors/plugins.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { summaryOf } from '#server/areas/connectors/catalogue/app.ts'
import { presentUses } from '#server/areas/connectors/packages/package-uses.ts'
import type { NpmPackage, NpmRegistry } from '#server/gateways/npm/registry.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { type AvailablePieces, nameOfPackage, presentAvailable } from './available.ts'
import { asHead } from './piece-apps.ts'
import { presentTriggers } from './plugin-triggers.ts'
import * as store from './plugins.store.ts'

export interface PresentParts {
  db: Queryable
  registry: NpmRegistry
  available: () => Promise<AvailablePieces>
}

const MOST_VERSIONS = 50
const WAIT_MS = 8000

const presentInstalled = (row: store.PluginRow, latest: string | null): PluginSummary => ({
  id: row.id,
  package: row.package,
  name: row.head.name,
  description: row.head.description,
  categories: [...row.head.categories],
  logo: null,
  source: row.source,
  verified: row.verified,
  state: row.state,
  version: row.version,
  latest,
  licence: row.head.licence,
  actions: row.actions,
  triggers: row.triggers.length,
})

const wordsIn = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 12)

export async function listPlugins({ db, registry, available }: PresentParts, query: PluginQuery, may_manage: boolean) {
  const [rows, found] = [await store.findPlugins(db), await available()]
  const latest = new Map(found.pieces.map((one) => [one.package, one.version]))
  const installed = rows.map((row) => presentInstalled(row, latest.get(row.package) ?? null))
  const known = new Set(installed.map(({ id }) => id))
  const others = found.pieces
    .map(presentAvailable)
    .filter(({ id }) => !known.has(id))
    .sort((a, b) => a.name.localeCompare(b.name))
  const words = wordsIn(query.search_term ?? '')
  const fitting = [...installed, ...others].filter(
    (one) =>
      (query.state === undefined || (one.state === 'available') === (query.state === 'available')) &&
      (query.source === undefined || one.source === query.source) &&
      (query.verified === undefined || one.verified === (query.verified === 'true')) &&
      words.every((word) => `${one.name} ${one.package} ${one.description}`.toLowerCase().includes(word)),
  )
  const { category, limit, offset } = query
  const all = fitting.filter(({ categories }) => category === undefined || categories.includes(category))
  return {
    items: all.slice(offset, offset + limit),
    total: all.length,
    limit,
    offset,
    registry: { address: registry.address, search: found.search, message: found.message },
    categories: [...new Set(fitting.flatMap(({ categories }) => categories))].sort(),
    may_manage,
  }
}

interface Versions {
  found: NpmPackage | null
  registry_error: string | null
}

async function versionsOf(registry: NpmRegistry, name: string): Promise<Versions> {
  try {
    const found = await registry.find(name, 'full', AbortSignal.timeout(WAIT_MS))
    return { found, registry_error: found ? null : 'The registry doesn’t have this package.' }
  } catch (error) {
    if (error instanceof NodeError) return { found: null, registry_error: error.message }
    if ((error as Error).name === 'TimeoutError')
      return { found: null, registry_error: 'The registry did not answer in time.' }
    throw error
  }
}

const versionList = (found: NpmPackage | null): Plugin['versions'] =>
  [...(found?.versions ?? [])]
    .reverse()
    .slice(0, MOST_VERSIONS)
    .map((version) => ({ version, published_at: timeOf(found?.published[version]) }))

const timeOf = (text: string | undefined): string | null => {
  const time = Date.parse(text ?? '')
  return Number.isFinite(time) ? new Date(time).toISOString() : null
}

async function getAvailable({ registry }: PresentParts, id: string, may_manage: boolean): Promise<Plugin> {
  const name = `@activepieces/${id}`
  const { found, registry_error } = await versionsOf(registry, name)
  if (!found && registry_error === 'The registry doesn’t have this package.') throw new AppError('not_found')
  return {
    ...presentAvailable({ package: name, version: found?.latest ?? null, description: found?.description ?? '' }),
    name: nameOfPackage(name),
    licence: found?.licence ?? null,
    integration: null,
    website: found?.homepage ?? null,
    authors: [],
    integrity: null,
    hash: null,
    bytes: null,
    files: null,
    installed_at: null,
    permissions: null,
    added_hosts: [],
    action_list: [],
    trigger_list: [],
    warnings: [],
    versions: versionList(found),
    registry_error,
    history: [],
    used_by: [],
    used_by_total: 0,
    may_manage,
  }
}

const presentEvent = ({ from_version, by_name, at, ...event }: store.EventRow, may_manage: boolean) => ({
  ...event,
  from: from_version,
  by: may_manage ? by_name : null,
  at: at.toISOString(),
})

/** @throws not_found for one that is neither installed nor to be had */
export async function getPlugin(
  parts: PresentParts,
  id: string,
  { caller, may_manage }: { caller: UserId; may_manage: boolean },
): Promise<Plugin> {
  const { db, registry } = parts
  const [row] = await store.findPlugins(db, id)
  const whole = row && (await store.findPackage(db, row.package_id))
  if (!row || !whole) return getAvailable(parts, id, may_manage)
  const [{ found, registry_error }, uses, events] = await Promise.all([
    versionsOf(registry, row.package),
    store.findUses(db, id),
    store.findEvents(db, id),
  ])
  const { hosts, scopes, effects, secrets } = readManifest({
    ...asHead(whole.head, row.added_hosts),
    actions: whole.actions,
  })
  return {
    ...presentInstalled(row, found?.latest ?? null),
    integration: row.state === 'enabled' ? id : null,
    website: row.head.website,
    authors: row.authors,
    integrity: row.integrity,
    hash: row.hash,
    bytes: row.bytes,
    files: row.files,
    installed_at: row.installed_at.toISOString(),
    permissions: { hosts: [...hosts], scopes: [...scopes], effects: [...effects], secrets: [...secrets] },
    added_hosts: row.added_hosts,
    action_list: whole.actions.map(summaryOf),
    trigger_list: presentTriggers(whole),
    warnings: row.warnings,
    versions: versionList(found),
    registry_error,
    history: events.map((event) => presentEvent(event, may_manage)),
    ...presentUses(uses, caller, may_manage),
    may_manage,
  }
}
