import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  type Behaviour,
  createTestEngine,
  node,
  set,
  storeWorkflow,
  type TestEngine,
  wires,
  workflow,
} from '#test/support/engine.ts'
import { heldCharacters } from './held-values.ts'

const calls: Record<string, number> = {}
const count = (name: string) => {
  calls[name] = (calls[name] ?? 0) + 1
  return calls[name]
}
const allTogether = Promise.withResolvers<void>()
const FILE = randomUUID()
const behaviours: Record<string, Behaviour> = {
  give: (ctx) => output(ctx.config.with ?? null),
  effect: async (ctx) => {
    count('effect')
    return output({ key: ctx.run.idempotency_key })
  },
  late: async (ctx) => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return output(ctx.config.with ?? ctx.input)
  },
  together: async (ctx) => {
    if (count('together') === 20) allTogether.resolve()
    await allTogether.promise
    return output(ctx.config.with ?? null)
  },
  refuse: () => {
    throw new NodeError('no_luck', 'It did not work', { field: 'luck' })
  },
  crash: () => {
    throw new Error('secret detail')
  },
  hang: () => new Promise(() => {}),
  flaky: (ctx) => {
    if (count('flaky') < 3) throw new NodeError('busy', 'Try later', { retryable: true })
    return output({ attempt: ctx.run.attempt })
  },
  circular: () => {
    const value: Record<string, Json> = {}
    value.self = value
    return output(value)
  },
  odd_fails: (ctx) => {
    const n = ctx.input as number
    if (n % 2 === 1) throw new NodeError('odd', `${n} is odd`)
    return output(n * 10)
  },
  talk: (ctx) => {
    ctx.log('calling', { authorization: 'Bearer abc', nested: { api_key: 'k', shown: 1 } })
    for (let line = 0; line < 200; line++) ctx.log(`line ${line}`)
    return output(null)
  },
  large: () => output('x'.repeat(300_000)),
  filed: () => output([{ file_id: FILE }, 'x'.repeat(300_000)]),
  stop: (ctx) => ({ type: 'stop', status: 'succeeded', output: ctx.input, message: '' }),
  unstorable: () => output({ text: 'a\u0000b', half: '\ud800', fine: 'literal \\u0000' }),
}

let database: TestDatabase
let test: TestEngine
const stored = new Map<string, string>()
/** Ends of keys that cannot be written. */
const refused = new Set<string>()

beforeAll(async () => {
  database = await createTestDatabase()
  const outputs = {
    put: async (key: string, text: string) => {
      if ([...refused].some((end) => key.endsWith(end))) throw new Error('The disk is full')
      stored.set(key, text)
    },
    get: async (key: string) => stored.get(key) ?? '',
    open: async (key: string) => () => Readable.from([Buffer.from(stored.get(key) ?? '')]),
  }
  test = await createTestEngine(database, { behaviours, outputs })
})
afterAll(async () => {
  await test.engine.stop()
  await database.drop()
})

const rowsOf = async (id: string) => {
  const sql =
    'select node_id, iteration, seq, status, port, attempts, output, stored, error, logs from node_runs where execution_id = $1 order by seq'
  return (await database.pool.query(sql, [id])).rows
}
const start = node('start', 'manual_trigger')

async function run(nodes: Parameters<typeof workflow>[0], edges: string[], input: Json = null, wait_ms = 5000) {
  const request = await test.publish(workflow([start, ...nodes], wires(...edges)))
  return test.engine.run(request(input), wait_ms)
}

