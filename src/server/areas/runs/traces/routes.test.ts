/** What the trace of a run keeps, who reads it, and where it goes when the run goes. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { TRACE } from '#contract/runs/trace-values.ts'
import { LISTS, readList } from '#server/areas/platform/account-data/export.store.ts'
import { deletePayloads } from '#server/areas/runs/runs.ts'
import { batchStatement } from '#server/engine/journal-sql.ts'
import type { Person } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { asking, createModelScene, findTool, helping, MARKER, type ModelScene } from '#test/support/model-scene.ts'

let scene: ModelScene
beforeAll(async () => {
  scene = await createModelScene()
})
afterAll(() => scene.close())
beforeEach(() => scene.reset())

const get = (path: string, as: Person | null, headers: Record<string, string> = {}) =>
  scene.test.call('GET', `/api/v1/executions/${path}`, { as, headers })
const traceOf = async (id: string, as: Person = scene.seller, query = '') =>
  (await get(`${id}/trace${query}`, as)).body.data
const detailOf = async (id: string, entry: number, as: Person = scene.seller) =>
  (await get(`${id}/trace/${entry}`, as)).body.data

/** The seller runs a workflow of their own. */
async function run(document: object, input: object = {}): Promise<string> {
  const { seller, test } = scene
  const made = await test.call('POST', '/api/v1/workflows', { as: seller, body: { name: 'W', document } })
  expect(made.body.data?.problems).toEqual([])
  const { body } = await scene.execute(seller, { workflow_id: made.body.data.id, input })
  return body.data.execution_id
}
const answers = (...texts: string[]) =>
  scene.sellers.behave(...texts.map((text) => ({ type: 'answer' as const, text, usage: { input: 40, output: 4 } })))

