/** What steps work with counts for their run and for the server while they are under way, and not any more when they ended. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, type TestEngine, until, wires, workflow } from '#test/support/engine.ts'
import { HELD_LIMITS, heldCharacters } from './held-values.ts'

let opened = Promise.withResolvers<void>()
let allTogether = Promise.withResolvers<void>()
let twoStay = Promise.withResolvers<void>()
const items = Array.from({ length: 10 }, (_, at) => at)
/** The most that was held when a step was called. */
let most = 0
let called = 0
const look = () => {
  called++
  most = Math.max(most, held())
}
/** Other tests of this process may have left runs behind. */
let before = 0
const held = () => heldCharacters() - before
let database: TestDatabase
let test: TestEngine
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database, {
    behaviours: {
      wait: async () => {
        look()
        await opened.promise
        return output(null)
      },
      together: async () => {
        look()
        if (called === items.length) allTogether.resolve()
        await allTogether.promise
        return output(null)
      },
      stay: (ctx) => {
        look()
        if (called % 2 === 0) twoStay.resolve()
        return new Promise((_, reject) => ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason)))
      },
      fail: async () => {
        await twoStay.promise
        twoStay = Promise.withResolvers()
        throw new NodeError('no_luck', 'It did not work')
      },
      refuse: () => {
        look()
        throw new NodeError('no_luck', 'It did not work', { retryable: true })
      },
      small: () => {
        look()
        return output(1)
      },
      part: async (ctx) => {
        const config = { fields: [{ name: 'text', value: '{{ $join([$input.big, $input.big]) }}' }] }
        await ctx.call('set_fields', config, ctx.input)
        look()
        return output(null)
      },
    },
  })
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await database.drop()
})
const limits = { ...HELD_LIMITS }
beforeEach(() => {
  before = heldCharacters()
})
afterEach(() => {
  twoStay = Promise.withResolvers()
  allTogether = Promise.withResolvers()
  Object.assign(HELD_LIMITS, limits)
  most = 0
  called = 0
})

const start = node('start', 'manual_trigger')
type Rest = Parameters<typeof node>[3]
/** One step for each of ten items, with settings of `characters` that only the interpreter puts together. */
const each = (does: string, value: string, rest: Rest = {}) =>
  workflow(
    [
      start,
      node('each', 'map', { items: '{{ $input.items }}', concurrency: 10, on_item_error: 'keep' }),
      node('step', 'effect', { does, with: value }, rest),
    ],
    wires('start > each', 'each:item > step'),
  )
/** Only the interpreter has `$join`: the text is another one for each item. */
const OWN_TEXT = '{{ $join([$trigger.big, $string($input)]) }}'
const own = async (does: string, value: string, input: JsonObject, rest: Rest = {}) =>
  (await test.publish(each(does, value, rest)))({ items, ...input })

const big = 'x'.repeat(200_000)
const errorsOf = (state: { output: Json }) =>
  (state.output as { errors: { code: string }[] }).errors.map(({ code }) => code)

