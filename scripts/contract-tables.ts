/**
 * The Vite plugin behind `virtual:endpoints`, `virtual:closed-endpoints`, `virtual:visitor-endpoints` and `virtual:guards`: the contract as plain tables, made when the bundle is made, so
 * that neither the schema library nor what only the server needs is part of a browser's first load. Types still come from the
 * contract. `endpoints` is `{name: [method, path, open, timeout?, answers?]}`, `guards` is `{path: guard}` of the pages.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { LIMITS } from '#contract/core/limits.ts'
import { PAGES } from '#contract/platform/pages.ts'

const contract = fileURLToPath(new URL('../src/contract/', import.meta.url))
const file = join(contract, 'api.ts')

type Row = [method: string, path: string, open: 0 | 1, timeout?: number, answers?: EndpointDefinition['answers']]

/** What most endpoints have is left out, so the table stays small. */
function rowOf(e: EndpointDefinition): Row {
  const open = e.access.type === 'public' ? 1 : 0
  const timeout = e.timeout ?? LIMITS.timeouts.api
  if (e.answers && e.answers !== 'envelope') return [e.method, e.path, open, timeout, e.answers]
  return timeout === LIMITS.timeouts.api ? [e.method, e.path, open] : [e.method, e.path, open, timeout]
}

/** The endpoints as they are on disk now: those that pages begin with, or those that need a token or come late. */
async function endpointTable(isChosen: (e: EndpointDefinition) => boolean): Promise<Record<string, Row>> {
  const { api } = (await import(`${pathToFileURL(file).href}?at=${statSync(file).mtimeMs}`)) as {
    api: Record<string, EndpointDefinition>
  }
  const chosen = Object.entries(api).filter(([, e]) => isChosen(e))
  return Object.fromEntries(chosen.map(([name, e]) => [name, rowOf(e)]))
}

const isFirst = (e: EndpointDefinition) => e.access.type === 'public' && !e.late
/** What the page of a chat asks for, which loads nothing of the product. */
const isOfVisitor = ({ method, path }: EndpointDefinition) =>
  path.startsWith('/api/chats/') || (method === 'POST' && path === '/api/v1/files')

const guardTable = async () => Object.fromEntries(PAGES.map(({ path, guard }) => [path, guard]))

const TABLES: Record<string, () => Promise<object>> = {
  'virtual:endpoints': () => endpointTable(isFirst),
  'virtual:closed-endpoints': () => endpointTable((e) => !isFirst(e)),
  'virtual:visitor-endpoints': () => endpointTable(isOfVisitor),
  'virtual:guards': guardTable,
}

export function contractTables(): Plugin {
  return {
    name: 'chowk-contract-tables',
    resolveId: (id) => (id in TABLES ? `\0${id}` : null),
    async load(id) {
      const table = TABLES[id.slice(1)]
      if (!table || !id.startsWith('\0')) return null
      this.addWatchFile(file)
      return `export default ${JSON.stringify(await table())}`
    },
  }
}
