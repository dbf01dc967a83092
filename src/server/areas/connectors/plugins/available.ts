/** Pieces that the registry has. Where it has no search, those of our own list; where it can't be reached, that is said. */
import { KNOWN_PIECES } from '#connectors/pieces/known-pieces.ts'
import { pluginIdOf } from '#connectors/pieces/read-piece.ts'
import type { PluginSummary } from '#contract/connectors/plugins.ts'
import { NodeError } from '#nodes/node.ts'
import type { NpmRegistry } from '#server/gateways/npm/registry.ts'
import { createCache } from '#server/platform/cache.ts'
import { MINUTE_MS } from '#shared/time.ts'

export interface AvailablePieces {
  search: 'registry' | 'list' | 'unreachable'
  message: string | null
  pieces: readonly { package: string; version: string | null; description: string }[]
}

const SCOPE = '@activepieces/piece-'
const WAIT_MS = 8000
const FRESH_MS = MINUTE_MS

const fromList = (search: 'list' | 'unreachable', message: string): AvailablePieces => ({
  search,
  message,
  pieces: KNOWN_PIECES.map((name) => ({ package: `${SCOPE}${name}`, version: null, description: '' })),
})

async function ask(registry: NpmRegistry): Promise<AvailablePieces> {
  try {
    const found = await registry.search(`${SCOPE}`, AbortSignal.timeout(WAIT_MS))
    if (found === null)
      return fromList(
        'list',
        `The npm registry at ${new URL(registry.address).host} has no search. These are pieces that are known to be on npm; it may not have all of them.`,
      )
    const pieces = found
      .filter(({ name }) => name.startsWith(SCOPE))
      .map(({ name, version, description }) => ({ package: name, version, description }))
    return { search: 'registry', message: null, pieces }
  } catch (error) {
    const why = error instanceof NodeError ? error.message : 'It did not answer in time'
    const gone = `${why}. Pieces can be installed from a file.`
    if (error instanceof NodeError || (error as Error).name === 'TimeoutError')
      return { ...fromList('unreachable', gone), pieces: [] }
    throw error
  }
}

/** @returns what the registry answered last, at most a minute ago */
export function createAvailable(registry: NpmRegistry): () => Promise<AvailablePieces> {
  const cache = createCache(() => ask(registry), { epoch: () => Math.floor(Date.now() / FRESH_MS), lag_ms: 0, max: 1 })
  return () => cache.get('')
}

/** `google-sheets` → `Google Sheets` */
export const nameOfPackage = (packageName: string): string =>
  packageName
    .replace(/^@[^/]+\//, '')
    .replace(/^piece-/, '')
    .split(/[-_.]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

export const presentAvailable = (one: AvailablePieces['pieces'][number]): PluginSummary => ({
  id: pluginIdOf(one.package),
  package: one.package,
  name: nameOfPackage(one.package),
  description: one.description.slice(0, 300),
  categories: [],
  logo: null,
  source: 'registry',
  verified: one.package.startsWith('@activepieces/'),
  state: 'available',
  version: null,
  latest: one.version,
  licence: null,
  actions: null,
  triggers: null,
})
