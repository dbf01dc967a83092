/**
 * The marketplace over many listings: list, search and detail at 50 clients, beside a bare server doing the same SQL, in turns.
 * `npm run bench -- marketplace [listings] [seconds]`. Exits non-zero when p99 at 50 clients is above 50 ms.
 *
 * First everything is asked once by one client: what a question costs that nobody asked before is shown, and not judged. Then the
 * server is as it is in a shop that is open.
 */

import { fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { embedForServer } from '#nodes/runner-ports.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createPool } from '#server/platform/database/pool.ts'
import { createRunners } from '#server/runners/runners.ts'
import { raise } from '#test/support/raise.ts'
import { fillEmbeddings, fillMarketplace, requests } from './marketplace-data.ts'

const CLIENTS = 50
const MOST_P99_MS = 50

interface Row {
  server: string
  kind: string
  clients: number
  'requests/s': number
  p50: number
  p99: number
  errors: number
}

const KINDS = ['list', 'search', 'meaning', 'detail'] as const

/** Everything once, one after the other. */
async function askOnce(address: string, server: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of KINDS) {
    const paths = new Set(requests(3000).flatMap((one) => (one.kind === kind ? [one.path] : [])))
    const times: number[] = []
    let errors = 0
    for (const path of paths) {
      const began = performance.now()
      const answer = await fetch(address + path)
      await answer.arrayBuffer()
      times.push(performance.now() - began)
      if (!answer.ok) errors++
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
    const rate = Math.round((times.length / times.reduce((sum, ms) => sum + ms, 0)) * 1000)
    rows.push({ server, kind, clients: 1, 'requests/s': rate, p50: at(0.5), p99: at(0.99), errors })
  }
  return rows
}

async function measure(url: string, server: 'product' | 'bare', seconds: number): Promise<Row[]> {
  const child = fork(join(import.meta.dirname, 'marketplace-server.ts'), [url, server], { stdio: 'inherit' })
  const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))))
  const rows = await askOnce(`http://127.0.0.1:${port}`, server)
  for (const kind of [...KINDS, 'mixed']) {
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
      clients: CLIENTS,
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
  // When root runs this the database runs as another account, which must be able to enter.
  chmodSync(folder, 0o755)
  const server = await joinPostgres({ dataDir: folder, database: 'bench', settings: {}, onLost: raise })
  try {
    const pool = createPool(server.url, 2)
    await migrate(pool)
    await fillMarketplace(pool, listings)
    const runners = createRunners({ log: { info: () => {}, warn: () => {} } })
    await fillEmbeddings(pool, embedForServer(runners.embed))
    await runners.stop()
    await pool.end()
    const rows = [...(await measure(server.url, 'product', seconds)), ...(await measure(server.url, 'bare', seconds))]
    console.table(rows)
    const judged = rows.filter((row) => row.server === 'product' && row.clients === CLIENTS)
    return judged.every(({ p99, errors }) => p99 <= MOST_P99_MS && errors === 0)
  } finally {
    await server.leave()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [listings, seconds] = process.argv.slice(2).map(Number)
  process.exitCode = (await marketplace(listings, seconds)) ? 0 : 1
}
