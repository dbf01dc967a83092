import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { TRANSFER } from '#contract/workflows/transfer.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { newVaultKey } from '#test/support/secrets.ts'
import { toRawAddress } from './from-address.ts'

let test: TestApp
let owner: Person
let other: Person
/** Where files of workflows stand. */
let elsewhere: Server
let address: string
beforeAll(async () => {
  elsewhere = createServer(({ url }, response) => {
    if (url === '/n8n.json') return response.end(JSON.stringify(n8n))
    if (url === '/huge') return response.end(`"${'x'.repeat(SERVER_LIMITS.import_bytes)}"`)
    if (url === '/moved') return response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const allowed = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  address = `http://${allowed}`
  test = await createTestApp({ secrets: { allow: [allowed], keys: newVaultKey() } })
  owner = await test.person('seller')
  other = await test.person('seller')
  await addCategories(test.database.pool, 'productivity')
})
afterAll(async () => {
  await test.close()
  elsewhere.close()
})

type Answer = Awaited<ReturnType<TestApp['call']>>
const post = (path: string, body: object, as: Person | undefined = owner) => test.call('POST', path, { as, body })
const importing = (source: unknown, as = owner, rest: object = {}) =>
  post('/api/v1/workflows/import', { source, ...rest }, as)
const create = async (document: object, as = owner, name = 'Greets'): Promise<string> => {
  const made = await post('/api/v1/workflows', { name, description: 'Says hello', document }, as)
  expect(made.status).toBe(201)
  return made.body.data.id
}
const text = async (id: string, as = owner): Promise<string> => {
  const headers = { authorization: `Bearer ${as.token}` }
  const answer = await test.app.inject({ method: 'GET', url: `/api/v1/workflows/${id}/export`, headers })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toContain('attachment')
  return answer.payload
}
const refusal = ({ status, body }: Answer) => [status, body.errors?.[0]?.code, body.errors?.[0]?.field]

const plain = workflow(
  [node('start', 'manual_trigger'), set('greet', { hello: '{{ $input.name }}' })],
  wires('start > greet'),
)
const n8n = {
  name: 'From elsewhere',
  nodes: [
    { name: 'Go', type: 'n8n-nodes-base.manualTrigger', position: [0, 0], parameters: {} },
    {
      name: 'Call',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4,
      position: [200, 0],
      parameters: { url: '=https://api.example.com/{{ $json.id }}' },
      credentials: { httpHeaderAuth: { id: '99', name: 'Their key' } },
    },
    {
      name: 'Odd',
      type: 'n8n-nodes-base.unheardOf',
      position: [400, 0],
      parameters: { canary: '={{ process.exit(7) }}' },
    },
  ],
  connections: {
    Go: { main: [[{ node: 'Call', type: 'main', index: 0 }]] },
    Call: { main: [[{ node: 'Odd', type: 'main', index: 0 }]] },
  },
}

const link = (type: string, to: string) => ({ [type]: [[{ node: to, type, index: 0 }]] })
const from = (name: string, type: string, parameters: object = {}) => ({
  name,
  type,
  typeVersion: 1,
  position: [0, 0],
  parameters,
})
/** Telegram as a step and as a tool of an agent, and Slack. */
const tellsTwice = {
  name: 'Tells twice',
  nodes: [
    from('Go', 'n8n-nodes-base.manualTrigger'),
    from('Send', 'n8n-nodes-base.telegram', { chatId: '1', text: 'Hello' }),
    from('Tell', 'n8n-nodes-base.slack', { channel: '#orders', text: 'Hello' }),
    from('Agent', '@n8n/n8n-nodes-langchain.agent', { promptType: 'define', text: 'Greet them' }),
    from('Greet', 'n8n-nodes-base.telegramTool', { chatId: '1', text: "={{ $fromAI('text') }}" }),
  ],
  connections: {
    Go: link('main', 'Send'),
    Send: link('main', 'Tell'),
    Tell: link('main', 'Agent'),
    Greet: link('ai_tool', 'Agent'),
  },
}

describe('a workflow that is exported', () => {
  it('comes back the same, byte for byte, also to another user', async () => {
    const first = await text(await create(plain))
    const made = await importing(first, other)
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      format: 'chowk',
      workflows: [{ workflow: { name: 'Greets', description: 'Says hello', nodes: 2 }, slots: [] }],
    })
    expect(await text(made.body.data.workflows[0].workflow.id, other)).toBe(first)
    const parsed = JSON.parse(first)
    expect(parsed).toMatchObject({
      format: 'chowk.workflow',
      format_version: 1,
      node_versions: { manual_trigger: 1, set_fields: 1 },
    })
    expect((await importing(parsed, other)).status).toBe(201)
  })

  it('holds only names of credentials and called workflows, and no secret that was in its text', async () => {
    const credential = await post('/api/v1/credentials', {
      type: 'bearer',
      name: 'Clinic',
      fields: { token: 'canary-token-1', hosts: 'a.example' },
    })
    const id = credential.body.data.credential.id
    const called = await create(plain, owner, 'Called one')
    const headers = [{ name: 'Authorization', value: 'Bearer canary-token-2' }]
    const document = workflow(
      [
        node('start', 'manual_trigger'),
        node('ask', 'http_request', {
          url: 'https://a.example/?key=sk-canarycanarycanary12345',
          credential: id,
          headers,
        }),
        node('then', 'sub_workflow', { workflow_id: called }),
      ],
      wires('start > ask > then'),
    )
    const file = await text(await create(document))
    expect(file).not.toContain(id)
    expect(file).not.toContain(called)
    expect(file).not.toMatch(/canary/)
    expect(JSON.parse(file).slots).toEqual([
      { node: 'ask', field: 'credential', type: 'bearer', name: 'Clinic' },
      { node: 'ask', field: 'headers.0.value', type: 'secret', name: '' },
      { node: 'ask', field: 'url', type: 'secret', name: '' },
      { node: 'then', field: 'workflow_id', type: 'workflow', name: 'Called one' },
    ])
    const theirs = await importing(file, other)
    expect(await text(theirs.body.data.workflows[0].workflow.id, other)).toBe(file)
    const mine = await importing(file)
    const back = await test.call('GET', `/api/v1/workflows/${mine.body.data.workflows[0].workflow.id}`, { as: owner })
    expect(back.body.data.document.nodes[1].config.credential).toBe(id)
    expect(await text(back.body.data.id)).toBe(file)
  })

  it('is for its owner alone', async () => {
    const id = await create(plain)
    expect((await test.call('GET', `/api/v1/workflows/${id}/export`, { as: other })).status).toBe(404)
    expect((await test.call('GET', `/api/v1/workflows/${id}/export`)).status).toBe(401)
    expect((await test.call('GET', `/api/workflows/${id}/configurations`, { as: other })).status).toBe(404)
  })
})

