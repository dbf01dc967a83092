import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Workflow } from '#contract/workflows/workflows.ts'
import type { WorkflowNode } from '#graph/document.ts'
import { catalogue } from '#nodes/catalogue.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let author: Person
beforeAll(async () => {
  test = await createTestApp()
  author = await test.person('seller')
})
afterAll(() => test.close())

const create = async (body: object = { name: 'Mine', document }): Promise<Workflow> => {
  const answer = await test.call('POST', '/api/v1/workflows', { as: author, body })
  expect(answer.status).toBe(201)
  return Workflow.parse(answer.body.data)
}
const update = (id: string, body: object, as = author) => test.call('PUT', `/api/v1/workflows/${id}`, { as, body })
const read = async (id: string) => (await test.call('GET', `/api/v1/workflows/${id}`, { as: author })).body.data

describe('a new workflow', () => {
  it('is empty, cannot run yet, and says why', async () => {
    const made = await create({ name: '  Blank  ' })
    expect(made).toMatchObject({ name: 'Blank', description: '', revision: 0, nodes: 0 })
    expect(made.abilities.run).toEqual({ allowed: false, reason: expect.stringContaining('empty') })
  })

  it('keeps the document it is given', async () => {
    const made = await create()
    expect(made.document).toEqual(document)
    expect(made.problems).toEqual([])
    expect(await read(made.id)).toEqual(made)
  })

  it.each([
    ['no name', {}, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a field nobody knows', { name: 'x', owner_id: 'me' }, 'owner_id'],
    ['no document', { name: 'x', document: { nodes: 1 } }, 'document.schema_version'],
    ['a reserved key', { name: 'x', document: { ...document, constructor: 1 } }, 'document.constructor'],
    [
      'a node twice',
      { name: 'x', document: workflow([...document.nodes, ...document.nodes], []) },
      'document.start.id',
    ],
    ['an edge to nowhere', { name: 'x', document: workflow([], wires('a > b')) }, 'document.edges.0.from.node'],
  ])('with %s is refused by field', async (_case, body, field) => {
    const { status, body: answer } = await test.call('POST', '/api/v1/workflows', { as: author, body })
    expect(status).toBe(400)
    expect(answer.errors.map((one: { field: string }) => one.field)).toContain(field)
  })
})

describe('a name alone', () => {
  it('is changed without naming a revision, and leaves the document as it is', async () => {
    const made = await create()
    const renamed = await update(made.id, { name: 'Renamed by a program' })
    expect([renamed.status, renamed.body.data.name]).toEqual([200, 'Renamed by a program'])
    expect(await read(made.id)).toMatchObject({ name: 'Renamed by a program', revision: 0, document })
  })

  it('is the only thing that may do without: a document without a revision is refused by field', async () => {
    const made = await create()
    const { status, body } = await update(made.id, { document })
    expect([status, body.errors[0].field]).toEqual([400, 'base_revision'])
  })
})

describe('the list', () => {
  it('shows own workflows, last changed first, found by their names', async () => {
    const somebody = await test.person('creator_admin')
    const names = ['Alpha', 'Beta 100%', 'Gamma']
    const ids: string[] = []
    for (const name of names) {
      const { body } = await test.call('POST', '/api/v1/workflows', { as: somebody, body: { name } })
      ids.push(body.data.id)
    }
    await update(ids[0] ?? '', { name: 'Alpha again', base_revision: 0 }, somebody)
    const listed = await test.call('GET', '/api/v1/workflows', { as: somebody })
    expect(listed.body.data.items.map((one: Workflow) => one.name)).toEqual(['Alpha again', 'Gamma', 'Beta 100%'])
    expect(listed.body.data).toMatchObject({ total: 3, limit: 25, offset: 0 })
    const found = await test.call('GET', '/api/v1/workflows', { as: somebody, query: { search: '0%' } })
    expect(found.body.data.items).toHaveLength(1)
    const from = async (offset: string) =>
      (await test.call('GET', '/api/v1/workflows', { as: somebody, query: { limit: '1', offset } })).body.data
    expect(await from('1')).toMatchObject({ total: 3, items: [{ name: 'Gamma' }] })
    expect(await from('9')).toMatchObject({ total: 3, items: [] })
  })

  it('shows what starts each, and its first five steps from left to right, as the last edit left them', async () => {
    const person = await test.person('creator_admin')
    const at = (x: number, step: WorkflowNode) => ({ ...step, position: { x, y: 0 } })
    const steps = [6, 2, 5, 3, 4, 1].map((x) => at(x, { ...node(`n${x}`, 'set_fields'), title: `Step ${x}` }))
    const off = at(7, { ...node('hook', 'webhook_trigger'), disabled: true })
    const made = await test.call('POST', '/api/v1/workflows', {
      as: person,
      body: { name: 'Wide', document: workflow([...steps, off, at(8, node('go', 'manual_trigger'))], []) },
    })
    const listed = async () => (await test.call('GET', '/api/v1/workflows', { as: person })).body.data.items[0]
    const [go, hook] = ['manual_trigger', 'webhook_trigger'].map((type) => catalogue.get(type))
    expect(await listed()).toMatchObject({
      nodes: 8,
      starts: { title: go?.title, icon: go?.icon },
      steps: [1, 2, 3, 4, 5].map((x) => ({ title: `Step ${x}` })),
    })
    const [second] = steps.slice(1)
    const edited = workflow([at(0, { ...off, disabled: false }), ...(second ? [second] : [])], [])
    await update(made.body.data.id, { document: edited, base_revision: 0 }, person)
    expect(await listed()).toMatchObject({
      nodes: 2,
      starts: { title: hook?.title },
      steps: [{ title: 'hook' }, { title: 'Step 2' }],
    })
    await update(made.body.data.id, { document: workflow([], []), base_revision: 1 }, person)
    expect(await listed()).toMatchObject({ nodes: 0, starts: null, steps: [] })
  })

  it('is narrowed by state and trigger and ordered by the server, which counts what there is to choose from', async () => {
    const owner = await test.person('creator_admin')
    const made: Record<string, string> = {}
    const documents = {
      Calls: workflow([node('start', 'webhook_trigger'), set('done', { ok: true })], wires('start > done')),
      Fails: workflow(
        [node('start', 'manual_trigger'), node('end', 'stop', { status: 'failed', message: 'No' })],
        wires('start > end'),
      ),
      Alone: document,
    }
    for (const [name, document] of Object.entries(documents)) {
      const { status, body } = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name, document } })
      expect(status).toBe(201)
      made[name] = body.data.id
    }
    const run = { workflow_id: made.Fails, input: {}, wait_ms: 10_000 }
    await test.call('POST', '/api/v1/workflows/execute', { as: owner, body: run })
    const publish = { as: owner, body: { base_revision: 0 } }
    expect((await test.call('POST', `/api/v1/workflows/${made.Calls}/publish`, publish)).status).toBe(200)
    const list = async (query: Record<string, string>) =>
      (await test.call('GET', '/api/v1/workflows', { as: owner, query })).body.data
    const names = async (query: Record<string, string>) =>
      (await list(query)).items.map((one: Workflow) => one.name).toSorted()
    expect(await names({ state: 'published' })).toEqual(['Calls'])
    expect(await names({ state: 'draft' })).toEqual(['Alone', 'Fails'])
    expect(await names({ state: 'failing' })).toEqual(['Fails'])
    expect(await names({ starts: 'webhook' })).toEqual(['Calls'])
    expect(await names({ starts: 'manual' })).toEqual(['Alone', 'Fails'])
    const ordered = await list({ sort: 'name', limit: '2' })
    expect([ordered.items.map((one: Workflow) => one.name), ordered.total, ordered.facets]).toEqual([
      ['Alone', 'Calls'],
      3,
      undefined,
    ])
    expect((await list({ sort: 'run' })).items[0].name).toBe('Fails')
    expect((await list({ state: 'draft', facets: 'true', limit: '1' })).facets).toEqual({
      states: { all: 3, published: 1, draft: 2, failing: 1 },
      stages: { draft: 2, live: 1, changed: 0, off: 0 },
      starts: [{ type: 'manual', count: 2 }],
    })
    expect((await list({ starts: 'webhook', facets: 'true' })).facets).toEqual({
      states: { all: 1, published: 1, draft: 0, failing: 0 },
      stages: { draft: 0, live: 1, changed: 0, off: 0 },
      starts: [
        { type: 'manual', count: 2 },
        { type: 'webhook', count: 1 },
      ],
    })
    const live = async () => (await list({ starts: 'webhook' })).items[0].live_trigger
    expect(await live()).toEqual({ type: 'webhook', on: true })
    const off = { as: owner, body: { paused: true } }
    expect((await test.call('PUT', `/api/v1/workflows/${made.Calls}/triggers/webhook`, off)).status).toBe(200)
    expect(await live()).toEqual({ type: 'webhook', on: false })
    expect((await list({ starts: 'manual' })).items[0].live_trigger).toBe(null)
  })

  it('is in one state, which the list, its filter, its counts and the versions agree on', async () => {
    const owner = await test.person('creator_admin')
    const drawn = (text: string, x = 0) => {
      const drawing = workflow([node('start', 'webhook_trigger'), set('done', { text })], wires('start > done'))
      const [start, ...rest] = drawing.nodes
      return { ...drawing, nodes: start ? [{ ...start, position: { x, y: 0 } }, ...rest] : rest }
    }
    const body = { name: 'Calls', document: drawn('one') }
    const { id } = (await test.call('POST', '/api/v1/workflows', { as: owner, body })).body.data
    let revision = 0
    const draw = async (document: object) => {
      revision = (await update(id, { document, base_revision: revision }, owner)).body.data.revision
    }
    const at = `/api/v1/workflows/${id}`
    const seen = async () => {
      const { items, facets } = (await test.call('GET', '/api/v1/workflows', { as: owner, query: { facets: 'true' } }))
        .body.data
      const { stage, version } = items[0]
      const narrowed = (await test.call('GET', '/api/v1/workflows', { as: owner, query: { stage } })).body.data
      const { publication } = (await test.call('GET', `${at}/versions`, { as: owner })).body.data
      expect([narrowed.total, facets.stages[stage], publication.stage, publication.runs]).toEqual([
        1,
        1,
        stage,
        version,
      ])
      return [stage, version]
    }
    const pause = (paused: boolean) => test.call('PUT', `${at}/triggers/webhook`, { as: owner, body: { paused } })
    expect(await seen()).toEqual(['draft', null])
    const run = { workflow_id: id, input: {}, wait_ms: 10_000 }
    await test.call('POST', '/api/v1/workflows/execute', { as: owner, body: run })
    // Never published, and all the same its address runs what was run last.
    expect(await seen()).toEqual(['live', 1])
    await draw(drawn('two'))
    expect(await seen()).toEqual(['changed', 1])
    await test.call('POST', `${at}/publish`, { as: owner, body: { base_revision: revision } })
    expect(await seen()).toEqual(['live', 2])
    await draw(drawn('two', 400))
    expect(await seen()).toEqual(['live', 2])
    await draw(drawn('three'))
    expect(await seen()).toEqual(['changed', 2])
    await pause(true)
    expect(await seen()).toEqual(['off', 2])
    await pause(false)
    expect(await seen()).toEqual(['changed', 2])
    await test.call('POST', `${at}/unpublish`, { as: owner, body: {} })
    expect(await seen()).toEqual(['off', null])
  })
})

