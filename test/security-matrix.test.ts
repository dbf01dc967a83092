/**
 * Who gets in: generated from the contract, endpoint by endpoint, for every role, for nobody, for somebody blocked, and for a
 * stranger to the thing that is addressed. An endpoint without a rule here does not pass.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import { type Access, PERMISSIONS, permissionsOf, ROLES, type Role, rankOf } from '#contract/core/access.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { ErrorEnvelope } from '#contract/core/envelope.ts'
import { verbatim } from '#contract/phrases/phrases.ts'
import { notify } from '#server/areas/accounts/notifications/notifications.ts'
import { issueDue } from '#server/areas/billing/invoices/issue.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { REAL_INVOICES } from '#test/support/firm.ts'
import { LAMPS } from '#test/support/lamps.ts'
import { multipart } from '#test/support/multipart.ts'
import { addPurchase } from '#test/support/paid-agent.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const ENDPOINTS = Object.entries<EndpointDefinition>(api) as [EndpointName, EndpointDefinition][]

let test: TestApp
const people = new Map<Role, Person>()
let blocked: Person
beforeAll(async () => {
  // Every endpoint is asked many times from one address within a minute.
  test = await createTestApp({ requestsPerMinute: () => 1_000_000 })
  for (const role of ROLES) people.set(role, await test.person(role))
  blocked = await test.person('super_admin')
  test.block(blocked)
})
afterAll(() => test.close())

const person = (role: Role): Person => {
  const found = people.get(role)
  if (!found) throw new Error(role)
  return found
}

const NOBODYS = '01890000-0000-7000-8000-000000000000'
const urlOf = (path: string, id: string = NOBODYS) =>
  path
    .replace('{page}', '1')
    .replace(/\{(?:number|agent|case|position|entry)\}/g, '1')
    .replace('{type}', 'manual_trigger')
    .replace('{account}', NOBODYS)
    .replace('{tool}', 'look')
    .replace('{fact_id}', NOBODYS)
    .replace('{action}', 'look')
    .replace('{trigger}', 'watch.look')
    .replace('{token}', 'a'.repeat(32))
    .replace(/\{\w+\}/g, id)

/** What the access rule alone says. */
function verdict(access: Access, role: Role | null): 'in' | 401 | 403 {
  if (access.type === 'public') return 'in'
  if (role === null) return 401
  if (access.type === 'role') return rankOf(role) >= rankOf(access.role) ? 'in' : 403
  if (access.type === 'permission') return permissionsOf(role).includes(access.permission) ? 'in' : 403
  return 'in'
}

describe('every endpoint', () => {
  it.each(ENDPOINTS)('%s has a rule that exists', (_name, { access }) => {
    expect(['public', 'user', 'role', 'permission']).toContain(access.type)
    if (access.type === 'permission') expect(PERMISSIONS).toContain(access.permission)
    if (access.type === 'role') expect(ROLES).toContain(access.role)
  })

  describe.each(ENDPOINTS)('%s', (_name, definition) => {
    it.each([null, ...ROLES])('for %s is as its rule says, before its input is looked at', async (role) => {
      const as = role === null ? null : person(role)
      // Streams and files answer otherwise than in JSON only on success, which this id and this place to go on from never are.
      const url = `${urlOf(definition.path, 'not an id')}${definition.answers === 'stream' ? '?after=x' : ''}`
      const { status, body } = await test.call(definition.method, encodeURI(url), { as, ip: '198.51.100.1' })
      const expected = verdict(definition.access, role)
      if (expected === 'in') expect([401, 403]).not.toContain(onlyRule(status, body))
      else {
        expect(status).toBe(expected)
        expect(ErrorEnvelope.parse(body).status.code).toBe(expected)
      }
    })

    it('refuses a blocked user, unless it is for all', async () => {
      const { status } = await test.call(definition.method, encodeURI(urlOf(definition.path, 'not an id')), {
        ...{ as: blocked, ip: '198.51.100.2' },
      })
      const { access } = definition
      if (access.type !== 'public' || access.stale_token === 'refused') expect(status).toBe(403)
      else expect(status).not.toBe(500)
    })

    it('refuses a token that is not believed, unless it is for all', async () => {
      const { access, method, path } = definition
      const headers = { authorization: 'Bearer a.forged.token' }
      // From another network: refusals are counted by it, and there are more of them than a minute allows one.
      const { status } = await test.call(method, encodeURI(urlOf(path, 'not an id')), { headers, ip: '198.51.100.3' })
      if (access.type !== 'public' || access.stale_token === 'refused') expect(status).toBe(401)
      else expect(status).toBeLessThan(500)
    })
  })
})

