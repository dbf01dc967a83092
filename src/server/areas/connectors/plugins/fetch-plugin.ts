/** Fetches a package with its libraries, looks into it in the sandbox, and keeps it for an admin to decide on. Nothing is in use yet. */
import { chmod, cp, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { PieceDescription } from '#connectors/pieces/description.ts'
import { idOf, pluginIdOf, readPiece } from '#connectors/pieces/read-piece.ts'
import type { AppError } from '#contract/core/errors.ts'
import { PieceFailure, type RunPieceWork } from '#nodes/piece-work.ts'
import {
  asRefusal,
  checkBundled,
  checkPin,
  type Fetched,
  fetchFromFile,
  fetchFromRegistry,
  foundIn,
  readManifestIn,
  refused,
} from '#server/areas/connectors/packages/fetch.ts'
import { TREE_LIMITS, type Trees, temporaryTree } from '#server/areas/connectors/packages/trees.ts'
import type { NpmRegistry } from '#server/gateways/npm/registry.ts'
import { hashTree } from '#server/gateways/npm/unpack.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import * as store from './plugins.store.ts'

export interface FetchParts {
  db: Database
  /** Folders of pieces that are being written, on this machine. */
  folders: readonly string[]
  registry: NpmRegistry
  processes: { run: RunPieceWork }
  trees: Trees
}

const LOOK_MS = 40_000
const MARK = 'chowk-piece.json'

const Hosts = z.object({ hosts: z.array(z.string().max(300)).max(1000), unread: z.array(z.string()).max(10_000) })

function whyNotLoaded(error: unknown): AppError | unknown {
  if (!(error instanceof PieceFailure)) return asRefusal(error)
  if (error.code === 'NOT_A_PIECE') return refused('This package has no Activepieces piece in it.', 'not_a_piece')
  if (error.code === 'ERR_DLOPEN_DISABLED' || /native|addon|dlopen|\.node\b/i.test(error.message))
    return refused('This piece needs native code, which is not run here.', 'piece_needs_native_code')
  return refused(`The piece doesn’t load: ${error.message.split('\n')[0]?.slice(0, 300)}`, 'piece_does_not_load')
}

/** Looks into a tree: its hosts by its code, the rest by loading it, both in processes that end at once. */
async function lookInto({ processes }: FetchParts, folder: string, name: string, signal: AbortSignal) {
  const job = {
    ...{ hash: `check-${uuidv7()}`, owner: 'installation', hosts: { hosts: [], entered: [] }, signal },
    deadline_ms: LOOK_MS,
    answer: async () => null,
  }
  try {
    const read = await processes.run({ ...job, work: { type: 'hosts', folder: join(folder, 'node_modules', name) } })
    const described = await processes.run({ ...job, work: { type: 'describe', folder, package: name } })
    const description = PieceDescription.safeParse(described.value)
    if (!description.success)
      throw refused('The piece describes itself in a way that can’t be read.', 'piece_does_not_load')
    return { ...Hosts.parse(read.value), description: description.data }
  } catch (error) {
    throw whyNotLoaded(error)
  }
}

async function keep(parts: FetchParts, { folder, name, own, origin, native }: Fetched, signal: AbortSignal) {
  const plugin = pluginIdOf(name)
  const tree = await hashTree(folder)
  // The same files as came from the registry before are that version, wherever they come from now.
  const pin =
    origin.source === 'folder'
      ? tree.hash
      : (origin.pin ?? (await store.findPinOfTree(parts.db, plugin, tree.hash)) ?? tree.hash)
  // One that is being written changes all the time.
  if (origin.source !== 'folder') checkPin(own.version, pin, await store.findPin(parts.db, plugin, own.version))
  const { description, hosts, unread } = await lookInto(parts, folder, name, signal)
  const { connector, warnings } = readPiece(description, {
    id: plugin,
    version: own.version,
    licence: own.licence,
    provider: name.startsWith('@activepieces/') ? description.name : (name.split('/')[0] ?? name).replace(/^@/, ''),
    website: origin.homepage,
    hosts,
  })
  if (own.licence === null) warnings.unshift('The package names no licence.')
  if (unread.length > 0) warnings.push(`Hosts in ${unread.length} of its files could not be read.`)
  if (native.length > 0) warnings.push('Native code of its libraries was left out. Actions that need it fail.')
  const { actions, ...head } = connector
  await parts.trees.keep(tree.hash, folder)
  return store.keepPackage(parts.db, {
    ...{ plugin, package: name, version: own.version, source: origin.source, integrity: origin.integrity, pin },
    verified: origin.source === 'registry' && name.startsWith('@activepieces/'),
    ...tree,
    ...{ head, actions: [...actions], authors: description.authors, warnings: warnings.slice(0, 50) },
    triggers: description.triggers.map((one) => ({
      id: idOf(one.name),
      title: one.title.slice(0, 200),
      description: one.description.slice(0, 2000),
      kind: one.kind,
    })),
  })
}

/** Candidates that nobody took within a day are removed when another one is fetched. */
async function removeOld({ db, trees }: FetchParts): Promise<void> {
  for (const hash of await store.deleteOldCandidates(db)) await trees.remove(hash)
}

/** @throws plugin_refused with the reason as a code, registry_unreachable, unavailable */
export async function fetchPlugin(
  parts: FetchParts,
  name: string,
  version: string | null,
  signal: AbortSignal,
): Promise<store.PackageRow> {
  await removeOld(parts)
  const accept = async (found: string, pin: string) =>
    checkPin(found, pin, await store.findPin(parts.db, pluginIdOf(name), found))
  const use = (fetched: Fetched) => keep(parts, fetched, signal)
  return fetchFromRegistry(parts.registry, { name, version, mark: MARK }, accept, use, signal)
}

/** @throws plugin_refused with the reason as a code, unavailable */
export async function fetchPluginFile(
  parts: FetchParts,
  archive: Readable,
  signal: AbortSignal,
): Promise<store.PackageRow> {
  await removeOld(parts)
  return fetchFromFile(archive, MARK, (fetched) => keep(parts, fetched, signal))
}

/** A piece that is being written, by the name of its package. */
async function folderOf({ folders }: FetchParts, name: string): Promise<string | null> {
  for (const folder of folders) if ((await readManifestIn(folder).catch(() => null))?.name === name) return folder
  return null
}

/** A copy keeps its modes, and the process of a piece may be another user than its author. */
async function makeReadable(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
}

/** @throws plugin_refused with the reason as a code, unavailable. @returns null when no folder has it */
export async function fetchFromFolder(
  parts: FetchParts,
  name: string,
  signal: AbortSignal,
): Promise<store.PackageRow | null> {
  const folder = await folderOf(parts, name)
  if (folder === null) return null
  await removeOld(parts)
  const tree = await temporaryTree()
  try {
    const target = join(tree.folder, 'node_modules', name)
    await mkdir(join(target, '..'), { recursive: true })
    const isPlain = async (path: string) => !(await lstat(path)).isSymbolicLink() && !/(?:^|\/)\.git$/.test(path)
    await cp(folder, target, { recursive: true, filter: isPlain })
    await makeReadable(tree.folder)
    const { bytes, files } = await hashTree(tree.folder)
    if (bytes > TREE_LIMITS.bytes || files > TREE_LIMITS.files)
      throw refused('The folder has too many files, or too large ones.', 'package_too_large')
    await checkBundled(tree.folder, name)
    const origin = { source: 'folder' as const, integrity: null, pin: null, homepage: null }
    return await keep(parts, await foundIn(tree.folder, name, origin, [], MARK), signal)
  } catch (error) {
    throw asRefusal(error)
  } finally {
    await tree.remove()
  }
}
