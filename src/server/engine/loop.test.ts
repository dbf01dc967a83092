import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { importN8n } from '#nodes/import/n8n/import-n8n.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, set, storeWorkflow, type TestEngine, wires, workflow } from '#test/support/engine.ts'

let database: TestDatabase
let test: TestEngine
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database)
})
afterAll(async () => {
  await test.engine.stop()
  await database.drop()
})

const edges = [
  ...wires('start > again'),
  { id: 'body', from: { node: 'again', port: 'item' }, to: { node: 'add', port: 'in' } },
  { id: 'out', from: { node: 'again', port: 'out' }, to: { node: 'end', port: 'in' } },
]
async function run(config: JsonObject, add = set('add', { n: '{{ $item.n + 1 }}', at: '{{ $index }}' })) {
  const document = workflow(
    [node('start', 'manual_trigger'), node('again', 'loop', config), add, set('end', { all: '{{ $nodes.again }}' })],
    edges,
  )
  return runDocument(document)
}

async function runDocument(document: WorkflowDocument) {
  const { version_id } = await storeWorkflow(database.pool, test.owner, document)
  const request = {
    workflow_version_id: version_id,
    input: { n: 0 },
    trigger: 'manual',
    priority: 'normal',
    owner: { user_id: test.owner },
    mode: 'now',
  } as const
  return test.engine.run(request, 20_000)
}

describe('a loop that was a circle in n8n', () => {
  it.each([
    ['Start > Wait > Count > Enough > Done', 'Enough:1 > Wait'],
    ['Start > Count > Enough > Done', 'Enough:1 > Wait > Count'],
  ])('asks until what it waits for is there: %s', async (...lines) => {
    const part = (name: string, type: string, parameters: JsonObject = {}): JsonObject => ({
      name,
      type: `n8n-nodes-base.${type}`,
      typeVersion: 1,
      position: [0, 0],
      parameters,
    })
    const count = (name: string, value: string) => ({ values: { number: [{ name, value }] }, keepOnlySet: true })
    const links: Record<string, { main: JsonObject[][] }> = {}
    for (const stops of lines.map((line) => line.split(' > ')))
      for (const [index, to] of stops.slice(1).entries()) {
        const [from = '', output = '0'] = (stops[index] ?? '').split(':')
        links[from] ??= { main: [[], []] }
        links[from].main[Number(output)]?.push({ node: to, type: 'main', index: 0 })
      }
    const nodes = [
      part('Start', 'manualTrigger'),
      part('Wait', 'wait', { amount: 0, unit: 'seconds' }),
      part('Count', 'set', count('n', '={{ $json.n + 1 }}')),
      part('Enough', 'if', { conditions: { number: [{ value1: '={{ $json.n }}', operation: 'equal', value2: 3 }] } }),
      part('Done', 'set', count('last', "={{ $('Count').item.json.n }}")),
    ]
    const [made] = importN8n({ name: 'Polls', nodes, connections: links })
    if (!made) throw new Error('nothing was made')
    // The node called “wait” in this engine is one of tests.
    const passing = { type: 'set_fields', config: { json: '{{ $input }}' } }
    const steps = made.document.nodes.map((one) => (one.type === 'wait' ? { ...one, ...passing } : one))
    const state = await runDocument({ ...made.document, nodes: steps })
    expect(state).toMatchObject({ status: 'succeeded', output: { last: 3 } })
  })
})

