import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NodeDetail, type NodeInfo } from '#contract/workflows/nodes.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { schemaProblems, THREAD_CHECK } from '#nodes/lib/data/json-schema.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'

let test: TestApp
let somebody: Person
let listed: string[]
beforeAll(async () => {
  test = await createTestApp()
  somebody = await test.person('seller')
  listed = await types({})
})
afterAll(() => test.close())

const get = async (url: string, query: Record<string, string> = {}) =>
  (await test.call('GET', url, { as: somebody, query })).body.data
const types = async (query: Record<string, string>) =>
  (await get('/api/v1/nodes/registry/enhanced', query)).items.map((item: NodeInfo) => item.type)

describe('the node registry', () => {
  it('holds every node of the catalogue, for anyone at the public address', async () => {
    const { total } = await get('/api/v1/nodes/registry/enhanced')
    expect(total).toBe(catalogue.all.length)
    const open = await test.call('GET', '/api/nodes/registry/public')
    expect(open.body.data.items).toHaveLength(total)
  })

  it('filters as asked', async () => {
    expect(await types({ category: 'trigger' })).toContain('webhook_trigger')
    const incomplete = catalogue.all.filter(({ unfinished }) => unfinished).map(({ type }) => type)
    expect((await types({ category: 'all', status: 'stable' })).length + incomplete.length).toBe(catalogue.all.length)
    expect(await types({ status: 'incomplete' })).toEqual(incomplete)
    expect(await types({ status: 'experimental' })).toEqual([])
    expect(await types({ search_term: 'WEBHOOK' })).toContain('webhook_trigger')
    const paid = await types({ has_cost_model: 'true' })
    expect(paid.toSorted()).toEqual(
      await types({ has_cost_model: 'true', enhanced_features: 'true' }).then((all) => all.toSorted()),
    )
    const asking = [
      'ai_prompt',
      'ai_agent',
      'ai_classify',
      'ai_extract',
      'ai_judge',
      'ai_route',
      'ai_summarise',
      'second_look',
    ]
    expect(paid).toEqual(expect.arrayContaining(asking))
    for (const type of ['set_fields', 'http_request', 'read_csv']) expect(paid).not.toContain(type)
    expect((await types({ has_cost_model: 'false' })).length + paid.length).toBe(catalogue.all.length)
    const visual = await types({ has_visual: 'true' })
    expect(visual).toContain('code')
    expect((await types({ has_visual: 'false' })).length + visual.length).toBe(catalogue.all.length)
    expect(await types({ category: 'trigger', search_term: 'schedule', has_visual: 'true' })).toEqual([
      'schedule_trigger',
    ])
    const featured = await types({ enhanced_features: 'true' })
    expect(featured).toContain('if')
    expect((await types({ enhanced_features: 'false' })).length + featured.length).toBe(catalogue.all.length)
  })

  it('describes one node with its schemas', async () => {
    const one = await get('/api/v1/nodes/set_fields/enhanced')
    expect(one).toMatchObject({ type: 'set_fields', config_schema: { type: 'object' } })
    expect((await test.call('GET', '/api/v1/nodes/nonsense/enhanced', { as: somebody })).status).toBe(404)
  })

  it('counts', async () => {
    const { categories } = await get('/api/v1/nodes/registry/categories')
    const { total, by_kind } = await get('/api/v1/nodes/stats/enhanced')
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
    expect(sum(categories.map((one: { nodes: number }) => one.nodes))).toBe(total)
    expect(sum(Object.values(by_kind))).toBe(total)
  })

  it('knows the configuration of a type, and suggests what an unknown one may mean', async () => {
    expect(await get('/api/nodes/if/configuration')).toMatchObject({
      node_type: 'if',
      status: 'available',
      suggestions: [],
    })
    expect(await get('/api/nodes/webhok_triger/configuration')).toMatchObject({
      status: 'missing',
      configuration: null,
      suggestions: expect.arrayContaining(['Did you mean webhook_trigger?']),
    })
  })
})

