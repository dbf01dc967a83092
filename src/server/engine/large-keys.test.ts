/** Steps that compare items, given half a megabyte that would take seconds: nobody else waits for them, and they are charged. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { PROCESSOR_LIMITS, type ProcessorLimits } from '#contract/runs/processor-limits.ts'
import type { Owner } from '#nodes/ports.ts'
import { tryNode } from '#nodes/trial.ts'
import { deduplicate } from '#nodes/types/data/deduplicate.ts'
import { busy, leastLongestTask } from '#test/support/busy.ts'
import { createOwner, createTestEngine, node, type TestEngine, wires, workflow } from '#test/support/engine.ts'
import { withRunners } from '#test/support/with-runners.ts'
import { Processor, type RunProcessor } from './processor.ts'

/** Others are heard again after so long at most. */
const MOST_MS = 250

const own = withRunners()
let test: TestEngine
beforeAll(async () => {
  test = await createTestEngine(own.database, { processor: new Processor(own.runners.expressions, PROCESSOR_LIMITS) })
})
afterAll(() => test.engine.stop())

/** Adds up what is charged to its runs. */
class Counting extends Processor {
  charged = 0

  override forRun(owner: Owner): RunProcessor {
    const run = super.forRun(owner)
    const charge = run.charge.bind(run)
    run.charge = (ms) => {
      this.charged += ms
      charge(ms)
    }
    return run
  }
}

async function runStep(type: string, config: JsonObject, input: Json) {
  const owner = { user_id: await createOwner(own.database.pool) }
  const step = node('step', type, config, { timeout_ms: 120_000 })
  const count = node('count', 'set_fields', { fields: [{ name: 'count', value: '{{ $count($nodes.step) }}' }] })
  const start = await test.publish(
    workflow([node('start', 'manual_trigger'), step, count], wires('start > step > count')),
  )
  // The first run of a process compiles and connects.
  await test.engine.run(start({ items: [], big: {} }, { owner }), 60_000)
  let state: { status: string; error: unknown } = { status: '', error: null }
  const longest = await leastLongestTask(MOST_MS, async () => {
    const { status, error } = await test.engine.run(start(input, { owner }), 120_000)
    state = { status, error }
  })
  return { ...state, longest }
}

const fields = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${'field'.repeat(15)}_${index}`, null]))
const items = Array.from({ length: 1_000 }, (_, index) => index)
/**
 * The field that all items mention: 5,000 fields are some 430,000 characters, 180 are 15,000. The values of two expressions, which are 31
 * million then, have room in one step.
 */
const input = (count: number): JsonObject => ({ items, big: fields(count) })

const steps = (key: string): [type: string, config: JsonObject][] => {
  const list = '{{ $input.items }}'
  return [
    ['deduplicate', { items: list, by: key }],
    ['group_items', { items: list, by: key }],
    ['join_lists', { left: list, right: list, left_key: key, right_key: key, mode: 'only_unmatched' }],
    [
      'aggregate',
      {
        items: list,
        group_by: [
          { name: 'a', by: key },
          { name: 'b', by: key },
        ],
      },
    ],
    ['aggregate', { items: list, measures: [{ name: 'a', operation: 'max', value: key }] }],
    ['sort', { items: list, keys: [{ by: key }] }],
  ]
}

describe('other people are served while a step compares items', () => {
  it.each(steps('$input.big'))('by one large value: %s %o', async (type, config) => {
    const { error, longest } = await runStep(type, config, input(5_000))
    expect(error).toMatchObject({ code: 'expression_too_large', node_id: 'step' })
    expect(longest).toBeLessThan(MOST_MS)
  })

  it.each(steps('{ "of": $input.big, "at": $index }'))(
    'by values that share a large one: %s %o',
    async (type, config) => {
      const { status, error, longest } = await runStep(type, config, input(180))
      expect({ status, error }).toEqual({ status: 'succeeded', error: null })
      expect(longest).toBeLessThan(MOST_MS)
    },
  )

  it('and while one takes fields out of very many small items', async () => {
    const keep = Array.from({ length: 500 }, (_, index) => `field_${index}`)
    const small = Array.from({ length: 50_000 }, () => ({ a: 1 }))
    const { status, error, longest } = await runStep(
      'choose_fields',
      { value: '{{ $input.items }}', keep },
      { items: small },
    )
    expect({ status, error }).toEqual({ status: 'succeeded', error: null })
    expect(longest).toBeLessThan(MOST_MS)
  })
})

describe('the time in which a step compares items', () => {
  const big = fields(250)
  const shared = items.map((at) => ({ of: big, at }))
  const compare = (limits: ProcessorLimits) => {
    const processor = new Counting(own.runners.expressions, limits)
    const work = tryNode(deduplicate, {}, { input: shared, evaluator: processor.forRun({ user_id: 'u1' }) })
    return { processor, work }
  }

  it('is counted for its run', async () => {
    const used = busy()
    const { processor, work } = compare(PROCESSOR_LIMITS)
    expect(await work).toMatchObject({ output: { length: 1_000 } })
    expect(processor.charged).toBeGreaterThan(used() / 2)
  })

  it('ends with a named error when the run has none left', async () => {
    const { work } = compare({ ...PROCESSOR_LIMITS, run_ms: 20 })
    await expect(work).rejects.toMatchObject({ code: 'cpu_limit' })
  })
})
