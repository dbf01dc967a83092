import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ deps: { hook_wait_ms: 5 } })
})
afterAll(() => test.close())

it('a run that takes longer than a caller is let wait is answered with 202 while it runs, and continues to its end', async () => {
  const as = await test.person('seller')
  const document = workflow(
    [
      node('start', 'webhook_trigger', { respond: 'when_finished' }),
      node('each', 'map', { items: '{{ [1..5000] }}', concurrency: 1 }),
      set('one', { n: '{{ $item }}' }),
    ],
    wires('start > each', 'each:item > one'),
  )
  const made = (await test.call('POST', '/api/v1/workflows', { as, body: { name: 'Long', document } })).body.data
  const { status, body } = await test.call('POST', made.hook.path, { body: {} })
  expect([status, body.data]).toEqual([202, { execution_id: expect.any(String), status: 'running' }])
  expect((await test.engine.engine.result(body.data.execution_id, 20_000)).status).toBe('succeeded')
})
