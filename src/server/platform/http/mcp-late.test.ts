/** A tool call that takes longer than its caller is let wait. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let caller: Person
beforeAll(async () => {
  // A call may take 1.5 s instead of 30.
  test = await createTestApp({ publicUrl: 'https://chowk.example', deadlineFactor: 0.05 })
  caller = await test.person('seller')
  await addAgent(test.database.pool, caller.id, document, { slug: 'helper' })
})
afterAll(() => test.close())

async function call() {
  const answer = await test.call('POST', '/mcp', {
    as: caller,
    headers: {
      accept: 'application/json, text/event-stream',
      host: 'chowk.example',
      'idempotency-key': 'order-2026-0042',
    },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'run_agent', arguments: { agent_id: 'helper', input: { text: 'x' } } },
    },
  })
  const event = /^data: (.*)$/m.exec(String(answer.body))?.[1]
  const { structuredContent } = (event ? JSON.parse(event) : answer.body).result
  return { code: structuredContent.error?.code, data: structuredContent }
}

it('runs and costs once, however often it is repeated with its Idempotency-Key while it goes on', async () => {
  const { pool } = test.database
  // No run can be stored for now.
  const slow = await pool.connect()
  await slow.query('begin')
  await slow.query('lock table executions in share row exclusive mode')
  const codes = [(await call()).code, (await call()).code]
  await slow.query('commit')
  slow.release()
  expect(codes).toEqual(['unavailable', 'idempotency_in_progress'])
  const data = await until(async () => {
    const answer = await call()
    return answer.code === undefined && answer.data
  })
  const { rows } = await pool.query('select id from executions')
  expect(rows).toEqual([{ id: data.execution_id }])
})
