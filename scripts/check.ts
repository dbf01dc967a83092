/** `npm run check`: types, lint and import law, dead code, generated types, SQL statements. Every part runs; the first to fail does not hide the others. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, capture } from './processes.ts'

// It takes as long as several other parts, most of it on one core: it runs meanwhile. Much is made and dropped, so the young have more room.
const statements = capture(process.execPath, ['--max-semi-space-size=128', 'scripts/typed-sql.ts'])

const PARTS: [string, () => Promise<{ code: number; output: string }>][] = [
  ['types: pure', () => capture(bin('tsc'), ['-p', 'tsconfig.pure.json'])],
  ['types: server', () => capture(bin('tsc'), ['-p', 'tsconfig.server.json'])],
  ['types: web', () => capture(bin('tsc'), ['-p', 'tsconfig.web.json'])],
  // Tests in the browser hold pieces of code that the page runs.
  ['types: browser tests', () => capture(bin('tsc'), ['-p', 'tsconfig.e2e.json'])],
  ['lint, format and import law', () => capture(bin('biome'), ['ci', '--colors=off', '--max-diagnostics=100'])],
  ['dead code', () => capture(bin('knip'), ['--no-progress'])],
  ['database types', databaseTypes],
  ['statements', () => statements],
]

/** The committed types must be what the migrations give. */
async function databaseTypes() {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-types-out-'))
  try {
    // Kanel names every file that it writes: of interest only when it fails.
    const written = await capture(process.execPath, ['scripts/database-types.ts', folder])
    if (written.code !== 0) return written
    const compared = await capture('diff', ['-r', 'src/server/platform/database/types', folder])
    return compared.code === 0
      ? compared
      : { code: 1, output: `${compared.output}\nRun: node scripts/run.mjs scripts/database-types.ts` }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let failed = 0
for (const [name, part] of PARTS) {
  const started = performance.now()
  const { code, output } = await part()
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
  if (code !== 0) {
    failed++
    console.log(output)
  }
}
console.log(failed === 0 ? 'check passed' : `check failed: ${failed} part${failed > 1 ? 's' : ''}`)
process.exit(failed === 0 ? 0 : 1)
