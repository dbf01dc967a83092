import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { AgentTests } from '#contract/agents/evaluations.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

const echo = (text: string) =>
  workflow(
    [node('ask', 'input_form', { fields: [{ name: 'text', required: true }] }), node('end', 'template', { text })],
    wires('ask > end'),
  )

let test: TestApp
let seller: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  admin = await test.person('admin')
  await addCategories(test.database.pool, 'productivity')
})
afterAll(() => test.close())

const call = (method: string, path: string, body?: object, as: Person = seller) =>
  test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })

const whole = {
  tagline: 'Says it again',
  description: 'Echoes texts.',
  category: 'productivity',
  samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
}
async function draft() {
  const drawn = await call('POST', '/workflows', { name: 'Echo', document: echo('{{ $input.text }}') })
  const { body } = await call('POST', '/agents', { workflow_id: drawn.body.data.id, ...whole })
  return { id: body.data.id as string, workflow: drawn.body.data.id as string }
}
const one = (name: string, text: string, expected: unknown, scorer: object) => ({
  name,
  input: { text },
  expected,
  scorer,
})
const tests = (id: string) => `/seller/agents/${id}/tests`
const cases = [
  one('the word', 'yes', 'yes', { type: 'exact' }),
  one('a part', 'Type 2 diabetes', ['diabetes', 'asthma'], { type: 'contains' }),
]
const evaluated = async (id: string) => {
  expect((await call('POST', `${tests(id)}/run`)).status).toBe(200)
  return vi.waitFor(async () => {
    const found = AgentTests.parse((await call('GET', tests(id))).body.data)
    expect(found.evaluations[0]?.status).toBe('done')
    return found
  })
}
async function redraw(id: string, document: WorkflowDocument) {
  const { body } = await call('GET', `/workflows/${id}`)
  expect((await call('PUT', `/workflows/${id}`, { document, base_revision: body.data.revision })).status).toBe(200)
}
async function submit(id: string, body: object) {
  const ran = await call('POST', `/seller/agents/${id}/samples/run`)
  for (const { execution_id } of ran.body.data.samples) await test.engine.engine.result(execution_id, 5000)
  return call('POST', `/seller/agents/${id}/submit`, body)
}

it('runs the cases on the engine and keeps the score with the version of the workflow', async () => {
  const { id } = await draft()
  expect((await call('POST', `${tests(id)}/run`)).body.errors[0].code).toBe('not_runnable')
  await call('PUT', tests(id), { cases })
  const found = await evaluated(id)
  expect(found).toMatchObject({
    score: { draft: 0.75, sold: null },
    evaluations: [{ score: 0.75, cases: 2, current: true }],
  })
  expect(found.results).toMatchObject([
    { score: 1, output: 'yes' },
    { score: 0.5, note: 'Not found: asthma' },
  ])
  const changed = await call('PUT', tests(id), { cases: cases.slice(0, 1) })
  expect(changed.body.data).toMatchObject({ score: { draft: null }, evaluations: [{ current: false }] })
})

it('stops a version that does worse than the last one until its seller says that it is meant', async () => {
  const { id, workflow: drawn } = await draft()
  await call('PUT', tests(id), { cases })
  await evaluated(id)
  await submit(id, {})
  const { body } = await call('GET', '/agent-submissions', undefined, admin)
  const waiting = body.data.items.find(({ agent }: { agent: { id: string } }) => agent.id === id)
  await call('POST', `/agent-submissions/${waiting.id}/decide`, { approve: true }, admin)
  await redraw(drawn, echo('no'))
  expect((await submit(id, { changelog: 'Shorter' })).body.errors[0]).toMatchObject({
    code: 'not_ready',
    field: 'evaluation',
  })
  await evaluated(id)
  const stopped = await submit(id, { changelog: 'Shorter' })
  expect(stopped.body.errors[0]).toMatchObject({
    code: 'score_fell',
    field: 'acknowledge_score',
    message: 'Your test cases score 0 % with this version and 75 % with the last one.',
  })
  // Without the cases nobody could tell: that stops it as well.
  await call('PUT', tests(id), { cases: [] })
  expect((await submit(id, { changelog: 'Shorter' })).body.errors[0]).toMatchObject({
    code: 'score_fell',
    message: 'The last version scored 75 % on your test cases. This one has none.',
  })
  await call('PUT', tests(id), { cases })
  await evaluated(id)
  expect((await submit(id, { changelog: 'Shorter', acknowledge_score: true })).status).toBe(200)
  const next = (await call('GET', '/agent-submissions', undefined, admin)).body.data.items
  const detail = await call('GET', `/agent-submissions/${next.at(-1).id}`, undefined, admin)
  expect(detail.body.data).toMatchObject({ score: 0, previous_score: 0.75, score_acknowledged: true })
})

it('tells of a judge that cannot be asked, and is nobody else’s', async () => {
  const { id } = await draft()
  await call('PUT', tests(id), { cases: [one('by a model', 'x', 'x', { type: 'judge', instruction: 'Be strict' })] })
  const { results } = await evaluated(id)
  expect(results).toMatchObject([{ score: 0, note: expect.stringContaining('could not be asked') }])
  const other = await test.person('seller')
  for (const [method, path, sent] of [
    ['GET', tests(id), undefined],
    ['PUT', tests(id), { cases: [] }],
    ['POST', `${tests(id)}/run`, undefined],
  ] as const)
    expect((await call(method, path, sent, other)).status).toBe(404)
})

it.each([
  ['no name', { ...cases[0], name: ' ' }, 'cases.0.name'],
  ['an unknown scorer', { ...cases[0], scorer: { type: 'luck' } }, 'cases.0.scorer.type'],
  ['a tolerance below nothing', { ...cases[0], scorer: { type: 'number', tolerance: -1 } }, 'cases.0.scorer.tolerance'],
  ['words for a number', { ...cases[0], scorer: { type: 'number', tolerance: 1 } }, 'cases.0.expected'],
  [
    'a file of nobody',
    { ...cases[0], input: { file: { file_id: '01890000-0000-7000-8000-000000000000' } } },
    'cases.0.input',
  ],
])('refuses a case with %s and keeps those there were', async (_what, wrong, field) => {
  const { id } = await draft()
  await call('PUT', tests(id), { cases })
  const answer = await call('PUT', tests(id), { cases: [wrong] })
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
  expect((await call('GET', tests(id))).body.data.cases).toHaveLength(2)
})
