/** Knowledge of the person who runs an agent: what they choose is searched with their access, and nothing else of theirs is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { NodeError, output } from '#nodes/node.ts'
import { inputSchemaOf } from '#nodes/types/people/input-form.ts'
import { indexWaiting } from '#server/areas/knowledge/indexing/index-documents.ts'
import { mayChooseKnowledge } from '#server/areas/knowledge/knowledge.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { contractAnalyst } from '#server/seed/agents/contract-analyst.ts'
import { helpDeskAnswerer } from '#server/seed/agents/help-desk-answerer.ts'
import { pdfInsight } from '#server/seed/agents/pdf-insight.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { embedByWords } from '#test/support/embed.ts'
import { node, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'
import { multipart } from '#test/support/multipart.ts'

const KNOWLEDGE = '/api/v1/knowledge'
const NOBODYS = '0195c0de-0000-7000-8000-000000000001'
const POLICIES = `# Refunds

A refund to a UPI account takes five working days.

# Parking

Parking in the yard costs twenty rupees an hour.
`
const CONTRACT = `# 1. Termination for convenience

Either party may terminate this Agreement at any time without cause by giving the other party 90 days written notice of termination.

# 2. Governing law

This Agreement is governed by the laws of India.
`
const PLAYBOOK = `# Termination for convenience

Either party may terminate the Agreement at any time without cause by giving the other party 30 days written notice of termination.
`
const SECRET = 'The launch code of the warehouse is heliotrope.'

const FORM: JsonObject = {
  fields: [
    { name: 'question', type: 'text' },
    { name: 'base', label: 'Policies', type: 'knowledge' },
    { name: 'gate', type: 'text' },
  ],
}
const ask = (base: Json, form: JsonObject = FORM) =>
  workflow(
    [
      node('start', 'input_form', form),
      node('wait', 'effect', { does: 'gate', with: '{{ $trigger.gate }}' }),
      node('look', 'chosen_knowledge', { base, query: '{{ $trigger.question }}' }),
    ],
    wires('start > wait > look'),
  )
const CHOSEN = '{{ $trigger.base }}'

let runners: Runners
let test: TestApp
let seller: Person
let caller: Person
let stranger: Person
let mine = ''
let secret = ''
let foreign = ''
/** What happens in a run before it searches. */
let between: () => Promise<unknown> = async () => {}
const agents: Record<string, string> = {}

const post = (url: string, as: Person | null, body: unknown) => test.call('POST', url, { as, body })
const made = async (name: string, as: Person, content: string): Promise<string> => {
  const { id } = (await post(KNOWLEDGE, as, { name })).body.data
  const sent = await test.call('POST', `${KNOWLEDGE}/${id}/documents`, {
    as,
    ...multipart(`${name}.md`, Buffer.from(content)),
  })
  expect(sent.status).toBe(201)
  return id
}
const emailOf = async ({ id }: Person): Promise<string> =>
  (await test.database.pool.query('select email::text from users where id = $1', [id])).rows[0].email
const share = async (base: string, by: Person, to: Person, access: string) =>
  test.call('PUT', `${KNOWLEDGE}/${base}/shares`, { as: by, body: { email: await emailOf(to), access } })
const run = (agent: string, input: JsonObject, as: Person | null = caller, more: object = {}) =>
  test.call('POST', '/api/v1/workflows/execute', {
    as,
    body: { agent_id: agents[agent] ?? agent, input, wait_ms: 20_000 },
    ...more,
  })
const choose = (knowledge_id: string): JsonObject => ({ knowledge_id })
const codeOf = async (answer: { body: { data: { execution_id: string } } }, as = caller) =>
  (await test.call('GET', `/api/v1/executions/${answer.body.data.execution_id}`, { as })).body.data.error?.code
const problemOf = ({ status, body }: { status: number; body: { errors?: { field?: string; message: string }[] } }) => [
  status,
  body.errors?.[0]?.field,
]
const REFUSED = [400, 'input.base.knowledge_id']

beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({
    embed: embedByWords,
    runners,
    behaviours: {
      gate: async ({ config, input }) => {
        if (config.with) await between()
        return output(input)
      },
      fail: () => {
        throw new NodeError('broken', 'Broken')
      },
    },
  })
  seller = await test.person('seller')
  caller = await test.person()
  stranger = await test.person()
  mine = await made('Policies', caller, POLICIES)
  secret = await made('Secret', caller, SECRET)
  foreign = await made('Foreign', stranger, SECRET)
  await indexWaiting(test.indexing, new AbortController().signal)
  const add = async (name: string, document: ReturnType<typeof ask>, form: JsonObject = FORM) => {
    const { id } = await addAgent(test.database.pool, seller.id, document, {
      slug: `of-${name}`,
      input_schema: inputSchemaOf(form),
    })
    agents[name] = id
  }
  await add('asks', ask(CHOSEN))
  await add('elsewhere', ask(choose(secret)))
  await add('typed', ask({ knowledge_id: '{{ $trigger.question }}' }))
  for (const one of [helpDeskAnswerer, pdfInsight, contractAnalyst])
    await add(one.slug, one.document, one.document.nodes[0]?.config)
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

describe('a base that the person who runs an agent chooses', () => {
  it('is searched with their access, and nothing is where they choose none', async () => {
    const question = 'How long does a refund take?'
    const { status, body } = await run('asks', { question, base: choose(mine) })
    expect([status, body.data.output]).toMatchObject([
      200,
      {
        found: true,
        base: mine,
        results: [{ document: 'Policies.md', headings: ['Refunds'] }, { headings: ['Parking'] }],
      },
    ])
    const upper = await run('asks', { question, base: choose(mine.toUpperCase()) })
    expect(upper.body.data.output).toMatchObject({ found: true })
    expect((await run('asks', { question })).body.data.output).toMatchObject({ base: null, found: false, results: [] })
    expect((await run('asks', { question }, null)).body.data.output).toMatchObject({ base: null })
    // What was found is theirs: who wrote the agent does not see the run.
    const seen = await test.call('GET', `/api/v1/executions/${body.data.execution_id}`, { as: seller })
    expect(seen.status).toBe(404)
  })

  it('is refused at its field where they may not use it', async () => {
    for (const base of [foreign, NOBODYS]) expect(problemOf(await run('asks', { base: choose(base) }))).toEqual(REFUSED)
    expect(problemOf(await run('asks', { base: choose(mine) }, null))).toEqual(REFUSED)
    expect(problemOf(await run('asks', { base: choose('x') }))).toEqual(REFUSED)
    expect(problemOf(await run('asks', { base: mine }))[0]).toBe(400)
    // The author of the agent has no part in it: a base of theirs is not the caller's.
    const theirs = await made('Of the seller', seller, 'x')
    expect(problemOf(await run('asks', { base: choose(theirs) }))).toEqual(REFUSED)
    await share(foreign, stranger, caller, 'read')
    expect((await run('asks', { question: 'launch code', base: choose(foreign) })).body.data.output.found).toBe(true)
    await share(foreign, stranger, caller, 'none')
    expect(problemOf(await run('asks', { base: choose(foreign) }))).toEqual(REFUSED)
  })

  it('is the only one: an author can’t point a step at another', async () => {
    expect(await codeOf(await run('elsewhere', { question: 'launch code', base: choose(mine) }))).toBe(
      'knowledge_not_chosen',
    )
    expect(await codeOf(await run('typed', { question: secret, base: choose(mine) }))).toBe('knowledge_not_chosen')
    // Nor where the caller shares that base with them.
    await share(secret, caller, seller, 'read')
    expect(await codeOf(await run('elsewhere', { question: 'launch code' }))).toBe('knowledge_not_chosen')
    // A workflow that another one starts was given its input by the author.
    const { pool } = test.database
    const inner = await storeWorkflow(pool, seller.id, ask(CHOSEN))
    const outer = workflow(
      [
        node('start', 'manual_trigger'),
        node('call', 'sub_workflow', {
          workflow_id: inner.workflow_id,
          input: { question: 'launch code', base: choose(secret) },
        }),
      ],
      wires('start > call'),
    )
    agents.outer = (await addAgent(pool, seller.id, outer, { input_schema: {} })).id
    const ended = await run('outer', {})
    expect(JSON.stringify(ended.body)).not.toContain('heliotrope')
    const rows = await until(async () => {
      const found = await pool.query(
        `select id, error->>'code' as code from executions where parent_id = $1 and finished_at is not null`,
        [ended.body.data.execution_id],
      )
      return found.rows.length > 0 && found.rows
    })
    expect(rows).toMatchObject([{ code: 'knowledge_not_chosen' }])
    // Nor is it begun again with another start.
    expect((await post(`/api/v1/executions/${rows[0]?.id}/control`, caller, { action: 'rerun' })).status).toBe(403)
  })

  it('is asked for again when the step runs, and when the run is repeated', async () => {
    const lent = await made('Lent', stranger, POLICIES)
    await indexWaiting(test.indexing, new AbortController().signal)
    await share(lent, stranger, caller, 'read')
    const input = { question: 'refund', base: choose(lent) }
    const first = await run('asks', input)
    expect(first.body.data.output.found).toBe(true)
    between = () => share(lent, stranger, caller, 'none')
    const unshared = await run('asks', { ...input, gate: 'yes' })
    expect(await codeOf(unshared)).toBe('knowledge_not_found')
    const repeat = (id: string, action: string) => post(`/api/v1/executions/${id}/control`, caller, { action })
    const { execution_id } = first.body.data
    expect(problemOf(await repeat(execution_id, 'rerun'))).toEqual(REFUSED)
    expect(problemOf(await repeat(unshared.body.data.execution_id, 'retry'))).toEqual(REFUSED)
    await share(lent, stranger, caller, 'read')
    between = () => test.call('DELETE', `${KNOWLEDGE}/${lent}`, { as: stranger })
    expect(await codeOf(await run('asks', { ...input, gate: 'yes' }))).toBe('knowledge_not_found')
    expect(problemOf(await repeat(execution_id, 'rerun'))).toEqual(REFUSED)
  })

  it('can be chosen with a key, in a schedule and in a test, but not by visitors of a service or in samples', async () => {
    const { secret: token } = (await post('/api/v1/api-keys', caller, { name: 'Desk', scopes: ['run'] })).body.data
    const key = { headers: { authorization: `Bearer ${token}` } }
    const input = { question: 'refund', base: choose(mine) }
    expect((await run('asks', input, null, key)).body.data.output).toMatchObject({ found: true })
    expect(problemOf(await run('asks', { base: choose(foreign) }, null, key))).toEqual(REFUSED)
    // A program whose access is for one service has none to what its owner knows.
    const person = {
      type: 'user',
      id: caller.id,
      role: 'basic_user',
      permissions: new Set<never>(),
      email: '',
    } as const
    const rest = { display_name: '', session_id: null }
    const api_key = { id: NOBODYS as never, scopes: [], allowed_origins: null, owner_role: 'basic_user' } as const
    expect(() => mayChooseKnowledge({ ...person, ...rest, api_key: { ...api_key, resource: '/mcp/x' } })).toThrow()
    expect(mayChooseKnowledge({ ...person, ...rest, api_key }).on).toBe(caller.id)

    const { id } = (await post('/api/v1/services', caller, { agent_id: agents.asks })).body.data
    const schedule = (base: string) =>
      post(`/api/v1/services/${id}/schedules`, caller, { cron: '0 9 * * *', input: { ...input, base: choose(base) } })
    expect((await schedule(mine)).status).toBe(201)
    expect((await schedule(foreign)).status).toBe(400)

    const on = { enabled: true, domains: ['shop.example.com'], daily_runs: 100 }
    const widget = await test.call('PUT', `/api/v1/services/${id}/widget`, { as: caller, body: on })
    const visit = (given: JsonObject) =>
      test.call('POST', `/api/widget/${widget.body.data.token}/runs`, { body: { input: given }, ip: '203.0.113.7' })
    expect(problemOf(await visit(input))).toEqual(REFUSED)
    expect((await visit({ question: 'refund' })).status).toBeLessThan(300)
  })
})

