/** The catalogue: apps as data in the repository. The index is read once, an app when it is first asked for. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Connector } from '#connectors/connector.ts'
import type { IndexedApp } from '#connectors/indexed-app.ts'
import { createCache } from '#server/platform/cache.ts'
import { DAY_MS } from '#shared/time.ts'
import { type App, wholeApp } from './app.ts'

export interface Catalogue {
  entries: readonly IndexedApp[]
  find(id: string): Promise<App | null>
}

/** So many apps are kept in memory, some 100 kB each. */
const MOST_KEPT = 40

/**
 * @param folder with `index.json` and a file per app
 * @param addresses other addresses for apps, by the beginnings of those that the catalogue has
 */
export function openCatalogue(folder: string, addresses: Readonly<Record<string, string>> = {}): Catalogue {
  const entries = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as IndexedApp[]
  const known = new Set(entries.map(({ id }) => id))
  // The longest first: it may begin with another one.
  const moves = Object.entries(addresses).sort(([a], [b]) => b.length - a.length)
  const moved = (text: string) => moves.reduce((whole, [from, to]) => whole.replaceAll(from, to), text)
  const read = async (id: string) => {
    const text = moved(await readApp(join(folder, `${id}.json`)))
    const connector = JSON.parse(text) as Connector
    // Hosts are named without their scheme.
    return wholeApp({ ...connector, hosts: connector.hosts.map((host) => hostAt(addresses, host)) })
  }
  const kept = createCache(read, { epoch: () => 0, lag_ms: DAY_MS, max: MOST_KEPT })
  return { entries, find: async (id) => (known.has(id) ? kept.get(id) : null) }
}

/** The file of an app, which the image keeps packed: a tenth of the size. */
async function readApp(path: string): Promise<string> {
  const packed = await readFile(`${path}.gz`).catch(() => null)
  return packed ? gunzipSync(packed).toString('utf8') : readFile(path, 'utf8')
}

function hostAt(addresses: Readonly<Record<string, string>>, host: string): string {
  const to = addresses[`https://${host}`]
  return to === undefined ? host : new URL(to).host
}