describe('a file that is imported', () => {
  it('is refused when it was changed, with the reason, and nothing is made', async () => {
    const file = JSON.parse(await text(await create(plain)))
    const before = (await test.call('GET', '/api/v1/workflows', { as: owner })).body.data.total
    const changed = structuredClone(file)
    changed.document.nodes[1].config.fields[0].value = 'something else'
    expect(refusal(await importing(changed))).toEqual([400, 'hash_mismatch', 'source.content_hash'])
    expect(refusal(await importing({ ...file, name: 'Another' }))).toEqual([
      400,
      'hash_mismatch',
      'source.content_hash',
    ])
    expect(refusal(await importing({ ...file, format_version: 2 }))).toEqual([
      400,
      'format_too_new',
      'source.format_version',
    ])
    expect(refusal(await importing({ ...file, more: 1 }))).toEqual([400, 'bad_bundle', 'source'])
    expect(refusal(await importing({ ...file, samples: 1 }))).toEqual([400, 'bad_bundle', 'source.samples'])
    expect(refusal(await importing('{"half": '))).toEqual([400, 'not_json', 'source'])
    expect(refusal(await importing('"text"'))).toEqual([400, 'not_a_workflow', 'source'])
    expect(refusal(await importing('{"nodes":[],"__proto__":{}}'))).toEqual([400, 'reserved_key', 'source.__proto__'])
    expect(refusal(await importing('{"nodes":[],"a":"\\u0000"}'))).toEqual([400, 'bad_text', 'source'])
    expect(refusal(await importing(7))).toEqual([400, 'invalid_input', 'source'])
    expect((await test.call('GET', '/api/v1/workflows', { as: owner })).body.data.total).toBe(before)
  })

  it('keeps whose account a step uses, no id of it, and takes no account of that name at another app', async () => {
    const account = async (as: typeof owner) => {
      const body = { sign_in: 'key', name: 'Front desk', fields: { token: '12345678:abcdefghijklmnopqrstuvwxyz' } }
      const made = await post('/api/v1/integrations/telegram/accounts', body, as)
      expect(made.status).toBe(201)
      return made.body.data.account.id as string
    }
    const [mine, theirs] = [await account(owner), await account(other)]
    const step = (id: string, integration: string) =>
      node(id, 'app_action', { integration, action: 'x', credential: mine, buyer_account: true, purpose: 'To write' })
    const document = workflow(
      [node('start', 'manual_trigger'), step('chat', 'telegram'), step('rows', 'google-sheets')],
      wires('start > chat > rows'),
    )
    const file = await text(await create(document))
    expect(file).not.toContain(mine)
    expect(file).toContain('"purpose"')
    const made = await importing(file, other)
    const url = `/api/v1/workflows/${made.body.data.workflows[0].workflow.id}`
    const { nodes } = (await test.call('GET', url, { as: other })).body.data.document
    expect(nodes.map(({ config }: { config: object }) => config)).toMatchObject([
      {},
      { credential: theirs, buyer_account: true, purpose: 'To write' },
      { integration: 'google-sheets', buyer_account: true },
    ])
    expect(nodes[2].config.credential).toBeUndefined()
  })

  it('cannot name a credential of another user', async () => {
    const theirs = await post(
      '/api/v1/credentials',
      { type: 'bearer', name: 'Theirs', fields: { token: 'x'.repeat(20), hosts: 'a.example' } },
      other,
    )
    const id = theirs.body.data.credential.id
    const document = workflow(
      [node('start', 'manual_trigger'), node('ask', 'http_request', { url: 'https://a.example', credential: id })],
      wires('start > ask'),
    )
    expect(refusal(await importing(document))).toEqual([400, 'foreign_credential', 'document.ask.credential'])
  })

  it('of n8n becomes a workflow; what it makes is shown before, and nothing in it is run', async () => {
    const shown = await post('/api/workflows/parse', { source: n8n })
    expect(shown.status).toBe(200)
    const [parsed] = shown.body.data.workflows
    expect(parsed).toMatchObject({
      name: 'From elsewhere',
      slots: [{ node: 'call', field: 'credential', type: 'api_key_header', name: 'Their key' }],
      problems: [{ code: 'placeholder', node: 'odd' }],
    })
    expect(parsed.report.steps.map(({ how }: { how: string }) => how)).toEqual(['mapped', 'mapped', 'placeholder'])
    expect(parsed.analysis.risks.map(({ code }: { code: string }) => code)).toContain('placeholder')
    const made = await importing(n8n, owner, { name: 'Mine now' })
    expect(made.body.data).toMatchObject({ format: 'n8n', workflows: [{ workflow: { name: 'Mine now', nodes: 3 } }] })
    const { id } = made.body.data.workflows[0].workflow
    const { items } = (await test.call('GET', `/api/workflows/${id}/configurations`, { as: owner })).body.data
    expect(items).toMatchObject([
      { node_id: 'go', node_type: 'manual_trigger', status: 'ready', suggestions: [] },
      { node_id: 'call', status: 'ready', suggestions: ['Choose a api key header (“Their key”)'] },
      { node_id: 'odd', node_type: 'placeholder', status: 'incomplete' },
    ])
    // An open slot leaves with the workflow again.
    expect(JSON.parse(await text(id)).slots).toEqual([
      { node: 'call', field: 'credential', type: 'api_key_header', name: 'Their key' },
    ])
  })

  const telegramAccount = async (as: Person, name: string): Promise<string> => {
    const body = { sign_in: 'key', name, fields: { token: '12345678:abcdefghijklmnopqrstuvwxyz' } }
    const made = await post('/api/v1/integrations/telegram/accounts', body, as)
    expect(made.status).toBe(201)
    return made.body.data.account.id
  }
  const total = async () => (await test.call('GET', '/api/v1/workflows', { as: owner })).body.data.total

  it('of n8n gets the account chosen for an app in every step that uses the app, also in the tools of an agent', async () => {
    const account = await telegramAccount(owner, 'Chosen')
    const { body, status } = await importing(tellsTwice, owner, { accounts: { telegram: account } })
    expect(status).toBe(201)
    const url = `/api/v1/workflows/${body.data.workflows[0].workflow.id}`
    const { document } = (await test.call('GET', url, { as: owner })).body.data
    const config = (type: string) => document.nodes.find((one: { type: string }) => one.type === type).config
    expect(config('app_action')).toMatchObject({ integration: 'telegram', credential: account })
    expect(config('ai_agent').tools).toMatchObject([{ integration: 'telegram', credential: account }])
    const rows = document.nodes.find(
      ({ config }: { config: { integration?: string } }) => config.integration === 'slack',
    )
    expect(rows.config.credential).toBeUndefined()
  })

  it('is refused by the field of each account that is foreign, gone, no account or at another app', async () => {
    const [mine, theirs, gone] = [
      await telegramAccount(owner, 'Kept'),
      await telegramAccount(other, 'Theirs'),
      await telegramAccount(owner, 'Gone'),
    ]
    expect((await test.call('DELETE', `/api/v1/credentials/${gone}`, { as: owner })).status).toBe(200)
    const key = { type: 'bearer', name: 'No account', fields: { token: 'x'.repeat(20), hosts: 'a.example' } }
    const bearer = (await post('/api/v1/credentials', key)).body.data.credential.id
    const before = await total()
    const wrong: [object, string][] = [
      [{ telegram: theirs }, 'accounts.telegram'],
      [{ telegram: gone }, 'accounts.telegram'],
      [{ telegram: bearer }, 'accounts.telegram'],
      [{ telegram: mine, slack: mine }, 'accounts.slack'],
      [{ 'no-such-app': mine }, 'accounts.no-such-app'],
      [{ telegram: 'no id' }, 'accounts.telegram'],
    ]
    for (const [accounts, field] of wrong) {
      const answer = await importing(tellsTwice, owner, { accounts })
      expect([answer.status, answer.body.errors.map((one: { field: string }) => one.field)]).toEqual([400, [field]])
    }
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`app-${index}`, mine]))
    expect(refusal(await importing(tellsTwice, owner, { accounts: many }))).toEqual([400, 'invalid_input', 'accounts'])
    expect(await total()).toBe(before)
    // An account at an app that the file doesn’t use changes nothing.
    const spare = await importing(plain, owner, { accounts: { telegram: mine } })
    expect(spare.status).toBe(201)
    expect(JSON.stringify(spare.body)).not.toContain(mine)
  })

  it('counts against an hour’s allowance of its own', async () => {
    const busy = await test.person('seller')
    const tries = Array.from({ length: TRANSFER.imports_per_hour + 1 }, () => importing('{}', busy))
    const last = (await Promise.all(tries)).map(({ status }) => status)
    expect(last.filter((status) => status === 429)).toHaveLength(1)
    expect((await post('/api/workflows/parse', { source: n8n }, busy)).status).toBe(200)
  })
})

