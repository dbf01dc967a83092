import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyOperation } from '#graph/apply.ts'
import { EMPTY_DOCUMENT, type WorkflowDocument } from '#graph/document.ts'
import type { Operation } from '#graph/operations.ts'
import { type ModelPeer, startModelPeer } from '#peers/model/server.ts'
import { mayEditWorkflows } from '#server/areas/workflows/workflows/workflows.policy.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { proposeWorkflow } from './propose.ts'

let peer: ModelPeer
let test: TestApp
let seller: Person
beforeAll(async () => {
  peer = await startModelPeer()
  const environment = {
    provider: 'custom',
    base_url: peer.url,
    model: 'scripted',
    api_key: null,
    input_price: null,
    output_price: null,
  }
  test = await createTestApp({ models: { model: environment, outboundAllow: [] } as never })
  seller = await test.person('seller')
})
afterAll(async () => {
  await test.close()
  await peer.close()
})
beforeEach(() => {
  peer.asked.length = 0
})

const PATH = '/api/v1/workflow-proposals'
const propose = (body: object, as: Person | null = seller) => test.call('POST', PATH, { as, body })
const says = (...answers: object[]) =>
  peer.behave(...answers.map((answer) => ({ type: 'answer' as const, text: JSON.stringify(answer) })))
const made = (operations: unknown, before: WorkflowDocument = EMPTY_DOCUMENT) =>
  applyOperation(before, { type: 'batch', operations } as Operation).document

const GOOD = {
  name: 'Greeting',
  explanation: 'Asks for a name and greets.',
  nodes: [
    { id: 'ask', type: 'input_form', title: 'Ask', config: { fields: [{ name: 'name', required: true }] } },
    { id: 'greet', type: 'template', title: 'Greet', config: { text: 'Hello {{ $trigger.name }}' } },
  ],
  edges: [{ from: 'ask', to: 'greet' }],
}

describe('a sentence', () => {
  it('becomes operations that make a workflow which runs', async () => {
    says(GOOD)
    const { status, body } = await propose({ sentence: 'Greet whoever gives a name' })
    expect([status, body.data.by, body.data.problems]).toEqual([200, 'model', []])
    expect(body.data).toMatchObject({ name: 'Greeting', model: 'scripted', reason: null })
    const document = made(body.data.operations)
    expect(document.nodes.map(({ id, position }) => [id, position.x])).toEqual([
      ['ask', 0],
      ['greet', 300],
    ])
    const kept = await test.call('POST', '/api/v1/workflows', { as: seller, body: { name: 'x', document } })
    const run = { workflow_id: kept.body.data.id, input: { name: 'Asha' }, wait_ms: 10_000 }
    const done = await test.call('POST', '/api/v1/workflows/execute', { as: seller, body: run })
    expect(done.body.data.output).toBe('Hello Asha')
    expect(peer.asked).toHaveLength(1)
    expect(JSON.stringify(peer.asked[0]?.body.messages)).toContain('Greet whoever gives a name')
  })

  it('changes the workflow that is open, and leaves the rest as it is', async () => {
    const before = workflow(
      [node('start', 'manual_trigger'), { ...set('greet', { hello: 'you' }), position: { x: 50, y: 70 } }],
      wires('start > greet'),
    )
    says({
      name: 'x',
      explanation: 'A check in between.',
      nodes: [
        { id: 'start', type: 'manual_trigger', title: 'start', config: {} },
        {
          id: 'check',
          type: 'require',
          title: 'Check',
          config: { conditions: [{ condition: '{{ true }}', message: 'No' }] },
        },
        { id: 'greet', type: 'set_fields', title: 'Greet', config: before.nodes[1]?.config },
      ],
      edges: [
        { from: 'start', to: 'check' },
        { from: 'check', to: 'greet' },
      ],
    })
    const { body } = await propose({ sentence: 'Check something first', document: before })
    expect(body.data.operations.map(({ type }: { type: string }) => type)).toEqual([
      'disconnect',
      'add_node',
      'set_title',
      'connect',
      'connect',
    ])
    const after = made(body.data.operations, before)
    expect(after.nodes.find(({ id }) => id === 'greet')).toMatchObject({ title: 'Greet', position: { x: 50, y: 70 } })
    expect(JSON.stringify(peer.asked[0]?.body.messages)).toContain('hello')
  })

  it('is asked again with what was wrong, and says what is left after the last try', async () => {
    const wrong = { ...GOOD, nodes: [{ id: 'greet', type: 'no_such_step', title: 'Greet', config: {} }], edges: [] }
    says(wrong, GOOD)
    expect((await propose({ sentence: 'Greet whoever gives a name' })).body.data).toMatchObject({
      by: 'model',
      problems: [],
    })
    expect(peer.asked).toHaveLength(2)
    expect(JSON.stringify(peer.asked[1]?.body.messages)).toContain('There’s no node type')
    peer.asked.length = 0
    says(wrong)
    const { body } = await propose({ sentence: 'Greet whoever gives a name' })
    expect(peer.asked).toHaveLength(3)
    expect(body.data.problems.map(({ code }: { code: string }) => code)).toContain('unknown_type')
  })

  it.each([
    ['junk', { type: 'garbage' }],
    ['a refusal', { type: 'status', status: 401 }],
    [
      'ids that reach a prototype',
      {
        type: 'answer',
        text: JSON.stringify({ ...GOOD, nodes: [{ id: '__proto__', type: 'template', title: 'x', config: {} }] }),
      },
    ],
    [
      'two steps of one id',
      { type: 'answer', text: JSON.stringify({ ...GOOD, nodes: [...GOOD.nodes, ...GOOD.nodes] }) },
    ],
  ])('answered by %s leaves the nearest templates, and says why', async (_what, behaviour) => {
    peer.behave(behaviour as never)
    const { status, body } = await propose({ sentence: 'Read invoices of suppliers' })
    expect([status, body.data.by, body.data.operations]).toEqual([200, 'none', []])
    expect(body.data.reason).toMatch(/^The model/)
    expect(body.data.templates[0].id).toBe('read-a-gst-invoice')
  })

  it('without a model finds the nearest templates', async () => {
    const grant = mayEditWorkflows({
      type: 'user',
      id: seller.id,
      role: 'seller',
      permissions: new Set(['workflows.create']),
      email: 'x@example.com',
      display_name: 'X',
      session_id: null,
    })
    const port = { available: () => Promise.resolve(false), generate: () => Promise.reject(new Error('asked')) }
    const found = await proposeWorkflow({ db: test.database.db, port }, grant, { sentence: 'sort my support tickets' })
    expect(found).toMatchObject({ by: 'none', reason: expect.stringContaining('No language model') })
    expect(found.templates[0]?.id).toBe('triage-support-tickets')
  })

  it('is for those who build, and refuses what is none', async () => {
    expect((await propose({ sentence: 'Read invoices' }, await test.person())).status).toBe(403)
    expect((await propose({ sentence: 'Read invoices' }, null)).status).toBe(401)
    for (const [body, field] of [
      [{ sentence: '  ' }, 'sentence'],
      [{ sentence: 'x'.repeat(2001) }, 'sentence'],
      [{ sentence: 'Edit', document: { nodes: 1 } }, 'document'],
    ] as const) {
      const answer = await propose(body)
      expect(answer.status).toBe(400)
      expect(answer.body.errors[0].field).toMatch(new RegExp(`^${field}`))
    }
  })
})
