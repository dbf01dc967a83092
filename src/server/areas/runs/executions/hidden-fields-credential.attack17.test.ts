/** Whether a field of a question that a buyer is not shown decides what is sent with the seller's credential. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { createModelScene, type ModelScene } from '#test/support/model-scene.ts'

let scene: ModelScene
beforeAll(async () => {
  scene = await createModelScene()
})
afterAll(() => scene.close())

it.each([
  ['a buyer', true],
  ['a visitor', false],
])('%s does not choose what a closed agent asks with the credential of its seller', async (_who, isUser) => {
  const { test, crm, listed, execute } = scene
  crm.asked.length = 0
  const document = workflow(
    [
      node('start', 'manual_trigger'),
      set('inner', { page: 'public' }),
      node('ask', 'edit_then_approve', { title: 'Go on?' }),
      node('call', 'http_request', {
        url: `http://${crm.host}/{{ $nodes.ask.value.page }}`,
        credential: crm.credential,
      }),
    ],
    wires('start > inner > ask', 'ask:approved > call'),
  )
  const as = isUser ? await test.person() : null
  const agent = await listed(document, false)
  const { data } = (await execute(as, { agent_id: agent.id, wait_ms: 5_000 })).body
  const headers: Record<string, string> = data.access_token ? { 'x-run-token': data.access_token } : {}
  const path = `/api/v1/executions/${data.execution_id}`
  const page = await test.call('GET', path, { as, headers })
  const wait = page.body.data.nodes.map((one: { wait: unknown }) => one.wait).find(Boolean)
  const body = { type: 'form', values: { decision: 'approve', field_1: 'admin' } }
  await test.call('POST', `${path}/waits/${wait.id}`, { as, headers, body })
  await test.engine.engine.result(data.execution_id, 8_000)
  expect(crm.asked).not.toContain('GET /admin')
})