describe('the way through a document', () => {
  it('goes through a chain and gives the output of its last node', async () => {
    const steps = [
      set('a', { n: '{{ $input.n + 1 }}' }),
      set('b', { n: '{{ $input.n * 2 }}', from: 'got {{ $nodes.start.n }}' }),
    ]
    const state = await run(steps, ['start > a > b'], { n: 1 })
    expect(state).toMatchObject({ status: 'succeeded', output: { n: 4, from: 'got 1' }, error: null })
    expect(await rowsOf(state.execution_id)).toMatchObject([
      { node_id: 'start', seq: 1, status: 'succeeded', port: 'out' },
      { node_id: 'a', seq: 2, output: { n: 2 } },
      { node_id: 'b', seq: 3, output: { n: 4, from: 'got 1' } },
    ])
  })

  it('leaves out the branch not taken and joins what is left', async () => {
    const nodes = [
      node('check', 'if', { condition: '{{ $input.n > 5 }}' }),
      set('big', { size: 'big' }),
      set('small', { size: 'small' }),
      node('join', 'merge'),
    ]
    const edges = ['check:true > big > join', 'check:false > small > join', 'start > check']
    const state = await run(nodes, edges, { n: 7 })
    expect(state.output).toEqual({ big: { size: 'big' } })
    expect((await rowsOf(state.execution_id)).map((row) => row.node_id)).not.toContain('small')
  })

  it('runs independent branches at the same time', async () => {
    const together = (id: string) => node(id, 'pure', { does: 'together', with: id })
    const branches = Array.from({ length: 20 }, (_, index) => together(`b${index}`))
    const state = await run(
      [...branches, node('join', 'merge')],
      branches.map(({ id }) => `start > ${id} > join`),
    )
    // None ends before all have begun.
    expect(Object.keys(state.output as object)).toHaveLength(20)
  })

  it('passes the input of a disabled node on', async () => {
    const state = await run(
      [node('off', 'pure', { does: 'crash' }, { disabled: true }), set('end', { got: '{{ $input }}' })],
      ['start > off > end'],
      5,
    )
    expect(state.output).toEqual({ got: 5 })
    expect((await rowsOf(state.execution_id))[1]).toMatchObject({ node_id: 'off', status: 'skipped' })
  })

  it('ends early with a stop node, as its settings say', async () => {
    const request = await test.publish(
      workflow(
        [start, node('end', 'stop', { status: 'failed', message: 'Enough' }), set('never', {})],
        wires('start > end > never'),
      ),
    )
    const state = await test.engine.run(request(null), 5000)
    expect(state).toMatchObject({ status: 'failed', error: { code: 'stopped', message: 'Enough', node_id: 'end' } })
  })
})

describe('map', () => {
  const body = [
    node('each', 'map', { items: '{{ $input }}', concurrency: 3, on_item_error: 'keep' }),
    node('one', 'pure', { does: 'odd_fails' }),
  ]

  it('keeps partial results with the place of each failure', async () => {
    const state = await run(
      [...body, set('end', { result: '{{ $input }}' })],
      ['start > each > end', 'each:item > one'],
      [0, 1, 2, 3],
    )
    expect(state.output).toEqual({
      result: {
        items: [0, null, 20, null],
        errors: [
          { index: 1, code: 'odd', message: '1 is odd' },
          { index: 3, code: 'odd', message: '3 is odd' },
        ],
      },
    })
    expect(
      (await rowsOf(state.execution_id))
        .filter((row) => row.node_id === 'one')
        .map((row) => row.iteration)
        .sort(),
    ).toEqual(['0', '1', '2', '3'])
  })

  it('stops at the first failure when told so', async () => {
    const nodes = [node('each', 'map', { items: '{{ $input }}' }), node('one', 'pure', { does: 'odd_fails' })]
    const state = await run(nodes, ['start > each', 'each:item > one'], [2, 3, 4])
    expect(state).toMatchObject({ status: 'failed', error: { code: 'odd', node_id: 'one' } })
  })

  it('nests, with the item and its place at hand', async () => {
    const nodes = [
      node('rows', 'map', { items: '{{ $input }}' }),
      node('cells', 'map', { items: '{{ $item }}' }),
      set('cell', { v: '{{ $item * 2 }}', i: '{{ $index }}' }),
    ]
    const state = await run(nodes, ['start > rows', 'rows:item > cells', 'cells:item > cell'], [[1], [2, 3]])
    expect((state.output as { items: Json[] }).items).toEqual([
      { items: [{ v: 2, i: 0 }], errors: [] },
      {
        items: [
          { v: 4, i: 0 },
          { v: 6, i: 1 },
        ],
        errors: [],
      },
    ])
    expect(
      (await rowsOf(state.execution_id)).filter((row) => row.node_id === 'cell').map((row) => row.iteration),
    ).toEqual(['0.0', '1.0', '1.1'])
  })

  it('goes through thousands of items without a deep stack', async () => {
    const nodes = [node('each', 'map', { items: '{{ $input }}', concurrency: 1 }), set('one', { v: '{{ $item + 1 }}' })]
    const state = await run(
      nodes,
      ['start > each', 'each:item > one'],
      Array.from({ length: 3000 }, (_, n) => n),
      20_000,
    )
    expect((state.output as { items: Json[] }).items).toHaveLength(3000)
  })
})