describe('an edit', () => {
  it('by operations raises the revision by one each and can be undone by the stored inverses', async () => {
    const { id } = await create()
    const operations = [
      { type: 'set_title', node_id: 'done', title: 'Finished' },
      { type: 'remove_node', node_id: 'done' },
    ]
    const { status, body } = await update(id, { operations, base_revision: 0 })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ revision: 2, nodes: 1 })
    const kept = await test.database.pool.query(
      'select inverse from workflow_operations where workflow_id = $1 order by revision desc',
      [id],
    )
    const undone = await update(id, { operations: kept.rows.map((row) => row.inverse), base_revision: 2 })
    expect(undone.body.data.document).toEqual(document)
  })

  it('of the whole document can be undone too', async () => {
    const { id } = await create()
    const other = workflow([node('begin', 'webhook_trigger')], [])
    expect((await update(id, { document: other, base_revision: 0 })).body.data.document).toEqual(other)
    const kept = await test.database.pool.query('select inverse from workflow_operations where workflow_id = $1', [id])
    const undone = await update(id, { operations: [kept.rows[0].inverse], base_revision: 1 })
    expect(undone.body.data.document).toEqual(document)
  })

  it('made on an older revision answers 409 and changes nothing', async () => {
    const made = await create()
    const operations = [{ type: 'set_title', node_id: 'done', title: 'First' }]
    await update(made.id, { operations, base_revision: 0 })
    const { status, body } = await update(made.id, { operations, base_revision: 0 })
    expect(status).toBe(409)
    expect(body.errors[0]).toMatchObject({ field: 'base_revision', code: 'stale_revision' })
    expect((await read(made.id)).revision).toBe(1)
  })

  it('by ten at once happens once', async () => {
    const { id } = await create()
    const operations = [{ type: 'remove_node', node_id: 'done' }]
    const answers = await Promise.all(Array.from({ length: 10 }, () => update(id, { operations, base_revision: 0 })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })

  it.each([
    ['an unknown operation', [{ type: 'explode' }], 'operations.0.type'],
    ['an operation on nothing', [{ type: 'remove_node', node_id: 'nobody' }], 'operations.0'],
    [
      'a bad second one',
      [
        { type: 'remove_node', node_id: 'done' },
        { type: 'remove_node', node_id: 'done' },
      ],
      'operations.1',
    ],
  ])('with %s changes nothing', async (_case, operations, field) => {
    const made = await create()
    const { status, body } = await update(made.id, { operations, base_revision: 0 })
    expect(status).toBe(400)
    expect(body.errors[0].field).toBe(field)
    expect(await read(made.id)).toEqual(made)
  })

  it('says one thing at a time', async () => {
    const { id } = await create()
    const both = { document, operations: [{ type: 'remove_node', node_id: 'done' }], base_revision: 0 }
    expect((await update(id, both)).body.errors[0].field).toBe('operations')
  })

  it('that leaves problems is kept, with the problems named', async () => {
    const { id } = await create()
    const operations = [{ type: 'remove_node', node_id: 'start' }]
    const { body } = await update(id, { operations, base_revision: 0 })
    expect(body.data.problems.map((one: { code: string }) => one.code)).toContain('no_trigger')
    const run = await test.call('POST', '/api/v1/workflows/execute', {
      as: author,
      body: { workflow_id: id, input: {} },
    })
    expect(run.status).toBe(409)
    expect(run.body.errors[0].code).toBe('not_runnable')
  })
})

