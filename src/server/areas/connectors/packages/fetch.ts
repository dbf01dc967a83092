/** Packages of npm fetched with their libraries, from the registry or a file, into a folder that goes when it was looked into. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { AppError, type ErrorCode } from '#contract/core/errors.ts'
import { NodeError } from '#nodes/node.ts'
import type { NpmManifest, NpmPackage, NpmRegistry } from '#server/gateways/npm/registry.ts'
import { resolvePackages } from '#server/gateways/npm/resolve.ts'
import { readableOf, type TreeSize, unpackInto } from '#server/gateways/npm/unpack.ts'
import { TREE_LIMITS, temporaryTree } from './trees.ts'

const AT_ONCE = 8

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

export interface Origin {
  source: 'registry' | 'file' | 'folder'
  integrity: string | null
  /** Tells whether a version is the same; of a file its tree. */
  pin: string | null
  homepage: string | null
}

export interface OwnManifest {
  name: string
  version: string
  description: string
  licence: string | null
  dependencies: string[]
  /** Its programs, by their names. */
  programs: Record<string, string>
}

const PackageJson = z.looseObject({
  name: z.string().max(214),
  version: z.string().max(100),
  license: z.unknown().optional(),
  description: z.string().optional().catch(undefined),
  dependencies: z.record(z.string(), z.string()).optional(),
  bin: z
    .union([z.string(), z.record(z.string(), z.string())])
    .optional()
    .catch(undefined),
})

export async function readManifestIn(folder: string): Promise<OwnManifest> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => null)
  let json: unknown = null
  try {
    json = JSON.parse(text ?? 'null')
  } catch {}
  const read = PackageJson.safeParse(json)
  if (!read.success) throw refused('The archive has no package of npm in it.', 'not_a_package')
  const { name, version, license, description = '', dependencies = {}, bin = {} } = read.data
  const licence = typeof license === 'string' ? license : ((license as { type?: string } | undefined)?.type ?? null)
  return {
    name,
    version,
    description: description.replaceAll('\u0000', '').slice(0, 1000).toWellFormed(),
    licence: licence && /^see |^unlicensed$/i.test(licence) ? null : licence,
    dependencies: Object.keys(dependencies),
    programs: typeof bin === 'string' ? { [name.split('/').at(-1) ?? name]: bin } : bin,
  }
}

/** @throws plugin_refused when this version was installed here with other bytes */
export function checkPin(version: string, pin: string, before: string | null): void {
  if (before === null || before === pin) return
  throw refused(
    `Version ${version} was installed here before with other content. A version never changes: someone may have replaced it. Nothing was installed.`,
    'plugin_bytes_changed',
    'version',
  )
}

/** What was fetched, for as long as it is looked into. */
export interface Fetched {
  /** With `node_modules` in it. */
  folder: string
  name: string
  own: OwnManifest
  origin: Origin
  /** Paths of native code that was left out. */
  native: string[]
}

/** Names the package in an archive of ours. It is part of the tree, so that what is stored can be exported as it is. */
export type Mark = 'chowk-piece.json' | 'chowk-mcp-server.json'

export async function foundIn(
  folder: string,
  name: string,
  origin: Origin,
  native: string[],
  mark: Mark,
): Promise<Fetched> {
  const own = await readManifestIn(join(folder, 'node_modules', name))
  await writeFile(join(folder, mark), JSON.stringify({ package: name }))
  return { folder, name, own, origin, native }
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

/**
 * @param accept asked before anything more than its manifest is fetched
 * @throws plugin_refused with the reason as a code, registry_unreachable, unavailable
 */
export async function fetchFromRegistry<T>(
  registry: NpmRegistry,
  wanted: { name: string; version: string | null; mark: Mark },
  accept: (version: string, pin: string) => Promise<void>,
  use: (fetched: Fetched) => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const { name, version, mark } = wanted
  let tree: FetchedTree | null = null
  try {
    tree = await fetchTree(registry, name, version, signal, (found) => accept(found.version, pinOf(found)))
    const { manifest, homepage } = tree
    const integrity = manifest.dist.integrity ?? null
    const origin = { source: 'registry' as const, integrity, pin: pinOf(manifest), homepage }
    return await use(await foundIn(tree.folder, name, origin, tree.native, mark))
  } catch (error) {
    throw asRefusal(error)
  } finally {
    await tree?.remove()
  }
}

/** Its name in a tree that was exported; otherwise the archive has one package. */
async function packageIn(folder: string, mark: Mark): Promise<string> {
  const text = await readFile(join(folder, mark), 'utf8').catch(() => null)
  if (text === null) return (await readManifestIn(join(folder, 'package'))).name
  const { package: name } = z.object({ package: z.string().max(214) }).parse(JSON.parse(text))
  return name
}

/** @throws plugin_refused with the reason as a code, unavailable */
export async function fetchFromFile<T>(
  archive: Readable,
  mark: Mark,
  use: (fetched: Fetched) => Promise<T>,
): Promise<T> {
  const [tree, laid] = [await temporaryTree(), await temporaryTree()]
  try {
    const isOurs = (path: string) => path === mark || path.startsWith('node_modules/')
    let first: string | null = null
    const place = (path: string): string => {
      if (isOurs(path)) return path
      first ??= path.split('/')[0] ?? ''
      return `package/${withoutFirst(path) ?? path}`
    }
    const { native } = await unpackInto(tree.folder, archive, place, { bytes: 0, files: 0 }, TREE_LIMITS)
    const name = await packageIn(tree.folder, mark).catch((error: unknown) => {
      throw error instanceof AppError ? error : refused('The archive has no package of npm in it.', 'not_a_package')
    })
    if (!/^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/.test(name))
      throw refused('The archive has no package of npm in it.', 'not_a_package')
    const folder = first === null ? tree.folder : await layOut(tree.folder, laid.folder, name)
    await checkBundled(folder, name)
    const origin = { source: 'file' as const, integrity: null, pin: null, homepage: null }
    return await use(await foundIn(folder, name, origin, native, mark))
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
export async function checkBundled(folder: string, name: string): Promise<void> {
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
      `The archive does not have the libraries that it needs: ${missing.slice(0, 5).join(', ')}. Export it from an installation that has it, or pack it with bundled dependencies.`,
      'libraries_missing',
    )
}