/** A public endpoint of the identity provider answers 401 for a missing cookie: that is not its access rule. */
const onlyRule = (status: number, body: { status?: { message?: string } }) =>
  status === 401 && body.status ? 0 : status

describe('what is foreign does not exist', () => {
  it('for every endpoint that addresses something owned', async () => {
    const owner = await test.person('super_admin')
    const agent = await addAgent(test.database.pool, owner.id, document)
    const workflowAnswer = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Mine', document } })
    const serviceAnswer = await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id: agent.slug } })
    const run = await test.call('POST', '/api/v1/workflows/execute', {
      as: owner,
      body: { workflow_id: workflowAnswer.body.data.id, input: {}, wait_ms: 5000 },
    })
    const file = await upload(owner)
    const { rows: assistants } = await test.database.pool.query(
      `insert into assistants (user_id, client_id, name, returns_to, resource, scopes)
       values ($1, 'x', 'x', 'x', '/mcp', '{read}') returning id`,
      [owner.id],
    )
    const key = await test.call('POST', '/api/v1/api-keys', { as: owner, body: { name: 'x', scopes: ['run'] } })
    const { rows: chats } = await test.database.pool.query(
      `insert into conversations (owner_id, workflow_id, channel) values ($1, $2, 'builder') returning id`,
      [owner.id, workflowAnswer.body.data.id],
    )
    const ids: Record<string, string> = {
      '/api/v1/conversations/{id}': chats[0].id,
      '/api/v1/workflows/{id}': workflowAnswer.body.data.id,
      '/api/v1/services/{id}': serviceAnswer.body.data.id,
      '/api/v1/services/{id}/spending': serviceAnswer.body.data.id,
      '/api/v1/services/{id}/upgrade': serviceAnswer.body.data.id,
      '/api/v1/purchases/{id}/newest': await addPurchase(test.database, owner.id, agent),
      '/api/v1/executions/{id}': run.body.data.execution_id,
      '/api/v1/workflows/executions/{id}': run.body.data.execution_id,
      '/api/v1/executions/{id}/events': run.body.data.execution_id,
      '/api/v1/executions/{id}/app-calls': run.body.data.execution_id,
      '/api/v1/executions/{id}/nodes/{node_id}/output': run.body.data.execution_id,
      '/api/v1/executions/{id}/trace': run.body.data.execution_id,
      '/api/v1/executions/{id}/trace/{entry}': run.body.data.execution_id,
      '/api/v1/executions/{id}/control': run.body.data.execution_id,
      '/api/v1/executions/{id}/redacted-file': run.body.data.execution_id,
      '/api/v1/executions/{id}/report': run.body.data.execution_id,
      '/api/v1/executions/{id}/share': run.body.data.execution_id,
      '/api/v1/executions/{id}/review': run.body.data.execution_id,
      '/api/v1/executions/{id}/decisions': run.body.data.execution_id,
      '/api/v1/executions/{id}/sign-off': run.body.data.execution_id,
      '/api/v1/executions/{id}/reopen': run.body.data.execution_id,
      '/api/v1/executions/{id}/acceptance': run.body.data.execution_id,
      '/api/v1/executions/{id}/assignment': run.body.data.execution_id,
      '/api/v1/executions/{id}/comments': run.body.data.execution_id,
      '/api/v1/executions/{id}/record': run.body.data.execution_id,
      '/api/v1/executions/{id}/record/file': run.body.data.execution_id,
      '/api/v1/executions/{id}/waits/{wait_id}': run.body.data.execution_id,
      '/api/v1/executions/{id}/waits/{wait_id}/assignment': run.body.data.execution_id,
      '/api/v1/executions/{id}/waits/{wait_id}/links': run.body.data.execution_id,
      '/api/v1/executions/{id}/waits/{wait_id}/links/{link_id}': run.body.data.execution_id,
      '/api/v1/api-keys/{id}': key.body.data.api_key.id,
      '/api/v1/assistants/{id}': assistants[0].id,
      '/api/v1/files/{id}': file,
      '/api/v1/files/{id}/text': file,
      '/api/v1/files/{id}/pages/{page}': file,
    }
    // Whoever a workflow is shared with sees and speaks of it, whatever their role: anybody else finds nothing there.
    const ofWorkflow = [
      'pins',
      'curated-answers',
      'curated-answers/match',
      'curated-answers/export',
      'estimate',
      'operations',
      'history',
      'live',
      'presence',
      'members',
      'join',
      'versions',
      'uses',
    ]
    for (const rest of [...ofWorkflow, 'comments', 'members/{user_id}', 'versions/{number}', 'comments/{comment_id}'])
      ids[`/api/v1/workflows/{id}/${rest}`] = workflowAnswer.body.data.id
    const secret = { type: 'bearer', name: 'x', fields: { token: 'x', hosts: 'api.example.com' } }
    const credential = await test.call('POST', '/api/v1/credentials', { as: owner, body: secret })
    for (const path of ['', '/test', '/connect'])
      ids[`/api/v1/credentials/{id}${path}`] = credential.body.data.credential.id
    const modelBody = { name: 'x', provider: 'custom', base_url: 'https://models.example.com/v1', model: 'x' }
    const model = await test.call('POST', '/api/v1/models', { as: owner, body: modelBody })
    for (const path of ['', '/test']) ids[`/api/v1/models/{id}${path}`] = model.body.data.id
    // A recovery holds lines of failed runs; that there is one is all a stranger must not learn.
    const recovery = uuidv7()
    await test.database.pool.query(`insert into recoveries (id, owner_id, key, action) values ($1, $2, $1, 'retry')`, [
      recovery,
      owner.id,
    ])
    ids['/api/v1/recovery/runs/{id}'] = recovery
    const bench = await test.call('POST', '/api/v1/benches', { as: owner, body: { agent_ids: [agent.id] } })
    for (const path of ['', '/plan', '/start', '/cancel', '/cases/{case}', '/runs/{agent}/{case}'])
      ids[`/api/v1/benches/{id}${path}`] = bench.body.data.id
    await notify(test.database.db, owner.id, {
      kind: 'sale',
      title: verbatim('Sold'),
      message: verbatim(''),
      href: '/dashboard',
    })
    const notices = await test.call('GET', '/api/v1/notifications', { as: owner })
    ids['/api/v1/notifications/{id}/read'] = notices.body.data.items[0].id
    const asker = await test.person()
    const role = await test.call('POST', '/api/v1/role-requests', { as: asker, body: { role: 'seller', reason: 'x' } })
    ids['/api/v1/role-requests/{id}/withdraw'] = role.body.data.latest.id
    const subscription = await test.call('POST', '/api/v1/subscriptions/create', {
      as: owner,
      body: { plan_id: 'starter' },
    })
    for (const verb of ['cancel', 'resume', 'change'])
      ids[`/api/v1/subscriptions/{id}/${verb}`] = subscription.body.data.id
    await test.database.pool.query(
      `insert into orders (user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt, status, paid_at,
        fulfilled_at) values ($1, 'plan', '{}', 'A plan', 100, '27', 'Somebody', 'test', 'of the matrix', 'paid', now(), now())`,
      [owner.id],
    )
    await issueDue(test.database.db, REAL_INVOICES)
    const invoices = await test.call('GET', '/api/v1/invoices', { as: owner })
    ids['/api/v1/invoices/{id}/pdf'] = invoices.body.data.items[0].id
    const ordered = await orderAndRefund(test.database.pool, owner.id)
    for (const path of ['', '/resume', '/check', '/test-pay'])
      ids[`/api/v1/payments/orders/{id}${path}`] = ordered.order
    for (const path of ['withdraw', 'decide']) ids[`/api/v1/refunds/{id}/${path}`] = ordered.refund
    const disputed = await disputeOf(test.database.pool, ordered.order)
    for (const path of ['', '/evidence', '/files', '/files/{file_id}']) ids[`/api/v1/disputes/{id}${path}`] = disputed
    // One that is kept back is nobody's but its author's.
    const review = await heldReview(test.database.pool, agent, owner.id)
    for (const path of ['reply', 'report', 'useful']) ids[`/api/v1/reviews/{id}/${path}`] = review
    const lamps = await test.call('POST', '/api/v1/integrations', { as: owner, body: { document: LAMPS } })
    for (const path of ['', '/accounts', '/accounts/{account}', '/accounts/{account}/test', '/calls'])
      ids[`/api/v1/integrations/{id}${path}`] = lamps.body.data.integration.id
    for (const path of [
      '/integrations/{integration}/actions/{action}',
      '/integrations/{integration}/triggers/{trigger}',
    ])
      ids[`/api/v1${path}`] = lamps.body.data.integration.id
    for (const path of ['/integrations/{integration}/actions/{action}/options', '/actions/{integration}/{action}'])
      ids[`/api/v1${path}`] = lamps.body.data.integration.id
    const server = await mcpServerOf(test.database.pool, owner.id)
    for (const path of ['', '/refresh', '/agree', '/tools/{tool}', '/tools/{tool}/try'])
      ids[`/api/v1/mcp-servers/{id}${path}`] = server
    const memory = await test.database.pool.query(
      'insert into memories (person_id, workflow_id) values ($1, $2) returning id',
      [owner.id, workflowAnswer.body.data.id],
    )
    for (const path of ['', '/facts', '/facts/{fact_id}']) ids[`/api/v1/memories/{id}${path}`] = memory.rows[0].id
    const knowledge = await test.call('POST', '/api/v1/knowledge', { as: owner, body: { name: 'Mine' } })
    const ofDocument = ['', '/file', '/read', '/chunks', '/chunks/{position}'].map(
      (path) => `/documents/{document_id}${path}`,
    )
    for (const path of [
      '',
      '/shares',
      ...['/sites', '/sites/{site_id}', '/sites/{site_id}/read', '/sites/{site_id}/pages'],
      ...['/sources', '/sources/places', '/sources/{source_id}', '/sources/{source_id}/sync'],
      '/sources/{source_id}/items',
      '/addresses',
      '/documents',
      ...ofDocument,
      '/index',
      '/search',
    ])
      ids[`/api/v1/knowledge/{id}${path}`] = knowledge.body.data.id
    const workspace = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Theirs' } })
    const ofPeople = ['/people', '/members/{user_id}', '/invitations', '/invitations/{invitation_id}']
    const ofSignOn = ['', '/check', '/sign-on', '/sign-on/test', '/joining'].map(
      (path) => `/domains/{domain_id}${path}`,
    )
    const ofDirectory = ['', '/token', '/removals'].map((path) => `/provisioning${path}`)
    for (const path of [
      '',
      '/deletion',
      '/session-limits',
      '/domains',
      '/join',
      ...ofPeople,
      ...ofSignOn,
      ...ofDirectory,
    ])
      ids[`/api/v1/workspaces/{id}${path}`] = workspace.body.data.id
    const { rows: offers } = await test.database.pool.query(
      `insert into transfers (from_id, to_id, status, things, moves, moves_secrets, expires_at)
       values ($1, $2, 'offered', '[]', '[]', false, now() + interval '1 day') returning id`,
      [owner.id, workspace.body.data.id],
    )
    for (const path of ['/preview', '/accept', '/decline', '/cancel'])
      ids[`/api/v1/transfers/{id}${path}`] = offers[0].id
    const account = { sign_in: 'key', name: 'Theirs', fields: {} }
    const bodies: Partial<Record<EndpointName, object>> = {
      matchCuratedAnswers: { question: 'Theirs?' },
      editFact: { fact: 'Theirs' },
      updateKnowledge: { name: 'Theirs' },
      shareKnowledge: { email: 'me@example.com', access: 'write' },
      addKnowledgeAddress: { url: 'https://example.com/' },
      addKnowledgeSite: { url: 'https://example.com/' },
      updateKnowledgeSite: { stopped: true },
      addKnowledgeSource: { kind: 's3', credential: knowledge.body.data.id },
      listSourcePlaces: { kind: 's3', credential: knowledge.body.data.id },
      updateKnowledgeSource: { paused: true },
      updateKnowledgeDocument: { name: 'Theirs' },
      indexKnowledge: { documents: 'all' },
      editKnowledgeChunk: { text: 'x', instead_of: 'y' },
      searchKnowledge: { query: 'x' },
      createAppAccount: account,
      runAction: { input: {} },
      getActionOptions: { property: 'x', input: {} },
      replaceAppAccount: account,
      updateWorkspace: { name: 'Mine', slug: 'mine' },
      deleteWorkspace: { name: 'Theirs' },
      setWorkspaceRole: { role: 'owner' },
      saveSessionLimits: { session_hours: null, idle_minutes: null },
      addWorkspaceDomain: { domain: 'theirs.example' },
      saveDomainJoining: { role: 'member' },
      saveProvisioning: { roles: [], default_role: 'owner', removal_share: 100 },
      saveWorkspaceSignOn: {
        ...{ issuer: 'https://login.example', client_id: 'x', client_secret: 'x', groups_claim: 'groups' },
        ...{ roles: [], default_role: 'owner', is_enforced: true },
      },
      inviteToWorkspace: { email: 'me@example.com', role: 'owner' },
      updateMcpServer: { name: 'Theirs' },
      agreeToMcpTools: { tools: [{ id: 'look', hash: '0' }] },
      updateMcpTool: { enabled: true },
      tryMcpTool: { input: {} },
      replyToReview: { text: 'x' },
      saveBench: { agent_ids: [agent.id], cases: [], same_as: {}, keep_days: 7 },
      startBench: { most_paise: 0 },
      expectOfBench: { expected: 'x', scorer: { type: 'exact' } },
      ruleBenchRun: { right: true },
      reportReview: { reason: 'spam' },
      voteReview: { useful: true },
      payForTest: { method: 'card', outcome: 'success' },
      decideRefund: { approve: false, reason: 'x' },
      putDisputeEvidence: { summary: 'x' },
      addDisputeFile: { file_id: NOBODYS, proves: 'billing_proof' },
      changeSubscription: { plan_id: 'starter' },
      updateWorkflow: { name: 'Theirs', base_revision: 0 },
      tellPresence: { client: 'page', selected: [], open: null, cursor: null },
      createComment: { text: 'Mine now' },
      updateComment: { text: 'Mine now' },
      updateService: { name: 'Theirs' },
      upgradeService: { version: 2 },
      saveServiceCap: { month_cap_paise: 1 },
      updateCredential: { name: 'Theirs' },
      updateModel: { name: 'Theirs' },
      controlExecution: { action: 'rerun' },
      redactAgain: { keep: [], remove: [] },
      exportResult: { format: 'csv', decisions: [] },
      decideFindings: { decisions: [{ id: 'x', verdict: 'accepted', after: 0, key: NOBODYS }] },
      signOffRun: { number: 0 },
      decideAcceptance: { decision: 'accept' },
      decideBatchAcceptance: { decision: 'accept' },
      assignRun: { assignee_id: null, due_at: null, seen: 0 },
      assignWait: { assignee_id: null, seen: 0 },
      addRunComment: { text: 'Mine now' },
      downloadRunRecord: { format: 'json' },
      answerWait: { type: 'approval', approved: true },
      createApprovalLink: { name: 'Dr Rao' },
    }
    // What a role opens belongs to nobody; what a permission opens is in `security-strangers.test.ts`, and what a visitor of a chat opens
    // with their token in the tests of chats.
    const owned = ENDPOINTS.filter(
      ([, { path, access }]) =>
        /\{(?:id|integration)\}/.test(path) &&
        !/agents|categories|workflow-templates|mcp-packages|^\/hooks|^\/api\/chats/.test(path) &&
        !['role', 'permission'].includes(access.type),
    )
    expect(owned.map(([, { path }]) => path).filter((path) => !(path in ids))).toEqual([])
    const [admin, creator, boss] = await Promise.all(
      (['admin', 'creator_admin', 'super_admin'] as const).map((role) => test.person(role)),
    )
    const strangers = [null, admin, creator, boss] as (Person | null)[]
    // Every dispute is an admin's to answer, and every refund theirs to decide. A super admin looks at every run and invoice.
    const isTheirs = (as: Person | null, method: string, path: string) =>
      (as !== null && rankOf(as.role) >= 4 && /\/disputes\/|\/refunds\/\{id\}\/decide/.test(path)) ||
      (as?.role === 'super_admin' && method === 'GET' && /\/(?:executions|invoices)\/\{id\}/.test(path))
    for (const [name, { method, path, access }] of owned)
      for (const as of strangers) {
        if (as === null && access.type !== 'public') continue
        if (isTheirs(as, method, path)) continue
        // They know of the run: what they may not do to it is named.
        const refusal = as?.role === 'super_admin' && /\/executions\/\{id\}/.test(path) ? 403 : 404
        const options = {
          as,
          ...(bodies[name] && { body: bodies[name] }),
          ...(/^(?:add|replace)KnowledgeDocument$/.test(name) && multipart('a.txt', Buffer.from('x'))),
          ...(name === 'listEdits' && { query: { after: '0' } }),
        }
        const { status, body } = await test.call(method, urlOf(path, ids[path]), options)
        expect([name, as?.role, status]).toEqual([name, as?.role, refusal])
        if (refusal === 403) continue
        const missing = await test.call(method, urlOf(path), options)
        const { timestamp: _, ...told } = body.status
        const { timestamp: __, ...control } = missing.body.status
        // Word for word what is said of a thing that was never there, of another request.
        const { request_id } = body
        expect({ ...body, status: told }).toEqual({ ...missing.body, request_id, status: control })
      }
  })
})

