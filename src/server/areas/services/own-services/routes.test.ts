import { afterAll, beforeAll, expect, it } from 'vitest'
import { ServiceDetail } from '#contract/services/services.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const chat = (text: string) =>
  workflow(
    [node('start', 'chat_trigger'), set('done', { text: `${text}: {{ $trigger.message }}` })],
    wires('start > done'),
  )
const form = (text: string) =>
  workflow(
    [
      node('start', 'input_form', { fields: [{ name: 'city', label: 'City', type: 'text', required: true }] }),
      set('done', { text }),
    ],
    wires('start > done'),
  )

let test: TestApp
let author: Person
beforeAll(async () => {
  test = await createTestApp()
  // No plan limits how many services an admin has.
  author = await test.person('admin')
  const other = await test.person('seller')
  await addAgent(test.database.pool, other.id, chat('Sold'), { slug: 'sold', category: 'productivity' })
})
afterAll(() => test.close())

const send = async (method: string, path: string, body?: object, as = author) => {
  const { status, body: answer } = await test.call(method, `/api/v1${path}`, { as, body })
  return { status, message: answer.errors?.[0]?.message ?? answer.message, data: answer.data }
}
const create = async (document: WorkflowDocument): Promise<string> =>
  (await send('POST', '/workflows', { name: 'Front desk', document })).data.id
async function publish(id: string, document?: WorkflowDocument) {
  const revision = async () => (await send('GET', `/workflows/${id}`)).data.revision
  if (document)
    expect((await send('PUT', `/workflows/${id}`, { document, base_revision: await revision() })).status).toBe(200)
  expect((await send('POST', `/workflows/${id}/publish`, { base_revision: await revision() })).status).toBe(200)
}
const get = async (id: string) => ServiceDetail.parse((await send('GET', `/services/${id}`)).data)
const ask = async (service_id: string, input: object) => {
  const { data } = await send('POST', '/workflows/execute', { service_id, input, wait_ms: 8000 })
  return (await test.engine.engine.result(data.execution_id, 8000)).output
}

it('serves what is published of one’s own workflow, and follows what is published later', async () => {
  const id = await create(chat('One'))
  const early = await send('POST', `/workflows/${id}/services`, {})
  expect([early.status, early.message]).toEqual([409, 'Publish this workflow first.'])
  await publish(id)

  const made = await send('POST', `/workflows/${id}/services`, {})
  expect(made.status).toBe(201)
  const service = ServiceDetail.parse(made.data)
  expect(service).toMatchObject({
    name: 'Front desk',
    workflow_id: id,
    status: 'running',
    version: { number: 1, newest: 1 },
  })
  expect(await ask(service.id, { message: 'Hi' })).toMatchObject({ text: 'One: Hi' })

  const page = await send('PUT', `/services/${service.id}/chat`, { enabled: true })
  expect(page.data).toMatchObject({ available: true, enabled: true })

  await publish(id, chat('Two'))
  expect((await get(service.id)).version).toMatchObject({ number: 2, newest: 2 })
  expect(await ask(service.id, { message: 'Hi' })).toMatchObject({ text: 'Two: Hi' })
  // Once more what is live already makes no version.
  await publish(id)
  expect((await get(service.id)).version.number).toBe(2)

  const second = await send('POST', `/workflows/${id}/services`, { name: 'For the website' })
  expect(second.data).toMatchObject({ name: 'For the website', version: { number: 2 } })
  const listed = await send('GET', `/services?workflow_id=${id}`)
  expect(listed.data).toMatchObject({ total: 2 })

  expect((await send('POST', `/workflows/${id}/unpublish`, {})).status).toBe(200)
  expect((await get(service.id)).status).toBe('paused')
  expect((await send('POST', '/workflows/execute', { service_id: service.id, input: { message: 'Hi' } })).status).toBe(
    409,
  )
})

it('stays out of the marketplace, out of listings and out of reach of others', async () => {
  const id = await create(chat('Mine'))
  await publish(id)
  const { data } = await send('POST', `/workflows/${id}/services`, {})
  const stranger = await test.person('seller')
  const buyer = await test.person('basic_user')
  expect((await send('POST', `/workflows/${id}/services`, {}, stranger)).status).toBe(404)
  expect((await send('POST', `/workflows/${id}/services`, {}, buyer)).status).toBe(403)
  expect((await send('GET', `/services/${data.id}`, undefined, stranger)).status).toBe(404)
  expect((await send('GET', `/services?workflow_id=${id}`, undefined, stranger)).data.total).toBe(0)
  for (const as of [author, stranger, buyer]) {
    expect((await send('GET', `/agents/${data.agent.slug}`, undefined, as)).status).toBe(404)
    expect((await send('POST', '/services', { agent_id: data.agent.id }, as)).status).toBe(as === author ? 409 : 404)
  }
  expect((await send('GET', '/seller/agents')).data.total).toBe(0)
  expect((await send('GET', `/seller/agents/${data.agent.id}`)).status).toBe(404)
  // It is no listing: one can still be made of the workflow.
  const listing = await send('POST', '/agents', { workflow_id: id })
  expect(listing.status).toBe(201)
})

it('makes one private agent for two requests at once, and turns off schedules whose input no longer fits', async () => {
  const id = await create(form('A'))
  await publish(id)
  const both = await Promise.all([1, 2].map(() => send('POST', `/workflows/${id}/services`, {})))
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  const [one, two] = both.map(({ data }) => ServiceDetail.parse(data))
  expect(one?.agent.id).toBe(two?.agent.id)
  const schedule = { cron: '0 9 * * *', time_zone: 'Asia/Kolkata', input: { city: 'Pune' } }
  expect((await send('POST', `/services/${one?.id}/schedules`, schedule)).status).toBe(201)
  const wanted = node('start', 'input_form', {
    fields: [{ name: 'street', label: 'Street', type: 'text', required: true }],
  })
  await publish(id, workflow([wanted, set('done', { text: 'B' })], wires('start > done')))
  const { data } = await send('GET', `/services/${one?.id}/schedules`)
  expect(JSON.stringify(data)).toContain('"enabled":false')
})

it('is told before a publication ends, and where the workflow is listed', async () => {
  const id = await create(chat('Told'))
  await publish(id)
  const made = (await send('POST', `/workflows/${id}/services`, { name: 'Desk' })).data
  const followers = async () => (await send('GET', `/workflows/${id}/uses`)).data.services
  expect(await followers()).toEqual([{ id: made.id, name: 'Desk', status: 'running' }])
  const listed = (await send('GET', '/workflow-hub?limit=100')).data.items
  expect(listed.find((item: { id: string }) => item.id === id)).toMatchObject({ services: 1, agents: [] })
  await send('POST', `/workflows/${id}/unpublish`)
  expect(await followers()).toMatchObject([{ status: 'paused' }])
})
