/** "Make a workflow of the selection", really run: the parent gives afterwards what it gave before. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { applyOperation } from '#graph/apply.ts'
import type { WorkflowDocument, WorkflowNode } from '#graph/document.ts'
import { validate } from '#graph/validate.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestEngine, node, set, storeWorkflow, type TestEngine, wires, workflow } from '#test/support/engine.ts'
import { LONG } from '#test/support/scale.ts'
import { extract } from '#web/canvas/services/analysis/extract.ts'

let database: TestDatabase
let test: TestEngine
beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestEngine(database)
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await database.drop()
})

async function ran(document: WorkflowDocument, input: Json): Promise<{ status: string; output: Json }> {
  const request = await test.publish(document)
  const { execution_id } = await test.engine.start(request(input))
  const { status, output } = await test.engine.result(execution_id, 10_000)
  return { status, output: output ?? null }
}

/** The parent with the part as a workflow of its own, stored; the reason where that is refused. */
async function extracted(document: WorkflowDocument, nodes: readonly string[]): Promise<WorkflowDocument | string> {
  const made = extract({ document, nodes, title: 'Part' })
  if (made.kind === 'refused') return made.reason
  expect(validate(made.child, catalogue)).toEqual([])
  const { workflow_id } = await storeWorkflow(database.pool, test.owner, made.child)
  const operations = made.steps.map((step) =>
    step.type === 'add_node' && step.node.id === made.caller.id
      ? { ...step, node: { ...step.node, config: { ...step.node.config, workflow_id } } }
      : step,
  )
  const parent = applyOperation(document, { type: 'batch', operations }).document
  expect(validate(parent, catalogue)).toEqual([])
  return parent
}

const start = node('start', 'manual_trigger')

it('a part that reads several nodes before it, and of whose result several fields are read behind it', async () => {
  const document = workflow(
    [
      start,
      set('order', { total: '{{ $input.total }}', who: '{{ $input.who }}' }),
      set('rate', { tax: '{{ $nodes.order.total * 0.18 }}' }),
      set('sum', { gross: '{{ $nodes.order.total + $input.tax }}', tax: '{{ $nodes.rate.tax }}' }),
      set('invoice', {
        text: '{{ $nodes.order.who }} owes {{ $nodes.sum.gross }}',
        gross: '{{ $nodes.sum.gross }}',
        tax: '{{ $nodes.sum.tax }}',
      }),
      set('mail', { subject: '{{ $nodes.invoice.text }}', lines: ['{{ $nodes.invoice.gross }}', '{{ $input.tax }}'] }),
      set('books', { booked: '{{ $nodes.invoice.gross - $nodes.invoice.tax }}', of: '{{ $nodes.start.who }}' }),
    ],
    wires('start > order > rate > sum > invoice > mail', 'invoice > books'),
  )
  const input = { total: 1000, who: 'Asha' }
  const before = await ran(document, input)
  expect(before).toEqual({
    status: 'succeeded',
    output: { mail: { subject: 'Asha owes 1180', lines: [1180, 180] }, books: { booked: 1000, of: 'Asha' } },
  })
  for (const part of [['sum', 'invoice'], ['rate', 'sum', 'invoice'], ['invoice'], ['mail']]) {
    const parent = await extracted(document, part)
    if (typeof parent === 'string') throw new Error(parent)
    expect(parent.nodes.some(({ type }) => type === 'sub_workflow')).toBe(true)
    expect(await ran(parent, input), part.join(' ')).toEqual(before)
  }
})

it('a branch with its join, whichever way is taken', async () => {
  const document = workflow(
    [
      start,
      node('large', 'if', { condition: '{{ $input.total > 100 }}' }),
      set('yes', { ask: true, total: '{{ $nodes.start.total }}' }),
      set('no', { ask: false, total: '{{ $nodes.start.total }}' }),
      node('join', 'merge', { mode: 'first' }),
      set('last', { asked: '{{ $nodes.join.ask }}', total: '{{ $input.total }}' }),
    ],
    wires('start > large', 'large:true > yes > join', 'large:false > no > join', 'join > last'),
  )
  const parent = await extracted(document, ['large', 'yes', 'no', 'join'])
  if (typeof parent === 'string') throw new Error(parent)
  for (const total of [50, 500]) expect(await ran(parent, { total })).toEqual(await ran(document, { total }))
})

/** A chain of steps, some of which lead around others and read any before them; and which of them are taken out. */
const cases = fc
  .record({
    steps: fc.array(fc.record({ from: fc.nat(), reads: fc.array(fc.nat(), { maxLength: 3 }) }), {
      minLength: 3,
      maxLength: 7,
    }),
    first: fc.nat(),
    size: fc.integer({ min: 1, max: 4 }),
  })
  .map(({ steps, first, size }) => {
    const ids = steps.map((_, index) => `n${index}`)
    const before = new Map<string, readonly string[]>([['start', []]])
    const lines: string[] = []
    const nodes = steps.map(({ from, reads }, index): WorkflowNode => {
      const id = ids[index] as string
      // Mostly a chain; now and then a second way out of a step further up.
      const source =
        index === 0 ? 'start' : (ids[index - 1 - (from % 4 === 0 ? from % Math.min(index, 2) : 0)] as string)
      lines.push(`${source} > ${id}`)
      const known = [...(before.get(source) ?? []), source]
      before.set(id, known)
      const fields = Object.fromEntries(
        reads.map((read, at) => [`r${at}`, `{{ $nodes.${known[read % known.length]}.v }}`] as const),
      )
      return set(id, { v: `{{ $string($input.v) & "${index}" }}`, ...fields } satisfies JsonObject)
    })
    const at = first % ids.length
    return { document: workflow([start, ...nodes], wires(...lines)), part: ids.slice(at, at + size) }
  })

const RUNS = LONG ? 60 : 25

it('any part of any such workflow, unless it is refused', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(cases, async ({ document, part }) => {
      const parent = await extracted(document, part)
      if (typeof parent === 'string') return
      taken += 1
      expect(await ran(parent, { v: 'x' })).toEqual(await ran(document, { v: 'x' }))
    }),
    { numRuns: RUNS },
  )
  expect(taken).toBeGreaterThan(RUNS / 3)
}, 60_000)
