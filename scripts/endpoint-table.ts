/**
 * The Vite plugin behind `virtual:endpoints`: a plain table `{name: [method, path, open, timeout?, answers?]}` read from the contract
 * when the bundle is made, so the schema library stays out of what a browser downloads. Types still come from the contract.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { EndpointDefinition } from '#contract/endpoint.ts'
import { LIMITS } from '#contract/limits.ts'

const contract = fileURLToPath(new URL('../src/contract/', import.meta.url))
const file = join(contract, 'api.ts')
const NAME = 'virtual:endpoints'
const RESOLVED = `\0${NAME}`

type Row = [method: string, path: string, open: 0 | 1, timeout?: number, answers?: EndpointDefinition['answers']]

/** What most endpoints have is left out, so the table stays small. */
function rowOf(e: EndpointDefinition): Row {
  const open = e.access.type === 'public' ? 1 : 0
  const timeout = e.timeout ?? LIMITS.timeouts.api
  if (e.answers && e.answers !== 'envelope') return [e.method, e.path, open, timeout, e.answers]
  return timeout === LIMITS.timeouts.api ? [e.method, e.path, open] : [e.method, e.path, open, timeout]
}

/** The table as it is on disk now. */
export async function endpointTable(): Promise<Record<string, Row>> {
  const { api } = (await import(`${pathToFileURL(file).href}?at=${statSync(file).mtimeMs}`)) as {
    api: Record<string, EndpointDefinition>
  }
  return Object.fromEntries(Object.entries(api).map(([name, e]) => [name, rowOf(e)]))
}

export function endpoints(): Plugin {
  return {
    name: 'chowk-endpoints',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    async load(id) {
      if (id !== RESOLVED) return null
      this.addWatchFile(file)
      return `export default ${JSON.stringify(await endpointTable())}`
    },
  }
}
