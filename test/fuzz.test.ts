/**
 * Requests made from the contract itself, over all roles: well-formed, ill-formed and hostile. Nothing may answer 500 or above but what
 * the list of later paths says, and everything comes in the envelope. Ten thousand of them: `node campaigns/fuzz.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api.ts'
import { ROLES } from '#contract/core/access.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { ErrorEnvelope, envelopeOf } from '#contract/core/envelope.ts'
import { issueDue } from '#server/areas/billing/invoices/issue.ts'
import { sealSecrets as sealBotSecrets } from '#server/areas/services/approval-bots/access.ts'
import { sealSecrets } from '#server/areas/services/channels/access.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { giving } from '#test/support/coupons.ts'
import { embedByWords } from '#test/support/embed.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { REAL_INVOICES } from '#test/support/firm.ts'
import { hostile, inputs, type Known, OWNER } from '#test/support/fuzz-inputs.ts'
import { LAMPS } from '#test/support/lamps.ts'
import { testServer } from '#test/support/mcp-package.ts'
import { multipart } from '#test/support/multipart.ts'
import { packPackage, testPiece } from '#test/support/npm-registry.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 6_600)
/** The same requests in every run, so that a failure can be repeated; another number tries others. */
const SEED = Number(process.env.FUZZ_SEED ?? 2)
/** Nothing answers there. */
const STORAGE = { endpoint: 'https://s3.invalid', region: 'x', access_key_id: 'x', secret_access_key: 'not a key' }
const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
/** What makes and lists things comes first, and what takes them away last, so that they are there and known for the others. */
const turnOf = ({ method, path }: EndpointDefinition) => (method === 'DELETE' ? 2 : path.includes('{') ? 1 : 0)
const ENDPOINTS = (Object.entries<EndpointDefinition>(api) as [EndpointName, EndpointDefinition][])
  // Streams are covered by their own tests; a multipart body is no JSON.
  .filter(([, { answers, consumes }]) => answers !== 'stream' && consumes === undefined)
  .sort(([, one], [, other]) => turnOf(one) - turnOf(other))

let test: TestApp
let people: (Person | null)[]
const known: Known = { ids: [], at: {}, slugs: [], fields: {} }
/** A chat of this visitor that a person has. @returns its id */
async function openChat(service_id: string, owner_id: string, visitor_id: string): Promise<string> {
  const { rows } = await test.database.pool.query(
    `with c as (insert into conversations (owner_id, service_id, channel, visitor_id, handed_over)
       values ($1, $2, 'whatsapp', $3, true) returning id)
     insert into chat_handovers (conversation_id, state, asked_by) select id, 'taken', 'visitor' from c returning conversation_id as id`,
    [owner_id, service_id, visitor_id],
  )
  return rows[0].id
}

/** Someone who wrote on WhatsApp. @returns their id */
async function writeOnWhatsapp(service_id: string, owner_id: string): Promise<string> {
  const settings = { phone_number_id: '12345', display_name: '', ask_consent: true, daily_per_person: 5 }
  const owned = { id: uuidv7(), owner_id }
  const { key_id, wrapped_key, sealed } = sealSecrets(test.ring, { access_token: 'x', app_secret: 'x' }, owned)
  const { rows } = await test.database.pool.query(
    `with c as (insert into channels (id, service_id, owner_id, kind, token, verify_token, settings, key_id, wrapped_key, sealed, connected_at)
       values ($1, $2, $3, 'whatsapp', $4, 'token', $5, $6, $7, $8, now()) returning id)
     insert into chat_visitors (service_id, channel_id, address) select $2, id, '919812345678' from c returning id`,
    [
      ...[owned.id, service_id, owner_id, 'w'.repeat(32)],
      ...[
        { ...settings, template_name: '', template_language: 'en', account: '', bot_user: '' },
        key_id,
        wrapped_key,
        sealed,
      ],
    ],
  )
  return rows[0].id
}

