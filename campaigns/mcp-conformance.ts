/**
 * The official conformance tests of the Model Context Protocol against our client and our server. They are installed into a
 * temporary folder: with 51 MB and a web server of their own they are no dependency. `node campaigns/mcp-conformance.ts [--folder DIR]`
 * Prints each scenario, and exits non-zero when one fails that is not expected to. Needs Node 22 or later, and the registry.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'

const PACKAGE = '@modelcontextprotocol/conformance@0.1.16'
const { values } = parseArgs({ options: { folder: { type: 'string' } } })

/** Scenarios, and why one is not expected to pass. */
type Scenarios = Record<string, string | null>

const CLIENT: Scenarios = {
  initialize: null,
  tools_call: null,
  'elicitation-sep1034-client-defaults': null,
  'sse-retry': null,
  'auth/metadata-default': null,
  'auth/metadata-var1': null,
  'auth/metadata-var2': null,
  'auth/metadata-var3': null,
  'auth/basic-cimd': null,
  'auth/scope-from-www-authenticate': null,
  'auth/scope-from-scopes-supported': null,
  'auth/scope-omitted-when-undefined': null,
  'auth/scope-step-up': null,
  'auth/scope-retry-limit': null,
  'auth/token-endpoint-auth-basic': null,
  'auth/token-endpoint-auth-post': null,
  'auth/token-endpoint-auth-none': null,
  'auth/pre-registration': null,
  'auth/2025-03-26-oauth-metadata-backcompat': null,
  'auth/2025-03-26-oauth-endpoint-fallback': null,
  'auth/resource-mismatch': null,
  'auth/offline-access-scope': null,
  'auth/offline-access-not-supported': null,
}

const NO_MEDIA = 'results are text and data'
const NO_SERVER_REQUESTS = 'no sessions: the server asks its client nothing'
const NO_RESOURCES = 'no resources: their capability is not announced'
const NO_PROMPTS = 'no prompts: their capability is not announced'

const SERVER: Scenarios = {
  'server-initialize': null,
  ping: null,
  'tools-list': null,
  'tools-call-simple-text': null,
  'tools-call-error': null,
  'json-schema-2020-12': null,
  'dns-rebinding-protection': null,
  'server-sse-multiple-streams': null,
  'server-sse-polling': null,
  'logging-set-level': 'no logging: its capability is not announced',
  'completion-complete': 'no completions: their capability is not announced',
  'tools-call-image': NO_MEDIA,
  'tools-call-audio': NO_MEDIA,
  'tools-call-embedded-resource': NO_MEDIA,
  'tools-call-mixed-content': NO_MEDIA,
  'tools-call-with-logging': 'no logging: its capability is not announced',
  'tools-call-with-progress': 'no progress: longer runs are checked with get_run',
  'tools-call-sampling': NO_SERVER_REQUESTS,
  'tools-call-elicitation': NO_SERVER_REQUESTS,
  'elicitation-sep1034-defaults': NO_SERVER_REQUESTS,
  'elicitation-sep1330-enums': NO_SERVER_REQUESTS,
  'resources-list': NO_RESOURCES,
  'resources-read-text': NO_RESOURCES,
  'resources-read-binary': NO_RESOURCES,
  'resources-templates-read': NO_RESOURCES,
  'resources-subscribe': NO_RESOURCES,
  'resources-unsubscribe': NO_RESOURCES,
  'prompts-list': NO_PROMPTS,
  'prompts-get-simple': NO_PROMPTS,
  'prompts-get-with-args': NO_PROMPTS,
  'prompts-get-embedded-resource': NO_PROMPTS,
  'prompts-get-with-image': NO_PROMPTS,
}

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'chowk-mcp-conformance-'))
if (values.folder === undefined)
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE], {
    stdio: 'inherit',
  })
const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const command = `${process.execPath} scripts/run.mjs test/support/mcp-conformance-client.ts`
const run = promisify(execFile)

async function passes(scenario: string, args: readonly string[], isExpected: boolean): Promise<boolean> {
  try {
    await run(process.execPath, [program, ...args, '--scenario', scenario], { maxBuffer: 64_000_000 })
    return true
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const lines = (stdout + stderr).split('\n').filter((line) => /fail|error/i.test(line))
    if (isExpected) console.log([scenario, ...lines.slice(0, 8)].join('\n'))
    return false
  }
}

/** @returns how many failed that were expected to pass */
async function tryAll(what: string, scenarios: Scenarios, args: readonly string[]): Promise<number> {
  const rows: Record<string, { passed: boolean; expected: string }> = {}
  for (const [scenario, why] of Object.entries(scenarios))
    rows[scenario] = { passed: await passes(scenario, args, why === null), expected: why ?? '' }
  console.table(rows)
  const all = Object.values(rows)
  const unexpected = all.filter(({ passed, expected }) => !passed && expected === '').length
  const passed = all.filter((one) => one.passed).length
  const wanted = all.filter(({ expected }) => expected === '').length
  console.log(
    `${what}: ${passed} of ${all.length} scenarios passed, ${wanted} were expected to, ${unexpected} failed unexpectedly`,
  )
  return unexpected
}

/** Our server in a process of its own. */
async function startServer(): Promise<{ address: string; stop(): void }> {
  const server = spawn(process.execPath, ['scripts/run.mjs', 'test/support/mcp-conformance-server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [first] = (await once(server.stdout, 'data')) as [Buffer]
  return { address: `${String(first).trim()}/mcp`, stop: () => server.kill() }
}

const clientFailures = await tryAll('client', CLIENT, ['client', '--command', command])
const server = await startServer()
const serverFailures = await tryAll('server', SERVER, ['server', '--url', server.address])
server.stop()
process.exit(clientFailures + serverFailures === 0 ? 0 : 1)