describe('an analysis', () => {
  it('names what leaves the machine, code, secrets, loops and missing care, each with its node and advice', async () => {
    const document = workflow(
      [
        node('hook', 'webhook_trigger'),
        node('each', 'map', { items: '{{ $input.body.lines }}' }),
        node('ask', 'http_request', {
          url: 'http://shop.example/{{ $item.id }}',
          headers: [{ name: 'X-Api-Key', value: 'plainly-here-123' }],
        }),
        node('work', 'code', { source: 'return input' }),
        node('say', 'ai_prompt', { prompt: 'Answer {{ $input.body.text }}', max_cost_paise: 500 }),
      ],
      [...wires('hook > each > work > say'), ...wires('each:item > ask')],
    )
    const answer = await post('/api/workflows/analyze', { document })
    expect(answer.status).toBe(200)
    const { complexity, cost, risks } = answer.body.data
    expect(complexity).toEqual({ nodes: 5, edges: 4, depth: 4, branches: 0, loops: 1, level: 'moderate' })
    expect(cost).toEqual({
      model_calls: { once: 1, per_item: 0 },
      outside_calls: { once: 1, per_item: 1 },
      budget_paise: 500,
    })
    const found = risks.map(({ code, node: id }: { code: string; node: string }) => `${code} ${id}`)
    expect(found).toEqual(
      expect.arrayContaining([
        'secret_in_text ask',
        'not_encrypted ask',
        'leaves_machine ask',
        'calls_per_item ask',
        'no_error_handling ask',
        'code work',
        'open_webhook hook',
        'untrusted_in_prompt say',
        'leaves_machine say',
      ]),
    )
    expect(risks.every(({ advice }: { advice: string }) => advice.length > 10)).toBe(true)
    expect(JSON.stringify(risks)).not.toContain('plainly-here')
  })

  it('takes an own workflow or a document, and one of them', async () => {
    const id = await create(plain)
    expect((await post('/api/workflows/analyze', { workflow_id: id })).body.data.complexity.nodes).toBe(2)
    expect((await post('/api/workflows/analyze', { workflow_id: id }, other)).status).toBe(404)
    expect(refusal(await post('/api/workflows/analyze', {}))).toEqual([400, 'invalid_input', 'workflow_id'])
    expect(refusal(await post('/api/workflows/analyze', { document: { nodes: 1 } }))[0]).toBe(400)
    const round = workflow([node('start', 'manual_trigger'), set('a', {}), set('b', {})], wires('start > a > b > a'))
    const { body } = await post('/api/workflows/analyze', { document: round })
    expect(body.data.complexity.depth).toBe(0)
    expect(body.data.risks.map(({ code }: { code: string }) => code)).toContain('endless_loop')
  })
})

