/**
 * Secrets of connectors appear nowhere: of accounts, of clients at services, of assistants, of webhooks, of MCP servers and of packages that
 * run as such, however careless
 * a service repeats them. Everything that can be read is read by everyone who can: the API, the database, the log, metrics and exports.
 * The long form repeats them in all spellings, from all places of an answer.
 */
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/api.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { KEY as MCP_KEY } from '#peers/mcp/behaviour.ts'
import { type McpPeer, startMcpPeer } from '#peers/mcp/server.ts'
import type { Asked as Told } from '#peers/model/behaviour.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { LISTS } from '#server/areas/platform/account-data/export.store.ts'
import { advanceAppTriggers } from '#server/areas/runs/app-triggers/advance.ts'
import { syncAppTriggers } from '#server/areas/runs/app-triggers/sync.ts'
import { nextRun } from '#server/engine/schedules.ts'
import type { Asked } from '#test/support/answering.ts'
import { METRICS_TOKEN, type Person, type TestApp } from '#test/support/app.ts'
import { assistantsOf, ORIGIN, proof, queryOf } from '#test/support/assistants.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { tablesWith } from '#test/support/injection/judge.ts'
import { carries } from '#test/support/injection/secrets.ts'
import { type TestTool, testServer } from '#test/support/mcp-package.ts'
import { createTestRegistry, type TestRegistry } from '#test/support/npm-registry.ts'
import { insertAgent, type PaidAgent } from '#test/support/paid-agent.ts'
import { LONG } from '#test/support/scale.ts'
import { createSheetsApp, type SheetsApp } from '#test/support/sheets.ts'

const canary = (name: string) => `canary${name}${randomBytes(8).toString('hex')}`
const CLIENT_ID = `client${randomBytes(6).toString('hex')}`
/** As the stand-in for the service wants it. */
const CLIENT_SECRET = `secret of ${CLIENT_ID}`

let registry: TestRegistry
let sheets: SheetsApp
let mcp: McpPeer
let model: ModelPeer
let test: TestApp
let assistants: ReturnType<typeof assistantsOf>
const people = {} as Record<'author' | 'buyer' | 'stranger' | 'admin', Person>
const logged: string[] = []
/** By what it is. */
const secrets: Record<string, string> = {}
const ids: Record<string, string> = {}
const runs: string[] = []
let agent: PaidAgent

beforeAll(async () => {
  ;[mcp, model, registry] = await Promise.all([startMcpPeer(), startModelPeer(), createTestRegistry()])
  const logger = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  sheets = await createSheetsApp({
    model,
    allow: [new URL(mcp.url).host],
    here: ['https://api.airtable.com', 'https://api.github.com'],
    options: { logger, publicUrl: ORIGIN, requestsPerMinute: () => 1_000_000, pluginRegistry: registry.url },
  })
  test = sheets.test
  assistants = assistantsOf(() => test)
  people.author = await sheets.person('seller')
  people.buyer = await sheets.person()
  people.stranger = await sheets.person('seller')
  const { session: _, ...admin } = await sheets.person('super_admin')
  people.admin = { ...admin, signed_in_at: new Date() }
  test.know(people.admin)
})
afterAll(async () => {
  await sheets.close()
  registry.close()
  await Promise.all([mcp.close(), model.close()])
})

const post = async (as: Person, path: string, body: object, status = 201) => {
  const answer = await test.call('POST', path, { as, body })
  expect([path, answer.status, answer.body.errors]).toEqual([path, status, undefined])
  return answer.body.data
}

