/**
 * What processes of plugins and of MCP servers from packages take, and what a warm call of one costs.
 * `npm run bench -- guests [--only NAME,…]`, with packages of the registry (`PLUGIN_REGISTRY`).
 *
 * PSS is the figure: a page that several processes share counts in parts, so that all together are what the machine gives. Resident memory
 * counts the 110 MB program of Node in each, however many there are. Two processes of Node run beside it, as they do in an installation.
 * A piece is measured after an action of it that has no account: all its code is loaded, and it has tried to connect.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { PieceJob, Work } from '#nodes/piece-work.ts'
import { fetchTree } from '#server/areas/connectors/packages/fetch.ts'
import { createMcpGateway } from '#server/gateways/mcp/mcp.ts'
import { hashTree } from '#server/gateways/npm/unpack.ts'
import { openScene } from '#test/support/pieces/scene.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const words = (values.only ?? '').split(',')

const PIECES: Readonly<Record<string, string>> = {
  '@activepieces/piece-slack': 'send_channel_message',
  '@activepieces/piece-notion': 'create_database_item',
  '@activepieces/piece-woocommerce': 'Create Customer',
  '@activepieces/piece-wordpress': 'create_wordpress_post',
  '@activepieces/piece-shopify': 'create_customer',
}
const SERVERS: Readonly<Record<string, [string, JsonObject] | null>> = {
  '@modelcontextprotocol/server-everything': ['echo', { message: 'hello' }],
  '@modelcontextprotocol/server-filesystem': ['list_allowed_directories', {}],
  '@notionhq/notion-mcp-server': null,
  '@sentry/mcp-server': null,
}
const ARGUMENTS: Readonly<Record<string, string[]>> = {
  '@modelcontextprotocol/server-filesystem': ['.'],
  '@sentry/mcp-server': [`--access-token=${'a'.repeat(64)}`],
}
const WARM_CALLS = 51
const MOST_PSS_MB = 60
const REGISTRY = process.env.PLUGIN_REGISTRY ?? 'https://registry.npmjs.org'

const folder = mkdtempSync(join(tmpdir(), 'chowk-bench-guests-'))
const scene = await openScene({ folder, registry: REGISTRY })
const gateway = createMcpGateway({
  open: () => Promise.reject(new Error('Servers from packages open nothing here')),
  run: scene.servers.run,
})

const others = [0, 1].map(() => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' }))

interface Measured {
  'PSS MB': number
  'resident MB': number
  'start ms': number
  'warm call ms': number | null
}

/** Of the only process that there is. */
function memoryOf([pid]: readonly number[]): Pick<Measured, 'PSS MB' | 'resident MB'> {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')
  const mb = (name: string) => Math.round(Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) / 1000)
  return { 'PSS MB': mb('Pss'), 'resident MB': mb('Rss') }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work().catch(() => undefined)
  return performance.now() - began
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function repeat(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < WARM_CALLS; n++) times.push(await timed(work))
  return Number(median(times).toFixed(1))
}

async function measurePiece(tree: string, hash: string, name: string, action: string): Promise<Measured> {
  const info = { run: 'bench', step: 'step', workflow: 'bench', public_url: 'https://chowk.example' }
  const auth = { type: 'SECRET_TEXT', secret_text: 'x' } as unknown as (Work & { type: 'run' })['auth']
  const work: Work = { type: 'run', folder: tree, package: name, action, input: {}, auth, info }
  const job: PieceJob = {
    ...{ work, hash, owner: 'bench', hosts: { hosts: [], entered: [] }, answer: async () => null },
    ...{ signal: AbortSignal.timeout(120_000), deadline_ms: 60_000 },
  }
  const started = await timed(() => scene.processes.run(job))
  const warm = await repeat(() => scene.processes.run(job))
  return { ...memoryOf(scene.processes.pids()), 'start ms': Math.round(started), 'warm call ms': warm }
}

async function measureServer(
  tree: string,
  hash: string,
  name: string,
  call: [string, JsonObject] | null,
): Promise<Measured> {
  const home = `node_modules/${name}`
  const { bin } = JSON.parse(await readFile(join(tree, home, 'package.json'), 'utf8'))
  const program = join(home, typeof bin === 'string' ? bin : (Object.values(bin as Record<string, string>)[0] ?? ''))
  const start = {
    ...{ hash, folder: tree, program, name, hosts: [], arguments: ARGUMENTS[name] ?? [] },
    environment: { NOTION_TOKEN: 'ntn_x' },
  }
  const target = { id: hash, transport: 'stdio' as const, start, owner: 'bench', secrets: [] }
  const signal = AbortSignal.timeout(120_000)
  const started = await timed(() => gateway.describe(target, signal))
  const warm = call && (await repeat(() => gateway.call(target, { tool: call[0], input: call[1], signal })))
  return { ...memoryOf(scene.servers.pids()), 'start ms': Math.round(started), 'warm call ms': warm }
}

const table: Record<string, Measured | { failed: string }> = {}
async function measure(name: string, work: (tree: string, hash: string) => Promise<Measured>): Promise<void> {
  if (!words.some((word) => name.includes(word))) return
  const tree = await fetchTree(scene.registry, name, null, AbortSignal.timeout(300_000))
  try {
    const { hash } = await hashTree(tree.folder)
    table[name] = await work(tree.folder, hash)
    for (const pool of [scene.processes, scene.servers]) pool.retire(hash)
  } catch (error) {
    table[name] = { failed: String(error).slice(0, 80) }
  } finally {
    await tree.remove()
  }
}

for (const [name, action] of Object.entries(PIECES))
  await measure(name, (tree, hash) => measurePiece(tree, hash, name, action))
for (const [name, call] of Object.entries(SERVERS))
  await measure(name, (tree, hash) => measureServer(tree, hash, name, call))
console.table(table)
await scene.stop()
for (const other of others) other.kill()
rmSync(folder, { recursive: true, force: true })
const pieces = Object.keys(PIECES).flatMap((name) => table[name] ?? [])
process.exit(pieces.some((one) => 'failed' in one || one['PSS MB'] > MOST_PSS_MB) ? 1 : 0)
