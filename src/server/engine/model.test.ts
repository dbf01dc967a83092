/** Random documents with random failures, run by the engine and by a reference that knows no time: both must say the same. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json } from '#contract/primitives.ts'
import type { Edge, WorkflowNode } from '#graph/document.ts'
import { NodeError, output } from '#nodes/node.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Behaviour, createTestEngine, node, type TestEngine, workflow } from '#test/support/engine.ts'
import { readRows } from './store.ts'

type Does = 'give' | 'late' | 'effect' | 'fork_a' | 'fork_b' | 'fail'
type Policy = 'stop' | 'continue' | 'error_port'
interface Step {
  does: Does
  policy: Policy
  /** Indexes of earlier steps, with the port taken from each. */
  from: { step: number; port: string }[]
}

const summary = (input: Json): Json => JSON.stringify(input).length
const behaviours: Record<string, Behaviour> = {
  give: (ctx) => output({ id: ctx.run.node_id, size: summary(ctx.input) }),
  late: async (ctx) => {
    await new Promise((resolve) => setImmediate(resolve))
    return output({ id: ctx.run.node_id, size: summary(ctx.input) })
  },
  effect: async (ctx) => output({ id: ctx.run.node_id, size: summary(ctx.input) }),
  fork_a: (ctx) => output({ id: ctx.run.node_id }, 'a'),
  fork_b: (ctx) => output({ id: ctx.run.node_id }, 'b'),
  fail: (ctx) => {
    throw new NodeError('chosen', `${ctx.run.node_id} fails`)
  },
}

const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      does: fc.constantFrom<Does>('give', 'give', 'late', 'effect', 'fork_a', 'fork_b', 'fail'),
      policy: fc.constantFrom<Policy>('continue', 'error_port', 'error_port', 'stop'),
      picks: fc.array(fc.record({ at: fc.nat(), port: fc.constantFrom('out', 'out', 'a', 'b', 'error') }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((drafts) =>
    drafts.map(({ does, policy, picks }, index) => {
      // Step 0 is the trigger: it gives through `out` only.
      const from = picks.map(({ at, port }) => {
        const step = at % (index + 1)
        return { step, port: step === 0 ? 'out' : port }
      })
      return {
        does,
        policy,
        from: from.filter(
          (one, place) => from.findIndex((two) => two.step === one.step && two.port === one.port) === place,
        ),
      }
    }),
  )

const idOf = (index: number) => (index === 0 ? 'start' : `n${index}`)

function documentOf(drafts: Step[]) {
  const nodes: WorkflowNode[] = [node('start', 'manual_trigger')]
  const edges: Edge[] = []
  drafts.forEach(({ does, policy, from }, index) => {
    const id = idOf(index + 1)
    nodes.push(node(id, does === 'effect' ? 'effect' : 'pure', { does }, { on_error: policy }))
    for (const { step, port } of from)
      edges.push({ id: `${step}${port}${id}`, from: { node: idOf(step), port }, to: { node: id, port: 'in' } })
  })
  return workflow(nodes, edges)
}

interface Model {
  status: 'succeeded' | 'failed'
  output: Json
  /** Ids of the steps that may stop the run. */
  stoppers: string[]
  outputs: Map<string, { port: string; output: Json }>
}

/** One pass in order: a step lives when one of its inbound edges does. */
function modelOf(drafts: Step[], input: Json): Model {
  const outputs: Model['outputs'] = new Map([['start', { port: 'out', output: input }]])
  const stoppers: string[] = []
  drafts.forEach(({ does, policy, from }, index) => {
    const id = idOf(index + 1)
    const live = from.filter(({ step, port }) => outputs.get(idOf(step))?.port === port)
    const [only] = live
    if (!only) return
    const values = live.map(({ step }) => [idOf(step), outputs.get(idOf(step))?.output ?? null] as const)
    const given = live.length === 1 ? (values[0]?.[1] ?? null) : Object.fromEntries(values)
    if (does === 'fork_a' || does === 'fork_b') outputs.set(id, { port: does === 'fork_a' ? 'a' : 'b', output: { id } })
    else if (does !== 'fail') outputs.set(id, { port: 'out', output: { id, size: summary(given) } })
    else if (policy === 'continue') outputs.set(id, { port: 'out', output: null })
    else if (policy === 'error_port')
      outputs.set(id, { port: 'error', output: { code: 'chosen', message: `${id} fails`, node_id: id } })
    else stoppers.push(id)
  })
  const terminals = [...outputs].filter(
    ([id, { port }]) => !drafts.some(({ from }) => from.some((one) => idOf(one.step) === id && one.port === port)),
  )
  const [only] = terminals
  const result =
    terminals.length === 1
      ? (only?.[1].output ?? null)
      : terminals.length === 0
        ? null
        : Object.fromEntries(terminals.map(([id, one]) => [id, one.output]))
  return {
    status: stoppers.length > 0 ? 'failed' : 'succeeded',
    output: stoppers.length > 0 ? null : result,
    stoppers,
    outputs,
  }
}

let database: TestDatabase
let test: TestEngine
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database, { behaviours })
})
afterAll(async () => {
  await test.engine.stop()
  await database.drop()
})

it('does what a simple reference does with any document', { timeout: 60_000 }, async () => {
  const property = fc.asyncProperty(steps, fc.jsonValue({ maxDepth: 1 }), fc.nat(), async (drafts, given, kept) => {
    // An input comes as JSON, which has no negative zero.
    const input = JSON.parse(JSON.stringify(given)) as Json
    const model = modelOf(drafts, input)
    const request = await test.publish(documentOf(drafts))
    const state = await test.engine.run(request(input), 10_000)
    expect(state.status).toBe(model.status)
    expect(state.output).toEqual(model.output)
    if (model.status === 'failed') expect(model.stoppers).toContain(state.error?.node_id)
    const rows = await database.pool.query(
      'select node_id, port, output from node_runs where execution_id = $1 and port is not null',
      [state.execution_id],
    )
    for (const row of rows.rows) expect(model.outputs.get(row.node_id)).toEqual({ port: row.port, output: row.output })
    if (model.status === 'failed') return
    expect(rows.rows).toHaveLength(model.outputs.size)
    // Whatever a crash leaves behind is a beginning of the rows: going on from it ends the same.
    const seed = (await readRows(database.pool, state.execution_id)).slice(0, kept % (rows.rows.length + 1))
    expect((await test.engine.run(request(input, { seed }), 10_000)).output).toEqual(model.output)
  })
  await fc.assert(property, { numRuns: 150 })
})
