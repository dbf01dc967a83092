/**
 * The official conformance tests of the Model Context Protocol against our client. They are installed into a temporary folder: with
 * 51 MB and a web server of their own they are no dependency. `node campaigns/mcp-conformance.ts [--folder DIR]`
 * Prints each scenario, and exits non-zero when one fails that is not expected to. Needs Node 22 or later, and the registry.
 */
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'

const PACKAGE = '@modelcontextprotocol/conformance@0.1.16'
const { values } = parseArgs({ options: { folder: { type: 'string' } } })

/** Scenarios, and why one is not expected to pass. */
const SCENARIOS: Record<string, string | null> = {
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
  'auth/scope-step-up': 'a person has to agree to more scopes: the connection is made again by hand',
  'auth/scope-retry-limit': 'as above',
  'auth/token-endpoint-auth-basic': null,
  'auth/token-endpoint-auth-post': null,
  'auth/token-endpoint-auth-none': null,
  'auth/pre-registration': null,
  'auth/2025-03-26-oauth-metadata-backcompat': null,
  'auth/2025-03-26-oauth-endpoint-fallback': 'servers of March 2025 without metadata: their addresses would be guessed',
  'auth/resource-mismatch': null,
  'auth/offline-access-scope': null,
  'auth/offline-access-not-supported': null,
}

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'chowk-mcp-conformance-'))
if (values.folder === undefined)
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', PACKAGE], {
    stdio: 'inherit',
  })
const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')
const command = `${process.execPath} scripts/run.mjs test/support/mcp-conformance-client.ts`
const run = promisify(execFile)

async function passes(scenario: string): Promise<boolean> {
  const args = [program, 'client', '--command', command, '--scenario', scenario]
  try {
    await run(process.execPath, args, { maxBuffer: 64_000_000 })
    return true
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    console.log(
      `${scenario}\n${(stdout + stderr)
        .split('\n')
        .filter((line) => /fail|error/i.test(line))
        .slice(0, 8)
        .join('\n')}`,
    )
    return false
  }
}

const rows: Record<string, { passed: boolean; expected: string }> = {}
let unexpected = 0
for (const [scenario, why] of Object.entries(SCENARIOS)) {
  const passed = await passes(scenario)
  if (!passed && why === null) unexpected++
  rows[scenario] = { passed, expected: why ?? '' }
}
console.table(rows)
const all = Object.values(rows)
console.log(
  `${all.filter(({ passed }) => passed).length} of ${all.length} scenarios passed, ${unexpected} failed unexpectedly`,
)
process.exit(unexpected === 0 ? 0 : 1)
