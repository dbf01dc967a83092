/**
 * What a permission opens is still somebody's: every endpoint on a workflow, snippet, agent, service or coupon of somebody else answers
 * a stranger who holds the permission, whatever their role, as if the thing were not there. Bodies are valid: a refusal of the input
 * would hide that nobody asked whose it is.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api, type EndpointName } from '#contract/api.ts'
import { ROLES, type Role } from '#contract/core/access.ts'
import type { EndpointDefinition } from '#contract/core/endpoint.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { giving } from '#test/support/coupons.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { LAMPS } from '#test/support/lamps.ts'

const NOBODYS = '01890000-0000-7000-8000-000000000000'
const document = workflow([node('start', 'webhook_trigger'), set('done', { ok: true })], wires('start > done'))
const part = { nodes: [set('a', {})], edges: [], inputs: [] }
const time = { cron: '0 9 * * *', input: { text: 'x' } }

const BODIES: Partial<Record<EndpointName, object>> = {
  updateAgent: { name: 'Theirs' },
  controlOwnAgent: { action: 'archive' },
  submitAgent: {},
  setAgentStanding: { maintenance: true, notice: 'x' },
  updateAgentTests: { cases: [] },
  updateWorkflowTests: { cases: [] },
  addTestCase: { execution_id: NOBODYS },
  makeReviewedCase: {},
  evaluateWorkflow: {},
  updateWorkflow: { name: 'Theirs', base_revision: 0 },
  testWorkflow: { mode: 'all' },
  sendMessage: { key: NOBODYS, text: 'Theirs' },
  setPin: { output: {} },
  copyPins: { execution_id: NOBODYS },
  sendEdits: {
    base_revision: 0,
    edits: [
      {
        edit_id: 'edit-of-a-stranger',
        step_id: 'step-of-a-stranger',
        label: 'Renamed',
        undoes: null,
        operation: { type: 'set_title', node_id: 'done', title: 'Theirs' },
      },
    ],
  },
  inviteWorkflowMember: { email: 'stranger@example.com', role: 'editor' },
  setWorkflowMemberRole: { role: 'editor' },
  publishWorkflow: { base_revision: 0 },
  saveCheckpoint: { name: 'Mine', base_revision: 0 },
  updateDataTable: { name: 'Theirs', revision: 0 },
  updateSkill: {
    revision_id: '01890000-0000-7000-8000-000000000000',
    text: '---\nname: theirs\ndescription: Theirs.\n---\n',
  },
  addCuratedAnswer: { questions: ['Theirs?'], answer: 'Theirs' },
  updateCuratedAnswer: { questions: ['Theirs?'], answer: 'Theirs' },
  importCuratedAnswers: { csv: 'question,answer\nTheirs?,Theirs' },
  shareDataTable: { email: 'stranger@example.com', access: 'write' },
  addTableRows: { rows: [{ text: 'theirs' }] },
  updateTableRows: { rows: { filter: { conditions: [] } }, values: {} },
  deleteTableRows: { rows: { filter: { conditions: [] } } },
  importTableRows: { csv: 'text\ntheirs' },
  saveSnippetVersion: { content: part },
  renameSnippet: { name: 'Theirs' },
  arrangeWorkflow: { archived: true },
  deployWorkflow: { name: 'Theirs' },
  updateService: { name: 'Theirs' },
  updateBatch: { name: 'Theirs' },
  addBatchItems: { from: 0, items: [{ input: { text: 'theirs' } }] },
  addBatchTable: { file_id: NOBODYS, mapping: { text: 'theirs' } },
  addBatchResults: { batch_id: NOBODYS, mapping: { text: 'theirs' } },
  controlBatch: { action: 'cancel' },
  decideBatchAcceptance: { decision: 'accept' },
  saveAgentAcceptance: { days: 3 },
  saveServiceHook: { enabled: true },
  upgradeService: { version: 2 },
  addServiceSchedule: time,
  changeServiceSchedule: { enabled: false },
  callServiceMcp: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  saveServiceWidget: { enabled: true, domains: ['evil.example'] },
  saveServiceChat: { enabled: true },
  saveServiceInbox: { enabled: true },
  readInboxChat: { through: NOBODYS },
  answerInboxChat: { key: NOBODYS, text: 'Theirs', after: NOBODYS },
  saveServiceChannel: { enabled: true },
  testServiceChannel: { to: '+91 98765 43210' },
  updateTrigger: { paused: true },
  makeHookSecret: { auth: 'header' },
  listenForTableChange: { listening: true },
  fetchTriggerSample: { input: {} },
}

/** Where the thing of somebody else is named in the path, by what the path begins with. */
const THINGS = [
  'workflows',
  'workflow-hub',
  'snippets',
  'data-tables',
  'skills',
  'agents',
  'services',
  'coupons',
  'integrations',
  'conversations',
  'inbox',
  'custom-agents',
  'batches',
  'executions',
] as const
/** What is everyone's who may be here. */
const SHARED = ['useTemplate', 'getPlugin']
const OWNED = Object.entries<EndpointDefinition>(api).flatMap(([name, definition]) => {
  const { access, path } = definition
  const isHeld =
    access.type === 'permission' && !['users.manage', 'admin.agents.manage', 'admin.access'].includes(access.permission)
  return isHeld && path.includes('{') && !SHARED.includes(name) ? [[name as EndpointName, definition] as const] : []
})

