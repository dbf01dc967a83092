/** What an editor of a workflow may use of its owner's credentials and AI models: those that the owner left in it, and no others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let owner: Person
let editor: Person
/** Of the owner. */
let shop: string
let bank: string
let fast: string
let costly: string
/** Of the operator. */
let house: string
/** Of the editor. */
let own: string
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
  editor = await test.person('seller')
  const model = { provider: 'custom', base_url: 'https://models.example.com/v1', model: 'x' }
  const addModel = async (as: Person, name: string, more: object = {}): Promise<string> =>
    (await call('POST', '/models', as, { ...model, name, ...more })).id
  const addCredential = async (name: string): Promise<string> =>
    (
      await call('POST', '/credentials', owner, {
        type: 'bearer',
        name,
        fields: { token: 'x', hosts: 'api.example.com' },
      })
    ).credential.id
  shop = await addCredential('Shop')
  bank = await addCredential('Bank')
  fast = await addModel(owner, 'Fast')
  costly = await addModel(owner, 'Costly')
  house = await addModel(await test.person('super_admin'), 'House', { scope: 'operator' })
  own = await addModel(editor, 'Own')
})
afterAll(() => test.close())

async function call(method: string, path: string, as: Person, body?: unknown) {
  const { status, body: answer } = await test.call(method, `/api/v1${path}`, {
    as,
    ...(body !== undefined && { body }),
  })
  expect([status < 300, answer.errors]).toEqual([true, undefined])
  return answer.data
}
const asks = (id: string, config: JsonObject) =>
  node(id, 'http_request', { url: 'https://api.example.com/x', ...config })
const writes = (id: string, config: JsonObject) => node(id, 'ai_prompt', { prompt: 'x', ...config })
const documentOf = (...steps: ReturnType<typeof node>[]) =>
  workflow(
    [node('start', 'manual_trigger'), ...steps],
    steps.flatMap(({ id }) => wires(`start > ${id}`)),
  )

/** A workflow of the owner that the editor edits. */
async function shared(...steps: ReturnType<typeof node>[]): Promise<string> {
  const { id } = await call('POST', '/workflows', owner, { name: 'Ours', document: documentOf(...steps) })
  await test.database.pool.query(
    `insert into workflow_members (workflow_id, user_id, role, added_by) values ($1, $2, 'editor', $3)`,
    [id, editor.id, owner.id],
  )
  return id
}
/** The log of edits, as the editor reads it. */
const editsOf = async (id: string) => (await call('GET', `/workflows/${id}/operations?after=0`, editor)).edits
const revisionOf = async (id: string): Promise<number> => (await call('GET', `/workflows/${id}`, owner)).revision
const put = async (id: string, as: Person, body: object) =>
  test.call('PUT', `/api/v1/workflows/${id}`, { as, body: { base_revision: await revisionOf(id), ...body } })
const apply = (id: string, as: Person, ...operations: object[]) => put(id, as, { operations })
/** What came of it: the codes and fields of a refusal, or the status. */
const outcome = ({ status, body }: Awaited<ReturnType<typeof put>>) =>
  status === 400 ? body.errors.map(({ code, field }: { code: string; field: string }) => `${code} ${field}`) : status
const added = (step: object) => ({ type: 'add_node', node: step })
const removed = (node_id: string) => ({ type: 'remove_node', node_id })
const configured = (node_id: string, config: JsonObject) => ({ type: 'set_config', node_id, config })

describe('an editor signs no call with a credential of the owner', () => {
  it('that was never in the workflow, whose id another workflow of the owner shows', async () => {
    const id = await shared(asks('ask', { credential: shop }))
    const refused = await apply(id, editor, added(asks('more', { credential: bank })))
    expect(outcome(refused)).toEqual(['foreign_credential document.more.credential'])
    expect(refused.body.errors[0].message).toContain('ask its owner to add it')
    expect(outcome(await apply(id, editor, configured('ask', { credential: bank })))).toEqual([
      'foreign_credential document.ask.credential',
    ])
    expect(outcome(await put(id, editor, { document: documentOf(asks('ask', { credential: bank })) }))).toEqual([
      'foreign_credential document.ask.credential',
    ])
    const edit = {
      edit_id: 'e1',
      step_id: 's1',
      label: 'Added',
      undoes: null,
      operation: added(asks('more', { credential: bank })),
    }
    const body = { base_revision: 0, edits: [edit] }
    const sent = await test.call('POST', `/api/v1/workflows/${id}/operations`, { as: editor, body })
    expect([sent.status, sent.body.errors[0].code]).toEqual([400, 'foreign_credential'])
    const tool = { kind: 'http', name: 'find', description: 'x', url: 'https://api.example.com/x', credential: bank }
    expect(outcome(await apply(id, editor, added(node('agent', 'ai_agent', { task: 'x', tools: [tool] }))))).toEqual([
      'foreign_credential document.agent.tools.0.credential',
    ])
    expect(await revisionOf(id)).toBe(0)
  })

  it('that the owner took out, by bringing back an earlier version', async () => {
    const id = await shared(asks('ask', { credential: bank }))
    await call('POST', `/workflows/${id}/publish`, owner, { base_revision: 0 })
    await apply(id, owner, configured('ask', { url: 'https://api.example.com/x' }))
    const { document } = await call('GET', `/workflows/${id}/versions/1`, editor)
    const restored = (as: Person) => put(id, as, { document })
    expect(outcome(await restored(editor))).toEqual(['foreign_credential document.ask.credential'])
    expect(outcome(await restored(owner))).toBe(200)
  })

  it('that the owner took out, by undoing what the owner did', async () => {
    const id = await shared(asks('ask', { credential: bank }))
    expect(outcome(await apply(id, owner, removed('ask')))).toBe(200)
    const edits = await editsOf(id)
    expect(outcome(await apply(id, editor, edits[0].inverse))).toEqual(['foreign_credential document.ask.credential'])
  })

  it('that the owner took out after the editor had deleted its step', async () => {
    const id = await shared(asks('ask', { credential: bank }))
    await apply(id, editor, removed('ask'))
    await apply(id, owner, { type: 'set_title', node_id: 'start', title: 'Begin' })
    expect(outcome(await apply(id, editor, added(asks('ask', { credential: bank }))))).toEqual([
      'foreign_credential document.ask.credential',
    ])
  })

  it('that they named for a moment only, inside of one edit or of one request', async () => {
    const id = await shared(asks('ask', { credential: shop }))
    const there = added(asks('more', { credential: bank }))
    expect(outcome(await apply(id, editor, { type: 'batch', operations: [there, removed('more')] }))).toBe(200)
    expect(outcome(await apply(id, editor, there, removed('more')))).toBe(200)
    const edits = await editsOf(id)
    expect(outcome(await apply(id, editor, edits.at(-1).inverse))).toEqual([
      'foreign_credential document.more.credential',
    ])
    expect(outcome(await apply(id, editor, there))).toEqual(['foreign_credential document.more.credential'])
  })

  it('that they wrote where a model belongs, or anywhere else', async () => {
    const id = await shared(asks('ask', { credential: shop }))
    expect(outcome(await apply(id, editor, added(writes('more', { model: bank }))))).toEqual([
      'foreign_model document.more.model',
    ])
    expect(outcome(await apply(id, editor, added(asks('more', { body: { credential: bank } }))))).toBe(200)
    await apply(id, owner, { type: 'set_title', node_id: 'start', title: 'Begin' })
    expect(outcome(await apply(id, editor, configured('more', { credential: bank })))).toEqual([
      'foreign_credential document.more.credential',
    ])
  })
})

