/** The verbs of plugins: looked into, installed, updated, switched, removed. Each change names what the admin saw. */
import type { Readable } from 'node:stream'
import { readManifest } from '#connectors/manifest.ts'
import { pluginIdOf } from '#connectors/pieces/read-piece.ts'
import { PLUGINS } from '#contract/connectors/plugin-values.ts'
import type { PluginCandidate } from '#contract/connectors/plugins.ts'
import { AppError } from '#contract/core/errors.ts'
import { summaryOf } from '#server/areas/connectors/catalogue/app.ts'
import { checkPin, refused } from '#server/areas/connectors/packages/fetch.ts'
import { refuseUsed } from '#server/areas/connectors/packages/package-uses.ts'
import type { ChangingPlugin, CheckingPackages } from '#server/areas/connectors/packages/packages.policy.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidOf } from '#server/platform/database/uuid.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { DAY_MS } from '#shared/time.ts'
import { differenceOf } from './difference.ts'
import { type FetchParts, fetchFromFolder, fetchPlugin, fetchPluginFile } from './fetch-plugin.ts'
import { presentTriggers } from './plugin-triggers.ts'
import * as store from './plugins.store.ts'
import type { PieceParts } from './run-piece.ts'

export type PluginParts = FetchParts & Pick<PieceParts, 'processes'>

export interface Seen {
  version: string
  hash: string
}

const CHECKS_AN_HOUR = 120

const permissionsOf = ({ head, actions }: Pick<store.PackageRow, 'head' | 'actions'>) => {
  const { hosts, scopes, effects, secrets } = readManifest({ ...head, actions })
  return { hosts: [...hosts], scopes: [...scopes], effects: [...effects], secrets: [...secrets] }
}

async function installedPackage(db: Queryable, id: string): Promise<store.PackageRow | null> {
  const state = await store.findPluginState(db, id)
  return state && store.findPackage(db, state.package_id)
}

async function presentCandidate({ db }: PluginParts, row: store.PackageRow): Promise<PluginCandidate> {
  const installed = await installedPackage(db, row.plugin)
  const { head, actions } = row
  return {
    id: row.plugin,
    package: row.package,
    version: row.version,
    name: head.name,
    description: head.description,
    source: row.source,
    verified: row.verified,
    licence: head.licence,
    integrity: row.integrity,
    hash: row.hash,
    bytes: row.bytes,
    files: row.files,
    permissions: permissionsOf(row),
    action_list: actions.map(summaryOf),
    trigger_list: presentTriggers(row),
    warnings: row.warnings,
    difference: installed && installed.id !== row.id ? differenceOf(installed, row) : null,
    expires_at: new Date(row.fetched_at.getTime() + DAY_MS).toISOString(),
  }
}

const limitChecks = ({ db }: PluginParts, { on: admin }: CheckingPackages) =>
  enforceRateLimit(db, [rateLimitFor('plugin-check', { key: admin.id, shared: false }, CHECKS_AN_HOUR)])

/** @throws plugin_refused, registry_unreachable, too_many_requests, unavailable */
export async function checkPackage(
  parts: PluginParts,
  grant: CheckingPackages,
  wanted: { package: string; version?: string | undefined },
  signal: AbortSignal,
): Promise<PluginCandidate> {
  await limitChecks(parts, grant)
  const row =
    (await fetchFromFolder(parts, wanted.package, signal)) ??
    (await fetchPlugin(parts, wanted.package, wanted.version ?? null, signal))
  return presentCandidate(parts, row)
}

/** @throws plugin_refused, too_many_requests, unavailable, and what the stream throws */
export async function checkArchive(
  parts: PluginParts,
  grant: CheckingPackages,
  archive: Readable,
  signal: AbortSignal,
): Promise<PluginCandidate> {
  await limitChecks(parts, grant)
  return presentCandidate(parts, await fetchPluginFile(parts, archive, signal))
}

/** @throws as `checkPackage`, not_found. @returns null when it is what is installed */
export async function checkUpdate(
  parts: PluginParts,
  grant: CheckingPackages,
  id: string,
  version: string | null,
  signal: AbortSignal,
): Promise<PluginCandidate | null> {
  const installed = await installedPackage(parts.db, id)
  if (!installed) throw new AppError('not_found')
  await limitChecks(parts, grant)
  const written = await fetchFromFolder(parts, installed.package, signal)
  if (written) return written.id === installed.id ? null : presentCandidate(parts, written)
  if (version === null) {
    const found = await parts.registry.find(installed.package, 'full', signal).catch((error: unknown) => {
      throw refused((error as Error).message, 'registry_unreachable')
    })
    if (found?.latest === installed.version) return null
  } else if (version === installed.version) return null
  const row = await fetchPlugin(parts, installed.package, version, signal)
  return row.id === installed.id ? null : presentCandidate(parts, row)
}

async function audit(
  tx: Queryable,
  { on: admin, action }: ChangingPlugin,
  id: string,
  details: Record<string, string | null>,
) {
  await insertAudit(tx, {
    actor_id: admin.id,
    action,
    target_id: uuidOf(['plugin', id]),
    reason: null,
    details: { plugin: id, ...details },
  })
}

