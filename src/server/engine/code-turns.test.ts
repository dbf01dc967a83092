import { describe, expect, it } from 'vitest'
import { PROCESSOR_LIMITS, type ProcessorLimits } from '#contract/runs/processor-limits.ts'
import { shareHere } from '#graph/expressions/evaluate-here.ts'
import {
  createOwner,
  createTestEngine,
  node,
  noPorts,
  set,
  type TestEngine,
  until,
  wires,
  workflow,
} from '#test/support/engine.ts'
import { withRunners } from '#test/support/with-runners.ts'
import { Processor } from './processor.ts'

const own = withRunners()

const engine = (limits: Partial<ProcessorLimits> = {}): Promise<TestEngine> =>
  createTestEngine(own.database, {
    ports: { ...noPorts, code: own.runners.code },
    processor: new Processor(shareHere, { ...PROCESSOR_LIMITS, ...limits }),
  })

/** A code step for each item, all items at once. */
const codeForEach = (source: string, code_ms: number, step_ms: number) =>
  workflow(
    [
      node('start', 'manual_trigger'),
      node('each', 'map', { items: '{{ $input.items }}', concurrency: 50, on_item_error: 'keep' }),
      node('code', 'code', { source, timeout_ms: code_ms }, { timeout_ms: step_ms, on_error: 'continue' }),
    ],
    wires('start > each', 'each:item > code'),
  )
const justCode = workflow(
  [node('start', 'manual_trigger'), node('code', 'code', { source: 'return 1' })],
  wires('start > code'),
)
const busyFor = (ms: number) => `const from = Date.now(); while (Date.now() - from < ${ms}); return 1`
const items = (count: number) => ({ items: Array.from({ length: count }, (_, index) => index) })

describe('code steps', () => {
  it('of others run while one user’s code for fifty items never ends', async () => {
    await using test = await engine()
    const endless = await test.publish(codeForEach('while (true) {}', 10_000, 60_000))
    const plain = await test.publish(justCode)
    const hostile = await test.engine.start(endless(items(50)))
    await until(async () => own.runners.pids().length > 1)
    const began = performance.now()
    const owner = { user_id: await createOwner(own.database.pool) }
    const state = await test.engine.run(plain(null, { owner }), 20_000)
    expect(state).toMatchObject({ status: 'succeeded', output: 1 })
    expect(performance.now() - began).toBeLessThan(9_000)
    await test.engine.control(hostile.execution_id, { action: 'cancel' })
  })

  it('do not run out of time while they wait for each other', async () => {
    await using test = await engine()
    const start = await test.publish(codeForEach(busyFor(400), 5_000, 1_500))
    const state = await test.engine.run(start(items(12)), 60_000)
    expect(state).toMatchObject({ status: 'succeeded', output: { items: Array(12).fill(1), errors: [] } })
  })

  it('end a run with a named error when its code used up the processor time of a run', async () => {
    await using test = await engine({ code_ms: 1_000 })
    const graph = codeForEach('while (true) {}', 300, 60_000)
    const after = workflow([...graph.nodes, set('after', { a: 1 })], [...graph.edges, ...wires('each > after')])
    const start = await test.publish(after)
    const state = await test.engine.run(start(items(50)), 60_000)
    expect(state).toMatchObject({ status: 'failed', error: { code: 'cpu_limit', node_id: 'after' } })
    expect(state.error?.message).toMatch(
      /^The code of this run used up its 1 seconds of processor time\. Process fewer/,
    )
  })
})