let test: TestApp
const strangers = new Map<Role, Person>()
const ids = {} as Record<(typeof THINGS)[number] | 'member' | 'invitation' | 'schedule' | 'answer', string>
beforeAll(async () => {
  test = await createTestApp()
  for (const role of ROLES) if (role !== 'basic_user') strangers.set(role, await test.person(role))
  const owner = await test.person('seller')
  const member = await test.person('seller')
  const post = async (path: string, body: object) => {
    const answer = await test.call('POST', path, { as: owner, body })
    expect([path, answer.status]).toEqual([path, 201])
    return answer.body.data
  }
  ids.workflows = (await post('/api/v1/workflows', { name: 'Mine', document })).id
  ids['workflow-hub'] = ids.workflows
  const curated = { questions: ['Why?'], answer: 'Because.' }
  ids.answer = (await post(`/api/v1/workflows/${ids.workflows}/curated-answers`, curated)).id
  ids.snippets = (await post('/api/v1/snippets', { name: 'Mine', content: part })).id
  ids['data-tables'] = (await post('/api/v1/data-tables', { name: 'Mine', columns: [{ name: 'text' }] })).id
  ids.skills = (await post('/api/v1/skills', { text: '---\nname: mine\ndescription: Mine.\n---\n' })).id
  ids.agents = (await addAgent(test.database.pool, owner.id, document)).id
  ids.services = (await post('/api/v1/services', { agent_id: ids.agents })).id
  const batch = { service_id: ids.services, items: [{ input: { text: 'mine' } }] }
  ids.batches = (await post('/api/v1/batches', batch)).id
  ids.integrations = (await post('/api/v1/integrations', { document: LAMPS })).integration.id
  const chat = await post('/api/v1/custom-agents', {})
  ids['custom-agents'] = chat.id
  const talk = await test.database.pool.query(
    `insert into conversations (owner_id, workflow_id, channel) values ($1, $2, 'builder') returning id`,
    [owner.id, chat.id],
  )
  ids.conversations = talk.rows[0].id
  const led = await test.database.pool.query(
    `with v as (insert into chat_visitors (service_id, token_hash) values ($2, 'hash of a visitor') returning id),
      c as (insert into conversations (owner_id, service_id, channel, visitor_id, handed_over)
        select $1, $2, 'page', v.id, true from v returning id)
     insert into chat_handovers (conversation_id, state, asked_by, waiting_since) select id, 'waiting', 'visitor', now() from c
     returning conversation_id as id`,
    [owner.id, ids.services],
  )
  ids.inbox = led.rows[0].id
  ids.executions = (
    await test.call('POST', '/api/v1/workflows/execute', { as: owner, body: { workflow_id: ids.workflows, input: {} } })
  ).body.data.execution_id
  ids.coupons = (await post('/api/v1/coupons', giving())).id
  ids.schedule = (await post(`/api/v1/services/${ids.services}/schedules`, time)).schedules[0].id
  await test.call('PUT', `/api/v1/services/${ids.services}/widget`, { as: owner, body: { enabled: false } })
  const invited = await test.call('POST', `/api/v1/workflows/${ids.workflows}/members`, {
    as: owner,
    body: { email: 'invited@example.com', role: 'viewer' },
  })
  ids.invitation = invited.body.data.invitations[0].id
  ids.member = member.id
  await test.database.pool.query(
    `insert into workflow_members (workflow_id, user_id, role) values ($1, $2, 'viewer')`,
    [ids.workflows, member.id],
  )
})
afterAll(() => test.close())

