import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workflow } from '#contract/workflows/workflows.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { longestTaskDuring } from '#test/support/busy.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let author: Person
beforeAll(async () => {
  test = await createTestApp()
  author = await test.person('seller')
})
afterAll(() => test.close())

/** @returns the path of a webhook whose workflow answers with the body it was sent */
async function listen(): Promise<string> {
  const document = workflow(
    [node('start', 'webhook_trigger', { respond: 'when_finished' }), set('echo', { got: '{{ $trigger.body }}' })],
    wires('start > echo'),
  )
  const { body } = await test.call('POST', '/api/v1/workflows', { as: author, body: { name: 'Hooked', document } })
  return Workflow.parse(body.data).hook?.path ?? ''
}

describe('the form a webhook is sent', () => {
  const parts = (count: number, headers = '') =>
    `--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\n${headers}\r\n\r\n`.repeat(count)
  it.each([
    ['many parts', 'multipart/form-data; boundary=x', `${parts(150_000)}--x--\r\n`, /at most 1000 fields/],
    [
      'many headers',
      'multipart/form-data; boundary=x',
      `${parts(1, 'a: b\r\n'.repeat(1_500_000))}--x--\r\n`,
      /headers/,
    ],
    ['many fields', 'application/x-www-form-urlencoded', '&a'.repeat(490_000), /at most 1000 fields/],
  ])('is refused before it is parsed when it has %s', async (_what, type, payload, reason) => {
    const path = await listen()
    const send = () => test.call('POST', path, { payload, headers: { 'content-type': type } })
    let answer = await send()
    expect(await longestTaskDuring(async () => (answer = await send()))).toBeLessThan(500)
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'invalid_input', field: 'body' }] } })
    expect(answer.body.errors[0].message).toMatch(reason)
  })

  it.each([
    ['an address that does not exist', `/hooks/${'a'.repeat(32)}`, 404],
    ['a test address that does not exist', `/hooks/test/${'a'.repeat(32)}`, 404],
    ['an address that cannot exist', '/hooks/a', 400],
    ['mail, where the operator has set up none by HTTP', '/hooks/mail', 404],
  ])('is not read for %s', async (_what, path, status) => {
    // Read, it would be refused for its syntax.
    const { status: answered } = await test.call('POST', path, {
      payload: '{"a":',
      headers: { 'content-type': 'application/json' },
    })
    expect(answered).toBe(status)
  })

  it('may be a form with as many fields as allowed', async () => {
    const path = await listen()
    const fields = Array.from({ length: 1000 }, (_, index) => [`n${index}`, 'x'] as const)
    const form = new FormData()
    for (const [name, value] of fields) form.set(name, value)
    for (const sent of [new Response(form), new Response(new URLSearchParams(fields as never))]) {
      const payload = Buffer.from(await sent.arrayBuffer())
      const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
      const { body } = await test.call('POST', path, { payload, headers })
      expect(Object.keys(body.data.output.got)).toHaveLength(1000)
    }
  })
})