describe('a circle of n8n with branches', () => {
  it('goes round by any of its ways back, and leaves by the one that is taken', async () => {
    const part = (name: string, type: string, parameters: JsonObject = {}): JsonObject => ({
      name,
      type: `n8n-nodes-base.${type}`,
      typeVersion: 1,
      position: [0, 0],
      parameters,
    })
    const set = (values: Record<string, string>): JsonObject => ({
      values: { string: Object.entries(values).map(([name, value]) => ({ name, value })) },
      keepOnlySet: true,
    })
    const when = (value1: string, operation: string, value2: number): JsonObject => ({
      conditions: { number: [{ value1, operation, value2 }] },
    })
    const nodes = [
      part('Start', 'manualTrigger'),
      part('Try', 'set', set({ n: '={{ $json.n + 1 }}' })),
      part('Odd', 'if', when('={{ $json.n % 2 }}', 'equal', 1)),
      part('Note', 'set', set({ n: '={{ $json.n }}', odd: 'yes' })),
      part('Enough', 'if', when('={{ $json.n }}', 'larger', 4)),
      part('Failed', 'if', when('={{ $json.n }}', 'larger', 90)),
      part('Stop', 'set', set({ bad: 'x' })),
      part('Done', 'set', set({ last: "={{ $('Try').item.json.n }}", odd: '={{ $json.odd }}' })),
    ]
    const lines = ['Start > Try', 'Try > Odd', 'Odd > Note', 'Odd:1 > Try', 'Note > Enough', 'Enough > Done']
    const links: Record<string, { main: JsonObject[][] }> = {}
    for (const line of [...lines, 'Enough:1 > Failed', 'Failed > Stop', 'Failed:1 > Try']) {
      const [left = '', to = ''] = line.split(' > ')
      const [from = '', output = '0'] = left.split(':')
      links[from] ??= { main: [[], []] }
      links[from].main[Number(output)]?.push({ node: to, type: 'main', index: 0 })
    }
    const [made] = importN8n({ name: 'Circle', nodes, connections: links })
    if (!made) throw new Error('nothing was made')
    expect(await runDocument(made.document)).toMatchObject({ status: 'succeeded', output: { last: 5, odd: 'yes' } })
  })
})

describe('steps that ran once per item in n8n', () => {
  const part = (name: string, type: string, parameters: JsonObject = {}, typeVersion = 3): JsonObject => ({
    name,
    type: `n8n-nodes-base.${type}`,
    typeVersion,
    position: [0, 0],
    parameters,
  })
  const set = (name: string, fields: Record<string, string>) =>
    part(name, 'set', {
      assignments: {
        assignments: Object.entries(fields).map(([key, value]) => ({ name: key, value, type: 'string' })),
      },
    })
  const link = (...ways: string[]) => {
    const links: Record<string, { main: JsonObject[][] }> = {}
    for (const stops of ways.map((line) => line.split(' > ')))
      for (const [index, to] of stops.slice(1).entries()) {
        const [from = '', output = '0'] = (stops[index] ?? '').split(':')
        links[from] ??= { main: [[], []] }
        links[from].main[Number(output)]?.push({ node: to, type: 'main', index: 0 })
      }
    return links
  }
  const output = async (nodes: JsonObject[], ways: string[]) => {
    const [made] = importN8n({ name: 'Items', nodes, connections: link(...ways) })
    if (!made) throw new Error('nothing was made')
    const state = await runDocument(made.document)
    expect(state.error).toBeNull()
    return state.output
  }
  const start = [
    part('Start', 'manualTrigger'),
    set('Rows', { rows: '={{ [{ id: 1 }, { id: 2 }, { id: 3 }] }}' }),
    part('Split', 'splitOut', { fieldToSplitOut: 'rows' }),
  ]

  it('are read by a step behind all items, and only what is led on comes out of them', async () => {
    const nodes = [
      ...start,
      set('Price', { price: '={{ $json.id * 10 }}' }),
      set('Aside', { not: '={{ $json.price }}' }),
      set('Name', { name: '={{ "no. " + $json.price }}' }),
      part('All', 'aggregate', { aggregate: 'aggregateAllItemData' }),
      set('End', {
        names: '={{ $json.data.map(one => one.name).join() }}',
        prices: "={{ $('Price').all().map(one => one.json.price) }}",
        first: "={{ $('Price').first().json.price }}",
      }),
    ]
    const ways = ['Start > Rows > Split > Price > Name > All > End', 'Price > Aside']
    expect(await output(nodes, ways)).toEqual({ names: 'no. 10,no. 20,no. 30', prices: [10, 20, 30], first: 10 })
  })

  it('are read item by item where the later step runs once for each of them', async () => {
    const nodes = [
      ...start,
      set('Price', { price: '={{ $json.id * 10 }}' }),
      set('Name', { name: '={{ "no. " + $json.price }}' }),
      part('Wait for all', 'noOp'),
      set('Both', { both: "={{ $json.name + ' ' + $('Price').item.json.price }}" }),
      part('All', 'aggregate', { aggregate: 'aggregateAllItemData' }),
    ]
    const ways = ['Start > Rows > Split > Price > Name > Wait for all > Both > All']
    expect(await output(nodes, ways)).toEqual({
      data: [{ both: 'no. 10 10' }, { both: 'no. 20 20' }, { both: 'no. 30 30' }],
    })
  })

  it('are read as they were the last time behind a loop over batches', async () => {
    const nodes = [
      ...start,
      part('Loop', 'splitInBatches'),
      set('Price', { price: '={{ $json.id * 10 }}' }),
      set('Name', { name: '={{ "no. " + $json.price }}' }),
      part('All', 'aggregate', { aggregate: 'aggregateAllItemData' }),
      set('End', { last: "={{ $('Price').first().json.price }}", count: '={{ $json.data.length }}' }),
    ]
    const ways = ['Start > Rows > Split > Loop', 'Loop:1 > Price > Name > Loop', 'Loop:0 > All > End']
    expect(await output(nodes, ways)).toEqual({ last: 30, count: 3 })
  })

  it('are filtered by what another step gave', async () => {
    const nodes = [
      ...start,
      part('Keep', 'filter', {
        conditions: {
          conditions: [
            {
              leftValue: '={{ $json.id }}',
              rightValue: "={{ $('Rows').item.json.rows.length - 1 }}",
              operator: { type: 'number', operation: 'gte' },
            },
          ],
        },
      }),
    ]
    expect(await output(nodes, ['Start > Rows > Split > Keep'])).toEqual([{ id: 2 }, { id: 3 }])
  })
})