/** A bot at Telegram that brings approvals to its owner. @returns its id */
async function connectApprovalBot(owner_id: string): Promise<string> {
  const owned = { id: uuidv7(), owner_id }
  const settings = { display_name: '@ours', account: '1', bot_user: '', channel: '' }
  const { key_id, wrapped_key, sealed } = sealBotSecrets(test.ring, { bot_token: 'x', webhook_secret: 'x' }, owned)
  await test.database.pool.query(
    `with b as (insert into approval_bots (id, owner_id, kind, token, settings, key_id, wrapped_key, sealed, connected_at)
       values ($1, $2, 'telegram', $3, $4, $5, $6, $7, now()) returning id)
     insert into approval_contacts (bot_id, person_id, address, name) select id, $2, '1', 'Asha' from b`,
    [owned.id, owner_id, 'a'.repeat(32), settings, key_id, wrapped_key, sealed],
  )
  return owned.id
}

beforeAll(async () => {
  const pdf = { mime: 'application/pdf', extension: 'pdf', bytes: Buffer.from('%PDF-1.7') }
  test = await createTestApp({
    requestsPerMinute: () => 1_000_000,
    // Twenty at once have it compare all orders, and being late is not what is tried here.
    gateway_ms: 30_000,
    // Drawing has tests of its own, in the process that does it.
    pluginFolders: [folder],
    embed: embedByWords,
    deps: { paperwork: async () => ({ data: {}, files: [pdf] }) },
  })
  people = [null, ...(await Promise.all(ROLES.map((role) => test.person(role))))]
  const owner = people[OWNER] ?? null
  if (!owner) throw new Error('no owner')
  const agent = await addAgent(test.database.pool, owner.id, document)
  const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Mine', document } })
  const service = await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id: agent.slug } })
  const execute = () =>
    test.call('POST', '/api/v1/workflows/execute', {
      as: owner,
      body: { agent_id: agent.slug, input: { text: 'x' }, wait_ms: 5000 },
    })
  const widget = await test.call('PUT', `/api/v1/services/${service.body.data.id}/widget`, {
    as: owner,
    body: { enabled: true, domains: ['clinic.example'] },
  })
  const run = await execute()
  const seller = await test.call('GET', `/api/v1/agents/${agent.slug}`)
  known.ids = [agent.id, made.body.data.id, service.body.data.id, run.body.data.execution_id]
  // Only what failed can be recovered.
  const failed = (await execute()).body.data.execution_id
  await test.database.pool.query(`update executions set status = 'failed' where id = $1`, [failed])
  const recovery = await test.call('POST', '/api/v1/recovery/runs', {
    as: owner,
    body: { key: agent.id, action: 'retry', execution_ids: [failed] },
  })
  const secret = { type: 'bearer', name: 'x', fields: { token: 'x', hosts: 'api.example.com' } }
  const credential = await test.call('POST', '/api/v1/credentials', { as: owner, body: secret })
  // Refused where it would be called, before anything is looked up.
  const here = { name: 'x', provider: 'custom', base_url: 'http://127.0.0.1:9/v1', model: 'x' }
  const model = await test.call('POST', '/api/v1/models', { as: owner, body: here })
  // Workflows that are started from outside, and their addresses.
  const started = async (type: string) => {
    const begun = workflow([node('start', type), set('done', { ok: true })], wires('start > done'))
    const { body } = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: type, document: begun } })
    const found = await test.call('GET', `/api/v1/workflows/${body.data.id}/triggers`, { as: owner })
    return { id: body.data.id, token: found.body.data.triggers[0].address.split('/').at(-1) }
  }
  const hook = await started('webhook_trigger')
  const chat = await started('chat_trigger')
  const addresses = [hook, await started('form_trigger'), chat].map(({ token }) => token)
  const onWhatsapp = await writeOnWhatsapp(service.body.data.id, owner.id)
  const conversation = await test.call('POST', '/api/v1/conversations', { as: owner, body: { workflow_id: chat.id } })
  const bought = await boughtBy(owner)
  const added = { as: owner, body: { document: LAMPS } }
  const app = await test.call('POST', '/api/v1/integrations', added)
  const { rows: servers } = await test.database.pool.query(
    `insert into mcp_servers (owner_id, name, url, sign_in) values ($1, 'Tools', 'http://127.0.0.1:9/mcp', 'none') returning id`,
    [owner.id],
  )
  const plugin = await installPlugin()
  const mcpPackage = await installMcpPackage()
  const content = { nodes: [set('a', {})], edges: [], inputs: [] }
  const snippet = await test.call('POST', '/api/v1/snippets', { as: owner, body: { name: 'Mine', content } })
  const table = await test.call('POST', '/api/v1/data-tables', {
    as: owner,
    body: { name: 'Mine', columns: [{ name: 'text' }] },
  })
  const text = '---\nname: mine\ndescription: Mine.\n---\n'
  const skill = await test.call('POST', '/api/v1/skills', { as: owner, body: { text } })
  const knowledge = await test.call('POST', '/api/v1/knowledge', { as: owner, body: { name: 'Mine' } })
  const inBase = `/api/v1/knowledge/${knowledge.body.data.id}`
  const site = await test.call('POST', `${inBase}/sites`, { as: owner, body: { url: 'https://site.invalid/' } })
  const keys = await test.call('POST', '/api/v1/credentials', {
    as: owner,
    body: { type: 's3', name: 'Papers', fields: { ...STORAGE, bucket: 'papers' } },
  })
  const source = await test.call('POST', `${inBase}/sources`, {
    as: owner,
    body: { kind: 's3', credential: keys.body.data.credential.id },
  })
  const lampText = multipart('lamps.txt', Buffer.from('A lamp costs 20 rupees.'))
  const file = await test.call('POST', '/api/v1/files', { as: owner, ...lampText })
  const bench = await test.call('POST', '/api/v1/benches', { as: owner, body: { agent_ids: [agent.id] } })
  const items = [{ input: { text: 'x' } }]
  const batch = await test.call('POST', '/api/v1/batches', {
    as: owner,
    body: { service_id: service.body.data.id, items },
  })
  const documents = await test.call('POST', `${inBase}/documents`, { as: owner, ...lampText })
  const coupon = await test.call('POST', '/api/v1/coupons', { as: owner, body: giving() })
  const workspace = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Ours' } })
  const inWorkspace = `/api/v1/workspaces/${workspace.body.data.id}`
  const domain = await test.call('POST', `${inWorkspace}/domains`, { as: owner, body: { domain: 'first.example' } })
  known.at = {
    ...bought,
    workspaces: [workspace.body.data.id],
    plugins: [plugin],
    snippets: [snippet.body.data.id],
    'data-tables': [table.body.data.id],
    skills: [skill.body.data.id],
    knowledge: [knowledge.body.data.id],
    coupons: [coupon.body.data.id],
    credentials: [credential.body.data.credential.id],
    models: [model.body.data.id],
    executions: [run.body.data.execution_id],
    workflows: [made.body.data.id, hook.id, chat.id, run.body.data.execution_id],
    conversations: [conversation.body.data.id],
    inbox: [await openChat(service.body.data.id, owner.id, onWhatsapp)],
    'custom-agents': [chat.id],
    services: [service.body.data.id],
    recovery: [recovery.body.data.id],
    integrations: ['google-sheets', app.body.data.integration.id, plugin],
    'mcp-packages': [mcpPackage],
    'mcp-servers': servers.map(({ id }) => id),
    agents: [agent.id],
    files: [file.body.data.id],
    benches: [bench.body.data.id],
    batches: [batch.body.data.id],
    sellers: [seller.body.data.seller.handle],
    'user-management': people.flatMap((one) => one?.id ?? []),
    users: people.flatMap((one) => one?.id ?? []),
    // Pages of support.
    admin: people.flatMap((one) => one?.id ?? []),
  }
  known.fields = {
    agent_id: [agent.slug, agent.id],
    workflow_id: [made.body.data.id, chat.id],
    model: ['embedding-512', `service-${service.body.data.id}`],
    messages: [[{ role: 'user', content: 'x' }]],
    service_id: [service.body.data.id],
    input: ['x', { text: 'x' }, { text: 'x', file: { file_id: agent.id } }],
    base_revision: [0, 1],
    document: [document],
    category: ['healthcare'],
    // What files of workflows hold.
    source: [document, JSON.stringify(document), { name: 'n8n', nodes: [], connections: {} }],
    node_id: ['start', 'done'],
    fields: [secret.fields],
    iteration: [''],
    token: [...addresses, widget.body.data.token],
    person: [onWhatsapp],
    bot_id: [await connectApprovalBot(owner.id)],
    site_id: [site.body.data.id],
    domain: ['clinic.example', 'second.example'],
    domain_id: [domain.body.data.id],
    source_id: [source.body.data.id],
    document_id: [documents.body.data.items[0].id],
    values: [{}],
    cron: ['0 9 * * *'],
    action: ['add_row', 'look', 'choose'],
    integration: [plugin],
    package: [PLUGIN],
    property: ['lamp'],
    host: ['api.lamps.example'],
    time_zone: ['Asia/Kolkata'],
    execution_ids: [[run.body.data.execution_id]],
    plan_id: ['starter'],
    month: ['2026-11'],
    // What snippets hold.
    content: [content],
  }
  known.slugs = [agent.slug, 'healthcare', 'manual_trigger']
}, 60_000)
afterAll(async () => {
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const PLUGIN = '@acme/lamp'
const folder = mkdtempSync(join(tmpdir(), 'chowk-fuzz-'))

/** A piece from a folder, for everyone here. */
async function installPlugin(): Promise<string> {
  const files = testPiece(`{ choose: { requireAuth: false, run: async () => ({}), props: {
    lamp: { type: 'DROPDOWN', displayName: 'Lamp', required: false, refreshers: [], options: async () => ({ options: [{ label: 'Desk', value: 'desk' }] }) } } } }`)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: PLUGIN, version: '1.0.0', main: 'index.js' }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const admin = { ...(await test.person('admin')), signed_in_at: new Date() }
  test.know(admin)
  const checked = await test.call('POST', '/api/v1/plugins/check', { as: admin, body: { package: PLUGIN } })
  const { version, hash } = checked.body.data.candidate
  const made = await test.call('POST', '/api/v1/plugins', { as: admin, body: { package: PLUGIN, version, hash } })
  return made.body.data.plugin.id
}

/** An MCP server from a package, from a file. */
async function installMcpPackage(): Promise<string> {
  const admin = { ...(await test.person('admin')), signed_in_at: new Date() }
  test.know(admin)
  const form = new FormData()
  const archive = await packPackage(testServer({ name: 'lamp-server', tools: {} }))
  form.set('file', new File([new Uint8Array(archive)], 'lamps.tgz', { type: 'application/gzip' }))
  const sent = new Response(form)
  const payload = Buffer.from(await sent.arrayBuffer())
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' }
  const checked = await test.call('POST', '/api/v1/mcp-packages/check-file', { as: admin, payload, headers })
  const { package: name, version, hash } = checked.body.data.candidate
  const settings = { name: 'Lamps', arguments: [], environment: [], hosts: [] }
  const made = await test.call('POST', '/api/v1/mcp-packages', {
    as: admin,
    body: { package: name, version, hash, settings },
  })
  return made.body.data.package.id
}

/** An order, a plan with its invoice, and a subscription: what moves money asks for a state that chance does not make. */
async function boughtBy(owner: Person): Promise<Known['at']> {
  const { rows } = await test.database.pool.query(
    `insert into orders (user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt, status, paid_at,
      fulfilled_at)
     values ($1, 'credits', '{}', 'Credits', 10000, '27', 'X', 'test', 'open', 'created', null, null),
      ($1, 'plan', '{}', 'A plan', 10000, '27', 'X', 'test', 'paid', 'paid', now(), now()) returning id`,
    [owner.id],
  )
  await issueDue(test.database.db, REAL_INVOICES)
  const invoices = await test.call('GET', '/api/v1/invoices', { as: owner })
  const plan = await test.call('POST', '/api/v1/subscriptions/create', { as: owner, body: { plan_id: 'starter' } })
  return {
    payments: rows.map(({ id }) => id),
    invoices: [invoices.body.data.items[0].id],
    subscriptions: [plan.body.data.id],
  }
}

type Request = ReturnType<typeof sample>[number]
const failures: string[] = []
/** Answers 2xx by endpoint. */
const successes = new Map<EndpointName, number>()

async function ask([name, definition]: [EndpointName, EndpointDefinition], drawn: Request): Promise<void> {
  const { params, query, body, who, headers } = drawn
  const as = people[who % people.length] ?? null
  const url = definition.path.replace(
    /\{(\w+)\}/g,
    (
      _all,
      key: string, // An empty part, or one of dots, would make it the address of another endpoint.
    ) => encodeURIComponent(text(params[key]).replace(/^\.{0,2}$/, ' ')),
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, text(value)]),
  ).toString()
  const answer = await test.call(definition.method, `${url}${search === '' ? '' : `?${search}`}`, {
    as,
    headers,
    ip: `198.51.100.${who % 250}`,
    ...(definition.body && {
      payload: JSON.stringify(body) ?? '',
      headers: { 'content-type': 'application/json', ...headers },
    }),
  })
  if (answer.status < 300) {
    successes.set(name, (successes.get(name) ?? 0) + 1)
    learn(definition.path, answer.body)
  }
  const problem = judge(definition, answer)
  if (problem !== null)
    failures.push(
      `${name} ${answer.status} ${problem}: ${url}?${search} ${JSON.stringify(body)?.slice(0, 300)} → ${JSON.stringify(answer.body).slice(0, 300)}`,
    )
}

