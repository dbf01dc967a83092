/** The verbs of MCP packages: looked into, started for a look, installed, changed, updated, switched, removed. */
import type { Readable } from 'node:stream'
import { MCP_PACKAGES } from '#contract/connectors/mcp-package-values.ts'
import {
  type McpPackageCandidate,
  McpPackageId,
  type McpPackageSettings,
  type McpPackageStart,
} from '#contract/connectors/mcp-packages.ts'
import { AppError } from '#contract/core/errors.ts'
import { checkPin } from '#server/areas/connectors/packages/fetch.ts'
import { refuseUsed } from '#server/areas/connectors/packages/package-uses.ts'
import type { ChangingMcpPackage, CheckingPackages } from '#server/areas/connectors/packages/packages.policy.ts'
import type { KeyRing } from '#server/gateways/vault/keys.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import type { Queryable } from '#server/platform/database/database.ts'
import { uuidOf, uuidv7 } from '#server/platform/database/uuid.ts'
import { enforceRateLimit, rateLimitFor } from '#server/platform/rate-limits/rate-limits.ts'
import { DAY_MS } from '#shared/time.ts'
import { differenceOf } from './difference.ts'
import { type FetchParts, fetchMcpPackage, fetchMcpPackageFile } from './fetch-mcp-package.ts'
import * as store from './mcp-packages.store.ts'
import { factsOf } from './present.ts'
import { keptSettings, openSecrets, secretsOf } from './settings.ts'
import { type StartParts, startForALook } from './start-package.ts'

export interface McpPackageParts extends FetchParts, StartParts {
  ring: KeyRing
  /** Ends processes of files that are not used any more. */
  retire(hash: string): void
}

interface Seen {
  package: string
  version: string
  hash: string
}

const limitChecks = ({ db }: McpPackageParts, { on: admin }: CheckingPackages | ChangingMcpPackage) =>
  enforceRateLimit(db, [
    rateLimitFor('mcp-package-check', { key: admin.id, shared: false }, MCP_PACKAGES.checks_an_hour),
  ])

async function presentCandidate(
  { db }: McpPackageParts,
  row: store.VersionRow,
  start: McpPackageStart | null = null,
): Promise<McpPackageCandidate> {
  const installed = await store.findPackageByName(db, row.package)
  const before = installed && (await store.findVersionById(db, installed.version_id))
  const now = (await store.findVersionById(db, row.id)) ?? row
  return {
    ...factsOf(now),
    difference: before && before.id !== row.id ? differenceOf(before, now) : null,
    start,
    expires_at: new Date(row.fetched_at.getTime() + DAY_MS).toISOString(),
  }
}

/** @throws plugin_refused, registry_unreachable, too_many_requests, unavailable */
export async function checkPackage(
  parts: McpPackageParts,
  grant: CheckingPackages,
  wanted: { package: string; version?: string | undefined },
  signal: AbortSignal,
): Promise<McpPackageCandidate> {
  await limitChecks(parts, grant)
  return presentCandidate(parts, await fetchMcpPackage(parts, wanted.package, wanted.version ?? null, signal))
}

/** @throws plugin_refused, too_many_requests, unavailable, and what the stream throws */
export async function checkArchive(
  parts: McpPackageParts,
  grant: CheckingPackages,
  archive: Readable,
  signal: AbortSignal,
): Promise<McpPackageCandidate> {
  await limitChecks(parts, grant)
  return presentCandidate(parts, await fetchMcpPackageFile(parts, archive, signal))
}

/** Started with the settings that there are, but without hosts. @throws as `checkPackage`, not_found. @returns null when it is what is installed */
export async function checkUpdate(
  parts: McpPackageParts,
  grant: CheckingPackages,
  id: McpPackageId,
  version: string | null,
  signal: AbortSignal,
): Promise<McpPackageCandidate | null> {
  const installed = await store.findPackage(parts.db, id)
  const before = await findInstalledVersion(parts.db, id)
  if (!installed || !before) throw new AppError('not_found')
  await limitChecks(parts, grant)
  if (version === before.version) return null
  const row = await fetchMcpPackage(parts, installed.package, version, signal)
  if (row.id === before.id) return null
  // Nobody has agreed to this code: it gets what it is started with, and nowhere to send it.
  const settings = { ...installed, hosts: [] }
  const start = await startForALook(parts, row, settings, openSecrets(parts.ring, installed) ?? {}, signal)
  return presentCandidate(parts, row, start)
}

/** What the admin saw, or nothing. @throws stale_details */
async function seen(db: Queryable, wanted: Seen): Promise<store.VersionRow> {
  const row = await store.findVersion(db, wanted)
  if (row) return row
  throw new AppError('stale_details', { message: 'Check this version again: what you saw is not kept any more.' })
}

/** Starts what was shown with these settings. @throws stale_details, invalid_input, too_many_requests */
export async function startPackage(
  parts: McpPackageParts,
  grant: ChangingMcpPackage,
  { settings, ...wanted }: Seen & { settings: McpPackageSettings },
  signal: AbortSignal,
): Promise<McpPackageStart> {
  const row = await seen(parts.db, wanted)
  const installed = await store.findPackageByName(parts.db, wanted.package)
  const secrets = secretsOf(settings, (installed && openSecrets(parts.ring, installed)) ?? {})
  await limitChecks(parts, grant)
  return startForALook(parts, row, settings, secrets, signal)
}