describe('an agent made of a workflow', () => {
  const form = workflow(
    [
      node('ask', 'input_form', { fields: [{ name: 'text', required: true }] }),
      node('end', 'template', { text: '{{ $input.text }}' }),
    ],
    wires('ask > end'),
  )
  const wanted = (workflow_id: string, rest: object = {}) => ({
    workflow_id,
    name: 'Echo of texts',
    tagline: 'Says it again',
    category: 'productivity',
    ...rest,
  })
  const convert = (body: object, as = owner) => post('/api/workflows/convert-to-agent', body, as)

  it('is a draft with the schemas of its form and its last step, seen by its seller alone', async () => {
    const made = await convert(wanted(await create(form)))
    expect(made.status).toBe(201)
    expect(made.body.data).toMatchObject({
      slug: 'echo-of-texts',
      status: 'draft',
      version: { number: 1, input_schema: { required: ['text'] }, output_schema: { type: 'string' }, view: 'json' },
    })
    const { id } = made.body.data
    expect((await test.call('GET', `/api/v1/agents/${id}`, { as: other })).status).toBe(404)
    expect((await test.call('GET', '/api/v1/agents?search=echo')).body.data.total).toBe(0)
    const again = await convert(wanted(await create(form)))
    expect(again.body.data.slug).toBe('echo-of-texts-2')
  })

  it('is made once of a workflow, however many ask at a time', async () => {
    const id = await create(form)
    const answers = await Promise.all([convert(wanted(id)), convert(wanted(id)), convert(wanted(id))])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(refusal(await convert(wanted(id)))).toEqual([409, 'already_exists', 'workflow_id'])
  })

  it('is refused for a workflow that cannot run, is not one’s own, or a category that is not there', async () => {
    const broken = await create(
      workflow([node('start', 'manual_trigger'), node('odd', 'placeholder')], wires('start > odd')),
    )
    expect(refusal(await convert(wanted(broken)))).toEqual([409, 'not_runnable', 'document.odd.type'])
    expect((await convert(wanted(await create(form)), other)).status).toBe(404)
    expect(refusal(await convert(wanted(await create(form), { category: 'nowhere' })))).toEqual([
      400,
      'invalid_input',
      'category',
    ])
    expect(refusal(await convert(wanted(await create(form), { name: ' ' })))).toEqual([400, 'invalid_input', 'name'])
    expect((await convert(wanted(await create(form)), await test.person('basic_user'))).status).toBe(403)
  })
})

