/** `npm test`: everything, with one line at the end. `--e2e` runs only the browser tests. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWebIfStale } from './build.ts'
import { provideChromium } from './chromium.ts'
import { bin, root, run } from './processes.ts'

const results = join(root, '.data/test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

interface Count {
  passed: number
  failed: number
}

/** A run that ended badly without a failed test (a crash, a file that does not load) counts as one failure. */
function count(file: string, code: number, read: (report: unknown) => Count): Count {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const counted = read(JSON.parse(readFileSync(file, 'utf8')))
  return code !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
}

async function unitTests(): Promise<Count> {
  const file = join(results, 'unit.json')
  const code = await run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  return count(file, code, (report) => {
    const { numPassedTests, numFailedTests } = report as { numPassedTests: number; numFailedTests: number }
    return { passed: numPassedTests, failed: numFailedTests }
  })
}

async function browserTests(chromium: string): Promise<Count> {
  const file = join(results, 'browser.json')
  const code = await run(bin('playwright'), ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  return count(file, code, (report) => {
    const { stats } = report as { stats: { expected: number; unexpected: number; flaky: number } }
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  })
}

const chromium = await provideChromium()
await buildWebIfStale()
const counts = process.argv.includes('--e2e') ? [] : [await unitTests()]
counts.push(await browserTests(chromium))
const passed = counts.reduce((sum, c) => sum + c.passed, 0)
const failed = counts.reduce((sum, c) => sum + c.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
