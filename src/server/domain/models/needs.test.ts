import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

let bare: TestApp
beforeAll(async () => {
  bare = await createTestApp()
})
afterAll(() => bare.close())

const one = (type: string, config = {}) =>
  workflow([node('t', 'manual_trigger'), node('ask', type, config)], wires('t > ask'))

it('says of a workflow that it needs a model where there is none, and not of one that works by rules', async () => {
  const author = await bare.person('creator_admin')
  const made = async (document: object) =>
    (await bare.call('POST', '/api/v1/workflows', { as: author, body: { name: 'W', document } })).body.data
  const document = one('ai_prompt', { prompt: 'x' })
  const needing = await made(document)
  expect(needing.problems).toEqual([expect.objectContaining({ code: 'model_missing', node: 'ask', field: 'model' })])
  expect(needing.abilities.run).toMatchObject({ allowed: false })
  const check = () => bare.call('POST', '/api/v1/nodes/validate/enhanced', { as: author, body: { document } })
  expect((await check()).body.data).toMatchObject({ valid: false, problems: [{ code: 'model_missing' }] })
  const byRules = await made(one('ai_classify', { labels: [{ name: 'a' }, { name: 'b' }] }))
  expect([byRules.problems, byRules.abilities.run.allowed]).toEqual([[], true])
  const off = { ...document, nodes: document.nodes.map((one) => (one.id === 'ask' ? { ...one, disabled: true } : one)) }
  expect((await made(off)).problems).toEqual([])
  await bare.call('POST', '/api/v1/models', {
    as: author,
    body: { name: 'Mine', provider: 'custom', base_url: 'https://models.example.com/v1', model: 'x' },
  })
  expect((await check()).body.data).toMatchObject({ valid: true })
})