it('gives the template for agents from elsewhere as CSV and JSON', async () => {
  const get = async (query: string) =>
    (await test.call('GET', `/api/v1/data-migration/templates/agents${query}`, { as: owner })).body.data
  const csv = await get('')
  const [head = '', example = ''] = csv.template.split('\r\n')
  expect(head.split(',')).toEqual(csv.columns.map(({ name }: { name: string }) => name))
  expect(example).toContain('Invoice reader')
  expect((await get('?format=json')).template).toMatchObject([{ name: 'Invoice reader', category: 'finance' }])
  expect((await test.call('GET', '/api/v1/data-migration/templates/agents')).status).toBe(401)
})

describe('a file at an address', () => {
  const fetching = (of: unknown, as = owner) => post('/api/workflows/fetch', { address: of }, as)

  it('is fetched unchanged, and becomes what it would become pasted', async () => {
    const { status, body } = await fetching(`${address}/n8n.json`)
    expect([status, JSON.parse(body.data.source)]).toEqual([200, n8n])
    expect((await importing(body.data.source)).body.data.format).toBe('n8n')
  })
  it.each([
    ['nothing there', () => `${address}/none`, 'address_failed'],
    ['too large', () => `${address}/huge`, 'file_too_large'],
    ['sent on to a private address', () => `${address}/moved`, 'url_refused'],
    ['private', () => 'http://127.0.0.1:1/', 'url_refused'],
    ['of a cloud that tells secrets', () => 'http://169.254.169.254/latest/meta-data/', 'url_refused'],
    ['a file of this machine', () => 'file:///etc/passwd', undefined],
    ['no address', () => 'orders.json', undefined],
    ['no text', () => 7, undefined],
  ])('is refused when it is %s', async (_name, of, code) => {
    const answer = await fetching(of())
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0]).toMatchObject({ field: 'address', ...(code && { code }) })
  })
  it('is found behind the page that GitHub shows of it', () => {
    expect(toRawAddress('https://github.com/o/r/blob/main/a/b.json')).toBe(
      'https://raw.githubusercontent.com/o/r/main/a/b.json',
    )
    expect(toRawAddress('https://gist.github.com/o/0a1b2c')).toBe('https://gist.githubusercontent.com/o/0a1b2c/raw')
    expect(toRawAddress('https://example.com/github.com/o/r/blob/x')).toBe('https://example.com/github.com/o/r/blob/x')
  })
})
