/**
 * Public MCP servers from npm, each in the sandbox as an installation runs it: fetched with its libraries, started, its tools listed, and
 * one tool called that needs no account, or is expected to say that it may not connect. Without hosts, unless a server is named with some.
 * `node campaigns/mcp-servers.ts [--only NAME,…]`. Prints a line for each with its start time and memory, and the reasons of the rest;
 * exits non-zero when fewer than ten answer.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { parseArgs } from 'node:util'
import type { JsonObject } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import { fetchTree } from '#server/areas/connectors/packages/fetch.ts'
import { createMcpGateway } from '#server/gateways/mcp/mcp.ts'
import { hashTree } from '#server/gateways/npm/unpack.ts'
import { openScene } from '#test/support/pieces/scene.ts'

const { values } = parseArgs({ options: { only: { type: 'string' } } })

/** Words of names; all peers where none is given. */
const wanted = (values.only ?? '').split(',')

interface Peer {
  name: string
  arguments?: string[]
  environment?: Record<string, string>
  /** A tool that needs no account. Without one, listing its tools is what is asked of it. */
  call?: { tool: string; input: JsonObject }
}

const WARM_CALLS = 21
const KEY = 'campaign-key-0123456789abcdef0123456789abcdef'

const PEERS: readonly Peer[] = [
  { name: '@modelcontextprotocol/server-everything', call: { tool: 'echo', input: { message: 'hello' } } },
  {
    name: '@modelcontextprotocol/server-sequential-thinking',
    call: {
      tool: 'sequentialthinking',
      input: { thought: 'One', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    },
  },
  { name: '@modelcontextprotocol/server-memory', call: { tool: 'read_graph', input: {} } },
  {
    name: '@modelcontextprotocol/server-filesystem',
    arguments: ['.'],
    call: { tool: 'list_allowed_directories', input: {} },
  },
  { name: '@stripe/mcp', arguments: ['--tools=all', '--api-key=rk_test_0123456789abcdef'] },
  { name: '@notionhq/notion-mcp-server', environment: { NOTION_TOKEN: `ntn_${KEY}` } },
  { name: '@hubspot/mcp-server', environment: { PRIVATE_APP_ACCESS_TOKEN: `pat-na1-${KEY}` } },
  { name: '@supabase/mcp-server-supabase', arguments: [`--access-token=sbp_${KEY.slice(-32)}`] },
  { name: '@sentry/mcp-server', arguments: [`--access-token=${KEY}`] },
  { name: 'mongodb-mcp-server', call: { tool: 'list-knowledge-sources', input: {} } },
  { name: '@salesforce/mcp', arguments: ['--orgs', 'DEFAULT_TARGET_ORG', '--toolsets', 'all'] },
  { name: 'airtable-mcp-server', environment: { AIRTABLE_API_KEY: `pat${KEY}` } },
  { name: 'tavily-mcp', environment: { TAVILY_API_KEY: `tvly-${KEY}` } },
  { name: 'exa-mcp-server', environment: { EXA_API_KEY: KEY } },
  { name: 'firecrawl-mcp', environment: { FIRECRAWL_API_KEY: `fc-${KEY}` } },
  { name: '@upstash/context7-mcp' },
  { name: '@playwright/mcp' },
  { name: '@brave/brave-search-mcp-server', environment: { BRAVE_API_KEY: KEY } },
  { name: '@cloudflare/mcp-server-cloudflare', arguments: ['run', KEY] },
  { name: '@elastic/mcp-server-elasticsearch', environment: { ES_URL: 'https://es.example', ES_API_KEY: KEY } },
  { name: '@azure/mcp' },
  { name: '@twilio-alpha/mcp', arguments: [`AC${KEY.slice(-32)}/SK${KEY.slice(-32)}:secret`] },
  { name: '@heroku/mcp-server', environment: { HEROKU_API_KEY: KEY } },
  { name: 'mcp-remote' },
]

interface Outcome {
  name: string
  version: string
  fetched: { packages_mb: number; files: number; ms: number } | null
  started: { tools: number; ms: number; memory_mb: number } | null
  called: string
  reason: string
}

const folder = await mkdtemp(join(tmpdir(), 'chowk-mcp-servers-'))
const registry = process.env.PLUGIN_REGISTRY ?? 'https://registry.npmjs.org'
const scene = await openScene({ folder, registry })
const gateway = createMcpGateway({
  open: () => Promise.reject(new Error('Servers from packages open nothing here')),
  run: scene.servers.run,
})

/** As the product chooses it. */
async function programOf(tree: string, name: string): Promise<string> {
  const home = `node_modules/${name}`
  const { bin } = JSON.parse(await readFile(join(tree, home, 'package.json'), 'utf8')) as {
    bin?: string | Record<string, string>
  }
  const own = name.split('/').at(-1) ?? name
  const all = typeof bin === 'string' ? { [own]: bin } : (bin ?? {})
  const names = Object.keys(all).sort()
  const chosen = names.find((one) => one === own) ?? names.find((one) => /mcp|server/i.test(one)) ?? names[0]
  if (chosen === undefined) throw new Error('it has no program')
  return posix.normalize(`${home}/${all[chosen]}`)
}

const whyOf = (error: unknown): string =>
  error instanceof NodeError ? `${error.code}: ${error.message.slice(0, 400)}` : String(error).slice(0, 400)

async function tryPeer(peer: Peer): Promise<Outcome> {
  const outcome: Outcome = { name: peer.name, version: '', fetched: null, started: null, called: '-', reason: '' }
  const signal = AbortSignal.timeout(300_000)
  const began = performance.now()
  const tree = await fetchTree(scene.registry, peer.name, null, signal).catch((error: unknown) => whyOf(error))
  if (typeof tree === 'string') return { ...outcome, reason: tree }
  const { bytes, files, hash } = await hashTree(tree.folder)
  try {
    outcome.version = tree.manifest.version
    outcome.fetched = { packages_mb: Math.round(bytes / 1e6), files, ms: Math.round(performance.now() - began) }
    const start = {
      ...{ hash, folder: tree.folder, program: await programOf(tree.folder, peer.name), hosts: [], name: peer.name },
      ...{ arguments: peer.arguments ?? [], environment: peer.environment ?? {} },
    }
    const target = { id: hash, transport: 'stdio' as const, start, owner: 'campaign', secrets: [KEY] }
    const { description, took_ms, memory_mb } = await gateway.start(target, signal)
    outcome.started = { tools: description.tools.length, ms: took_ms, memory_mb }
    if (peer.call) {
      const { tool, input } = peer.call
      const answer = await gateway.call(target, { tool, input, signal })
      const times: number[] = []
      for (let n = 0; n < WARM_CALLS && !answer.failed; n++) {
        const called = performance.now()
        await gateway.call(target, { tool, input, signal })
        times.push(performance.now() - called)
      }
      const warm = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
      outcome.called = answer.failed
        ? `failed: ${answer.output.text.slice(0, 160)}`
        : `answered, warm in ${warm.toFixed(1)} ms`
    } else {
      // Warm: the second look is answered by the process that there is.
      await gateway.describe(target, signal)
      outcome.called = 'no tool without an account'
    }
  } catch (error) {
    outcome.reason = whyOf(error)
  } finally {
    scene.servers.retire(hash)
    await tree.remove()
  }
  return outcome
}

const outcomes: Outcome[] = []
for (const peer of PEERS) {
  if (!wanted.some((word) => peer.name.includes(word))) continue
  const one = await tryPeer(peer)
  outcomes.push(one)
  const { fetched, started } = one
  console.log(
    `${one.name} ${one.version}`.padEnd(56),
    fetched ? `fetched ${fetched.packages_mb} MB, ${fetched.files} files, ${fetched.ms} ms` : 'not fetched',
    started ? `| started ${started.ms} ms, ${started.memory_mb} MB, ${started.tools} tools | ${one.called}` : '',
    one.reason === '' ? '' : `| ${one.reason}`,
  )
}
const [listed, answered] = [
  outcomes.filter(({ started }) => started !== null).length,
  outcomes.filter(({ called }) => called.startsWith('answered')).length,
]
console.log(`${outcomes.length} tried: ${listed} started and listed their tools, ${answered} answered a call`)
await scene.stop()
await rm(folder, { recursive: true, force: true })
process.exit(values.only === undefined && listed < 10 ? 1 : 0)