/** Of what was made or listed, a few: later requests name them. */
const LEARNT = 12
function learn(path: string, body: unknown): void {
  const { data } = (body ?? {}) as { data?: { id?: unknown; items?: unknown } }
  const made = [data, ...(Array.isArray(data?.items) ? data.items.slice(0, 3) : [])]
  const found = made.flatMap((one) => (typeof one?.id === 'string' ? [one.id] : []))
  const part = path.split('/')[3] ?? ''
  known.at[part] = [...new Set([...(known.at[part] ?? known.ids), ...found])].slice(0, LEARNT)
}

const text = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 4000)

function judge(definition: EndpointDefinition, answer: { status: number; body: unknown }): string | null {
  if (answer.status >= 500) return 'a server error'
  // The protocol's own JSON-RPC, which has tests of its own.
  if (definition.answers === 'tools') return null
  if (answer.status >= 400) return ErrorEnvelope.safeParse(answer.body).success ? null : 'no envelope'
  if (definition.answers === 'file') return null
  const isBare = definition.answers === 'raw' || definition.answers === 'bare'
  const shape = isBare ? definition.returns : envelopeOf(definition.returns)
  const parsed = shape.safeParse(answer.body)
  return parsed.success ? null : `not as promised: ${z.prettifyError(parsed.error).slice(0, 200)}`
}

