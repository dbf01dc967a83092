/** Services and custom agents, called by the official client of the Agent2Agent protocol over HTTP. */

import { randomUUID } from 'node:crypto'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Role, type Task, TaskState } from '@a2a-js/sdk'
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Scope } from '#contract/accounts/key-values.ts'
import { agentModel, serviceModel } from '#contract/services/openai-values.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, until, wires, workflow } from '#test/support/engine.ts'

const asking = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'May it?' }), set('done', { ok: true })],
  wires('start > ask', 'ask:approved > done'),
)

/** The address that the server is reached at: allowed before it has one of its own. */
let door: Server
let host: string
let peer: ModelPeer
let test: TestApp
let url: string
let me: Person
let key: string
let agent: string
let service: string
beforeAll(async () => {
  peer = await startModelPeer()
  const model = {
    provider: 'custom',
    base_url: peer.url,
    model: 'house',
    api_key: null,
    input_price: 1,
    output_price: 1,
  }
  door = createServer((asked, reply) => {
    const { method = 'GET', headers } = asked
    const passed = request(`${url}${asked.url}`, { method, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(reply)
    })
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(door.address() as AddressInfo).port}`
  const models = { model, outboundAllow: [peer.host, host] } as never
  test = await createTestApp({ models, secrets: { allow: [host] } })
  me = await test.person('seller')
  key = await keyOf(me)
  const listing = { does_not: ['Read handwriting'] }
  await addAgent(test.database.pool, me.id, asking, { slug: 'asking', tagline: 'Asks first.', listing })
  url = await test.app.listen({ port: 0, host: '127.0.0.1' })
  agent = (await test.call('POST', '/api/v1/custom-agents', { as: me, body: {} })).body.data.id
  service = (await test.call('POST', '/api/v1/services', { as: me, body: { agent_id: 'asking' } })).body.data.id
})
afterAll(async () => {
  door.close()
  await test.close()
  await peer.close()
})
beforeEach(() => {
  peer.asked.length = 0
  peer.behave({ type: 'answer', text: 'At nine.' })
})

async function keyOf(person: Person, scopes: Scope[] = ['read', 'run']): Promise<string> {
  const { body } = await test.call('POST', '/api/v1/api-keys', { as: person, body: { name: 'x', scopes } })
  return body.data.secret
}

function clientOf(model: string, secret = key) {
  const fetchImpl = (input: string | URL | Request, init: RequestInit = {}) =>
    fetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${secret}` },
    })
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  })
  return new ClientFactory(options).createFromUrl(`${url}/a2a/${model}/`)
}

const messageOf = (text: string, more: object = {}, returnImmediately = false) =>
  ({
    tenant: '',
    message: {
      messageId: randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: 'text/plain' }],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...more,
    },
    configuration: {
      acceptedOutputModes: [],
      taskPushNotificationConfig: undefined,
      returnImmediately,
    },
    metadata: undefined,
  }) as never

const textOf = ({ artifacts }: Task) =>
  artifacts
    .flatMap(({ parts }) => parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')))
    .join('')
/** As the client writes what nobody asked for. */
const ALL = { tenant: '', contextId: '', status: TaskState.TASK_STATE_UNSPECIFIED, pageToken: '' }

const refusalOf = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('It was not refused'),
    (error: Error) => error,
  )