function urlOf(path: string, id: string): string {
  return path
    .replace('{id}', id)
    .replace('{node_id}', 'done')
    .replace('{number}', '1')
    .replace('{type}', 'webhook')
    .replace('{trigger}', 'watch.list')
    .replace('{user_id}', ids.member)
    .replace('{invitation_id}', ids.invitation)
    .replace('{schedule}', ids.schedule)
    .replace('{answer_id}', ids.answer)
    .replace('{evaluation}', NOBODYS)
    .replace('{delivery}', NOBODYS)
    .replace('{person}', NOBODYS)
    .replace('{kind}', 'whatsapp')
    .replace(/(\/skills\/[^/]+\/file)$/, '$1?path=a.md')
}

/** Everything of the owner's that a stranger could have changed. */
async function snapshot(): Promise<unknown> {
  const { rows } = await test.database.pool.query(
    `select (select to_jsonb(w) from workflows w where id = $1) as workflow,
      (select jsonb_agg(to_jsonb(m) order by m.user_id) from workflow_members m where workflow_id = $1) as members,
      (select jsonb_agg(to_jsonb(t) order by t.id) from workflow_triggers t where workflow_id = $1) as triggers,
      (select count(*) from workflow_versions where workflow_id = $1) as versions,
      (select jsonb_agg(to_jsonb(c)) from curated_answers c where workflow_id = $1) as curated,
      (select jsonb_agg(to_jsonb(s)) from data_table_shares s where table_id = $7) as shares,
      (select to_jsonb(s) from snippets s where id = $2) as snippet,
      (select to_jsonb(d) from data_tables d where id = $7) as data_table, (select to_jsonb(a) from agents a where id = $3) as agent,
      (select to_jsonb(s) from services s where id = $4) as service, (select to_jsonb(c) from coupons c where id = $5) as coupon,
      (select jsonb_agg(to_jsonb(c) order by c.id) from service_schedules c where service_id = $4) as schedules,
      (select to_jsonb(w) from service_widgets w where service_id = $4) as widget,
      (select to_jsonb(a) from imported_apps a where 'api-' || a.id = $6) as app,
      (select jsonb_agg(to_jsonb(r)) from skill_revisions r where r.skill_id = $10) as skill,
      (select to_jsonb(c) from conversations c where c.id = $8) as conversation,
      (select count(*) from conversation_messages m where m.conversation_id in ($8, $9)) as messages,
      (select to_jsonb(h) from chat_handovers h where h.conversation_id = $9) as handover,
      (select count(*) from service_inboxes where service_id = $4) as inboxes,
      (select count(*) from service_hooks where service_id = $4) as hooks,
      (select to_jsonb(b) from batches b where b.id = $11) as batch,
      (select jsonb_agg(to_jsonb(i)) from batch_items i where i.batch_id = $11) as batch_items`,
    [
      ids.workflows,
      ids.snippets,
      ids.agents,
      ids.services,
      ids.coupons,
      ids.integrations,
      ids['data-tables'],
      ids.conversations,
      ids.inbox,
      ids.skills,
      ids.batches,
    ],
  )
  return rows[0]
}

describe('a stranger who holds the permission', () => {
  it('is met by every endpoint with a body that the contract takes', () => {
    expect(OWNED.length).toBeGreaterThan(45)
    for (const [name, { body }] of OWNED) {
      const needs = body !== undefined && !body.safeParse(undefined).success
      expect([name, !needs || body?.safeParse(BODIES[name]).success]).toEqual([name, true])
    }
  })

  it.each(ROLES.filter((role) => role !== 'basic_user'))('with the role %s finds and changes nothing', async (role) => {
    const as = strangers.get(role) ?? null
    const before = await snapshot()
    for (const [name, { method, path }] of OWNED) {
      const thing = THINGS.find((one) => path.includes(`/${one}/{id}`))
      if (thing === undefined) throw new Error(`Of what is ${name}?`)
      const options = { as, ...(BODIES[name] && { body: BODIES[name] }) }
      const { status, body } = await test.call(method, urlOf(path, ids[thing]), options)
      expect([name, role, status, body?.errors]).toEqual([name, role, 404, body?.errors])
      const missing = await test.call(method, urlOf(path, NOBODYS), options)
      // Word for word what is said of a thing that was never there.
      expect([name, body.status.message, body.errors]).toEqual([name, missing.body.status.message, missing.body.errors])
    }
    expect(await snapshot()).toEqual(before)
  })
})
