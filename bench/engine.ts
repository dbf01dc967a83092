/**
 * Engine speed: the shapes W1 to W5 behind a webhook, every run durable before it is answered, in turns with any other server that
 * serves them at `/webhook/w1` …, then latency inside the process and journal batches for each run.
 *
 * `npm run bench -- engine [--shapes w1,w2] [--clients 1,10,50] [--seconds 4] [--rounds 3] [--targets product,engine]
 *   [--reference NAME=http://127.0.0.1:PORT]…`
 * The target `logged` is the product with its access log: `--targets product,logged --shapes w1` shows what the log costs.
 * Ratios are against each reference, the median over the rounds of one turn against the other right beside it, in changing order: a
 * machine's speed moves within minutes. Absolute figures say as much about the machine as about us. To tell apart what differs by a
 * few percent: `--clients 50 --seconds 2 --rounds 20`.
 */
import { deepStrictEqual } from 'node:assert'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Json } from '#contract/core/primitives.ts'
import { joinPostgres } from '#server/platform/database/embedded/postgres.ts'
import { raise } from '#test/support/raise.ts'
import { measureInside } from './inside.ts'
import { type Load, load, median } from './load.ts'
import { startEcho, startEngineServer, startProduct, type Target } from './servers.ts'
import { ANSWERS, REQUEST_BODY, SHAPES, type Shape } from './shapes.ts'

const { values } = parseArgs({
  options: {
    shapes: { type: 'string', default: SHAPES.join() },
    clients: { type: 'string', default: '1,10,50' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    targets: { type: 'string', default: 'product,engine' },
    reference: { type: 'string', multiple: true, default: [] },
  },
})
const shapes = values.shapes.split(',') as Shape[]
const clients = values.clients.split(',').map(Number)
const rounds = Number(values.rounds)

const references = values.reference.map((text): Target => {
  const [name = '', url = ''] = text.split('=', 2)
  return { name, urlOf: (shape) => `${url}/webhook/${shape}`, stop: async () => {} }
})

/** What a server answers, without the product's envelope. */
async function answerOf(url: string): Promise<Json> {
  const response = await fetch(url, {
    method: 'POST',
    body: REQUEST_BODY,
    headers: { 'content-type': 'application/json' },
  })
  const body = (await response.json()) as { data?: { output?: Json } } & Json
  return body && typeof body === 'object' && 'data' in body ? ((body.data as { output?: Json }).output ?? null) : body
}

const key = (shape: Shape, count: number, target: string) => `${shape} ${count} ${target}`

async function loads(targets: readonly Target[]): Promise<Map<string, Load[]>> {
  const found = new Map<string, Load[]>()
  for (let round = 0; round < rounds; round++) {
    for (const shape of shapes) {
      for (const count of clients) {
        for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
          const one = await load(target.urlOf(shape), REQUEST_BODY, count, Number(values.seconds))
          const name = key(shape, count, target.name)
          found.set(name, [...(found.get(name) ?? []), one])
        }
      }
    }
  }
  return found
}

function print(targets: readonly Target[], found: Map<string, Load[]>): void {
  const rows = shapes.flatMap((shape) =>
    clients.map((count) => {
      const row: Record<string, string | number> = { shape, clients: count }
      const turns = (name: string) => (found.get(key(shape, count, name)) ?? []).map((one) => one.per_second)
      const speed = (name: string) => median(turns(name))
      const ratio = (name: string, other: string) =>
        median(turns(name).map((one, round) => one / (turns(other)[round] ?? Number.NaN)))
      for (const { name } of targets) {
        const all = found.get(key(shape, count, name)) ?? []
        const bad = all.reduce((sum, one) => sum + one.bad, 0)
        const [p50, p99] = [median(all.map((one) => one.p50)), median(all.map((one) => one.p99))]
        row[`${name} req/s (p50/p99 ms)`] = `${Math.round(speed(name))} (${p50}/${p99})${bad > 0 ? ` ${bad} bad` : ''}`
      }
      for (const { name } of targets.filter((target) => !references.includes(target))) {
        for (const reference of references) row[`${name} ÷ ${reference.name}`] = ratio(name, reference.name).toFixed(2)
      }
      if (targets.some(({ name }) => name === 'logged')) row['logged ÷ product'] = ratio('logged', 'product').toFixed(3)
      return row
    }),
  )
  console.table(rows)
}

async function databaseOf(server: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${name}`).finally(() => admin.end())
  return server.replace(/\/[^/]*$/, `/${name}`)
}

const folder = mkdtempSync(join(tmpdir(), 'chowk-bench-'))
// When root runs this the database runs as another account, which must be able to enter.
chmodSync(folder, 0o755)
const postgres = await joinPostgres({
  dataDir: folder,
  database: 'inside',
  settings: { max_wal_size: '4GB' },
  onLost: raise,
})
const echo = await startEcho()
const own: Target[] = []
let failed = false
try {
  const wanted = values.targets.split(',').filter(Boolean)
  if (wanted.includes('product')) {
    own.push(await startProduct(await databaseOf(postgres.url, 'product'), echo.url, join(folder, 'product')))
  }
  if (wanted.includes('logged')) {
    own.push(await startProduct(await databaseOf(postgres.url, 'logged'), echo.url, join(folder, 'logged'), true))
  }
  if (wanted.includes('engine')) own.push(await startEngineServer(await databaseOf(postgres.url, 'engine'), echo.url))
  for (const target of own) {
    for (const shape of shapes)
      deepStrictEqual(await answerOf(target.urlOf(shape)), ANSWERS[shape], `${target.name} ${shape}`)
  }
  const targets = [...own, ...references]
  // Every plan and compiler is warm before anything counts.
  for (const target of targets) for (const shape of shapes) await load(target.urlOf(shape), REQUEST_BODY, 10, 1)
  print(targets, await loads(targets))
  for (const target of own.splice(0)) await target.stop()
  failed = !(await measureInside(postgres.url, `${echo.url}/echo`))
} finally {
  for (const target of own) await target.stop()
  await echo.stop()
  await postgres.leave()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)
