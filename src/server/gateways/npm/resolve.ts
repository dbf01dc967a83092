/** Which packages a package needs and where they go, as npm places them: as far up as nothing is in the way. No scripts, no links, no git. */
import { maxSatisfying, satisfies, validRange } from 'semver'
import { NodeError } from '#nodes/node.ts'
import type { NpmManifest, NpmPackage } from './registry.ts'

export interface Placed {
  /** `node_modules/a/node_modules/b` */
  path: string
  /** As the registry has it. */
  name: string
  manifest: NpmManifest
}

interface Place {
  path: string
  parent: Place | null
  version: string
  inside: Map<string, Place>
}

interface Wanted {
  at: Place
  as: string
  range: string
  by: string
}

export const MOST_PACKAGES = 800

const unresolved = (message: string): NodeError => new NodeError('dependency_unresolved', message)

/** `npm:other@^1` is another package under this name. */
function readRange(as: string, range: string): { name: string; range: string } {
  const [, name, version] = /^npm:((?:@[^/]+\/)?[^@]+)(?:@(.*))?$/.exec(range) ?? []
  return name === undefined ? { name: as, range } : { name, range: version ?? '*' }
}

function choose(found: NpmPackage, range: string): NpmManifest | null {
  const { latest, versions } = found
  if (latest !== null && (range === 'latest' || satisfies(latest, range))) return found.manifest(latest)
  const version = maxSatisfying(versions, range)
  return version === null ? null : found.manifest(version)
}

function needsOf(manifest: NpmManifest): [string, string][] {
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
  const needed = Object.entries(dependencies).filter(([name]) => !Object.hasOwn(optionalDependencies, name))
  const peers = Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name]?.optional !== true)
  return [...peers.filter(([name]) => !Object.hasOwn(dependencies, name)), ...needed]
}

/** Where the loader would find it from here. */
function visibleFrom(at: Place, name: string): Place | null {
  for (let place: Place | null = at; place; place = place.parent) {
    const found = place.inside.get(name)
    if (found) return found
  }
  return null
}

/** The highest place from which it is seen here, and where nothing of the name is in the way. */
function placeFor(at: Place, name: string): Place {
  let best = at
  for (let place: Place | null = at; place && !place.inside.has(name); place = place.parent) best = place
  return best
}

/**
 * @param find asked once for each package
 * @throws NodeError `dependency_unresolved`, `package_too_large`, and what `find` throws
 */
export async function resolvePackages(
  root: { name: string; manifest: NpmManifest },
  find: (name: string) => Promise<NpmPackage | null>,
): Promise<Placed[]> {
  const top: Place = { path: '', parent: null, version: '', inside: new Map() }
  const placed: Placed[] = []
  let level: Wanted[] = []
  const put = (at: Place, as: string, name: string, manifest: NpmManifest) => {
    if (placed.length >= MOST_PACKAGES)
      throw new NodeError('package_too_large', `The package needs more than ${MOST_PACKAGES} packages.`)
    const place: Place = {
      path: `${at.path === '' ? '' : `${at.path}/`}node_modules/${as}`,
      parent: at,
      version: manifest.version,
      inside: new Map(),
    }
    at.inside.set(as, place)
    placed.push({ path: place.path, name, manifest })
    for (const [needed, range] of needsOf(manifest)) next.push({ at: place, as: needed, range, by: name })
  }
  let next: Wanted[] = []
  put(top, root.name, root.name, root.manifest)
  while (next.length > 0) {
    level = next
    next = []
    const names = [...new Set(level.map(({ as, range }) => readRange(as, range).name))]
    // Asked together; placed in order, so that the same answers make the same tree.
    const packages = new Map(await Promise.all(names.map(async (name) => [name, await find(name)] as const)))
    for (const { at, as, range: given, by } of level) {
      const { name, range } = readRange(as, given)
      if (range !== 'latest' && validRange(range) === null)
        throw unresolved(`${by} needs ${as} from “${given.slice(0, 100)}”, which is not the registry.`)
      const seen = visibleFrom(at, as)
      if (seen && (range === 'latest' || satisfies(seen.version, range))) continue
      // Two wishes of one package that exclude each other: the first counts.
      if (at.inside.has(as)) continue
      const found = packages.get(name)
      const manifest = found && choose(found, range)
      if (!manifest) throw unresolved(`${by} needs ${name} ${range}, which the registry doesn’t have.`)
      put(placeFor(at, as), as, name, manifest)
    }
  }
  return placed
}
