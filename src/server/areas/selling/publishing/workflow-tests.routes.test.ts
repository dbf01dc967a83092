/** Test cases of a workflow: made of runs, run with several versions, compared, and asked before a worse version is published. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { WorkflowTests } from '#contract/agents/evaluations.ts'
import { CASE_REFUSED } from '#contract/runs/execution-states.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

const says = (text: string) =>
  workflow(
    [node('ask', 'input_form', { fields: [{ name: 'text', required: true }] }), node('end', 'template', { text })],
    wires('ask > end'),
  )

let test: TestApp
let me: Person
let stranger: Person
beforeAll(async () => {
  test = await createTestApp()
  me = await test.person('seller')
  stranger = await test.person('seller')
  await addCategories(test.database.pool, 'productivity')
})
afterAll(() => test.close())

const call = (method: string, path: string, body?: object, as: Person = me) =>
  test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })
const tests = (id: string, rest = '') => `/workflows/${id}/tests${rest}`

async function drawn(document = says('{{ $input.text }}')): Promise<string> {
  return (await call('POST', '/workflows', { name: 'Echo', document })).body.data.id
}
async function redraw(id: string, document: WorkflowDocument) {
  const { body } = await call('GET', `/workflows/${id}`)
  expect((await call('PUT', `/workflows/${id}`, { document, base_revision: body.data.revision })).status).toBe(200)
}
const run = async (id: string, text: string, as = me) =>
  (await call('POST', '/workflows/execute', { workflow_id: id, input: { text }, wait_ms: 9_000 }, as)).body.data
    .execution_id
const publish = async (id: string, more: object = {}) => {
  const { body } = await call('GET', `/workflows/${id}`)
  return call('POST', `/workflows/${id}/publish`, { base_revision: body.data.revision, ...more })
}
async function scored(id: string, body: object = {}): Promise<WorkflowTests> {
  expect((await call('POST', tests(id, '/run'), body)).status).toBe(200)
  return vi.waitFor(async () => {
    const found = (await call('GET', tests(id))).body.data
    expect(found.evaluations[0].status).toBe('done')
    return found
  })
}
const exact = { type: 'exact' as const }

it('makes a case of a run once, with what it answered or what should be answered', async () => {
  const id = await drawn()
  const execution_id = await run(id, 'Namaste')
  const add = (body: object) => call('POST', tests(id, '/cases'), { execution_id, scorer: exact, ...body })
  const all = await Promise.all([add({}), add({}), add({})])
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(all[0]?.body.data.case).toMatchObject({ input: { text: 'Namaste' }, expected: 'Namaste', scorer: exact })
  expect((await add({ name: 'Louder', expected: 'NAMASTE' })).body.data).toMatchObject({ cases: 2 })
  const { cases } = (await call('GET', tests(id))).body.data
  expect(cases.map(({ expected }: { expected: string }) => expected)).toEqual(['Namaste', 'NAMASTE'])
  // Only a run of one's own, of this workflow, that still has its content.
  expect((await call('POST', tests(await drawn(), '/cases'), { execution_id })).status).toBe(404)
  for (const [method, path, body] of [
    ['GET', tests(id), undefined],
    ['PUT', tests(id), { cases: [] }],
    ['POST', tests(id, '/cases'), { execution_id }],
    ['POST', tests(id, '/run'), {}],
  ] as const)
    expect((await call(method, path, body, stranger)).status).toBe(404)
  expect((await call('DELETE', `/executions/${execution_id}`)).status).toBe(200)
  expect((await add({ name: 'Late', expected: 'x' })).status).toBe(404)
})

it('offers cases to the owner of the workflow, of runs of their own', async () => {
  const id = await drawn()
  await test.database.pool.query(
    "insert into workflow_members (workflow_id, user_id, role) values ($1, $2, 'editor')",
    [id, stranger.id],
  )
  const [mine, theirs] = [await run(id, 'one'), await run(id, 'two', stranger)]
  const ability = async (execution_id: string, as: Person) =>
    (await call('GET', `/executions/${execution_id}`, undefined, as)).body.data.abilities.make_case
  expect(await ability(mine, me)).toEqual({ allowed: true, reason: null })
  expect(await ability(theirs, stranger)).toEqual({ allowed: false, reason: CASE_REFUSED })
  expect((await call('POST', tests(id, '/cases'), { execution_id: theirs }, stranger)).status).toBe(404)
})

it('compares versions on the same cases, and asks before a worse one is published', async () => {
  const id = await drawn()
  const input = (text: string) => ({ text })
  const cases = ['one', 'two'].map((text) => ({ name: text, input: input(text), expected: text, scorer: exact }))
  expect((await call('PUT', tests(id), { cases })).status).toBe(200)
  const good = await scored(id)
  expect(good).toMatchObject({ score: { draft: 1, published: 1 }, input_schema: { type: 'object' } })
  expect(good.results[0]).toMatchObject({ score: 1, cost_micros: 0, ms: expect.any(Number) })
  expect((await publish(id)).status).toBe(200)
  await redraw(id, says('one'))
  // Not run with the cases yet: nobody knows whether it is worse.
  expect(await scored(id)).toMatchObject({ score: { draft: 0.5, published: 1 } })
  const refused = await publish(id)
  expect([refused.status, refused.body.errors[0]]).toMatchObject([
    409,
    { code: 'score_fell', field: 'acknowledge_score', message: expect.stringContaining('50 %') },
  ])
  const again = await scored(id, { version: 1 })
  const [newest, before] = again.evaluations
  expect([newest?.workflow_version, newest?.score, before?.score]).toEqual([1, 1, 0.5])
  const one = (await call('GET', tests(id, `/${before?.id}`))).body.data
  expect(one.results.map(({ score }: { score: number }) => score)).toEqual([1, 0])
  expect((await call('GET', tests(await drawn(), `/${before?.id}`))).status).toBe(404)
  expect((await call('POST', tests(id, '/run'), { version: 99 })).body.errors[0].field).toBe('version')
  expect((await publish(id, { acknowledge_score: true })).status).toBe(200)
  // What is published now is the lower one: going back is no loss.
  expect((await call('POST', `/workflows/${id}/publish`, { version: 1 })).status).toBe(200)
})

it('shows the same cases with the listing of the workflow', async () => {
  const id = await drawn()
  await call('PUT', tests(id), { cases: [{ name: 'x', input: { text: 'x' }, expected: 'x', scorer: exact }] })
  const whole = { tagline: 'Says it again', description: 'Echoes texts.', category: 'productivity' }
  const samples = [{ title: 'A greeting', input: { text: 'Namaste' } }]
  const agent = (await call('POST', '/agents', { workflow_id: id, ...whole, samples })).body.data.id
  expect((await call('GET', `/seller/agents/${agent}/tests`)).body.data).toMatchObject({
    workflow_id: id,
    cases: [{ name: 'x' }],
  })
  await call('PUT', `/seller/agents/${agent}/tests`, { cases: [] })
  expect((await call('GET', tests(id))).body.data.cases).toEqual([])
})
