/** What the answer of a buyer or visitor to a question of a closed agent decides: what they were shown, and nothing else. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { createModelScene, type ModelScene } from '#test/support/model-scene.ts'

let scene: ModelScene
beforeAll(async () => {
  scene = await createModelScene()
})
afterAll(() => scene.close())

const document = () =>
  workflow(
    [
      node('start', 'manual_trigger'),
      set('inner', { page: 'public' }),
      node('ask', 'edit_then_approve', { title: 'Go on?' }),
      node('call', 'http_request', {
        url: `http://${scene.crm.host}/{{ $nodes.ask.value.page }}`,
        credential: scene.crm.credential,
      }),
    ],
    wires('start > inner > ask', 'ask:approved > call'),
  )

it.each([
  ['a buyer', true],
  ['a visitor', false],
])('%s does not choose what is asked with the credential of the seller', async (_who, isUser) => {
  const { test, crm, listed, execute } = scene
  crm.asked.length = 0
  const as = isUser ? await test.person() : null
  const agent = await listed(document(), false)
  const { data } = (await execute(as, { agent_id: agent.id, wait_ms: 5_000 })).body
  const headers: Record<string, string> = data.access_token ? { 'x-run-token': data.access_token } : {}
  const path = `/api/v1/executions/${data.execution_id}`
  const page = await test.call('GET', path, { as, headers })
  const wait = page.body.data.nodes.map((one: { wait: unknown }) => one.wait).find(Boolean)
  const answer = (values: JsonObject) =>
    test.call('POST', `${path}/waits/${wait.id}`, { as, headers, body: { type: 'form', values } })
  const forged = await answer({ decision: 'approve', field_1: 'admin' })
  expect(forged.body.errors).toMatchObject([
    { field: 'values.field_1', message: 'There is no field “field_1”', code: 'invalid_input' },
  ])
  expect((await answer({ decision: 'approve' })).status).toBe(200)
  await test.engine.engine.result(data.execution_id, 8_000)
  expect(crm.asked).toEqual(['GET /public'])
})