async function audit(
  tx: Queryable,
  { on: admin, action }: ChangingMcpPackage,
  name: string,
  details: Record<string, string | null>,
) {
  await insertAudit(tx, {
    actor_id: admin.id,
    action,
    target_id: uuidOf(['mcp package', name]),
    reason: null,
    details: { package: name, ...details },
  })
}

/** @throws already_exists, limit_reached, stale_details, plugin_refused, invalid_input. @returns its id */
export async function installPackage(
  { db, ring }: McpPackageParts,
  grant: ChangingMcpPackage,
  { settings, ...wanted }: Seen & { settings: McpPackageSettings },
): Promise<McpPackageId> {
  const id = McpPackageId.parse(uuidv7())
  const kept = keptSettings(ring, id, settings, {})
  await db.transaction().execute(async (tx) => {
    await store.lockPackages(tx)
    if (await store.findPackageByName(tx, wanted.package))
      throw new AppError('already_exists', { message: 'This package is already installed.' })
    if ((await store.countPackages(tx)) >= MCP_PACKAGES.installed)
      throw new AppError('limit_reached', {
        message: `${MCP_PACKAGES.installed} packages are installed. Remove one first.`,
      })
    const row = await seen(tx, wanted)
    checkPin(row.version, row.pin, await store.findPin(tx, row.package, row.version))
    await store.insertPackage(tx, { ...kept, id, package: row.package, version_id: row.id })
    const { package: name, version, pin, hash } = row
    const by = grant.on.id
    await store.insertEvent(tx, { package: name, event: 'installed', version, from_version: null, pin, by })
    await audit(tx, grant, name, { version, hash, hosts: kept.hosts.join(', ') })
  })
  return id
}

interface Changing {
  row: store.PackageRow
  version: store.VersionRow
}
type Change = { event: Omit<store.NewEvent, 'package' | 'by' | 'version' | 'from_version' | 'pin'>['event'] } & Partial<
  Pick<store.NewEvent, 'version' | 'from_version' | 'pin'>
> & { details?: Record<string, string> }

/** One change at a time, of what is there then. @throws not_found */
async function change(
  { db, retire }: McpPackageParts,
  grant: ChangingMcpPackage,
  id: McpPackageId,
  work: (tx: Queryable, now: Changing) => Promise<Change | null>,
): Promise<void> {
  let hash: string | null = null
  await db.transaction().execute(async (tx) => {
    await store.lockPackages(tx)
    const row = await store.findPackage(tx, id)
    const version = row && (await store.findVersionById(tx, row.version_id))
    if (!row || !version) throw new AppError('not_found')
    const made = await work(tx, { row, version })
    if (!made) return
    hash = version.hash
    const { details, ...event } = made
    const whole = { version: version.version, from_version: null, pin: null, ...event }
    await store.insertEvent(tx, { ...whole, package: row.package, by: grant.on.id })
    await audit(tx, grant, row.package, { version: whole.version, from: whole.from_version, ...details })
  })
  if (hash !== null) retire(hash)
}

/** @throws not_found, invalid_input */
export const changeSettings = (
  parts: McpPackageParts,
  grant: ChangingMcpPackage,
  id: McpPackageId,
  settings: McpPackageSettings,
): Promise<void> =>
  change(parts, grant, id, async (tx, { row }) => {
    const kept = keptSettings(parts.ring, id, settings, openSecrets(parts.ring, row) ?? {})
    await store.changePackage(tx, id, { ...row, ...kept })
    await store.noteChanged(tx, id)
    return { event: 'changed', details: { hosts: kept.hosts.join(', ') } }
  })

/** @throws not_found, stale_details, plugin_refused */
export const updatePackage = (
  parts: McpPackageParts,
  grant: ChangingMcpPackage,
  id: McpPackageId,
  wanted: Omit<Seen, 'package'>,
): Promise<void> =>
  change(parts, grant, id, async (tx, { row, version }) => {
    const next = await seen(tx, { package: row.package, ...wanted })
    if (next.id === version.id) return null
    checkPin(next.version, next.pin, await store.findPin(tx, row.package, next.version))
    await store.changePackage(tx, id, { ...row, version_id: next.id })
    await store.noteChanged(tx, id)
    const { pin, hash } = next
    return { event: 'updated', version: next.version, from_version: version.version, pin, details: { hash } }
  })

/** Twice the same is no change. @throws not_found */
export const switchPackage = (
  parts: McpPackageParts,
  grant: ChangingMcpPackage,
  id: McpPackageId,
  state: 'enabled' | 'disabled',
): Promise<void> =>
  change(parts, grant, id, async (tx, { row }) => {
    if (row.state === state) return null
    await store.changePackage(tx, id, { ...row, state })
    return { event: state }
  })

/** With what people switched on from it. @throws not_found, mcp_package_in_use naming the workflows unless `even_if_used` */
export const removePackage = (
  parts: McpPackageParts,
  grant: ChangingMcpPackage,
  id: McpPackageId,
  even_if_used: boolean,
): Promise<void> =>
  change(parts, grant, id, async (tx) => {
    await store.lockPackage(tx, id)
    if (!even_if_used) refuseUsed(await store.findUses(tx, id), 'mcp_package_in_use')
    await store.deletePackage(tx, id)
    return { event: 'removed' }
  })

/** What is installed under this id, to export its files. */
export async function findInstalledVersion(db: Queryable, id: McpPackageId): Promise<store.VersionRow | null> {
  const row = await store.findPackage(db, id)
  return row && store.findVersionById(db, row.version_id)
}
