/** Fetches a package with its libraries, looks into it in the sandbox, and keeps it for an admin to decide on. Nothing is in use yet. */
import { chmod, cp, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { PieceDescription } from '#connectors/pieces/description.ts'
import { idOf, pluginIdOf, readPiece } from '#connectors/pieces/read-piece.ts'
import type { PluginSource } from '#contract/connectors/plugin-values.ts'
import { AppError, type ErrorCode } from '#contract/core/errors.ts'
import { NodeError } from '#nodes/node.ts'
import { PieceFailure, type RunPieceWork } from '#nodes/piece-work.ts'
import type { NpmManifest, NpmPackage, NpmRegistry } from '#server/gateways/npm/registry.ts'
import { resolvePackages } from '#server/gateways/npm/resolve.ts'
import { hashTree, readableOf, type TreeSize, unpackInto } from '#server/gateways/npm/unpack.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import * as store from './plugins.store.ts'
import { TREE_LIMITS, type Trees, temporaryTree } from './trees.ts'

export interface FetchParts {
  db: Database
  /** Folders of pieces that are being written, on this machine. */
  folders: readonly string[]
  registry: NpmRegistry
  processes: { run: RunPieceWork }
  trees: Trees
}

const AT_ONCE = 8
const LOOK_MS = 40_000

/** Also what the gateway says by its own codes. */
export function refused(message: string, code: string, field = 'package'): AppError {
  const known: ErrorCode = code === 'registry_unreachable' ? code : 'plugin_refused'
  return new AppError(known, { message, problems: [{ message, field, code }] })
}

/** What goes wrong while it is fetched, as the admin is told. */
export const asRefusal = (error: unknown): unknown => {
  if (!(error instanceof NodeError)) return error
  if (error.code === 'runner_busy' || error.code === 'runner_lost')
    return new AppError('unavailable', { message: error.message, cause: error })
  return refused(error.message, error.code)
}

async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all]
  const worker = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** A package of npm is in one folder of its archive, mostly called `package`. */
const withoutFirst = (path: string): string | null => {
  const at = path.indexOf('/')
  return at < 0 ? null : path.slice(at + 1)
}

interface Origin {
  source: PluginSource
  integrity: string | null
  /** Tells whether a version is the same; of a file its tree. */
  pin: string | null
  homepage: string | null
}

interface OwnManifest {
  name: string
  version: string
  licence: string | null
  dependencies: string[]
}

const PackageJson = z.looseObject({
  name: z.string().max(214),
  version: z.string().max(100),
  license: z.unknown().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
})

async function readManifestIn(folder: string): Promise<OwnManifest> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null)
  let json: unknown = null
  try {
    json = JSON.parse(text ?? 'null')
  } catch {}
  const read = PackageJson.safeParse(json)
  if (!read.success) throw refused('The archive has no package of npm in it.', 'not_a_package')
  const { name, version, license, dependencies = {} } = read.data
  const licence = typeof license === 'string' ? license : ((license as { type?: string } | undefined)?.type ?? null)
  return {
    name,
    version,
    licence: licence && /^see |^unlicensed$/i.test(licence) ? null : licence,
    dependencies: Object.keys(dependencies),
  }
}

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

/** @throws plugin_refused when this version was installed here with other bytes */
async function checkPin(db: Database, plugin: string, version: string, pin: string): Promise<void> {
  const before = await store.findPin(db, plugin, version)
  if (before === null || before === pin) return
  throw refused(
    `Version ${version} was installed here before with other content. A version never changes: someone may have replaced it. Nothing was installed.`,
    'plugin_bytes_changed',
    'version',
  )
}

