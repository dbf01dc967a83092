/** Batches in tests: an app with agents that do one thing each, and the work that its jobs would do. */
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import type { BatchDetail } from '#contract/services/batches.ts'
import { NodeError, output } from '#nodes/node.ts'
import { type AdvanceDeps, advanceBatches } from '#server/areas/services/batches/advance.ts'
import { createTestApp, type Person, type TestApp } from './app.ts'
import { addAgent } from './catalogue.ts'
import { node, until, wires, workflow } from './engine.ts'
import { giveCredits } from './paid-agent.ts'

export const PRICE = 500

type Options = Parameters<typeof createTestApp>[0]

export const does = (what: string) =>
  workflow(
    [node('start', 'manual_trigger'), node('work', 'effect', { does: what, with: '{{ $input.text }}' })],
    wires('start > work'),
  )

/** `echo` repeats its text as a finding, and refuses a text that begins with “bad”. `hang` waits for `gate.open()`. */
export async function createBatchApp(options: Options = {}) {
  let gate = Promise.withResolvers<void>()
  const test = await createTestApp({
    behaviours: {
      echo: (ctx) => {
        const text = String(ctx.config.with)
        if (text.startsWith('bad')) throw new NodeError('file_broken', 'The document can’t be read')
        return output({
          view: 'codes',
          said: text,
          codes: [{ code: 'I10', description: text, assertion: 'present', confidence: 0.8, evidence: [] }],
        } as Json)
      },
      hang: async (ctx) => {
        const aborted = new Promise((_, no) => ctx.signal.addEventListener('abort', () => no(ctx.signal.reason)))
        await Promise.race([gate.promise, aborted])
        return output((ctx.config.with ?? null) as Json)
      },
    },
    ...options,
  })
  const seller = await test.person('seller')
  const { pool } = test.database
  await addAgent(pool, seller.id, does('echo'), { slug: 'echo' })
  await addAgent(pool, seller.id, does('hang'), { slug: 'hang' })
  await addAgent(pool, seller.id, does('echo'), { slug: 'paid', price: ['per_run', PRICE] })
  await pool.query(`update agents set trial_runs = 0 where slug = 'paid'`)
  const deps: AdvanceDeps = {
    db: test.database.db,
    engine: test.engine.engine,
    models: test.models,
    billingGate: test.billingGate,
    log: {
      warn: (about: object) => {
        throw new Error('A batch could not continue', { cause: about })
      },
    },
  }
  return {
    ...test,
    seller,
    gate: {
      open: () => {
        gate.resolve()
        gate = Promise.withResolvers()
      },
    },
    advance: () => advanceBatches(deps, new AbortController().signal),
  }
}
export type BatchApp = Awaited<ReturnType<typeof createBatchApp>>

export const textItems = (...texts: string[]) => texts.map((text) => ({ name: text, input: { text } as JsonObject }))

/** A person with a service of an agent, and what they do with batches. */
export async function batchOwner(test: BatchApp, agent_id = 'echo', credits_paise = 0) {
  const owner = await test.person()
  if (credits_paise > 0) await giveCredits(test.database, owner.id, credits_paise)
  const service = (await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id } })).body.data
    .id as string
  const call = (method: string, path: string, body?: object, query?: Record<string, string>) =>
    test.call(method, `/api/v1/batches${path}`, { as: owner, body, ...(query && { query }) })
  const get = async (id: string): Promise<BatchDetail> => (await call('GET', `/${id}`)).body.data
  return {
    owner,
    service,
    call,
    get,
    create: async (body: object): Promise<BatchDetail> => {
      const answer = await call('POST', '', { service_id: service, ...body })
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      return answer.body.data
    },
    control: (id: string, action: string) => call('POST', `/${id}/control`, { action }),
    /** Lets the jobs work until the batch is as it should be. */
    reach: (id: string, is: (batch: BatchDetail) => boolean) =>
      until(async () => {
        await test.advance()
        const batch = await get(id)
        return is(batch) && batch
      }),
  }
}

export const balanceOfPerson = async (test: Pick<TestApp, 'call'>, as: Person): Promise<number> =>
  (await test.call('GET', '/api/v1/credits', { as })).body.data.balance_paise
