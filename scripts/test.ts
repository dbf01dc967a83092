/**
 * `npm test`: everything, with the time of each part and one line at the end. `npm test -- PATH…` runs the files whose path holds one of
 * these words: those of the browser when it is one of `test/e2e`. `--e2e` runs all browser tests and nothing else.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildWebIfStale } from './build.ts'
import { provideTestBrowser } from './chromium.ts'
import { bin, root, run } from './processes.ts'

const results = join(root, '.data/test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

function minutes(ms: number): string {
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
}

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

async function unitTests(paths: readonly string[]): Promise<Count> {
  // Some start the whole product, which serves the built pages.
  if (paths.length === 0) await buildWebIfStale()
  const file = join(results, 'unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const code = await run(bin('vitest'), ['run', ...paths, ...reporters])
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

async function browserTests(paths: readonly string[]): Promise<Count> {
  const file = join(results, 'browser.json')
  const CHROMIUM_PATH = await provideTestBrowser()
  await buildWebIfStale()
  const code = await run(bin('playwright'), ['test', ...paths, '--reporter=list,json'], {
    CHROMIUM_PATH,
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

const args = process.argv.slice(2)
const paths = args.filter((arg) => !arg.startsWith('--'))
const isOfBrowser = (path: string): boolean => /e2e|\.spec\b/.test(path)
const [forUnit, forBrowser] = [paths.filter((path) => !isOfBrowser(path)), paths.filter(isOfBrowser)]
const everything = paths.length === 0
const parts = [
  { name: 'unit', wanted: everything ? !args.includes('--e2e') : forUnit.length > 0, test: () => unitTests(forUnit) },
  { name: 'browser', wanted: everything || forBrowser.length > 0, test: () => browserTests(forBrowser) },
]
const counts: Count[] = []
const times: string[] = []
for (const { name, test } of parts.filter(({ wanted }) => wanted)) {
  const began = performance.now()
  counts.push(await test())
  times.push(`${name} tests: ${minutes(performance.now() - began)}`)
}
const passed = counts.reduce((sum, c) => sum + c.passed, 0)
const failed = counts.reduce((sum, c) => sum + c.failed, 0)
for (const note of counts.flatMap(({ notes }) => notes)) console.log(note)
console.log(times.join(', '))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