const sample = ([, definition]: [EndpointName, EndpointDefinition], count: number) =>
  fc.sample(inputs(definition, known), { numRuns: count, seed: SEED })

describe('requests made from the contract', () => {
  it(`answer ${REQUESTS.toLocaleString('en')} times without a server error or a bare answer`, async () => {
    const each = Math.ceil(REQUESTS / ENDPOINTS.length)
    for (const endpoint of ENDPOINTS) {
      const drawn = sample(endpoint, each)
      for (let at = 0; at < drawn.length; at += 20)
        await Promise.all(drawn.slice(at, at + 20).map((one) => ask(endpoint, one)))
    }
    expect(failures.slice(0, 10)).toEqual([])
    // The schemas produce what they ask for: a campaign that is refused throughout proves nothing.
    // Those of identity have no provider here, and what is confirmed by a mailed secret cannot be guessed.
    expect(successes.size).toBeGreaterThan(ENDPOINTS.length / 2)
    expect([...successes.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(REQUESTS / 5)
  }, 240_000)
})

describe('headers that no browser sends', () => {
  const malformed = hostile.headers
  it('cover many ways to be wrong', () => expect(malformed.length).toBeGreaterThanOrEqual(50))

  /** Public pages are shown despite the stale token of a session and the password of a proxy; a program learns of a wrong credential. */
  const isOfBrowser = (value: string) => value === '' || /^(?:bearer [\w-]+\.[\w-]+\.[\w-]*|basic \S+)$/i.test(value)

  it.each(malformed.map((value, n) => [value.slice(0, 40), value, `198.51.100.${n}`]))(
    'Authorization: %s',
    async (_shown, value, ip) => {
      const headers = { authorization: value }
      const mine = await test.call('GET', '/api/v1/users/me', { headers, ip })
      expect(mine.status).toBe(401)
      expect(ErrorEnvelope.parse(mine.body).status.result).toBe('error')
      const { status } = await test.call('GET', '/api/v1/agents', { headers, ip })
      expect(status).toBe(isOfBrowser(value) ? 200 : 401)
    },
  )

  it.each([
    'x-run-token',
    'last-event-id',
    'origin',
    'accept',
    'accept-encoding',
    'x-forwarded-for',
    'range',
    'if-none-match',
  ])('nonsense in %s', async (name) => {
    for (const value of malformed) {
      const { status } = await test.call('GET', '/api/v1/categories', { headers: { [name]: value } })
      expect(status).toBeLessThan(500)
    }
  })
})