/** What the admin saw, or nothing: a package that was fetched since is another one. @throws stale_details, plugin_refused */
async function seen(tx: Queryable, plugin: string, { version, hash }: Seen): Promise<store.PackageRow> {
  const row = await store.findCandidate(tx, { plugin, version, hash })
  if (!row)
    throw new AppError('stale_details', { message: 'Check this version again: what you saw is not kept any more.' })
  if (row.source !== 'folder') checkPin(version, row.pin, await store.findPin(tx, plugin, version))
  return row
}

/** @throws already_exists, limit_reached, stale_details, plugin_refused. @returns its id */
export async function installPlugin(
  { db }: PluginParts,
  grant: ChangingPlugin,
  wanted: Seen & { package: string },
): Promise<string> {
  const id = pluginIdOf(wanted.package)
  await db.transaction().execute(async (tx) => {
    await store.lockPlugins(tx)
    if (await store.findPluginState(tx, id))
      throw new AppError('already_exists', { message: 'This plugin is already installed.' })
    if ((await store.countPlugins(tx)) >= PLUGINS.installed)
      throw new AppError('limit_reached', { message: `${PLUGINS.installed} plugins are installed. Remove one first.` })
    const row = await seen(tx, id, wanted)
    if (row.package !== wanted.package) throw new AppError('stale_details')
    await store.insertPlugin(tx, id, row.id)
    const { version, hash } = row
    const pin = pinOf(row)
    await store.insertEvent(tx, {
      plugin: id,
      event: 'installed',
      version,
      from_version: null,
      host: null,
      pin,
      by: grant.on.id,
    })
    await audit(tx, grant, id, { version, hash, package: row.package })
  })
  return id
}

/** One that is being written may have other bytes under the same version. */
const pinOf = ({ source, pin }: store.PackageRow): string | null => (source === 'folder' ? null : pin)

interface Changing {
  row: store.PackageRow
  state: store.PluginState_
}

/** One change at a time, of what is there then. @throws not_found */
async function change(
  { db }: PluginParts,
  grant: ChangingPlugin,
  id: string,
  work: (tx: Queryable, now: Changing) => Promise<Omit<store.NewEvent, 'plugin' | 'by'> | null>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await store.lockPlugins(tx)
    const state = await store.findPluginState(tx, id)
    const row = state && (await store.findPackage(tx, state.package_id))
    if (!state || !row) throw new AppError('not_found')
    const event = await work(tx, { row, state })
    if (!event) return
    await store.insertEvent(tx, { ...event, plugin: id, by: grant.on.id })
    const { version, from_version, host } = event
    await audit(tx, grant, id, { version, from: from_version, host })
  })
}

const eventOf = (event: store.NewEvent['event'], { version }: store.PackageRow, host: string | null = null) => ({
  ...{ event, version, from_version: null, host, pin: null },
})

/** @throws not_found, stale_details, plugin_refused */
export async function updatePlugin(parts: PluginParts, grant: ChangingPlugin, id: string, wanted: Seen): Promise<void> {
  let old = ''
  await change(parts, grant, id, async (tx, { row, state }) => {
    const next = await seen(tx, id, wanted)
    if (next.id === row.id) return null
    if (next.package !== row.package) throw new AppError('stale_details')
    old = row.hash
    await store.changePlugin(tx, id, { ...state, package_id: next.id })
    return { event: 'updated', version: next.version, from_version: row.version, host: null, pin: pinOf(next) }
  })
  if (old !== '') parts.processes.retire(old)
}

/** Twice the same is no change. @throws not_found */
export const switchPlugin = (
  parts: PluginParts,
  grant: ChangingPlugin,
  id: string,
  wanted: 'enabled' | 'disabled',
): Promise<void> =>
  change(parts, grant, id, async (tx, { row, state }) => {
    if (state.state === wanted) return null
    await store.changePlugin(tx, id, { ...state, state: wanted })
    return eventOf(wanted, row)
  })

/** @throws not_found, already_exists, limit_reached */
export const addHost = (parts: PluginParts, grant: ChangingPlugin, id: string, host: string): Promise<void> =>
  change(parts, grant, id, async (tx, { row, state }) => {
    if ([...row.head.hosts, ...state.added_hosts].includes(host))
      throw new AppError('already_exists', { message: 'This plugin may already talk to this host.' })
    if (state.added_hosts.length >= PLUGINS.added_hosts) throw new AppError('limit_reached')
    await store.changePlugin(tx, id, { ...state, added_hosts: [...state.added_hosts, host] })
    return eventOf('host_added', row, host)
  })

/** @throws not_found, also for a host that no admin added */
export const removeHost = (parts: PluginParts, grant: ChangingPlugin, id: string, host: string): Promise<void> =>
  change(parts, grant, id, async (tx, { row, state }) => {
    if (!state.added_hosts.includes(host)) throw new AppError('not_found')
    await store.changePlugin(tx, id, { ...state, added_hosts: state.added_hosts.filter((one) => one !== host) })
    return eventOf('host_removed', row, host)
  })

/** @throws not_found, plugin_in_use naming the workflows unless `even_if_used` */
export async function removePlugin(
  parts: PluginParts,
  grant: ChangingPlugin,
  id: string,
  even_if_used: boolean,
): Promise<void> {
  let hash = ''
  await change(parts, grant, id, async (tx, { row }) => {
    if (!even_if_used) refuseUsed(await store.findUses(tx, id), 'plugin_in_use')
    hash = row.hash
    await store.deletePlugin(tx, id)
    return eventOf('removed', row)
  })
  parts.processes.retire(hash)
}
