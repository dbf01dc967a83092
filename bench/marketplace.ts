/**
 * The marketplace over many listings: list, search and detail at 50 clients, beside a bare server doing the same SQL, in turns.
 * `npm run bench -- marketplace [listings] [seconds]`. Exits non-zero when p99 is above 50 ms.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { joinPostgres } from '#server/database/embedded/postgres.ts'
import { migrate } from '#server/database/migrate.ts'
import { createPool } from '#server/database/pool.ts'
import { createRunners } from '#server/runners/runners.ts'
import { fillMarketplace, fillMeanings, requests } from './marketplace-data.ts'

const CLIENTS = 50
const MOST_P99_MS = 50

interface Row {
  server: string
  kind: string
  'requests/s': number
  p50: number
  p99: number
  errors: number
}

async function measure(url: string, server: 'product' | 'bare', seconds: number): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'marketplace-server.ts'), [url, server], { stdio: 'inherit' })
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))))
  const rows: Row[] = []
  for (const kind of ['list', 'search', 'meaning', 'detail', 'mixed']) {
    const chosen = requests(3000).filter((one) => kind === 'mixed' || one.kind === kind)
    const result = await autocannon({
      url: `http://127.0.0.1:${port}`,
      connections: CLIENTS,
      duration: seconds,
      requests: chosen.map(({ path }) => ({ method: 'GET' as const, path })),
    })
    rows.push({
      server,
      kind,
      'requests/s': Math.round(result.requests.average),
      p50: result.latency.p50,
      p99: result.latency.p99,
      errors: result.errors + result.non2xx,
    })
  }
  child.kill('SIGTERM')
  return rows
}

/** @returns whether every figure was reached */
export async function marketplace(listings = 100_000, seconds = 5): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'chowk-bench-'))
  const server = await joinPostgres({ dataDir: folder, database: 'bench', settings: {} })
  try {
    const pool = createPool(server.url, 2)
    await migrate(pool)
    await fillMarketplace(pool, listings)
    const runners = createRunners({ log: { info: () => {}, warn: () => {} } })
    await fillMeanings(pool, runners.embed)
    await runners.stop()
    await pool.end()
    const rows = [...(await measure(server.url, 'product', seconds)), ...(await measure(server.url, 'bare', seconds))]
    console.table(rows)
    const ours = rows.filter((row) => row.server === 'product')
    return ours.every(({ p99, errors }) => p99 <= MOST_P99_MS && errors === 0)
  } finally {
    await server.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [listings, seconds] = process.argv.slice(2).map(Number)
  process.exitCode = (await marketplace(listings, seconds)) ? 0 : 1
}