describe('failures', () => {
  it('ends the run with the error of the node', async () => {
    const state = await run([node('bad', 'pure', { does: 'refuse' }), set('never', {})], ['start > bad > never'])
    expect(state).toMatchObject({
      status: 'failed',
      error: { code: 'no_luck', message: 'It did not work', node_id: 'bad', field: 'luck' },
    })
    expect((await rowsOf(state.execution_id)).at(-1)).toMatchObject({ node_id: 'bad', status: 'failed', port: null })
  })

  it('continues with null, or through the error port', async () => {
    const bad = (id: string, on_error: 'continue' | 'error_port') => node(id, 'pure', { does: 'refuse' }, { on_error })
    const goOn = await run(
      [bad('a', 'continue'), set('end', { got: '{{ $string($input) }}', on: true })],
      ['start > a > end'],
    )
    expect(goOn).toMatchObject({ status: 'succeeded', output: { on: true } })
    const port = await run(
      [bad('a', 'error_port'), set('well', { ok: true }), set('ill', { why: '{{ $input.code }}' })],
      ['start > a > well', 'a:error > ill'],
    )
    expect(port).toMatchObject({ status: 'succeeded', output: { why: 'no_luck' } })
  })

  it('does not show what an unexpected error says', async () => {
    const state = await run([node('bad', 'pure', { does: 'crash' })], ['start > bad'])
    expect(state.error).toMatchObject({ code: 'node_crashed' })
    expect(JSON.stringify(await rowsOf(state.execution_id))).not.toContain('secret detail')
  })

  it('tries again as the policy says', async () => {
    calls.flaky = 0
    const retry = { max_attempts: 3, delay_ms: 1, backoff: 2 }
    const state = await run([node('f', 'pure', { does: 'flaky' }, { retry })], ['start > f'])
    expect(state).toMatchObject({ status: 'succeeded', output: { attempt: 3 } })
    expect((await rowsOf(state.execution_id)).at(-1)).toMatchObject({ attempts: 3 })
  })

  it('does not try again what is not worth it', async () => {
    const retry = { max_attempts: 3, delay_ms: 60_000, backoff: 1 }
    const state = await run([node('bad', 'pure', { does: 'refuse' }, { retry })], ['start > bad'])
    expect(state).toMatchObject({ status: 'failed', error: { code: 'no_luck' } })
  })

  it('ends a node at its time limit even when it hangs', async () => {
    const state = await run([node('h', 'pure', { does: 'hang' }, { timeout_ms: 20 })], ['start > h'])
    expect(state).toMatchObject({ status: 'failed', error: { code: 'timeout', node_id: 'h' } })
  })

  it('names a node type that is not installed, bad settings and bad expressions', async () => {
    expect((await run([node('x', 'no_such')], ['start > x'])).error).toMatchObject({
      code: 'unknown_node_type',
      node_id: 'x',
    })
    expect((await run([node('x', 'set_fields', { fields: 3 })], ['start > x'])).error).toMatchObject({
      code: 'config_invalid',
      field: 'fields',
    })
    expect((await run([set('x', { a: '{{ $input. }}' })], ['start > x'])).error).toMatchObject({
      code: 'expression_syntax',
    })
  })

  it('refuses an output that is not JSON and stores text that Postgres cannot hold', async () => {
    expect((await run([node('x', 'pure', { does: 'circular' })], ['start > x'])).error).toMatchObject({
      code: 'output_not_json',
    })
    const state = await run([node('x', 'pure', { does: 'unstorable' })], ['start > x'])
    expect(state.status).toBe('succeeded')
    expect((await rowsOf(state.execution_id)).at(-1)?.output).toEqual({
      text: 'a\ufffdb',
      half: '\ufffd',
      fine: 'literal \\u0000',
    })
  })
})

