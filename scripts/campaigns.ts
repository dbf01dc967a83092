/**
 * `npm run campaigns`: every long trial in turn, then the long form of the tests that have one, with a table at the end. `-- NAME…` runs
 * those whose name holds one of these words. The trials of `campaigns/` take options of their own when they are run by themselves.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { provideTestBrowser } from './chromium.ts'
import { bin, root, run } from './processes.ts'

/** They need what is not in the repository or not everywhere: a folder of workflows or documents, a download, mounts of their own. */
const BY_HAND = ['imports', 'openapi', 'firebase', 'faults', 'mcp-conformance', 'mcp-servers']
/** What `docs/figures.md` was measured with, where that is not the default. */
const OPTIONS: Record<string, string[]> = {
  canary: ['--documents', '500', '--agents', '12'],
  chaos: ['--everything'],
  'hostile-load': ['--p99-ms', '400'],
  'random-programs': ['--programs', '10000'],
}

/** Tests that try more when LONG is set (`test/support/scale.ts`). */
const LONG_TESTS: readonly string[] = [
  'src/graph/expressions/fast-expression.test.ts',
  'src/nodes/lib/ai/rules.test.ts',
  'src/nodes/lib/legal/hostile.test.ts',
  'src/server/areas/billing/charges/charges.test.ts',
  'src/server/areas/billing/charges/crash.test.ts',
  'src/server/areas/billing/charges/free-runs.test.ts',
  'src/server/areas/billing/charges/model.test.ts',
  'src/server/areas/billing/coupons/redeem.test.ts',
  'src/server/areas/billing/disputes/evidence-sent-back.test.ts',
  'src/server/areas/billing/payouts/storm.test.ts',
  'src/server/areas/billing/subscriptions/model.test.ts',
  'src/server/areas/runs/recovery/recovery.routes.test.ts',
  'src/server/areas/platform/transfers/reach.test.ts',
  'src/server/gateways/vault/redact-cost.test.ts',
  'src/server/platform/mail/hostile-words.test.ts',
  'src/server/runners/documents/hostile.test.ts',
  'test/bounded-lists.test.ts',
  'test/connector-secrets.test.ts',
  'test/durability.test.ts',
  'test/extract.test.ts',
  'test/start.test.ts',
  'test/workspace-migration.test.ts',
  'test/e2e/drawn-pages.spec.ts',
  'test/e2e/every-page',
  'test/e2e/hostile-text.spec.ts',
  'test/e2e/money-lists.spec.ts',
]

const programs = readdirSync(join(root, 'campaigns'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !BY_HAND.includes(name))
const trials = [
  ...programs.map((name) => ({
    name,
    start: () => run(process.execPath, ['--no-warnings', `campaigns/${name}.ts`, ...(OPTIONS[name] ?? [])]),
  })),
  ...LONG_TESTS.map((path) => ({
    name: path,
    start: async () => {
      const env = { LONG: 'yes' }
      if (path.endsWith('.test.ts')) return run(bin('vitest'), ['run', path], env)
      return run(bin('playwright'), ['test', path], { ...env, CHROMIUM_PATH: await provideTestBrowser() })
    },
  })),
]

const words = process.argv.slice(2)
const rows: { trial: string; minutes: string; ended: string }[] = []
for (const { name, start } of trials.filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)) {
  const began = performance.now()
  const code = await start()
  rows.push({
    trial: name,
    minutes: ((performance.now() - began) / 60_000).toFixed(1),
    ended: code === 0 ? 'well' : `code ${code}`,
  })
}
console.table(rows)
process.exit(rows.every(({ ended }) => ended === 'well') ? 0 : 1)