describe('a webhook', () => {
  const hooked = (config = {}) =>
    workflow(
      [node('start', 'webhook_trigger', config), set('echo', { got: '{{ $trigger.body.name }}' })],
      wires('start > echo'),
    )
  const listen = async (config: object) => {
    const made = await create({ name: 'Hooked', document: hooked(config) })
    if (!made.hook) throw new Error('no hook')
    return { ...made, hook: made.hook }
  }

  it('answers with the output when the workflow says so', async () => {
    const { hook } = await listen({ respond: 'when_finished' })
    const { status, body } = await test.call('POST', hook.path, { body: { name: 'Asha' } })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ status: 'succeeded', output: { got: 'Asha' } })
  })

  it('answers at once otherwise, and the run belongs to the owner', async () => {
    const { hook } = await listen({})
    const { body } = await test.call('POST', hook.path, { body: { name: 'Asha' } })
    expect(body.data).not.toHaveProperty('output')
    const run = await test.call('GET', `/api/v1/executions/${body.data.execution_id}`, { as: author })
    expect(run.body.data.trigger).toBe('webhook')
  })

  it('takes forms, text and nothing at all, and no credentials', async () => {
    const { hook } = await listen({ respond: 'when_finished' })
    const form = {
      payload: 'name=Ravi&x=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'a=b' },
    }
    const sent = await test.call('POST', hook.path, form)
    expect(sent.body.data.output).toEqual({ got: 'Ravi' })
    const run = await test.call('GET', `/api/v1/executions/${sent.body.data.execution_id}`, { as: author })
    expect(run.body.data.input.headers).not.toHaveProperty('cookie')
    const plain = await test.call('POST', hook.path, { payload: 'hello', headers: { 'content-type': 'text/x-odd' } })
    expect(plain.status).toBe(200)
    expect((await test.call('POST', hook.path)).status).toBe(200)
  })

  it('runs the draft at its test address and the version before at the other', async () => {
    const { hook, id } = await listen({ respond: 'when_finished' })
    await test.call('POST', hook.path, { body: { name: 'one' } })
    await update(id, {
      operations: [{ type: 'set_config', node_id: 'echo', config: { fields: [{ name: 'new', value: 1 }] } }],
      base_revision: 0,
    })
    expect((await test.call('POST', hook.path, { body: { name: 'x' } })).body.data.output).toEqual({ got: 'x' })
    expect((await test.call('POST', hook.test_path, { body: {} })).body.data.output).toEqual({ new: 1 })
  })

  it('refuses a reserved key in its query as in its body', async () => {
    const { hook } = await listen({})
    const { status, body } = await test.call('POST', `${hook.path}?__proto__=x`, { body: {} })
    expect([status, body.errors[0].code, body.errors[0].field]).toEqual([400, 'reserved_key', 'query.__proto__'])
    expect((await test.call('POST', `${hook.path}?proto=x`, { body: {} })).status).toBe(200)
  })

  it('refuses another method, an unknown address, and an address whose workflow has no webhook any more', async () => {
    const { hook, id } = await listen({ method: 'PUT' })
    expect((await test.call('POST', hook.path, { body: {} })).status).toBe(404)
    expect((await test.call('PUT', hook.path, { body: {} })).status).toBe(200)
    expect((await test.call('POST', `/hooks/${'a'.repeat(32)}`, { body: {} })).status).toBe(404)
    await update(id, { document, base_revision: 0 })
    expect((await test.call('PUT', hook.path, { body: {} })).status).toBe(404)
  })

  it('keeps its address over edits', async () => {
    const { hook, id } = await listen({})
    const { body } = await update(id, { document: hooked({ method: 'PUT' }), base_revision: 0 })
    expect(body.data.hook).toEqual(hook)
  })
})