/** A server that one person connected. */
async function mcpServerOf(pool: TestApp['database']['pool'], owner: string): Promise<string> {
  const { rows } = await pool.query(
    `insert into mcp_servers (owner_id, name, url, sign_in) values ($1, 'Tools', 'https://tools.example/mcp', 'none') returning id`,
    [owner],
  )
  await pool.query(
    `insert into mcp_tools (server_id, id, name, place, definition, hash) values ($1, 'look', 'look', 0, '{}', decode(repeat('00', 32), 'hex'))`,
    [rows[0].id],
  )
  return rows[0].id
}

/** An order, and an open request to have its money back. */
async function orderAndRefund(pool: TestApp['database']['pool'], owner: string) {
  const { rows } = await pool.query(
    `insert into orders (user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt)
     values ($1, 'credits', '{}', 'Credits', 10000, '29', 'X', 'test', gen_random_uuid()::text) returning id`,
    [owner],
  )
  const { id: order } = rows[0]
  const asked = await pool.query(
    `insert into refunds (order_id, buyer_id, title, paise, origin, reason) values ($1, $2, 'Credits', 10000, 'buyer', 'x') returning id`,
    [order, owner],
  )
  return { order: order as string, refund: asked.rows[0].id as string }
}

async function disputeOf(pool: TestApp['database']['pool'], order: string): Promise<string> {
  const { rows } = await pool.query(
    `with paid as (insert into payments (order_id, gateway, gateway_payment_id, status, amount_paise)
       values ($1, 'test', 'of the matrix', 'captured', 10000) returning id)
     insert into disputes (gateway, gateway_dispute_id, payment_id, order_id, paise, reason, status)
     select 'test', 'of the matrix', id, $1, 10000, 'x', 'open' from paid returning id`,
    [order],
  )
  return rows[0].id
}

async function heldReview(
  pool: TestApp['database']['pool'],
  agent: { id: string; version_id: string },
  author: string,
) {
  const { rows } = await pool.query(
    `insert into reviews (agent_id, author_id, agent_version_id, stars, is_buyer, runs, used_since, status, held_for)
     values ($1, $2, $3, 5, true, 0, now(), 'held', 'burst') returning id`,
    [agent.id, author, agent.version_id],
  )
  return rows[0].id as string
}

async function upload(as: Person): Promise<string> {
  const boundary = 'x'.repeat(20)
  const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const { status, body } = await test.call('POST', '/api/v1/files', { as, payload, headers })
  expect(status).toBe(201)
  return body.data.id
}