describe('a loop', () => {
  it('continues while its condition holds, each turn with what the one before gave', async () => {
    const state = await run({ while: 'n < 5' })
    expect(state.output).toEqual({ all: { value: { n: 5, at: 4 }, turns: 5, complete: true } })
  })

  it('makes no turn when the condition does not hold, and may count by turns alone', async () => {
    expect((await run({ while: 'false' })).output).toEqual({ all: { value: { n: 0 }, turns: 0, complete: true } })
    expect((await run({ while: '$index < 3' })).output).toMatchObject({ all: { turns: 3 } })
  })

  it('ends after so many turns: as a failure, or with what it has', async () => {
    const endless = await run({ while: 'true', most: 7 })
    expect([endless.status, endless.error]).toEqual([
      'failed',
      expect.objectContaining({ code: 'loop_too_long', node_id: 'again' }),
    ])
    const kept = await run({ while: 'true', most: 1000, when_too_long: 'go_on' })
    expect(kept.output).toMatchObject({ all: { value: { n: 1000 }, turns: 1000, complete: false } })
  })

  it('takes conditions that only the interpreter knows, and fails with those that cannot be asked', async () => {
    expect((await run({ while: '$match($string(n), /^[0-2]$/)[0] != null and n < 3' })).output).toMatchObject({
      all: { turns: 3 },
    })
    const broken = await run({ while: '$sum("x") > 1' })
    expect([broken.status, broken.error?.node_id]).toEqual(['failed', 'again'])
  })

  it('fails when a turn fails, unless its policy continues', async () => {
    const broken = await run(
      { while: 'true' },
      node('add', 'require', { rules: [{ condition: '{{ $index < 2 }}', message: 'enough' }] }),
    )
    expect([broken.status, broken.error]).toEqual([
      'failed',
      expect.objectContaining({ message: 'enough', node_id: 'add' }),
    ])
  })
})