describe('the settings of steps that are under way', () => {
  it('count for their run, which refuses with a named error what it has no room for', async () => {
    HELD_LIMITS.run = 1_300_000
    const running = test.engine.run(await own('wait', OWN_TEXT, { big }), 60_000)
    await until(() => Promise.resolve(called >= 5 && held() > 1_000_000))
    // The input and what the trigger gave are 200,000; five texts of as many characters have room.
    opened.resolve()
    const state = await running
    expect(errorsOf(state)).toEqual(Array.from({ length: 5 }, () => 'run_too_large'))
    expect(most).toBeLessThanOrEqual(1_300_000)
    expect(held()).toBe(0)
  })

  it('count for the server, whose refusal may be tried again', async () => {
    HELD_LIMITS.all = 300_000
    const rest: Rest = { retry: { max_attempts: 2, delay_ms: 1, backoff: 1 } }
    const state = await test.engine.run(await own('small', OWN_TEXT, { big }, rest), 60_000)
    expect(errorsOf(state)).toContain('server_full')
    const rows = await database.pool.query(
      `select tries from node_runs where execution_id = $1 and status = 'failed'`,
      [state.execution_id],
    )
    expect(rows.rows[0]).toMatchObject({ tries: [{ error: { code: 'server_full' } }] })
    expect(held()).toBe(0)
  })

  it('cost nothing where they are part of a result', async () => {
    HELD_LIMITS.run = 1_300_000
    const rows = Array.from({ length: 5_000 }, (_, at) => ({ at, name: `row ${at}` }))
    const text = 'x'.repeat(1_100_000)
    for (const [limit, value] of [
      [200_000, '{{ $trigger.rows }}'],
      [200_000, '{{ { "rows": $trigger.rows, "at": $index } }}'],
      [1_200_000, '{{ [$trigger.text, $index] }}'],
    ] as const) {
      HELD_LIMITS.run = limit
      called = 0
      allTogether = Promise.withResolvers()
      const input: JsonObject = limit === 200_000 ? { rows } : { text }
      const state = await test.engine.run(await own('together', value, input), 60_000)
      expect(state).toMatchObject({ status: 'succeeded', output: { errors: [] } })
    }
  })

  it('count when a large text is part of a longer one', async () => {
    HELD_LIMITS.run = 5_000_000
    opened = Promise.withResolvers()
    const text = 'x'.repeat(1_100_000)
    const running = test.engine.run(await own('wait', 'Read: {{ $trigger.text }}', { text }), 60_000)
    await until(() => Promise.resolve(held() > 3_000_000))
    opened.resolve()
    const state = await running
    expect(errorsOf(state)).toContain('run_too_large')
  })

  it('are given back when a step fails, and while it pauses before it is tried again', async () => {
    HELD_LIMITS.run = 700_000
    const rest: Rest = { retry: { max_attempts: 4, delay_ms: 1, backoff: 1 } }
    const graph = workflow(
      [start, node('step', 'effect', { does: 'refuse', with: OWN_TEXT }, { ...rest, on_error: 'continue' })],
      wires('start > step'),
    )
    const state = await test.engine.run((await test.publish(graph))({ big }), 60_000)
    expect(state).toMatchObject({ status: 'succeeded' })
    expect(called).toBe(4)
    expect(held()).toBe(0)
  })

  it('are given back when the run is cancelled', async () => {
    const { execution_id } = await test.engine.start(await own('stay', OWN_TEXT, { big }))
    await until(() => Promise.resolve(called === 10))
    expect(held()).toBeGreaterThan(2_000_000)
    await test.engine.control(execution_id, { action: 'cancel' })
    await until(() => Promise.resolve(held() === 0))
  })

  it('are given back when another branch of an item ends them', async () => {
    const graph = workflow(
      [
        start,
        node('each', 'map', { items: '{{ $input.items }}', concurrency: 1, on_item_error: 'keep' }),
        node('inner', 'map', { items: '{{ [1..2].($join([$trigger.big, $string($)])) }}', concurrency: 2 }),
        node('stay', 'effect', { does: 'stay', with: '{{ $join([$trigger.big]) }}' }),
        node('fail', 'pure', { does: 'fail' }),
      ],
      wires('start > each', 'each:item > inner', 'inner:item > stay', 'each:item > fail'),
    )
    // The result of the trigger, the items of the inner list and the settings of its two steps are a million.
    HELD_LIMITS.run = 1_200_000
    const state = await test.engine.run((await test.publish(graph))({ items, big }), 60_000)
    expect(errorsOf(state)).toEqual(items.map(() => 'no_luck'))
    expect(held()).toBe(0)
  })

  it('are given back when a node that is part of another is done', async () => {
    const graph = workflow([start, node('step', 'effect', { does: 'part' })], wires('start > step'))
    HELD_LIMITS.run = 700_000
    const state = await test.engine.run((await test.publish(graph))({ big }), 60_000)
    expect(state).toMatchObject({ status: 'succeeded' })
    expect(most).toBeLessThan(300_000)
    HELD_LIMITS.run = 500_000
    const refused = await test.engine.run((await test.publish(graph))({ big }), 60_000)
    expect(refused).toMatchObject({ error: { code: 'run_too_large' } })
    expect(held()).toBe(0)
  })
})

describe('what a step compares', () => {
  const list = '{{ $input.items }}'
  const text = '$input.big & $string($)'
  const object = '{ "text": $input.big & $string($) }'
  const steps = (by: string): [type: string, config: JsonObject][] => [
    ['sort', { items: list, keys: Array.from({ length: 10 }, () => ({ by })) }],
    [
      'aggregate',
      {
        items: list,
        group_by: [{ name: 'group', by }],
        measures: Array.from({ length: 50 }, (_, at) => ({ name: `m${at}`, operation: 'max', value: by })),
      },
    ],
    ['deduplicate', { items: list, by }],
    ['group_items', { items: list, by }],
    ['join_lists', { left: list, right: list, left_key: by, right_key: by, mode: 'only_unmatched' }],
  ]
  const run = async (type: string, config: JsonObject, input: Json) => {
    const graph = workflow([start, node('step', type, config)], wires('start > step'))
    return test.engine.run((await test.publish(graph))(input), 60_000)
  }
  const many = { items: Array.from({ length: 400 }, (_, at) => at), big: 'x'.repeat(5_000) }

  it.each([...steps(text), ...steps(object)])('counts for its run: %s %o', async (type, config) => {
    HELD_LIMITS.run = 1_500_000
    expect(await run(type, config, many)).toMatchObject({ error: { code: 'run_too_large', node_id: 'step' } })
    expect(held()).toBe(0)
  })

  it.each([...steps(text), ...steps(object)])('counts for the server: %s %o', async (type, config) => {
    HELD_LIMITS.all = 1_500_000
    expect(await run(type, config, many)).toMatchObject({ error: { code: 'server_full', node_id: 'step' } })
    expect(held()).toBe(0)
  })

  it.each(steps(text).slice(0, 2))('has one limit for all columns: %s', async (type, config) => {
    const state = await run(type, config, { items: many.items, big: 'x'.repeat(20_000) })
    expect(state).toMatchObject({ error: { code: 'expression_too_large', node_id: 'step' } })
  })
})
