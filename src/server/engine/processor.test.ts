import { expect, it } from 'vitest'
import { PROCESSOR_LIMITS } from '#contract/runs/processor-limits.ts'
import { shareHere } from '#graph/expressions/evaluate-here.ts'
import { busy } from '#test/support/busy.ts'
import { createTestEngine, node, set, wires, workflow } from '#test/support/engine.ts'
import { withRunners } from '#test/support/with-runners.ts'
import { Processor } from './processor.ts'

const own = withRunners()

/** Between 5 and 20 ms of the interpreter, as the machine is. */
const SLOW = '{{ $sum($map([1..1000], function($v) { $sum([1..20]) + $v + $index })) }}'

/** The longest the thread of this test computed between two turns of its event loop, in ms of processor time. */
function watchTurns(): { longest: () => number; stop: () => void } {
  let [longest, over, used] = [0, false, busy()]
  const turn = () => {
    longest = Math.max(longest, used())
    used = busy()
    if (!over) setImmediate(turn)
  }
  setImmediate(turn)
  const stop = () => {
    over = true
  }
  return { longest: () => longest, stop }
}

const mapping = (value: string, on_error?: 'continue') =>
  workflow(
    [
      node('start', 'manual_trigger'),
      node('each', 'map', { items: '{{ $input.items }}' }),
      { ...set('work', { value }), ...(on_error && { on_error }) },
    ],
    wires('start > each', 'each:item > work'),
  )

it('slow expressions of a run let the server serve others meanwhile', async () => {
  const processor = new Processor(own.runners.expressions, PROCESSOR_LIMITS)
  await using test = await createTestEngine(own.database, { processor })
  const start = await test.publish(mapping(SLOW))
  const watch = watchTurns()
  const state = await test.engine.run(start({ items: Array.from({ length: 30 }, (_, index) => index) }), 60_000)
  watch.stop()
  expect(state).toMatchObject({ status: 'succeeded', error: null })
  expect(watch.longest()).toBeLessThan(100)
})

it('thousands of quick steps let the server serve others meanwhile', async () => {
  const processor = new Processor(own.runners.expressions, PROCESSOR_LIMITS)
  await using test = await createTestEngine(own.database, { processor })
  const start = await test.publish(mapping('{{ $item + 1 }}'))
  const watch = watchTurns()
  const state = await test.engine.run(start({ items: Array.from({ length: 5000 }, (_, index) => index) }), 60_000)
  watch.stop()
  expect(state).toMatchObject({ status: 'succeeded', error: null })
  expect(watch.longest()).toBeLessThan(150)
})

it('a run that used up its processor time fails with a named error at the step it had come to, also when that step may fail', async () => {
  const processor = new Processor(own.runners.expressions, { ...PROCESSOR_LIMITS, run_ms: 20 })
  await using test = await createTestEngine(own.database, { processor })
  const graph = mapping(SLOW, 'continue')
  const after = workflow([...graph.nodes, set('after', { a: 1 })], [...graph.edges, ...wires('each > after')])
  const start = await test.publish(after)
  const items = Array.from({ length: 30 }, (_, index) => index)
  const state = await test.engine.run(start({ items }), 60_000)
  expect(state).toMatchObject({ status: 'failed', error: { code: 'cpu_limit', node_id: 'after' } })
  expect(state.error?.message).toMatch(/^The run used up its 0.02 seconds of processor time\. Process fewer items/)
})

it('an owner whose runs used up the minute is told to try again; the runs of others go on', async () => {
  const processor = new Processor(shareHere, { ...PROCESSOR_LIMITS, run_ms: 10_000, owner_ms: 100 })
  const mine = processor.forRun({ user_id: 'mine' })
  mine.charge(101)
  expect(() => mine.check()).toThrow(expect.objectContaining({ code: 'cpu_limit', retryable: true }))
  const again = processor.forRun({ user_id: 'mine' })
  await expect(again.items({ source: '1', items: [1], from: 0, input: null })).rejects.toMatchObject({
    code: 'cpu_limit',
  })
  expect(() => processor.forRun({ user_id: 'other' }).check()).not.toThrow()
})
