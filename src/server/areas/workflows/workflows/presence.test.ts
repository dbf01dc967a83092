import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PRESENCE } from '#contract/workflows/edit-limits.ts'
import type { WorkflowEvent } from '#contract/workflows/workflow-edits.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const emailOf = (person: Person) => `${person.id}@example.com`
const at = (id: string, rest = '') => `/api/v1/workflows/${id}${rest}`

let owner: Person
let asha: Person
let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ presence_pace_ms: 0 })
  await test.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => test.close())

/** A workflow that both look at, and what its owner is told of it. */
async function begin() {
  owner = await test.person('seller')
  asha = await test.person('seller')
  const { body } = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Ours', document } })
  const { id } = body.data as { id: string }
  await test.call('POST', at(id, '/members'), { as: owner, body: { email: emailOf(asha), role: 'viewer' } })
  expect((await test.call('POST', at(id, '/join'), { as: asha })).status).toBe(200)
  const { port } = test.app.server.address() as AddressInfo
  const stream = request({ port, path: at(id, '/live'), headers: { authorization: `Bearer ${owner.token}` } }).end()
  const [response] = (await once(stream, 'response')) as [IncomingMessage]
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  const events = () =>
    text
      .split('\n\n')
      .slice(0, -1)
      .flatMap((event) => /^data: (.*)$/m.exec(event)?.[1] ?? [])
      .map((json) => JSON.parse(json) as WorkflowEvent)
  const people = () => events().flatMap((event) => (event.type === 'people' ? [event.people] : []))
  await expect.poll(() => people()).toHaveLength(1)
  const say = (as: Person, client: string, more: object = {}) =>
    test.call('POST', at(id, '/presence'), {
      as,
      body: { client, selected: [], open: null, cursor: null, ...more },
    })
  const sees = (person: Person, open: string | null) =>
    people()
      .at(-1)
      ?.some((one) => one.user_id === person.id && one.open === open)
  // What was said before the server listens to the database is forgotten; a page says again where it is.
  const heard = async () => {
    await say(owner, 'page')
    return sees(owner, null)
  }
  await expect.poll(heard).toBe(true)
  return { people, say, sees, leave: () => stream.destroy() }
}

it('one person in many pages takes no more room than in ten, and keeps nobody else out', async () => {
  const { people, say, sees, leave } = await begin()
  for (let n = 0; n < PRESENCE.pages + 5; n++) expect((await say(asha, `page ${n}`)).status).toBe(200)
  // Said last, so that all before was heard when this is.
  await say(owner, 'page', { open: 'start' })
  const ofAsha = () => (people().at(-1) ?? []).filter(({ user_id }) => user_id === asha.id)
  await expect.poll(() => sees(owner, 'start')).toBe(true)
  expect(ofAsha()).toHaveLength(PRESENCE.pages)
  // A page that is seen goes on saying where it is, and one that leaves makes room for another.
  await say(asha, 'page 0', { open: 'done' })
  await expect.poll(() => ofAsha().some(({ open }) => open === 'done')).toBe(true)
  await say(asha, 'page 0', { leaving: true })
  await expect.poll(() => ofAsha().length).toBe(PRESENCE.pages - 1)
  await say(asha, 'the last page', { open: 'start' })
  await expect.poll(() => ofAsha().some(({ open }) => open === 'start')).toBe(true)
  leave()
})

it('a person who selects much is told of, with as much of it as a message of the database takes', async () => {
  const { people, say, leave } = await begin()
  const selected = Array.from({ length: PRESENCE.selected }, () => '"न'.repeat(32))
  expect((await say(asha, 'page', { selected })).status).toBe(200)
  await expect
    .poll(
      () =>
        people()
          .at(-1)
          ?.find(({ user_id }) => user_id === asha.id)?.selected.length,
    )
    .toBeGreaterThan(10)
  leave()
})
