/** What the instructions of an agent were, each time they changed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAgent } from '#graph/custom-agent/change-agent.ts'
import { NO_PROMPT, writePrompt } from '#graph/custom-agent/prompt.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let test: TestApp
let me: Person
beforeAll(async () => {
  test = await createTestApp()
  me = await test.person('seller')
})
afterAll(() => test.close())

const call = (method: string, path: string, body?: object, as: Person = me) =>
  test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })
const agent = (instructions: string, greeting = 'Hello') =>
  newAgent({ prompt: { ...NO_PROMPT, instructions }, greeting, starters: [] })

it('lists them once for each change, newest first, and says which are live', async () => {
  const { id } = (await call('POST', '/workflows', { name: 'Desk', document: agent('Be kind.') })).body.data
  const publish = async () => {
    const { revision } = (await call('GET', `/workflows/${id}`)).body.data
    expect((await call('POST', `/workflows/${id}/publish`, { base_revision: revision })).status).toBe(200)
  }
  const redraw = async (document: object) => {
    const { revision } = (await call('GET', `/workflows/${id}`)).body.data
    expect((await call('PUT', `/workflows/${id}`, { document, base_revision: revision })).status).toBe(200)
  }
  await publish()
  await redraw(agent('Be kind.', 'Namaste'))
  await publish()
  await redraw(agent('Be brief.'))
  await publish()
  const list = (query = '', as = me) => call('GET', `/custom-agents/${id}/prompts${query}`, undefined, as)
  const { items, total } = (await list()).body.data
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { version: 3, is_live: true, prompt: writePrompt({ ...NO_PROMPT, instructions: 'Be brief.' }) },
    { version: 1, is_live: false, prompt: writePrompt({ ...NO_PROMPT, instructions: 'Be kind.' }) },
  ])
  expect((await list('?limit=1&offset=1')).body.data.items).toMatchObject([{ version: 1 }])
  expect((await list('', await test.person('seller'))).status).toBe(404)
})