/** How a service repeats what it was sent. */
type Spelling = [name: string, spell: (text: string) => string]
const SPELLINGS: readonly Spelling[] = [
  ['as it is', (text) => text],
  ['in base64', (text) => Buffer.from(text).toString('base64')],
  ['in hex', (text) => Buffer.from(text).toString('hex')],
  ['in an address', encodeURIComponent],
  ['in base64 for addresses', (text) => Buffer.from(text).toString('base64url')],
  ['within a longer text in base64', (text) => Buffer.from(`user:${text}:x`).toString('base64')],
  ['escaped', (text) => [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')],
  ['as entities', (text) => [...text].map((one) => `&#${one.charCodeAt(0)};`).join('')],
]
const spellings = LONG ? SPELLINGS : SPELLINGS.slice(0, 4)

type Place = [
  name: string,
  answer: (text: string) => { status?: number; headers?: Record<string, string>; body: unknown },
]
const PLACES: readonly Place[] = [
  ['in its answer', (text) => ({ body: { you: text, list: [{ deep: text }] } })],
  ['as the name of a field', (text) => ({ body: { [text]: 1 } })],
  ['in a refusal', (text) => ({ status: 422, body: { error: { message: `Wrong key: ${text}` } } })],
  ['in a failure', (text) => ({ status: 500, body: { message: text } })],
  ['in a refusal of the account', (text) => ({ status: 403, body: { detail: text } })],
  ['in a header', (text) => ({ headers: { 'x-you': text, location: `https://example.com/${text}` }, body: {} })],
  ['where it sends to', (text) => ({ status: 302, headers: { location: `/?key=${text}` }, body: {} })],
]

/** What this request signed in with. */
const keyIn = ({ headers }: Asked): string => String(headers.authorization ?? '').replace(/^(?:Bearer|token) /i, '')

/** In the result of a run as it is. */
const NO_SECRET = canary('plain')

async function run(as: Person, document: unknown, started: JsonObject = {}): Promise<void> {
  const { id } = await post(as, '/api/v1/workflows', { name: 'Careless', document })
  const body = { workflow_id: id, input: started, wait_ms: 20_000 }
  runs.push((await test.call('POST', '/api/v1/workflows/execute', { as, body })).body.data.execution_id)
  ids.workflow = id
}

const one = (type: string, config: JsonObject, id = 'work') =>
  workflow([node('start', 'manual_trigger'), node(id, type, config)], wires(`start > ${id}`))

async function plantAccounts(): Promise<void> {
  const { author, buyer, admin } = people
  secrets['a key of an account'] = canary('key')
  const about = await test.call('GET', '/api/v1/integrations/airtable', { as: author })
  const way = about.body.data.sign_in.find(({ type }: { type: string }) => type === 'fields')
  const fields = Object.fromEntries(
    way.fields.map(({ name }: { name: string }) => [name, secrets['a key of an account']]),
  )
  const made = await post(author, '/api/v1/integrations/airtable/accounts', {
    ...{ sign_in: way.id, name: 'Bases', fields },
  })
  ids.airtable = made.account.id
  const add = async (as: Person) => {
    const client = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }
    const { id } = (await sheets.add(as, client)).body.data.account
    expect(await sheets.agree(as, id)).toBe('connected')
    return id as string
  }
  ids.own = await add(author)
  ids.lent = await add(buyer)
  secrets['the secret of a client'] = CLIENT_SECRET
  for (const [who, id] of [
    [author, ids.own],
    [buyer, ids.lent],
  ] as const) {
    const opened = await test.secrets.vault.open(id, { owner: { user_id: who.id }, author: null, version: null })
    secrets[`an access token of ${id}`] = opened.fields.access_token ?? ''
    secrets[`a refresh token of ${id}`] = opened.fields.refresh_token ?? ''
  }
  secrets['the secret of the operator’s client'] = canary('operator')
  secrets['the secret that events are signed with'] = canary('signing')
  const saved = await test.call('PUT', '/api/v1/admin/oauth-applications/slack', {
    as: admin,
    body: {
      client_id: 'of the operator',
      client_secret: secrets['the secret of the operator’s client'],
      signing_secret: secrets['the secret that events are signed with'],
    },
  })
  expect(saved.status).toBe(200)
  mcp.behave({ sign_in: 'header' })
  secrets['a header of an MCP server'] = MCP_KEY
  const server = await post(author, '/api/v1/mcp-servers', {
    ...{ name: 'Notes', url: mcp.url, sign_in: 'headers', headers: { 'x-key': MCP_KEY } },
  })
  ids.server = server.server.id
}

/** A workflow that an app delivers to, with the secret that it was given. */
async function plantTriggers(): Promise<void> {
  const { author } = people
  secrets['a key of an account that is watched'] = canary('watched')
  const about = await test.call('GET', '/api/v1/integrations/github', { as: author })
  const way = about.body.data.sign_in.find(({ type }: { type: string }) => type === 'fields')
  const fields = Object.fromEntries(
    way.fields.map(({ name }: { name: string }) => [name, secrets['a key of an account that is watched']]),
  )
  const made = await post(author, '/api/v1/integrations/github/accounts', { sign_in: way.id, name: 'Code', fields })
  const config = {
    ...{ integration: 'github', trigger: 'new_issue', credential: made.account.id },
    input: { owner: 'asha', repo: 'clinic' },
  }
  const document = workflow([node('start', 'app_trigger', config), node('end', 'set_fields')], wires('start > end'))
  const { id } = await post(author, '/api/v1/workflows', { name: 'Watches', document })
  const found = await test.call('GET', `/api/v1/workflows/${id}`, { as: author })
  const revision = { base_revision: found.body.data.revision }
  expect((await test.call('POST', `/api/v1/workflows/${id}/publish`, { as: author, body: revision })).status).toBe(200)
  sheets.answers.reply = () => ({ body: { id: 1 } })
  sheets.asked.length = 0
  await syncAppTriggers(test.database.db, test.triggers, test.ring)
  const parts = { db: test.database.db, triggers: test.triggers, ring: test.ring, publicUrl: ORIGIN, nextRun }
  await advanceAppTriggers({ ...parts, log: { warn: () => {} } as never }, new AbortController().signal)
  const subscribed = sheets.asked
    .map(({ body }) => (body === '' ? null : JSON.parse(body)))
    .find((body) => body?.config)
  secrets['the secret of a subscription'] = subscribed.config.secret
  expect(secrets['the secret of a subscription']?.length).toBeGreaterThan(15)
  ids.watches = id
  const hook = workflow([node('start', 'webhook_trigger'), node('end', 'set_fields')], wires('start > end'))
  const { id: hooked } = await post(author, '/api/v1/workflows', { name: 'Hooked', document: hook })
  const shown = await test.call('POST', `/api/v1/workflows/${hooked}/triggers/webhook/secret`, {
    as: author,
    body: { auth: 'header' },
  })
  expect(shown.status).toBeLessThan(300)
  secrets['the secret of a webhook'] = shown.body.data.secret
  ids.hooked = hooked
}

/** Of a server that repeats what it was started with, in each way that it has. */
const CARELESS: Record<string, TestTool> = {
  tell: {
    body: `const said = [process.env.OURS, process.env.MINE].flatMap((one) => [one, encodeURIComponent(one), ...['base64', 'hex', 'base64url'].map((how) => Buffer.from(one).toString(how))])
      return { said, ['field ' + process.env.OURS]: { [process.env.MINE]: 1 } }`,
  },
  fail: {
    body: `throw Object.assign(new Error('wrong: ' + process.env.OURS + ' ' + process.env.MINE), { code: 'E_' + process.env.MINE })`,
  },
  // Last, since it ends the process.
  end: { body: `console.error('ends with', process.env.OURS, process.env.MINE); process.exit(1)` },
}

/** An MCP server from a package, with a value of the installation and one of the person, and every way in which it is started and asked. */
async function plantPackage(): Promise<void> {
  const { author, admin } = people
  const api = '/api/v1/mcp-packages'
  secrets['a value of an MCP package'] = canary('ours')
  secrets['the value of a person for an MCP package'] = canary('mine')
  secrets['a value that a package was only started with'] = canary('tried')
  // Without both it ends, and says why in the worst way.
  const before = `console.error('started with', process.env.OURS, process.env.MINE); if (process.env.STOP) process.exit(1)`
  const name = '@acme/careless-server'
  await registry.publish(testServer({ name, tools: CARELESS, before }))
  const { candidate } = await post(admin, `${api}/check`, { package: name }, 200)
  const seen = { package: name, version: candidate.version, hash: candidate.hash }
  const settings = (ours: string | undefined, ...more: object[]) => ({
    ...{ name: 'Careless', arguments: [], hosts: [] },
    environment: [
      { name: 'OURS', kind: 'secret', value: ours },
      { name: 'MINE', kind: 'personal', value: secrets['a value that a package was only started with'] },
      ...more,
    ],
  })
  const tried = settings(secrets['a value that a package was only started with'], {
    name: 'STOP',
    kind: 'plain',
    value: 'yes',
  })
  const { start } = await post(admin, `${api}/start`, { ...seen, settings: tried }, 200)
  expect(start.error).toContain('started with')
  const installed = await post(admin, api, { ...seen, settings: settings(secrets['a value of an MCP package']) })
  ids.package = installed.package.id
  const values = { MINE: secrets['the value of a person for an MCP package'] }
  const connected = await post(author, `${api}/${ids.package}/connect`, { values })
  ids.packaged = connected.server.id
  for (const tool of Object.keys(CARELESS)) {
    await run(author, one('app_action', { integration: `mcp-${ids.packaged}`, action: tool, input: {} }))
    await test.call('POST', `/api/v1/actions/mcp-${ids.packaged}/${tool}`, { as: author, body: { input: {} } })
    await test.call('POST', `/api/v1/mcp-servers/${ids.packaged}/tools/${tool}/try`, {
      as: author,
      body: { input: {} },
    })
  }
}

async function plantAssistant(): Promise<void> {
  const connected = await assistants.connect(people.buyer)
  secrets['an access token of an assistant'] = connected.access
  secrets['a refresh token of an assistant'] = connected.refresh
  const pkce = proof()
  const client = await assistants.newClient()
  const back = await assistants.agreed(people.buyer, queryOf(client, pkce))
  secrets['a code of an assistant'] = back.searchParams.get('code') ?? ''
  secrets['the verifier of an assistant'] = pkce.verifier
}

async function lend(): Promise<void> {
  const asked = {
    ...{ slot: 'google-sheets', app: 'google-sheets', app_name: 'Google Sheets', purpose: 'to write' },
    actions: [{ id: 'read_rows', title: 'Read rows', effect: 'read' as const }],
    ...{ hosts: ['sheets.googleapis.com'], scopes: [], effects: ['read' as const] },
  }
  const config = {
    ...{ integration: 'google-sheets', action: 'read_rows', buyer_account: true, purpose: 'to write' },
    input: { spreadsheetId: 'book', range: 'Sheet1' },
  }
  agent = await insertAgent(
    test.database,
    one('app_action', config),
    { type: 'free', accounts: [asked] },
    people.author.id as never,
  )
  const url = `/api/v1/agents/${agent.agent_id}/accounts/google-sheets`
  const body = { account: ids.lent, version_id: agent.agent_version_id }
  expect((await test.call('PUT', url, { as: people.buyer, body })).status).toBe(200)
}

/** Every way by which a service's answer comes back, for each thing that it may say. */
async function callCarelessServices(): Promise<void> {
  const { author, buyer } = people
  const records = { integration: 'airtable', action: 'list_records', credential: ids.airtable ?? '' }
  const input = { base_id: 'app1', table: 'T' }
  const rows = { integration: 'google-sheets', action: 'read_rows', credential: ids.own ?? '' }
  const book = { spreadsheetId: 'book', range: 'Sheet1' }
  for (const [, spell] of spellings)
    for (const [, answer] of PLACES) {
      sheets.answers.reply = (asked) => answer(spell(keyIn(asked)))
      await run(author, one('app_action', { ...rows, input: book }))
      await test.call('POST', '/api/v1/actions/google-sheets/read_rows', { as: author, body: { input: book } })
      const body = { agent_id: agent.agent_id, input: {}, wait_ms: 20_000 }
      const lent = await test.call('POST', '/api/v1/workflows/execute', { as: buyer, body })
      runs.push(lent.body.data.execution_id)
    }
  sheets.answers.reply = (asked) => ({ body: { you: asked.headers, plain: NO_SECRET } })
  await run(author, one('app_action', { ...records, input }))
  const http = { url: `${sheets.url}/v4/x`, credential: ids.own ?? '' }
  await run(author, one('http_request', http))
  const tool = { ...{ kind: 'app', name: 'read', description: 'Reads.', effect: 'read', fixed: book }, ...rows }
  const seen: string[] = []
  model.behave((asked: Told) => {
    seen.push(JSON.stringify(asked.body))
    const isTold = asked.body.messages?.some(({ role }) => role === 'tool') === true
    return isTold
      ? { type: 'answer', text: seen.at(-1)?.slice(-2000) ?? '' }
      : { type: 'tools', calls: [{ name: 'read', arguments: {} }] }
  })
  await run(author, one('ai_agent', { task: 'Read it', tools: [tool] }))
  expect(seen.length).toBeGreaterThan(1)
  prompts.push(...seen)
  await run(author, one('app_action', { integration: `mcp-${ids.server}`, action: 'echo_headers', input: {} }))
  await post(author, `/api/v1/mcp-servers/${ids.server}/tools/echo_headers/try`, { input: {} }, 200)
  // A service that ends the accounts, and says why in the worst way.
  sheets.peer.behave({ expires_in: 1, revoked: true })
  sheets.answers.reply = (asked) => ({ status: 401, body: { message: keyIn(asked) } })
  await run(author, one('app_action', { ...rows, input: book }))
}
const prompts: string[] = []

const GETS = Object.entries<EndpointDefinition>(api).filter(
  ([, { method, answers }]) => method === 'GET' && answers !== 'stream',
)

/** Everything that a person can read. */
async function readAll(as: Person | null): Promise<[string, string][]> {
  const read: [string, string][] = []
  const named = async (name: string, path: string) => {
    const { body, headers } = await test.call('GET', path, { as })
    read.push([`${name} for ${as?.role ?? 'a visitor'}`, JSON.stringify([headers, body])])
  }
  const things: Record<string, readonly string[]> = {
    executions: runs,
    workflows: [ids.workflow, ids.watches, ids.hooked] as string[],
    'workflow-hub': [ids.workflow, ids.watches] as string[],
    credentials: [ids.airtable, ids.own, ids.lent] as string[],
    integrations: ['airtable', 'google-sheets', 'github', `mcp-${ids.server}`, `mcp-${ids.packaged}`],
    'mcp-servers': [ids.server, ids.packaged] as string[],
    'mcp-packages': [ids.package] as string[],
    agents: [agent.agent_id],
    users: Object.values(people).map(({ id }) => id),
  }
  for (const [name, { path }] of GETS) {
    if (!path.includes('{')) {
      await named(name, path)
      continue
    }
    const [thing = ''] = /(?<=\/)[a-z-]+(?=\/\{)/.exec(path) ?? []
    for (const id of things[thing] ?? []) {
      const filled = path
        .replace(/\{(?:id|integration|agent)\}/, id)
        .replace('{node_id}', 'work')
        .replace('{number}', '1')
        .replace('{version}', '1')
      if (!filled.includes('{')) await named(name, filled)
    }
  }
  return read
}

it('are in nothing that anyone can read', { timeout: 600_000 }, async () => {
  await plantAccounts()
  await plantTriggers()
  await plantAssistant()
  await plantPackage()
  await lend()
  await callCarelessServices()
  await until(async () => {
    const sql = `select count(*)::int as open from executions where status in ('queued', 'running')`
    return (await test.database.pool.query(sql)).rows[0].open === 0
  })
  // That it was tried: services were signed in at, and what they repeated was hidden.
  expect(runs.length).toBeGreaterThan(2 * spellings.length * PLACES.length)
  const all: [string, string][] = [
    ['the log', logged.join('\n')],
    ['what the engine could not explain', test.engine.problems.map(String).join('\n')],
    ...prompts.map((text): [string, string] => ['a prompt', text]),
  ]
  for (const as of [null, people.author, people.buyer, people.stranger, people.admin]) {
    all.push(...(await readAll(as)))
    if (as === null) continue
    const person = { id: as.id, subject: as.id, email: `${as.id}@example.com`, proven: true }
    for (const { file, query } of LISTS) {
      const { rows } = await query(person as never).execute(test.database.db)
      all.push([`the export of ${file} for ${as.role}`, JSON.stringify(rows as Json)])
    }
  }
  const metrics = await test.call('GET', '/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  expect(metrics.status).toBe(200)
  all.push(['metrics', String(metrics.body)])
  expect(all.some(([, text]) => text.includes('[hidden]'))).toBe(true)
  const textsWith = (secret: string): string[] =>
    all.filter(([, text]) => carries(text, secret.toLowerCase()) || text.includes(secret)).map(([where]) => where)
  const tablesOf = async (...texts: string[]) =>
    (await tablesWith(test.database.pool, texts)).map((table) => `the table ${table}`)
  const found: string[] = []
  for (const [what, secret] of Object.entries(secrets)) {
    expect([what, secret.length > 9]).toEqual([what, true])
    for (const where of textsWith(secret)) found.push(`${what} in ${where}`)
  }
  // All of them in one reading of the database.
  for (const where of await tablesOf(...Object.values(secrets))) found.push(`a secret in ${where}`)
  // What is no secret is found, where its owner and an operator find it.
  const plain = [...textsWith(NO_SECRET), ...(await tablesOf(NO_SECRET))].join('\n')
  for (const place of [/Execution for seller/, /the export of .* for seller/, /the table/]) expect(plain).toMatch(place)
  expect(found).toEqual([])
})
