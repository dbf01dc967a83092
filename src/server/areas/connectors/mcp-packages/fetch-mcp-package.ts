/** Fetches a package with its libraries and reads what its code names. Nothing of it is run or in use yet. */
import { stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { NodeError } from '#nodes/node.ts'
import { PieceFailure, type RunPieceWork } from '#nodes/piece-work.ts'
import {
  checkPin,
  type Fetched,
  fetchFromFile,
  fetchFromRegistry,
  type OwnManifest,
  refused,
} from '#server/areas/connectors/packages/fetch.ts'
import type { Trees } from '#server/areas/connectors/packages/trees.ts'
import type { NpmRegistry } from '#server/gateways/npm/registry.ts'
import { hashTree } from '#server/gateways/npm/unpack.ts'
import type { Database } from '#server/platform/database/database.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import * as store from './mcp-packages.store.ts'

export interface FetchParts {
  db: Database
  registry: NpmRegistry
  /** Reads code in a process of its own. */
  processes: { run: RunPieceWork }
  trees: Trees
}

const MARK = 'chowk-mcp-server.json'
const LOOK_MS = 40_000
const MOST_NAMES = 200

/** Of several, the one that is called as the package, or as servers mostly are. */
function chooseProgram({ name, programs }: OwnManifest): string {
  const own = name.split('/').at(-1) ?? name
  const names = Object.keys(programs).sort()
  const chosen = names.find((one) => one === own) ?? names.find((one) => /mcp|server/i.test(one)) ?? names[0]
  const path = chosen === undefined ? undefined : programs[chosen]
  if (path === undefined)
    throw refused('This package has no program, so no MCP server can be started from it.', 'not_a_server')
  return path
}

/** @throws plugin_refused for one that is not in the package */
async function programIn(folder: string, own: OwnManifest): Promise<string> {
  const home = `node_modules/${own.name}`
  const path = posix.normalize(`${home}/${chooseProgram(own)}`)
  const isInside = path.startsWith(`${home}/`)
  for (const one of isInside ? [path, `${path}.js`] : [])
    if (
      await stat(join(folder, one)).then(
        (found) => found.isFile(),
        () => false,
      )
    )
      return one
  throw refused('The program that this package names is not in it.', 'not_a_server')
}

const Names = z.object({ hosts: z.array(z.string()), variables: z.array(z.string()), unread: z.array(z.string()) })

/** What its own code names. Code that is too long to be read is no reason to refuse it: nothing follows from what is found. */
async function readNames({ processes }: FetchParts, folder: string, name: string, signal: AbortSignal) {
  try {
    const { value } = await processes.run({
      ...{ hash: `check-${uuidv7()}`, owner: 'installation', hosts: { hosts: [], entered: [] }, signal },
      ...{ deadline_ms: LOOK_MS, answer: async () => null },
      work: { type: 'hosts', folder: join(folder, 'node_modules', name) },
    })
    const { hosts, variables, unread } = Names.parse(value)
    const warnings = unread.length > 0 ? [`${unread.length} of its files could not be searched for hosts.`] : []
    return { hosts: hosts.slice(0, MOST_NAMES), environment: variables.slice(0, MOST_NAMES), warnings }
  } catch (error) {
    const isUnread = error instanceof PieceFailure || (error instanceof NodeError && error.code.startsWith('piece_'))
    if (!isUnread) throw error
    return { hosts: [], environment: [], warnings: ['Its code is too large to be searched for hosts and variables.'] }
  }
}

async function keep(
  parts: FetchParts,
  { folder, name, own, origin, native }: Fetched,
  signal: AbortSignal,
): Promise<store.VersionRow> {
  const program = await programIn(folder, own)
  const tree = await hashTree(folder)
  // The same files as came from the registry before are that version, wherever they come from now.
  const pin = origin.pin ?? (await store.findPinOfTree(parts.db, name, tree.hash)) ?? tree.hash
  checkPin(own.version, pin, await store.findPin(parts.db, name, own.version))
  const { warnings, ...names } = await readNames(parts, folder, name, signal)
  if (own.licence === null) warnings.unshift('The package names no licence.')
  if (native.length > 0) warnings.push('Native code of its libraries was left out. Tools that need it fail.')
  await parts.trees.keep(tree.hash, folder)
  return store.keepVersion(parts.db, {
    ...{ package: name, version: own.version, source: origin.source === 'registry' ? 'registry' : 'file', pin },
    ...{ integrity: origin.integrity, ...tree, program, ...names, warnings },
    ...{ description: own.description, licence: own.licence, website: origin.homepage },
  })
}

/** Versions that nobody took within a day are removed when another one is fetched. */
async function removeOld({ db, trees }: FetchParts): Promise<void> {
  for (const hash of await store.deleteOldVersions(db)) await trees.remove(hash)
}

/** @throws plugin_refused with the reason as a code, registry_unreachable, unavailable */
export async function fetchMcpPackage(
  parts: FetchParts,
  name: string,
  version: string | null,
  signal: AbortSignal,
): Promise<store.VersionRow> {
  await removeOld(parts)
  const accept = async (found: string, pin: string) => checkPin(found, pin, await store.findPin(parts.db, name, found))
  const use = (fetched: Fetched) => keep(parts, fetched, signal)
  return fetchFromRegistry(parts.registry, { name, version, mark: MARK }, accept, use, signal)
}

/** @throws plugin_refused with the reason as a code, unavailable */
export async function fetchMcpPackageFile(
  parts: FetchParts,
  archive: Readable,
  signal: AbortSignal,
): Promise<store.VersionRow> {
  await removeOld(parts)
  return fetchFromFile(archive, MARK, (fetched) => keep(parts, fetched, signal))
}
