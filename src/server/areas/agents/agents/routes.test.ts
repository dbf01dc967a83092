import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AgentWorkflow } from '#contract/agents/agent-workflow.ts'
import { AgentDetail, AgentPage } from '#contract/agents/agents.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent, addCategories } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { refreshAgentStats } from './stats.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let seller: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  const { pool } = test.database
  await addCategories(pool, 'healthcare', 'legal', 'finance')
  await addAgent(pool, seller.id, document, {
    slug: 'icd10-coder',
    name: 'ICD-10 Coder',
    tagline: 'Codes diagnoses',
    tags: ['clinical'],
    featured: true,
  })
  await addAgent(pool, seller.id, document, { slug: 'contract-analyst', name: 'Contract Analyst', category: 'legal' })
  await addAgent(pool, seller.id, document, {
    slug: 'paid',
    name: 'Ledger Reader',
    category: 'finance',
    price: ['per_run', 500],
  })
  await addAgent(pool, seller.id, document, { slug: 'hidden-draft', name: 'Secret Coder', status: 'draft' })
})
afterAll(() => test.close())

const list = async (query: Record<string, string> = {}) => {
  const { status, body } = await test.call('GET', '/api/v1/agents', { query })
  expect(status).toBe(200)
  return AgentPage.parse(body.data)
}
const slugs = async (query: Record<string, string>) => (await list(query)).agents.map(({ slug }) => slug)