it('keeps each call in order, and what calls share once', async () => {
  const { test, sellers } = scene
  sellers.behave(
    { type: 'tools', calls: [{ name: 'find', arguments: { name: 'asha', api_key: 'typed-by-the-model' } }] },
    { type: 'tools', calls: [{ name: 'find', arguments: { name: 'ravi' } }] },
    { type: 'answer', text: 'Asha and Ravi are customers.' },
  )
  const id = await run(helping(findTool(scene.crm), { system: 'You answer briefly.' }))
  const { items, total } = await traceOf(id)
  expect([total, items.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`)]).toEqual([
    5,
    ['model small', 'tool find', 'model small', 'tool find', 'model small'],
  ])
  expect(new Set(items.map(({ prompt }: { prompt: string | null }) => prompt)).size).toBe(2)
  const [first, tool, , , last] = items
  const detail = await detailOf(id, last.id)
  expect(detail.messages.map(({ role }: { role: string }) => role)).toEqual([
    ...['system', 'user', 'assistant', 'tool', 'assistant', 'tool'],
  ])
  expect(detail).toMatchObject({ earlier: 4, answer: { text: 'Asha and Ravi are customers.', finish: 'stop' } })
  expect(detail.messages[3].content).toContain('ROW-OF-THE-SELLER')
  expect(await detailOf(id, tool.id)).toMatchObject({
    result: expect.stringContaining('ROW-OF-THE-SELLER'),
    arguments: { name: 'asha', api_key: '[hidden]' },
  })
  expect((await detailOf(id, first.id)).answer.tool_calls[0].arguments.api_key).toBe('[hidden]')
  const { rows } = await test.database.pool.query<{ content: string }>(
    'select content::text as content from trace_entries where execution_id = $1 order by id',
    [id],
  )
  // The instructions are stored with the first call alone.
  expect(rows.filter(({ content }) => content.includes('You answer briefly.'))).toHaveLength(1)
  expect(rows.some(({ content }) => content.includes('typed-by-the-model'))).toBe(false)
  const page = await traceOf(id, scene.seller, '?limit=2&offset=3')
  expect([page.total, page.items.map((one: { id: number }) => one.id)]).toEqual([5, [items[3].id, items[4].id]])
})

it('nests calls under the items of a loop, and keeps those that failed', async () => {
  const document = workflow(
    [
      node('start', 'manual_trigger'),
      node('each', 'map', { items: '{{ $input.names }}', concurrency: 1, on_item_error: 'keep' }),
      node('ask', 'ai_prompt', { prompt: 'Greet {{ $input }}' }),
    ],
    wires('start > each', 'each:item > ask'),
  )
  scene.sellers.behave({ type: 'answer', text: 'Hello' }, { type: 'status', status: 400, message: 'Bad request' })
  const id = await run(document, { names: ['Asha', 'Ravi'] })
  const { items } = await traceOf(id)
  expect(items).toMatchObject([
    { node_id: 'ask', iteration: '0', error: null, summary: 'Hello' },
    { node_id: 'ask', iteration: '1', error: 'model_refused', input_tokens: 0 },
  ])
  const failed = await detailOf(id, items[1].id)
  expect(failed).toMatchObject({ answer: null, problem: expect.any(String) })
  expect(failed.messages.at(-1).content).toContain('Ravi')
})

it('is read by those who may see prompts', async () => {
  const { test, seller } = scene
  const buyer = await test.person()
  const agent = await scene.listed(asking({ system: MARKER }), true)
  const { execution_id, access_token } = await scene.runAgent(null, agent)
  const bought = (await scene.runAgent(buyer, agent)).execution_id
  for (const [id, as, headers] of [
    [bought, buyer, {}],
    [execution_id, null, { 'x-run-token': access_token }],
  ] as const) {
    const run = (await get(id, as, headers)).body.data
    expect([run.status, run.trace_open]).toEqual(['succeeded', false])
    expect((await get(`${id}/trace`, as, headers)).status).toBe(404)
    expect((await get(`${id}/trace/1`, as, headers)).status).toBe(404)
  }
  const own = await run(asking({ system: MARKER }))
  expect((await get(own, seller)).body.data.trace_open).toBe(true)
  const [entry] = (await traceOf(own)).items
  expect((await get(`${own}/trace`, buyer)).status).toBe(404)
  expect((await get(`${own}/trace/${entry.id}`, buyer)).status).toBe(404)
  expect((await get(`${own}/trace`, await test.person('super_admin'))).status).toBe(403)
  // An entry of another run is not one of this run.
  const another = await run(asking())
  expect((await get(`${another}/trace/${entry.id}`, seller)).status).toBe(404)
})

it('has a limit for a text and for a run', async () => {
  const { pool } = scene.test.database
  answers('x'.repeat(TRACE.of_text + 10), 'later')
  const document = workflow(
    [
      node('start', 'manual_trigger'),
      node('a', 'ai_prompt', { prompt: 'One' }),
      node('b', 'ai_prompt', { prompt: 'Two' }),
    ],
    wires('start > a > b'),
  )
  const id = await run(document)
  const [long] = (await traceOf(id)).items
  const { answer } = await detailOf(id, long.id)
  expect(answer.text).toMatch(/^x+ \[cut: 50,010 characters\]$/)
  await pool.query('update trace_entries set size = $1 where id = $2', [TRACE.characters, long.id])
  const { epoch } = (await pool.query('select epoch from executions where id = $1', [id])).rows[0]
  const row = { ...long, kept: undefined, base: 0, size: 5, content: { answer: { text: 'later' } } }
  const entry = { execution_id: id, epoch, seq: 99, rows: [], traced: [JSON.stringify(row)] }
  await pool.query(batchStatement([entry]))
  const { items } = await traceOf(id)
  expect(items).toHaveLength(3)
  expect([items[2].kept, await detailOf(id, items[2].id)]).toMatchObject([false, { messages: [], answer: null }])
  // Another process took the run meanwhile: what this one still has is not kept.
  await pool.query(batchStatement([{ ...entry, epoch: epoch + 1 }]))
  expect((await traceOf(id)).total).toBe(3)
})

it('goes with the content of its run, and with the run', async () => {
  const { test, seller } = scene
  const { pool, db } = test.database
  answers('Something personal')
  const id = await run(
    workflow(
      [node('start', 'manual_trigger'), node('ask', 'ai_prompt', { prompt: 'x' }), set('end', {})],
      wires('start > ask > end'),
    ),
  )
  const list = LISTS.find(({ file }) => file === 'traces.json')
  const person = { id: seller.id, email: 'a@example.com', proven: true, subject: 'a', display_name: 'A' }
  const rows: unknown[] = []
  await db.transaction().execute(async (tx) => {
    for await (const row of readList(tx, list ?? raise(), person)) rows.push(row)
  })
  expect(JSON.stringify(rows)).toContain('Something personal')
  const { rows: before } = await pool.query('select epoch from executions where id = $1', [id])
  await db.transaction().execute((tx) => deletePayloads(tx, [id]))
  const gone = (await get(id, seller)).body.data
  expect([gone.trace_open, (await traceOf(id)).total]).toEqual([false, 0])
  // What a process still has is not written after it.
  const late = {
    node_id: 'ask',
    iteration: '',
    attempt: 1,
    kind: 'model',
    name: 'm',
    at: new Date(),
    ms: 1,
    summary: '',
  }
  const figures = { input_tokens: 0, output_tokens: 0, cost_micros: 0, base: 0, size: 2, content: {} }
  const traced = [JSON.stringify({ ...late, ...figures })]
  await pool.query(batchStatement([{ execution_id: id, epoch: before[0].epoch, seq: 99, rows: [], traced }]))
  expect((await traceOf(id)).total).toBe(0)
})

const raise = (): never => {
  throw new Error('there is no list of traces')
}
