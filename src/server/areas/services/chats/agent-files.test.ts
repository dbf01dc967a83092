/** Files that the tools of a custom agent make: in the chat of a visitor, and for clients of other protocols. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { serviceModel } from '#contract/services/openai-values.ts'
import { applyOperation } from '#graph/apply.ts'
import { changeCover, changeTools, newAgent } from '#graph/custom-agent/change-agent.ts'
import { NO_PROMPT } from '#graph/custom-agent/prompt.ts'
import { readAgent } from '#graph/custom-agent/read-agent.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { until } from '#test/support/engine.ts'

const WRITES: JsonObject = {
  kind: 'node',
  name: 'write_file',
  description: 'Writes a text file.',
  parameters: { type: 'object', properties: { name: { type: 'string' }, content: { type: 'string' } } },
  node: 'make_file',
  config: { name: '{{ $input.name }}', content: '{{ $input.content }}' },
  approved: true,
}

function changed(
  document: WorkflowDocument,
  operationOf: (found: Extract<ReturnType<typeof readAgent>, { fits: true }>) => Operation,
) {
  const found = readAgent(document)
  if (!found.fits) throw new Error(found.reasons.join())
  return applyOperation(document, operationOf(found)).document
}

/** As the builder makes it. */
const agent = changed(newAgent({ prompt: NO_PROMPT, greeting: '', starters: [] }), ({ steps }) =>
  changeTools(newAgent({ prompt: NO_PROMPT, greeting: '', starters: [] }), steps, {
    ...steps.agent.config,
    tools: [WRITES],
  }),
)
const covering = changed(agent, ({ steps }) => changeCover(agent, steps, true))

let test: TestApp
let model: ModelPeer
const services = new Map<string, { id: string; owner: Person }>()
beforeAll(async () => {
  model = await startModelPeer()
  const house = {
    provider: 'ollama',
    base_url: model.url,
    model: 'house',
    api_key: '',
    input_price: 0,
    output_price: 0,
    country: null,
  }
  test = await createTestApp({ models: { model: house, outboundAllow: [model.host] } })
  const seller = await test.person('seller')
  for (const [slug, document] of Object.entries({ writing: agent, covering })) {
    await addAgent(test.database.pool, seller.id, document, { slug, name: slug, input_schema: { type: 'object' } })
    const owner = await test.person('seller')
    const made = await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id: slug } })
    services.set(slug, { id: made.body.data.id, owner })
  }
})
afterAll(async () => {
  await test.close()
  await model.close()
})

const serviceOf = (slug: string) => {
  const found = services.get(slug)
  if (!found) throw new Error(`There is no service ${slug}`)
  return found
}

/** Two files in two steps, of which the second comes after a wait: each is a file of its own. */
function behave() {
  const writes = (name: string, content: string) => ({
    type: 'tools' as const,
    calls: [{ name: 'write_file', arguments: { name, content } }],
  })
  model.behave(writes('a].txt', 'First'), writes('b.txt', 'Second'), { type: 'answer', text: 'Here are both.' })
}

async function chat(slug: string) {
  const { id: service, owner } = serviceOf(slug)
  const at = `/api/v1/services/${service}/chat`
  const { token } = (await test.call('PUT', at, { as: owner, body: { enabled: true, daily_runs: 100 } })).body.data
  const call = (method: string, path: string, key: string | null, body?: object) =>
    test.call(method, `/api/chats/${token}${path}`, { as: null, body, headers: key ? { 'x-run-token': key } : {} })
  const key = (await call('POST', '/visitors', null, {})).body.data.visitor_token
  const id = randomUUID()
  behave()
  await call('POST', `/conversations/${id}/messages`, key, { key: randomUUID(), text: 'Write two files' })
  const answer = await until(async () => {
    const { items } = (await call('GET', `/conversations/${id}/messages`, key)).body.data
    return items.find(({ role }: { role: string }) => role === 'agent')
  })
  const read = async (file: string) => String((await call('GET', `/conversations/${id}/files/${file}`, key)).body)
  return { answer, read }
}

it('come with the answer of a chat, each by its own name, and the model is told to write no links', async () => {
  const { answer, read } = await chat('writing')
  expect(answer).toMatchObject({ text: 'Here are both.', files: [{ name: 'a].txt' }, { name: 'b.txt' }] })
  expect(await Promise.all(answer.files.map(({ file_id }: { file_id: string }) => read(file_id)))).toEqual([
    'First',
    'Second',
  ])
  expect(JSON.stringify(model.asked.at(-1)?.body.messages)).toContain('come with your answer')
})

it('stay away where personal data in answers is covered', async () => {
  expect((await chat('covering')).answer).toMatchObject({ text: 'Here are both.', files: [] })
})

it('are links for clients of OpenAI’s API, and parts of an artifact for other agents', async () => {
  const { id, owner } = serviceOf('writing')
  const name = serviceModel(id)
  const fetched = async (url: string) => {
    const { pathname } = new URL(url)
    const stranger = await test.person('seller')
    expect((await test.call('GET', pathname, { as: stranger })).status).toBe(404)
    return String((await test.call('GET', pathname, { as: owner })).body)
  }
  behave()
  const messages = [{ role: 'user', content: 'Write two files' }]
  const completion = await test.call('POST', '/v1/chat/completions', { as: owner, body: { model: name, messages } })
  const { content } = completion.body.choices[0].message
  const links = [...content.matchAll(/\[(.+?)\]\((http.+?)\)/g)]
  expect(links.map(([, label]) => label)).toEqual(['a .txt', 'b.txt'])
  expect(await fetched(links[1]?.[2])).toBe('Second')
  behave()
  const response = await test.call('POST', '/v1/responses', { as: owner, body: { model: name, input: 'Two files' } })
  const [part] = response.body.output[0].content
  expect(part.annotations).toMatchObject([
    { type: 'file_path', index: 0 },
    { type: 'file_path', index: 1 },
  ])
  behave()
  const message = { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: 'Two files' }] }
  const sent = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
  const { task } = (await test.call('POST', `/a2a/${name}`, { as: owner, body: sent })).body.result
  expect(task.artifacts).toMatchObject([
    { name: 'answer', parts: [{ text: 'Here are both.' }] },
    { name: 'files', parts: [{ filename: 'a].txt', mediaType: 'text/plain' }, { filename: 'b.txt' }] },
  ])
  expect(await fetched(task.artifacts[1].parts[0].url)).toBe('First')
})
