/** `npm test`: everything, with one line at the end. `--e2e` runs only the browser tests. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildWebIfStale } from './build.ts'
import { provideChromium } from './chromium.ts'
import { bin, root, run } from './processes.ts'

const results = join(root, '.data/test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

interface Count {
  passed: number
  failed: number
  /** What failed, and what only went well the second time: one line each, for the end of the output. */
  notes: string[]
}

/** A run that ended badly without a failed test (a crash, a file that does not load) counts as one failure. */
function count(part: string, file: string, code: number, read: (report: unknown) => Count): Count {
  const counted = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0, notes: [] }
  if (code === 0 || counted.failed > 0) return counted
  return { ...counted, failed: 1, notes: [...counted.notes, `FAILED  the ${part} tests ended with code ${code}`] }
}

interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] | null }[]
  }[]
}

async function unitTests(): Promise<Count> {
  const file = join(results, 'unit.json')
  const code = await run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`])
  return count('unit', file, code, (report) => {
    const { numPassedTests, numFailedTests, testResults } = report as UnitReport
    const notes = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ failureMessages }) => failureMessages?.length)
        .map(({ status, fullName, failureMessages }) => {
          const reason = failureMessages?.[0]?.split('\n')[0]
          return `${status === 'failed' ? 'FAILED' : 'FLAKY'}  ${relative(root, name)} > ${fullName}: ${reason}`
        }),
    )
    return { passed: numPassedTests, failed: numFailedTests, notes }
  })
}

interface BrowserReport {
  stats: { expected: number; unexpected: number; flaky: number }
  suites: BrowserSuite[]
}
interface BrowserSuite {
  suites?: BrowserSuite[]
  specs: { file: string; line: number; title: string; tests: BrowserTest[] }[]
}
interface BrowserTest {
  status: string
  results: { error?: { message?: string; location?: { file: string; line: number } } }[]
}

/** What the tries of a test failed on: where, and the first lines of the reason, without their colours. */
const reasonsOf = ({ results }: BrowserTest): string =>
  results
    .flatMap(({ error }) => (error ? [error] : []))
    .map(({ message = '', location }) => {
      const lines = stripVTControlCharacters(message).split('\n').filter(Boolean).slice(0, 6)
      return `${location ? `${relative(root, location.file)}:${location.line} ` : ''}${lines.join(' | ')}`
    })
    .join(' || ')

async function browserTests(chromium: string): Promise<Count> {
  const file = join(results, 'browser.json')
  const code = await run(bin('playwright'), ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  const notes = ({ suites = [], specs }: BrowserSuite): string[] => [
    ...suites.flatMap(notes),
    ...specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map((one) => {
          const state = one.status === 'flaky' ? 'FLAKY' : 'FAILED'
          return `${state}  test/e2e/${file}:${line} > ${title}: ${reasonsOf(one)}`
        }),
    ),
  ]
  return count('browser', file, code, (report) => {
    const { stats, suites } = report as BrowserReport
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, notes: suites.flatMap(notes) }
  })
}

const chromium = await provideChromium()
await buildWebIfStale()
const counts = process.argv.includes('--e2e') ? [] : [await unitTests()]
counts.push(await browserTests(chromium))
const passed = counts.reduce((sum, c) => sum + c.passed, 0)
const failed = counts.reduce((sum, c) => sum + c.failed, 0)
for (const note of counts.flatMap(({ notes }) => notes)) console.log(note)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
