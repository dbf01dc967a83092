/** Benches in tests: agents that do one thing each, people who bench them, and the sweep that takes them on. */
import { expect, vi } from 'vitest'
import { Bench } from '#contract/agents/benches.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { createBillingGate } from '#server/areas/billing/charges/billing-gate.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { type PurgeDeps, purgeBenches } from '#server/areas/services/benches/purge.ts'
import { createTestApp, type Person, SECRET, type TestApp } from './app.ts'
import { addAgent } from './catalogue.ts'
import { node, wires, workflow } from './engine.ts'
import { giveCredits } from './paid-agent.ts'

/** `echo`, `shout`, `nothing`, `refuse`, or `hang`, which waits for `gate.open()`. */
type Does = 'echo' | 'shout' | 'nothing' | 'refuse' | 'hang'

const does = (what: Does) =>
  workflow(
    [node('start', 'manual_trigger'), node('work', 'effect', { does: what, with: '{{ $input.text }}' })],
    wires('start > work'),
  )

/** A case with one text. */
export const oneCase = (text: string, expected: unknown = null, scorer: object = { type: 'contains' }) => ({
  name: text,
  input: { text } as JsonObject,
  expected,
  scorer,
})
export const threeCases = [oneCase('yes', ['yes']), oneCase('no', ['no']), oneCase('maybe', ['never'])]

/** What takes the benches of this server on. */
export function benchWork({ database: { db }, engine, files, tidy }: TestApp): PurgeDeps {
  return {
    db,
    engine: engine.engine,
    files,
    billingGate: createBillingGate({ db, trials: { secret: SECRET, askProof: false } }),
    model: { generate: () => Promise.reject(new NodeError('no_model', 'There is no model')) } as never,
    tidy,
    log: { warn: () => {} },
  }
}

export type BenchApp = Awaited<ReturnType<typeof createBenchApp>>

export async function createBenchApp() {
  let wait = Promise.withResolvers<void>()
  const test = await createTestApp({
    behaviours: {
      echo: (ctx) => output((ctx.config.with ?? null) as Json),
      shout: (ctx) => output({ said: String(ctx.config.with).toUpperCase() }),
      nothing: () => output(''),
      refuse: (ctx) => {
        throw new NodeError('no_luck', `It did not work with ${String(ctx.config.with)}`)
      },
      hang: async (ctx) => {
        const aborted = new Promise((_, no) => ctx.signal.addEventListener('abort', () => no(ctx.signal.reason)))
        await Promise.race([wait.promise, aborted])
        return output((ctx.config.with ?? null) as Json)
      },
    },
  })
  const { db, pool } = test.database
  const work = benchWork(test)
  const seller = await test.person('seller')
  const call = (method: string, path: string, body: object | undefined, as: Person | null) =>
    test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })
  const read = async (id: string, as: Person) =>
    Bench.parse((await call('GET', `/benches/${id}`, undefined, as)).body.data)
  return {
    test,
    seller,
    call,
    read,
    gate: {
      close: () => {
        wait = Promise.withResolvers()
      },
      open: () => wait.resolve(),
    },
    sweep: () => purgeBenches(work),
    /** A published agent of the seller without trial runs; 0 paise is free. */
    async agent(what: Does, paise = 500, input_schema?: JsonObject) {
      const price: [string, number] = paise === 0 ? ['free', 0] : ['per_run', paise]
      const made = await addAgent(pool, seller.id, does(what), {
        name: what,
        price,
        ...(input_schema && { input_schema }),
      })
      await pool.query('update agents set trial_runs = 0 where id = $1', [made.id])
      return made
    },
    document: does,
    money: async (who: Person) => [await balanceOf(db, 'credits', who.id), await balanceOf(db, 'credits_held', who.id)],
    async rich(paise: number): Promise<Person> {
      const one = await test.person()
      await giveCredits(test.database, one.id, paise)
      return one
    },
    async draft(as: Person, agents: readonly { id: string }[], cases: readonly object[] = threeCases, keep_days = 7) {
      const agent_ids = agents.map(({ id }) => id)
      const made = await call('POST', '/benches', { agent_ids }, as)
      expect(made.status, JSON.stringify(made.body)).toBe(201)
      const id = made.body.data.id as string
      const saved = await call('PUT', `/benches/${id}`, { agent_ids, cases, same_as: {}, keep_days }, as)
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
      return id
    },
    start: (id: string, as: Person, most_paise = 1_000_000) => call('POST', `/benches/${id}/start`, { most_paise }, as),
    /** A run of this person is at its work. */
    running: (who: Person) =>
      vi.waitFor(
        async () => {
          const found = await pool.query(`select 1 from executions where owner_id = $1 and status = 'running'`, [
            who.id,
          ])
          expect(found.rows.length).toBeGreaterThan(0)
        },
        { timeout: 10_000 },
      ),
    done: (id: string, as: Person) =>
      vi.waitFor(
        async () => {
          await purgeBenches(work)
          const bench = await read(id, as)
          expect(bench.finished_at).not.toBeNull()
          return bench
        },
        { timeout: 15_000, interval: 50 },
      ),
  }
}