describe('the card', () => {
  it('says what the agent does, where it is reached and how', async () => {
    const client = await clientOf(serviceModel(service))
    const card = await client.getAgentCard()
    expect(card).toMatchObject({
      name: 'An agent',
      description: expect.stringContaining('Asks first.\nIt does not: Read handwriting.'),
      version: '1',
      supportedInterfaces: [
        { url: `${url}/a2a/${serviceModel(service)}`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
      capabilities: { streaming: true },
    })
    expect(card.securitySchemes.key?.scheme?.$case).toBe('httpAuthSecurityScheme')
  })

  it('is for its owner alone', async () => {
    const stranger = await keyOf(await test.person('seller'))
    for (const model of [agentModel(agent), serviceModel(service), 'gpt-4o'])
      expect((await refusalOf(clientOf(model, stranger))).message).toContain('404')
    const path = `${url}/a2a/${agentModel(agent)}/.well-known/agent-card.json`
    expect((await fetch(path)).status).toBe(401)
  })
})

describe('a message', () => {
  it('is a task with an answer, which the next message can continue', async () => {
    const client = await clientOf(agentModel(agent))
    const task = (await client.sendMessage(messageOf('When do you open?'))) as Task
    expect([task.status?.state, textOf(task)]).toEqual([TaskState.TASK_STATE_COMPLETED, 'At nine.'])
    const run = (await test.call('GET', `/api/v1/executions/${task.id}`, { as: me })).body.data
    expect(run).toMatchObject({ status: 'succeeded', trigger: 'api' })
    expect(await client.getTask({ tenant: '', id: task.id } as never)).toEqual(task)
    const next = (await client.sendMessage(messageOf('And close?', { referenceTaskIds: [task.id] }))) as Task
    expect(next.contextId).toBe(task.contextId)
    const asked = peer.asked[1]?.body.messages?.slice(1).map(({ role, content }) => `${role}: ${content}`)
    expect(asked).toEqual(['user: When do you open?', 'assistant: At nine.', 'user: And close?'])
  })

  it('continues what was said in its context, of its owner and its agent alone', async () => {
    const client = await clientOf(agentModel(agent))
    const contextId = `visit-${randomUUID()}`
    const first = (await client.sendMessage(messageOf('When do you open?', { contextId }))) as Task
    expect(first.contextId).toBe(contextId)
    await client.sendMessage(messageOf('And close?', { contextId }))
    await client.sendMessage(messageOf('And on Sunday?', { contextId }))
    const said = () =>
      peer.asked
        .at(-1)
        ?.body.messages?.slice(1)
        .map(({ content }) => content)
    expect(said()).toEqual(['When do you open?', 'At nine.', 'And close?', 'At nine.', 'And on Sunday?'])
    const other = await test.person('seller')
    const theirs = (await test.call('POST', '/api/v1/custom-agents', { as: other, body: {} })).body.data.id
    const stranger = await clientOf(agentModel(theirs), await keyOf(other))
    await stranger.sendMessage(messageOf('What did I ask?', { contextId }))
    expect(said()).toEqual(['What did I ask?'])
    expect((await stranger.listTasks({ ...ALL, contextId } as never)).totalSize).toBe(1)
    const another = (await test.call('POST', '/api/v1/custom-agents', { as: me, body: {} })).body.data.id
    await (await clientOf(agentModel(another))).sendMessage(messageOf('And here?', { contextId }))
    expect(said()).toEqual(['And here?'])
    await test.call('DELETE', `/api/v1/executions/${first.id}`, { as: me })
    await client.sendMessage(messageOf('Still there?', { contextId: 'x'.repeat(200) }))
    expect(said()).toEqual(['Still there?'])
    const long = await refusalOf(client.sendMessage(messageOf('Hi', { contextId: 'x'.repeat(201) })))
    expect(long.message).toMatch(/200/)
  })

  it('is listed by its context and state, page by page, without those of others', async () => {
    const client = await clientOf(agentModel(agent))
    const contextId = `list-${randomUUID()}`
    const ids: string[] = []
    for (const text of ['One', 'Two', 'Three'])
      ids.unshift(((await client.sendMessage(messageOf(text, { contextId }))) as Task).id)
    const list = (more: object) => client.listTasks({ ...ALL, contextId, ...more } as never)
    const first = await list({ pageSize: 2 })
    expect(first.tasks.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect([first.totalSize, first.pageSize, first.tasks[0]?.artifacts]).toEqual([3, 2, []])
    const rest = await list({ pageSize: 2, pageToken: first.nextPageToken, includeArtifacts: true })
    expect([rest.tasks.map(textOf), rest.nextPageToken]).toEqual([['At nine.'], ''])
    expect(rest.tasks[0]).toMatchObject({ id: ids[2], contextId })
    expect((await list({ status: TaskState.TASK_STATE_COMPLETED })).totalSize).toBe(3)
    expect((await list({ status: TaskState.TASK_STATE_FAILED })).tasks).toEqual([])
    expect((await client.listTasks({ ...ALL } as never)).totalSize).toBeGreaterThanOrEqual(3)
    for (const more of [{ status: TaskState.TASK_STATE_INPUT_REQUIRED }, { pageToken: 'from-x' }, { pageSize: 101 }])
      await refusalOf(list(more))
    const ofService = await (await clientOf(serviceModel(service))).listTasks({ ...ALL, contextId } as never)
    expect(ofService.tasks).toEqual([])
  })

  it('is listed with personal data hidden where its account wants that, and shown when it is asked for', async () => {
    await test.database.pool.query(
      `insert into data_policies (account_id, mask_lists) values ($1, true) on conflict (account_id) do update set mask_lists = true`,
      [me.id],
    )
    peer.behave({ type: 'answer', text: 'Ask Ramesh Kulkarni at nine.' })
    const client = await clientOf(agentModel(agent))
    const contextId = `hidden-${randomUUID()}`
    const { id } = (await client.sendMessage(messageOf('Ask for Ramesh Kulkarni', { contextId }))) as Task
    const listed = await client.listTasks({ ...ALL, contextId, includeArtifacts: true } as never)
    expect(listed.tasks.map((task) => task.id)).toEqual([id])
    expect(JSON.stringify(listed)).not.toContain('Kulkarni')
    expect(listed.tasks.map(textOf)).toEqual(['Ask •••• at nine.'])
    expect(textOf((await client.getTask({ id } as never)) as Task)).toBe('Ask Ramesh Kulkarni at nine.')
    await test.database.pool.query('delete from data_policies where account_id = $1', [me.id])
  })

  it('is answered in a stream', async () => {
    const client = await clientOf(agentModel(agent))
    const kinds: string[] = []
    let text = ''
    for await (const { payload } of client.sendMessageStream(messageOf('Hi'))) {
      kinds.push(payload?.$case ?? '')
      if (payload?.$case === 'artifactUpdate')
        for (const { content } of payload.value.artifact?.parts ?? [])
          text += content?.$case === 'text' ? content.value : ''
      if (payload?.$case === 'statusUpdate') expect(payload.value.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
    }
    expect([kinds[0], kinds.at(-1), text]).toEqual(['task', 'statusUpdate', 'At nine.'])
  })

  it('reads a file that it carries', async () => {
    const client = await clientOf(agentModel(agent))
    const content = { $case: 'raw', value: Buffer.from('The fee is ₹700.') }
    const file = { content, metadata: undefined, filename: 'fees.txt', mediaType: 'text/plain' }
    const text = {
      content: { $case: 'text', value: 'What is the fee?' },
      metadata: undefined,
      filename: '',
      mediaType: '',
    }
    await client.sendMessage(messageOf('', { parts: [text, file] }))
    expect(peer.asked[0]?.body.messages?.at(-1)?.content).toContain('fees.txt')
  })

  it('that waits for a person is a task that needs input', async () => {
    const client = await clientOf(serviceModel(service))
    const task = (await client.sendMessage(messageOf('x'))) as Task
    expect(task.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
    await client.cancelTask({ tenant: '', id: task.id } as never)
  })
})

describe('a task', () => {
  it('is cancelled once', async () => {
    const client = await clientOf(agentModel(agent))
    peer.behave({ type: 'hang' })
    const task = (await client.sendMessage(messageOf('Wait', {}, true))) as Task
    await until(async () => peer.asked.length > 0)
    const cancelled = await client.cancelTask({ tenant: '', id: task.id } as never)
    expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
    expect((await refusalOf(client.cancelTask({ tenant: '', id: task.id } as never))).name).toBe(
      'TaskNotCancelableError',
    )
  })

  it('is not there for other agents and other people', async () => {
    const client = await clientOf(agentModel(agent))
    const task = (await client.sendMessage(messageOf('Hi'))) as Task
    const other = await clientOf(serviceModel(service))
    for (const id of [task.id, randomUUID(), 'x'])
      expect((await refusalOf(other.getTask({ tenant: '', id } as never))).name).toBe('TaskNotFoundError')
    const call = (body: object, secret: string) =>
      fetch(`${url}/a2a/${agentModel(agent)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const asked = { jsonrpc: '2.0', id: 7, method: 'GetTask', params: { id: task.id } }
    const stranger = await call(asked, await keyOf(await test.person('seller')))
    expect([stranger.status, await stranger.json()]).toMatchObject([
      404,
      { jsonrpc: '2.0', id: 7, error: { code: -32001 } },
    ])
    const reader = await call(
      { ...asked, method: 'SendMessage', params: { message: { role: 'user', parts: [{ text: 'x' }] } } },
      await keyOf(me, ['read']),
    )
    expect(reader.status).toBe(403)
    const unknown = await call({ ...asked, method: 'ListTaskPushNotificationConfigs' }, key)
    expect(await unknown.json()).toMatchObject({ error: { code: -32004 } })
  })
})

describe('a step that asks a remote agent', () => {
  async function run(config: object) {
    const document = workflow(
      [
        node('start', 'manual_trigger'),
        node('ask', 'remote_agent', { url: `http://${host}/a2a/${agentModel(agent)}`, ...config }),
      ],
      wires('start > ask'),
    )
    const made = await test.call('POST', '/api/v1/workflows', { as: me, body: { name: 'Asks', document } })
    const body = { workflow_id: made.body.data.id, input: 'When do you open?', wait_ms: 25_000 }
    const { body: started } = await test.call('POST', '/api/v1/workflows/execute', {
      as: me,
      body: { ...body, input: { question: 'When do you open?' } },
    })
    return (await test.call('GET', `/api/v1/executions/${started.data.execution_id}`, { as: me })).body.data
  }
  const credentialOf = async (token: string) => {
    const body = { name: 'Agent', type: 'bearer', fields: { token, hosts: host } }
    return (await test.call('POST', '/api/v1/credentials', { as: me, body })).body.data.credential.id
  }

  it('gets its answer, with a key that goes to that host alone', async () => {
    const ran = await run({ message: '{{ $input.question }}', credential: await credentialOf(key) })
    expect(ran).toMatchObject({ status: 'succeeded', output: { text: 'At nine.', data: [] } })
    const asked = await test.call('GET', `/api/v1/executions/${ran.output.task_id}`, { as: me })
    expect(asked.body.data).toMatchObject({ trigger: 'api', input: { message: 'When do you open?' } })
  })

  it('says why it got none', async () => {
    const ran = await run({ message: 'Hi', credential: await credentialOf(await keyOf(await test.person('seller'))) })
    expect(ran).toMatchObject({ status: 'failed', error: { node_id: 'ask', code: 'http_status' } })
  })
})