async function keep(
  parts: FetchParts,
  folder: string,
  name: string,
  origin: Origin,
  native: string[],
  signal: AbortSignal,
) {
  const own = await readManifestIn(join(folder, 'node_modules', name))
  const plugin = pluginIdOf(name)
  // Part of the tree, so that what is stored can be exported as it is.
  await writeFile(join(folder, EXPORT_FILE), JSON.stringify({ package: name }))
  const tree = await hashTree(folder)
  // The same files as came from the registry before are that version, wherever they come from now.
  const pin =
    origin.source === 'folder'
      ? tree.hash
      : (origin.pin ?? (await store.findPinOfTree(parts.db, plugin, tree.hash)) ?? tree.hash)
  // One that is being written changes all the time.
  if (origin.source !== 'folder') await checkPin(parts.db, plugin, own.version, pin)
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

async function chosen(registry: NpmRegistry, name: string, version: string | null, signal: AbortSignal) {
  const found = await registry.find(name, 'full', signal)
  if (!found) throw refused(`The registry has no package ${name}.`, 'package_missing')
  const wanted = version ?? found.latest
  const manifest = wanted === null ? null : found.manifest(wanted)
  if (!manifest) throw refused(`The registry has no version ${wanted} of ${name}.`, 'version_missing', 'version')
  return { found, manifest }
}

export interface FetchedTree {
  folder: string
  manifest: NpmManifest
  homepage: string | null
  /** Paths of native code that was left out. */
  native: string[]
  remove(): Promise<void>
}

/** The package and its libraries, each compared with its checksum, in a folder that its caller removes. */
export async function fetchTree(
  registry: NpmRegistry,
  name: string,
  version: string | null,
  signal: AbortSignal,
  accept: (manifest: NpmManifest) => Promise<void> = async () => undefined,
): Promise<FetchedTree> {
  const { found, manifest } = await chosen(registry, name, version, signal)
  await accept(manifest)
  const asked = new Map<string, Promise<NpmPackage | null>>([[name, Promise.resolve(found)]])
  const find = (one: string) => {
    const known = asked.get(one) ?? registry.find(one, 'short', signal)
    asked.set(one, known)
    return known
  }
  const placed = await resolvePackages({ name, manifest }, find)
  const tree = await temporaryTree()
  const size: TreeSize = { bytes: 0, files: 0 }
  const native: string[] = []
  try {
    await inParallel(placed, async (one) => {
      const bytes = await registry.archive(one.name, one.manifest, signal)
      const place = (path: string) => {
        const inside = withoutFirst(path)
        return inside === null ? null : `${one.path}/${inside}`
      }
      native.push(...(await unpackInto(tree.folder, readableOf(bytes), place, size, TREE_LIMITS)).native)
    })
  } catch (error) {
    await tree.remove()
    throw error
  }
  return { ...tree, manifest, homepage: found.homepage, native }
}

const pinOf = ({ dist }: NpmManifest): string => dist.integrity ?? dist.shasum ?? ''

/** @throws plugin_refused with the reason as a code, registry_unreachable, unavailable */
export async function fetchFromRegistry(
  parts: FetchParts,
  name: string,
  version: string | null,
  signal: AbortSignal,
): Promise<store.PackageRow> {
  await removeOld(parts)
  let tree: FetchedTree | null = null
  try {
    // Before anything more is fetched.
    const accept = (manifest: NpmManifest) => checkPin(parts.db, pluginIdOf(name), manifest.version, pinOf(manifest))
    tree = await fetchTree(parts.registry, name, version, signal, accept)
    const { manifest, homepage } = tree
    const origin = {
      source: 'registry' as const,
      integrity: manifest.dist.integrity ?? null,
      pin: pinOf(manifest),
      homepage,
    }
    return await keep(parts, tree.folder, name, origin, tree.native, signal)
  } catch (error) {
    throw asRefusal(error)
  } finally {
    await tree?.remove()
  }
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
    return await keep(parts, tree.folder, name, origin, [], signal)
  } catch (error) {
    throw asRefusal(error)
  } finally {
    await tree.remove()
  }
}

/** The name of the piece in a tree that was exported: its folder is the one whose package is a piece by its name. */
async function pieceIn(folder: string): Promise<string> {
  const text = await readFile(join(folder, EXPORT_FILE), 'utf8').catch(() => null)
  if (text === null) return (await readManifestIn(join(folder, 'package'))).name
  const { package: name } = z.object({ package: z.string().max(214) }).parse(JSON.parse(text))
  return name
}

/** Names the piece in an archive of ours. */
export const EXPORT_FILE = 'chowk-piece.json'

/** @throws plugin_refused with the reason as a code, unavailable */
export async function fetchFromFile(
  parts: FetchParts,
  archive: Readable,
  signal: AbortSignal,
): Promise<store.PackageRow> {
  await removeOld(parts)
  const [tree, laid] = [await temporaryTree(), await temporaryTree()]
  try {
    const isOurs = (path: string) => path === EXPORT_FILE || path.startsWith('node_modules/')
    let first: string | null = null
    const place = (path: string): string => {
      if (isOurs(path)) return path
      first ??= path.split('/')[0] ?? ''
      return `package/${withoutFirst(path) ?? path}`
    }
    const { native } = await unpackInto(tree.folder, archive, place, { bytes: 0, files: 0 }, TREE_LIMITS)
    const name = await pieceIn(tree.folder).catch((error: unknown) => {
      throw error instanceof AppError ? error : refused('The archive has no package of npm in it.', 'not_a_package')
    })
    if (!/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name))
      throw refused('The archive has no package of npm in it.', 'not_a_package')
    const folder = first === null ? tree.folder : await layOut(tree.folder, laid.folder, name)
    await checkBundled(folder, name)
    return await keep(
      parts,
      folder,
      name,
      { source: 'file', integrity: null, pin: null, homepage: null },
      native,
      signal,
    )
  } catch (error) {
    throw asRefusal(error)
  } finally {
    await tree.remove()
    await laid.remove()
  }
}

/** A package that carries its libraries goes where it would be installed. */
async function layOut(from: string, to: string, name: string): Promise<string> {
  const target = join(to, 'node_modules', name)
  await mkdir(join(target, '..'), { recursive: true })
  await cp(join(from, 'package'), target, { recursive: true })
  return to
}

/** @throws plugin_refused naming libraries that are not in the archive */
async function checkBundled(folder: string, name: string): Promise<void> {
  const own = join(folder, 'node_modules', name)
  const { dependencies } = await readManifestIn(own)
  const missing: string[] = []
  for (const one of dependencies) {
    const places = [join(own, 'node_modules', one), join(folder, 'node_modules', one)]
    const found = await Promise.all(
      places.map((at) =>
        readFile(join(at, 'package.json')).then(
          () => true,
          () => false,
        ),
      ),
    )
    if (!found.includes(true)) missing.push(one)
  }
  if (missing.length > 0)
    throw refused(
      `The archive does not have the libraries that the piece needs: ${missing.slice(0, 5).join(', ')}. Export it from an installation that has it, or pack it with bundled dependencies.`,
      'libraries_missing',
    )
}