describe('agents of the house', () => {
  it('answer a customer from the policies of the person who runs them, with document and place', async () => {
    const question = 'How long does a refund to my UPI account take?'
    const { output: desk } = (await run('help-desk-answerer', { question, knowledge: choose(mine) })).body.data
    expect(desk).toMatchObject({
      found: true,
      escalate: false,
      answer: 'A refund to a UPI account takes five working days.',
      citations: [{ article: 'Refunds', source: { document: 'Policies.md' } }],
    })
    const [{ start, end, text, source }] = desk.citations
    expect(source.passage.slice(start, end)).toBe(text)
    const file = await test.call('GET', `/api/v1/files/${source.file_id}/text`, { as: caller })
    expect(file.status).toBe(200)
    expect((await test.call('GET', `/api/v1/files/${source.file_id}/text`, { as: stranger })).status).toBe(404)
    const none = await run('help-desk-answerer', { question: 'Who paints giraffes?', knowledge: choose(mine) })
    expect(none.body.data.output).toMatchObject({ found: false, escalate: true, reply: null })
    const pasted = await run('help-desk-answerer', { question, text: POLICIES })
    expect(pasted.body.data.output).toMatchObject({ found: true, citations: [{ article: 'Refunds' }] })
    expect(JSON.stringify(pasted.body.data.output)).not.toContain('"source"')
  })

  it('add what the base says to a question about a document', async () => {
    const input = { text: 'The lamp is blue. It weighs two kilograms.', question: 'How long does a refund take?' }
    const { output: added } = (await run('pdf-insight', { ...input, knowledge: choose(mine) })).body.data
    expect(added).toMatchObject({
      knowledge: { found: true, citations: [{ source: { document: 'Policies.md' } }] },
    })
    const { output: alone } = (await run('pdf-insight', input)).body.data
    expect(alone).not.toHaveProperty('knowledge')
    const { knowledge: _, ...rest } = added
    expect(rest).toEqual(alone)
    const silent = await run('pdf-insight', { text: input.text, knowledge: choose(mine) })
    expect(silent.body.data.output).not.toHaveProperty('knowledge')
  })

  it('compare the clauses of a contract with the standard clauses of the base', async () => {
    const base = await made('Playbook', caller, PLAYBOOK)
    await indexWaiting(test.indexing, new AbortController().signal)
    const { output: alone } = (await run('contract-analyst', { text: CONTRACT })).body.data
    const { output: compared } = (await run('contract-analyst', { text: CONTRACT, knowledge: choose(base) })).body.data
    const clause = compared.clauses.find(({ kind }: { kind: string }) => kind === 'termination_convenience')
    expect([alone.clauses.map(({ kind }: { kind: string }) => kind), clause?.standard]).toMatchObject([
      expect.arrayContaining(['termination_convenience']),
      {
        state: 'differs',
        differences: { contract: ['90 days'], standard: ['30 days'] },
        source: { document: 'Playbook.md' },
      },
    ])
    expect(alone).not.toHaveProperty('standard')
    for (const one of compared.clauses) delete one.standard
    const { standard: counted, ...rest } = compared
    expect(counted.compared).toBeGreaterThan(1)
    expect(rest).toEqual(alone)
  })
})
