/** How soon a search is answered over a base of some size, and what it costs: of this process, and of Postgres. */
import { setTimeout as sleep } from 'node:timers/promises'
import { KnowledgeSearch } from '#contract/knowledge/documents.ts'
import { authorUsesKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import { createKnowledgeSearch } from '#server/areas/knowledge/search/search.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import type { Pool } from '#server/platform/database/pool.ts'
import { DIMENSIONS } from '#server/platform/vectors/signature.ts'
import { parentOf, processorTime } from '#test/support/process-tree.ts'
import { createRandom, type MadeBase, vectorOf, wordOf } from './made-base.ts'

const CLIENTS = 10
const SEARCHES = 1000
/** Of those who do not wait for one another's answers. */
const A_SECOND = 50
const SECONDS = 10
/** Wanted: p95 in ms with ten clients. */
const WANTED: Readonly<Record<number, number>> = { 20000: 25, 100000: 25, 1000000: 80 }

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
const ms = (value: number): string => `${value.toFixed(1)} ms`

/** Of all processes of the database server, in ms. */
async function postgresTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  return processorTime(parentOf(rows[0].pid))
}

/** What some work cost in ms of processor time, here and in the database. */
async function costOf(pool: Pool, work: () => Promise<unknown>): Promise<{ here: number; postgres: number }> {
  const [cpu, before] = [process.cpuUsage(), await postgresTime(pool)]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return { here: (user + system) / 1000, postgres: (await postgresTime(pool)) - before }
}

/** Searches at fixed times, however long the ones before take. */
async function openLoop(ask: () => Promise<number>): Promise<number[]> {
  const began = performance.now()
  const asked: Promise<number>[] = []
  for (let at = 0; at < A_SECOND * SECONDS; at++) {
    await sleep(Math.max(0, began + (at * 1000) / A_SECOND - performance.now()))
    asked.push(ask())
  }
  return Promise.all(asked)
}

/** What KNOWLEDGE_MEMORY_MB is by default, in bytes. */
const BY_DEFAULT = 128_000_000

/** With as much memory as is given by default and, where the vectors have no room in that, with as much as they need. @returns whether ten clients are answered as fast as wanted, in the end */
export async function measureSpeed(pool: Pool, chunks: number, made: MadeBase): Promise<boolean> {
  const needed = chunks * (DIMENSIONS + 150)
  const isFast = await measureWith(pool, chunks, made, BY_DEFAULT)
  return needed <= BY_DEFAULT ? isFast : measureWith(pool, chunks, made, needed)
}

async function measureWith(pool: Pool, chunks: number, { owner, base }: MadeBase, mostBytes: number): Promise<boolean> {
  const random = createRandom(7)
  // The vector of a question is made elsewhere, at 12 to 30 ms of a core: what is measured is the search.
  const embed = async (asked: readonly string[]) => asked.map(() => vectorOf(random))
  const { search } = createKnowledgeSearch({
    db: createDatabase(pool),
    embed,
    embedOutside: (_owner, _model, asked) => embed(asked),
    askProof: false,
    mostBytes,
    log: { warn: () => {} },
  })
  const grant = authorUsesKnowledge(owner)
  const ask = async (): Promise<number> => {
    const query = Array.from({ length: 6 }, () => wordOf(random)).join(' ')
    const began = performance.now()
    await search(grant, base, KnowledgeSearch.parse({ query }))
    return performance.now() - began
  }
  const before = process.memoryUsage()
  const first = await ask()
  const alone: number[] = []
  for (let i = 0; i < 100; i++) alone.push(await ask())
  // Their vectors are being read meanwhile.
  await sleep(chunks / 100)
  globalThis.gc?.()
  const after = process.memoryUsage()
  const times: number[] = []
  const cost = await costOf(pool, () =>
    Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        for (let i = 0; i < SEARCHES / CLIENTS; i++) times.push(await ask())
      }),
    ),
  )
  const steady = await openLoop(ask)
  const p95 = quantile(times, 0.95)
  const memory = after.arrayBuffers + after.external - before.arrayBuffers - before.external
  console.log(
    [
      `${chunks.toLocaleString('en')} chunks in ${Math.round(mostBytes / 1e6)} MB`,
      `first search ${ms(first)}`,
      `one client p50 ${ms(quantile(alone, 0.5))}`,
      `${CLIENTS} clients p50 ${ms(quantile(times, 0.5))}, p95 ${ms(p95)}`,
      `${A_SECOND} a second p50 ${ms(quantile(steady, 0.5))}, p95 ${ms(quantile(steady, 0.95))}`,
      `processor time of a search ${ms(cost.here / SEARCHES)} here, ${ms(cost.postgres / SEARCHES)} of Postgres`,
      `memory ${(memory / 1e6).toFixed(0)} MB`,
    ].join(' · '),
  )
  return p95 <= (WANTED[chunks] ?? Number.POSITIVE_INFINITY)
}