describe('an editor spends nothing on an AI model of the owner', () => {
  it.each(['model', 'fallback_model'])('that was never in the workflow, by %s', async (key) => {
    const id = await shared(writes('say', { model: fast }))
    const refused = await apply(id, editor, added(writes('more', { [key]: costly })))
    expect(outcome(refused)).toEqual([`foreign_model document.more.${key}`])
    expect(refused.body.errors[0].message).toContain('ask its owner to add it')
  })

  it('in a tool of an agent', async () => {
    const id = await shared(writes('say', { model: fast }))
    const tool = { kind: 'node', name: 'say', description: 'x', node: 'ai_prompt', config: { model: costly } }
    expect(outcome(await apply(id, editor, added(node('agent', 'ai_agent', { task: 'x', tools: [tool] }))))).toEqual([
      'foreign_model document.agent.tools.0.config.model',
    ])
  })

  it('that the owner took out', async () => {
    const id = await shared(writes('say', { model: costly }))
    const { document } = await call('GET', `/workflows/${id}`, editor)
    await apply(id, owner, configured('say', { prompt: 'x' }))
    expect(outcome(await put(id, editor, { document }))).toEqual(['foreign_model document.say.model'])
    expect(outcome(await put(id, owner, { document }))).toBe(200)
  })
})

describe('an editor keeps', () => {
  it('what the owner left in the workflow: in other steps, too, and after their own deletion', async () => {
    const id = await shared(asks('ask', { credential: shop }), writes('say', { model: fast }))
    const steps = [asks('more', { credential: shop }), writes('again', { fallback_model: fast })]
    expect(outcome(await apply(id, editor, ...steps.map(added)))).toBe(200)
    const gone = ['ask', 'say', 'more', 'again'].map(removed)
    expect(outcome(await apply(id, editor, { type: 'batch', operations: gone }))).toBe(200)
    expect(outcome(await apply(id, editor, { type: 'set_title', node_id: 'start', title: 'Begin' }))).toBe(200)
    const edits = await editsOf(id)
    expect(outcome(await apply(id, editor, edits.at(-2).inverse))).toBe(200)
  })

  it('what the owner adds later', async () => {
    const id = await shared(asks('ask', { credential: shop }))
    await apply(id, editor, { type: 'set_title', node_id: 'ask', title: 'Ask' })
    await apply(id, owner, configured('ask', { credential: bank }))
    expect(outcome(await apply(id, editor, added(asks('more', { credential: bank }))))).toBe(200)
  })

  it('the models of the operator, and no model of their own, which nobody else could run', async () => {
    const id = await shared(writes('say', { model: fast }))
    expect(outcome(await apply(id, editor, added(writes('a', { model: house, fallback_model: 'environment' }))))).toBe(
      200,
    )
    expect(outcome(await apply(id, editor, added(writes('b', { model: own }))))).toEqual([
      'foreign_model document.b.model',
    ])
  })

  it('editing the rest when a credential in the workflow was deleted', async () => {
    const fields = { token: 'x', hosts: 'api.example.com' }
    const { credential } = await call('POST', '/credentials', owner, { type: 'bearer', name: 'Old', fields })
    const id = await shared(asks('ask', { credential: credential.id }))
    await call('DELETE', `/credentials/${credential.id}?even_if_used=true`, owner)
    expect(outcome(await apply(id, editor, { type: 'set_title', node_id: 'ask', title: 'Ask' }))).toBe(200)
  })
})