describe('the list of agents', () => {
  it('has the shape of the specification, with 20 a page', async () => {
    const page = await list()
    expect(page).toMatchObject({ total: 3, page: 1, page_size: 20, has_next: false, has_previous: false })
    expect(page.agents).toHaveLength(3)
  })

  it('shows published agents only', async () => {
    expect(await slugs({ search: 'secret' })).toEqual([])
  })

  it.each([
    [{ search: 'diagnoses' }, ['icd10-coder']],
    [{ search: 'diagnosing' }, ['icd10-coder']],
    [{ search: 'contr' }, ['contract-analyst']],
    [{ search: 'clinical' }, ['icd10-coder']],
    [{ search: 'Contrct Analist' }, ['contract-analyst']],
    [{ category: 'legal' }, ['contract-analyst']],
    [{ price: 'per_run' }, ['paid']],
    [{ featured: 'true' }, ['icd10-coder']],
    [{ sort: 'name' }, ['contract-analyst', 'icd10-coder', 'paid']],
    [{ sort: 'price_high', page_size: '1' }, ['paid']],
    [{ search: '%_\'"&|!():*<>\\' }, []],
    [{ search: "coder'; drop table agents; --" }, ['icd10-coder']],
  ])('%o finds %o', async (query, expected) => {
    expect(await slugs(query as Record<string, string>)).toEqual(expected)
  })

  it('pages without gaps or repeats', async () => {
    const first = await list({ page_size: '2', sort: 'name' })
    const second = await list({ page_size: '2', sort: 'name', page: '2' })
    expect([first.has_next, first.has_previous, second.has_next, second.has_previous]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect([...first.agents, ...second.agents].map(({ slug }) => slug)).toEqual([
      'contract-analyst',
      'icd10-coder',
      'paid',
    ])
  })

  it('counts what each choice of a facet would leave', async () => {
    const { facets } = await list({ category: 'finance' })
    expect(facets.categories).toContainEqual({ slug: 'healthcare', name: 'Healthcare', count: 1 })
    expect(facets.prices).toContainEqual({ type: 'per_run', count: 1 })
    expect(facets.prices).toContainEqual({ type: 'free', count: 0 })
  })

  it.each([
    ['page', '0'],
    ['page_size', '101'],
    ['sort', 'random'],
    ['category', '../etc'],
    ['price', 'gold'],
  ])('names the field of a bad %s', async (field, value) => {
    const { status, body } = await test.call('GET', '/api/v1/agents', { query: { [field]: value } })
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe(field)
  })
})

describe('an agent of two categories', () => {
  it('is found and counted in both, once among all, and shows both', async () => {
    const { pool } = test.database
    await addCategories(pool, 'documents')
    const options = { slug: 'lease-reader', category: 'documents', more_categories: ['legal'] }
    const { id } = await addAgent(pool, seller.id, document, options)
    expect(await slugs({ category: 'documents' })).toEqual(['lease-reader'])
    expect((await slugs({ category: 'legal' })).toSorted()).toEqual(['contract-analyst', 'lease-reader'])
    const { total, facets } = await list()
    expect(facets.categories).toContainEqual({ slug: 'legal', name: 'Legal', count: 2 })
    expect(facets.categories).toContainEqual({ slug: 'documents', name: 'Documents', count: 1 })
    const legal = await test.call('GET', '/api/v1/categories/legal')
    expect(legal.body.data.agents).toBe(2)
    const summary = await test.call('GET', '/api/v1/categories/stats/summary')
    expect(summary.body.data.agents).toBe(total)
    const { body } = await test.call('GET', '/api/v1/agents/lease-reader')
    expect(AgentDetail.parse(body.data)).toMatchObject({
      category: { slug: 'documents' },
      more_categories: [{ slug: 'legal', name: 'Legal' }],
    })
    await pool.query(`update agents set status = 'archived' where id = $1`, [id])
  })
})

describe('one agent', () => {
  it('is found by slug and by id, with its version and what may be done', async () => {
    const bySlug = await test.call('GET', '/api/v1/agents/icd10-coder')
    const agent = AgentDetail.parse(bySlug.body.data)
    expect(agent.version?.number).toBe(1)
    expect(agent.abilities).toEqual({
      run: { allowed: true, reason: null },
      deploy: { allowed: false, reason: 'Sign in to add this agent to your services.' },
    })
    const byId = await test.call('GET', `/api/v1/agents/${agent.id}`)
    expect(byId.body.data.slug).toBe('icd10-coder')
  })

  it('that costs money can be run: what it is paid with is asked then', async () => {
    const { body } = await test.call('GET', '/api/v1/agents/paid')
    expect(body.data.abilities.run).toEqual({ allowed: true, reason: null })
  })

  it('unpublished is there for its seller and an admin, for nobody else', async () => {
    const url = '/api/v1/agents/hidden-draft'
    expect((await test.call('GET', url)).status).toBe(404)
    expect((await test.call('GET', url, { as: await test.person('seller') })).status).toBe(404)
    expect((await test.call('GET', url, { as: seller })).status).toBe(200)
    expect((await test.call('GET', url, { as: await test.person('admin') })).status).toBe(200)
  })

  it.each(['nobody-knows-it', '01890000-0000-7000-8000-000000000000'])('%s is not found', async (ref) => {
    expect((await test.call('GET', `/api/v1/agents/${ref}`)).status).toBe(404)
  })
})

describe('figures', () => {
  it('are measured from finished runs', async () => {
    const run = { agent_id: 'icd10-coder', input: { text: 'x' }, wait_ms: 5000 }
    const somebody = await test.person()
    for (let i = 0; i < 3; i++) {
      const { body } = await test.call('POST', '/api/v1/workflows/execute', { as: somebody, body: run })
      expect(body.data.status).toBe('succeeded')
    }
    await refreshAgentStats(test.database.db)
    const { body } = await test.call('GET', '/api/v1/agents/icd10-coder')
    expect(body.data.stats).toMatchObject({ runs: 3, success_rate: 1, users_30d: 1 })
    expect(body.data.stats.median_ms).toBeGreaterThanOrEqual(0)
    expect((await slugs({ sort: 'popular' }))[0]).toBe('icd10-coder')
    // What was counted is not counted again; what came since is.
    await refreshAgentStats(test.database.db)
    await test.call('POST', '/api/v1/workflows/execute', { as: await test.person(), body: run })
    await refreshAgentStats(test.database.db)
    const later = await test.call('GET', '/api/v1/agents/icd10-coder')
    expect(later.body.data.stats).toMatchObject({ runs: 4, success_rate: 1, users_30d: 2 })
  })
})

describe('agents whose workflow can be opened', () => {
  const secret = workflow(
    [
      { ...node('start', 'manual_trigger'), title: 'Begin' },
      set('secret_step', { prompt: 'PROMPT-OF-THE-SELLER' }),
      set('done', { ok: true }),
    ],
    wires('start > secret_step', 'secret_step > done'),
  )
  beforeAll(async () => {
    const { pool } = test.database
    for (const [slug, open] of [
      ['open-flow', true],
      ['closed-flow', false],
      ['open-draft', true],
    ] as const) {
      await addAgent(pool, seller.id, secret, {
        slug,
        name: slug,
        category: 'marketing',
        status: slug === 'open-draft' ? 'draft' : 'published',
        listing: { workflow_open: open },
      })
    }
  })
  const steps = (slug: string, as: Person | null = null) => test.call('GET', `/api/v1/agents/${slug}/workflow`, { as })

  it('can be listed alone, and searched', async () => {
    expect(await slugs({ workflow_enabled: 'true' })).toEqual(['open-flow'])
    expect(await slugs({ workflow_enabled: 'true', search: 'flow' })).toEqual(['open-flow'])
    expect(await slugs({ search: 'flow' })).toHaveLength(2)
  })

  it('show their steps in order and nothing of their settings', async () => {
    const { status, body } = await steps('open-flow')
    expect(status).toBe(200)
    const shown = AgentWorkflow.parse(body.data)
    expect(shown.steps.map(({ title }) => title)).toEqual(['Begin', 'secret_step', 'done'])
    expect(shown.steps[0]).toMatchObject({ type: 'manual_trigger', category: 'trigger' })
    expect(shown.edges[0]).toEqual({ from: 'start', port: 'out', to: 'secret_step' })
    expect(JSON.stringify(body)).not.toContain('PROMPT-OF-THE-SELLER')
  })

  it.each(['closed-flow', 'open-draft', 'no-such-agent', 'icd10-coder'])('keeps that of %s to itself', async (slug) => {
    const missing = await steps('never-was')
    const { status, body } = await steps(slug)
    expect(status).toBe(404)
    expect(body.status.message).toBe(missing.body.status.message)
  })

  it('show their settings when they are the house’s own, and to their seller', async () => {
    const document = (slug: string, as: Person | null = null) =>
      test.call('GET', `/api/v1/agents/${slug}/document`, { as })
    for (const slug of ['open-flow', 'closed-flow', 'never-was']) expect((await document(slug)).status).toBe(404)
    expect((await steps('open-flow')).body.data.settings_open).toBe(false)
    const { rows } = await test.database.pool.query(
      `update users set firebase_uid = 'house:chowk-labs' where id = (select seller_id from agents where slug = 'open-flow') returning id`,
    )
    expect(rows).toHaveLength(1)
    expect((await steps('open-flow')).body.data.settings_open).toBe(true)
    const { status, body } = await document('open-flow')
    expect([status, body.data.version]).toEqual([200, 1])
    expect(JSON.stringify(body.data.document)).toContain('PROMPT-OF-THE-SELLER')
    expect((await document('closed-flow')).status).toBe(404)
  })

  it('refuses a filter it does not know', async () => {
    const { status, body } = await test.call('GET', '/api/v1/agents', { query: { workflow_enabled: 'maybe' } })
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe('workflow_enabled')
  })
})