describe('every node type', () => {
  it.each(catalogue.all.map((node) => [node.type, node] as const))(
    '%s is described, and its example works',
    async (type, node) => {
      const one = NodeDetail.parse(await get(`/api/v1/nodes/${type}/enhanced`))
      expect(one.config_schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
      expect(one.output_schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema')
      // Both can be used as schemas; what they say of the example may name expressions, which stand for other kinds of values.
      await schemaProblems(one.config_schema, one.example, THREAD_CHECK)
      await schemaProblems(one.output_schema, null, THREAD_CHECK)
      expect(one.ports.length).toBeGreaterThan(0)
      const settings = await get(`/api/nodes/${type}/configuration`)
      expect(settings).toEqual({
        node_type: type,
        status: 'available',
        configuration: one.config_schema,
        suggestions: [],
      })
      for (const url of ['/api/v1/nodes/validate/enhanced', '/api/nodes/validate']) {
        const { body } = await test.call('POST', url, { as: somebody, body: { type, config: node.example ?? {} } })
        expect(body.data).toEqual({ valid: true, problems: [] })
      }
      const { body } = await test.call('POST', '/api/nodes/validate', {
        as: somebody,
        body: { type, config: { no_such_setting: 1 } },
      })
      expect(body.data.valid).toBe(false)
      expect(listed).toContain(type)
    },
  )
})

describe('validation', () => {
  const check = async (body: object, url = '/api/v1/nodes/validate/enhanced') =>
    (await test.call('POST', url, { as: somebody, body })).body.data

  it('names the problems of a document with node and field', async () => {
    const node = { id: 'a', type: 'nonsense', version: 1, title: 'A', config: {}, position: { x: 0, y: 0 } }
    const { valid, problems } = await check({
      document: { schema_version: 1, nodes: [node], edges: [], notes: [], groups: [] },
    })
    expect(valid).toBe(false)
    expect(problems).toContainEqual(expect.objectContaining({ code: 'unknown_type', node: 'a', field: 'type' }))
  })

  it.each(['/api/v1/nodes/validate/enhanced', '/api/nodes/validate'])(
    'checks the settings of one node at %s',
    async (url) => {
      expect(await check({ type: 'webhook_trigger', config: { method: 'PUT' } }, url)).toEqual({
        valid: true,
        problems: [],
      })
      const bad = await check({ type: 'webhook_trigger', config: { method: 'BREW' } }, url)
      expect(bad.problems).toEqual([expect.objectContaining({ code: 'bad_config', field: 'method' })])
      expect((await check({ type: 'nonsense', config: {} }, url)).problems[0].code).toBe('unknown_type')
    },
  )

  it('says what is wrong with settings in sentences, never in those of a validator', async () => {
    const raw: string[] = []
    for (const type of listed)
      for (const config of [{}, { nonsense: 1, url: 7, text: null, rules: {}, items: 'x', fields: [1] }]) {
        const { problems } = await check({ type, config })
        for (const { message } of problems)
          if (/^(?:Invalid|Too (?:small|big)|Unrecognized|Expected)|received/.test(message))
            raw.push(`${type}: ${message}`)
      }
    expect(raw).toEqual([])
  })

  it.each([
    ['a cycle through everything', 1000],
    ['too many nodes', 10_000],
  ])('takes a document with %s in its stride', async (_case, count) => {
    const nodes = Array.from({ length: count }, (_, i) => ({
      id: `n${i}`,
      type: 'merge',
      version: 1,
      title: 'N',
      config: {},
      position: { x: 0, y: 0 },
    }))
    const edges = nodes.map(({ id }, i) => ({
      id: `e${i}`,
      from: { node: id, port: 'out' },
      to: { node: `n${(i + 1) % count}`, port: 'in' },
    }))
    const { status, body } = await test.call('POST', '/api/v1/nodes/validate/enhanced', {
      as: somebody,
      body: { document: { schema_version: 1, nodes, edges, notes: [], groups: [] } },
    })
    if (status === 200) expect(body.data.valid).toBe(false)
    else expect(status).toBe(413)
  })
})

describe('categories', () => {
  it('are listed in order, found by slug and id, and summed up', async () => {
    await addCategories(test.database.pool, 'healthcare', 'legal')
    const { items } = await get('/api/v1/categories')
    expect(items.map((one: { slug: string }) => one.slug)).toEqual(['healthcare', 'legal'])
    expect(await get('/api/v1/categories/legal')).toEqual(items[1])
    expect(await get(`/api/v1/categories/${items[1].id}`)).toEqual(items[1])
    expect((await test.call('GET', '/api/v1/categories/nothing')).status).toBe(404)
    expect(await get('/api/v1/categories/stats/summary')).toMatchObject({ categories: 2, agents: 0, runs: 0 })
  })
})