describe('what is stored', () => {
  const chain = (length: number) => {
    const ids = Array.from({ length }, (_, index) => `s${index}`)
    return { nodes: ids.map((id) => set(id, { n: '{{ $input.n + 1 }}' })), edges: [`start > ${ids.join(' > ')}`] }
  }
  const entries = async (work: () => Promise<unknown>) => {
    const before = test.engine.figures.entries
    await work()
    return test.engine.figures.entries - before
  }

  it.each([1, 50])(
    'costs a pure run of %i nodes one journal batch when the caller waits, at most two when not',
    async (length) => {
      const { nodes, edges } = chain(length)
      const request = await test.publish(workflow([start, ...nodes], wires(...edges)))
      expect(await entries(() => test.engine.run(request({ n: 0 }), 5000))).toBe(1)
      const started = async () => {
        const { execution_id } = await test.engine.start(request({ n: 0 }))
        expect((await test.engine.result(execution_id, 5000)).output).toEqual({ n: length })
      }
      expect(await entries(started)).toBeLessThanOrEqual(2)
    },
  )

  it.each([1, 3])('costs at most two batches and one more for each of %i effects', async (effects) => {
    const ids = Array.from({ length: effects }, (_, index) => `e${index}`)
    const nodes = ids.map((id) => node(id, 'effect', { does: 'effect' }))
    const request = await test.publish(
      workflow([start, ...nodes, set('end', {})], wires(`start > ${ids.join(' > ')} > end`)),
    )
    expect(await entries(() => test.engine.run(request(null), 5000))).toBeLessThanOrEqual(2 + effects)
  })

  it('gives an effect the same key at every attempt', async () => {
    const state = await run([node('e', 'effect', { does: 'effect' })], ['start > e'])
    expect(state.output).toEqual({ key: `${state.execution_id}:e:` })
  })

  it('bounds a node’s log and keeps secrets out of it', async () => {
    const state = await run([node('t', 'pure', { does: 'talk' })], ['start > t'])
    const logs = (await rowsOf(state.execution_id)).at(-1)?.logs as { message: string; data: Json }[]
    expect(logs).toHaveLength(101)
    expect(logs[0]?.data).toEqual({ authorization: '[hidden]', nested: { api_key: '[hidden]', shown: 1 } })
    expect(logs[100]?.message).toContain('100 lines')
  })

  it('names the files of a large output in its row, which is searched for what is still used', async () => {
    const state = await run([node('l', 'pure', { does: 'filed' })], ['start > l'])
    const { rows } = await database.pool.query('select rows from journal where execution_id = $1', [state.execution_id])
    expect(rows.flatMap((entry) => entry.rows)).toContainEqual(expect.objectContaining({ node_id: 'l', files: [FILE] }))
  })

  it('stores a large output outside its row and continues with its value', async () => {
    const state = await run(
      [node('l', 'pure', { does: 'large' }), set('end', { length: '{{ $length($input) }}' })],
      ['start > l > end'],
    )
    expect(state.output).toEqual({ length: 300_000 })
    const { output: kept, stored: key } = (await rowsOf(state.execution_id))[1] ?? {}
    expect(kept).toBeNull()
    expect(JSON.parse(stored.get(key) ?? '')).toHaveLength(300_000)
    const [shown] = await test.engine.withOutputs([{ output: kept, stored: key }])
    expect(shown?.output).toHaveLength(300_000)
    const again = await test.engine.control(state.execution_id, { action: 'fork', from_node: 'end' })
    expect((await test.engine.result(again.execution_id, 5000)).output).toEqual({ length: 300_000 })
  })

  it.each([
    ['one step', [node('l', 'pure', { does: 'large' })], ['start > l'], 'l.json'],
    [
      'several steps',
      [node('l', 'pure', { does: 'large' }), set('s', { v: 1 })],
      ['start > l', 'start > s'],
      '-result.json',
    ],
    [
      'a step that is switched off',
      [node('l', 'pure', { does: 'large' }), { ...node('off', 'pure', { does: 'give' }), disabled: true }],
      ['start > l > off'],
      'off.json',
    ],
    [
      'a step that stops the run',
      [node('l', 'pure', { does: 'large' }), node('stop', 'pure', { does: 'stop' })],
      ['start > l > stop'],
      '-result.json',
    ],
  ])('keeps a large result of %s as a file that has what the row has', async (_, nodes, ways, file) => {
    const state = await run(nodes, ways)
    const { rows } = await database.pool.query('select output, output_file from executions where id = $1', [
      state.execution_id,
    ])
    expect(rows[0].output_file).toBe(`executions/${state.execution_id}/${file}`)
    const kept = JSON.parse(stored.get(rows[0].output_file) ?? 'null')
    expect(JSON.stringify(kept).length).toBeGreaterThan(300_000)
    expect(kept).toEqual(rows[0].output)
    const inRows = (await rowsOf(state.execution_id)).map((row) => JSON.stringify(row.output ?? null).length)
    expect(Math.max(...inRows)).toBeLessThan(300_000)
  })

  it('keeps the large input of a run that a step starts as a file in the folder of the run around it', async () => {
    const inner = workflow([start, set('end', { length: '{{ $length($input) }}' })], wires('start > end'))
    const { workflow_id } = await storeWorkflow(database.pool, test.owner, inner)
    const call = node('call', 'sub_workflow', { workflow_id })
    const state = await run([node('l', 'pure', { does: 'large' }), call], ['start > l > call'], null, 20_000)
    const result = await test.engine.result(state.execution_id, 20_000)
    expect(result).toMatchObject({ status: 'succeeded', output: { length: 300_000 } })
    const { rows } = await database.pool.query('select input, input_file from executions where parent_id = $1', [
      state.execution_id,
    ])
    expect(rows[0].input_file).toBe(`executions/${state.execution_id}/call.input.json`)
    expect(JSON.parse(stored.get(rows[0].input_file) ?? 'null')).toEqual(rows[0].input)
  })

  it('ends a run whose result cannot be written as a file: its row has it', async () => {
    refused.add('-result.json')
    const state = await run([node('l', 'pure', { does: 'large' }), set('s', { v: 1 })], ['start > l', 'start > s'])
    refused.clear()
    expect(state).toMatchObject({ status: 'succeeded', output: { s: { v: 1 } } })
    const { rows } = await database.pool.query('select output, output_file from executions where id = $1', [
      state.execution_id,
    ])
    expect(rows[0]).toMatchObject({ output_file: null, output: { s: { v: 1 } } })
  })

  it('ends a run with a named error whose results grow too large together, and holds nothing of runs that are over', async () => {
    const before = heldCharacters()
    const doubled = Array.from({ length: 12 }, (_, index) => set(`n${index}`, { v: '{{ [$input.v, $input.v] }}' }))
    const ways = [`start > ${doubled.map(({ id }) => id).join(' > ')}`]
    const state = await run(doubled, ways, { v: 'x'.repeat(50_000) })
    expect(state).toMatchObject({ status: 'failed', error: { code: 'run_too_large' } })
    expect((await rowsOf(state.execution_id)).filter(({ status }) => status === 'succeeded').length).toBeGreaterThan(5)
    expect(heldCharacters()).toBe(before)
  })

  it('is refused when the version does not exist', async () => {
    const request = (await test.publish(workflow([start], [])))()
    const unknown = { ...request, workflow_version_id: '00000000-0000-7000-8000-000000000000' }
    await expect(test.engine.start(unknown)).rejects.toMatchObject({ code: 'not_found' })
    await expect(test.engine.result('00000000-0000-7000-8000-000000000000', 0)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
