import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { seed } from '#server/seed/seed.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { insertUser } from '#test/support/users.ts'
import { dataFlowOf, storeMissingDataFlows } from './data-flow.ts'

const start = node('start', 'manual_trigger')
const of = (type: string, config = {}, more = {}) =>
  dataFlowOf(workflow([start, { ...node('a', type, config), ...more }], wires('start > a')))

it.each([
  ['filter', {}, false, false],
  ['http_request', {}, false, true],
  ['postgres_query', {}, false, true],
  ['rss_read', {}, false, true],
  ['redact_document', {}, false, false],
  ['embed', {}, false, false],
  ['ai_prompt', {}, true, false],
  ['ai_classify', {}, true, false],
  ['ai_agent', { tools: [{ kind: 'http', name: 'x', url: 'https://a.example/' }] }, true, true],
  ['ai_agent', { tools: [{ kind: 'node', node: 'slack_message' }] }, true, true],
  ['ai_agent', { tools: [{ kind: 'node', node: 'filter' }] }, true, false],
  ['ai_agent', { tools: [{ kind: 'agent', agent_id: 'x' }] }, true, true],
  ['ai_agent', { tools: [null, 'x', { kind: 'node' }] }, true, true],
  ['ai_agent', { tools: '{{ [{"kind": "http", "url": "https://a.example/"}] }}' }, true, true],
  ['ai_agent', { tools: [{ kind: '{{ "http" }}', node: 'filter' }] }, true, true],
  ['sub_workflow', {}, true, true],
  ['marketplace_agent', {}, true, true],
  ['no_such_node', {}, true, true],
])('reads off %s %j: model %s, outside %s', (type, config, uses_model, sends_out) => {
  expect(of(type, config)).toEqual({ uses_model, sends_out })
})

it('leaves out what is switched off', () => {
  expect(of('http_request', {}, { disabled: true })).toEqual({ uses_model: false, sends_out: false })
})

it('knows every kind of node that reaches outside', () => {
  const outside = catalogue.all.filter(({ type }) => of(type).sends_out).map(({ type }) => type)
  expect(outside.sort()).toEqual([
    'app_action',
    'data_table',
    'gmail_send',
    'graphql_request',
    'http_request',
    'knowledge_document',
    'marketplace_agent',
    'postgres_query',
    'remote_agent',
    'rss_read',
    's3',
    'send_email',
    'slack_message',
    'sub_workflow',
    'vector_store',
    'webhook_call',
  ])
})

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await seed(database.db)
})
afterAll(() => database.drop())

it('reads every version once, those that were there before as well, and tells the listing', async () => {
  const seller = await insertUser(database, 'seller')
  const quiet = await addAgent(database.pool, seller, workflow([start], []))
  const loud = await addAgent(database.pool, seller, workflow([start, node('a', 'slack_message')], wires('start > a')))
  await database.pool.query('update agent_versions set uses_model = null, sends_out = null')
  await storeMissingDataFlows(database.db)
  expect(await storeMissingDataFlows(database.db)).toBe(0)
  const { rows } = await database.pool.query(
    'select uses_model, sends_out from agents where id = any($1) order by id',
    [[quiet.id, loud.id]],
  )
  expect(rows).toEqual([
    { uses_model: false, sends_out: false },
    { uses_model: false, sends_out: true },
  ])
})

it('lists no agent as one that sends nothing whose stored tools cannot be read', async () => {
  const seller = await insertUser(database, 'seller')
  const asking = (tools: Json) =>
    addAgent(database.pool, seller, workflow([start, node('a', 'ai_agent', { tools })], wires('start > a')))
  const [hidden, plain] = [await asking('{{ $input.tools }}'), await asking([])]
  await database.pool.query('update agent_versions set sends_out = false where agent_id = $1', [hidden.id])
  const migration = 'src/server/platform/database/migrations/0332_tools_that_cannot_be_read.sql'
  await database.pool.query(readFileSync(migration, 'utf8'))
  expect(await storeMissingDataFlows(database.db)).toBe(1)
  const sql = 'select id, sends_out from agents where id = any($1)'
  const { rows } = await database.pool.query(sql, [[hidden.id, plain.id]])
  expect(new Map(rows.map(({ id, sends_out }) => [id, sends_out]))).toEqual(
    new Map([
      [hidden.id, true],
      [plain.id, false],
    ]),
  )
})
