/**
 * Lighthouse on the pages that visitors open first, on a phone and on a desk, against the product as `npm start` serves it.
 * `npm run bench -- lighthouse [--runs 3] [--url http://…] [path …]`. Prints the four scores (the median of the runs) with first and largest
 * paint, blocking time and shift, and what took points; exits non-zero when a score is below 95.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse'
import { freePort } from '#server/platform/database/embedded/free-port.ts'
import { buildWebIfStale } from '../scripts/build.ts'
import { provideChromium } from '../scripts/chromium.ts'
import { startProgram, temporaryFolder } from '../test/support/program.ts'

const LEAST = 95
const PATHS = ['/', '/marketplace', '/agent/icd10-coder', '/pricing']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const FIGURES = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
} as const

type Device = 'phone' | 'desk'

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '1' }, url: { type: 'string' } },
  allowPositionals: true,
})

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** A trace that could not be recorded says nothing of the page: it is taken again. */
async function measure(url: string, device: Device, port: number, tries = 3): Promise<Result> {
  const flags: Flags = { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] }
  const outcome = await lighthouse(url, flags, device === 'desk' ? desktopConfig : undefined)
  if (outcome && !outcome.lhr.runtimeError) return outcome.lhr
  if (tries > 1) return measure(url, device, port, tries - 1)
  throw new Error(`${url}: ${outcome?.lhr.runtimeError?.message ?? 'Lighthouse said nothing'}`)
}

const scoreOf = (result: Result, category: string): number =>
  Math.round((result.categories[category]?.score ?? 0) * 100)

/** Audits that took points, with what they name. */
function lost(result: Result): string[] {
  return CATEGORIES.filter((category) => scoreOf(result, category) < 100).flatMap((category) =>
    (result.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => {
        const { title = id, displayValue = '', details } = result.audits[id] ?? {}
        const items = details && 'items' in details ? JSON.stringify(details.items).slice(0, 400) : ''
        return `  ${category}: ${title} ${displayValue} ${category === 'performance' ? '' : items}`
      }),
  )
}

async function measureAll(base: string): Promise<boolean> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: await provideChromium(),
    args: ['--no-sandbox', `--remote-debugging-port=${port}`],
  })
  const notes: string[] = []
  const rows: Record<string, string | number>[] = []
  try {
    for (const path of positionals.length > 0 ? positionals : PATHS)
      for (const device of ['phone', 'desk'] as const) {
        const results: Result[] = []
        for (let run = 0; run < Number(values.runs); run += 1) results.push(await measure(base + path, device, port))
        const scores = CATEGORIES.map((name) => [name, median(results.map((result) => scoreOf(result, name)))] as const)
        const figures = Object.entries(FIGURES).map(([id, name]) => {
          const value = median(results.map(({ audits }) => audits[id]?.numericValue ?? 0))
          return [name, id === 'cumulative-layout-shift' ? Number(value.toFixed(3)) : Math.round(value)] as const
        })
        rows.push({ page: path, on: device, ...Object.fromEntries(scores), ...Object.fromEntries(figures) })
        const [last] = results.slice(-1)
        const gone = last ? lost(last) : []
        if (gone.length > 0) notes.push(`${path} on a ${device}`, ...gone)
      }
  } finally {
    await browser.close()
  }
  console.table(rows)
  for (const note of notes) console.log(note)
  return rows.every((row) => CATEGORIES.every((name) => Number(row[name]) >= LEAST))
}

const folder = temporaryFolder()
try {
  if (!values.url) await buildWebIfStale()
  const program = values.url
    ? null
    : await startProgram({ DATA_DIR: folder.path, ADMIN_PASSWORD: 'correct horse battery' })
  try {
    const enough = await measureAll(values.url ?? program?.url ?? '')
    console.log(enough ? `Every score is at least ${LEAST}.` : `A score is below ${LEAST}.`)
    if (!enough) process.exitCode = 1
  } finally {
    await program?.end('SIGTERM')
  }
} finally {
  folder.remove()
}
