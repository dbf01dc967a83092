import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OwnAgentDetail } from '#contract/agents/publishing.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { type Answer, createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

const form = workflow(
  [
    node('ask', 'input_form', { fields: [{ name: 'text', label: 'Your text', required: true }] }),
    node('end', 'template', { text: '{{ $input.text }}' }),
  ],
  wires('ask > end'),
)

let test: TestApp
let seller: Person
let other: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('seller')
  other = await test.person('seller')
  await addCategories(test.database.pool, 'productivity', 'legal')
})
afterAll(() => test.close())

const call = (method: string, path: string, body?: object, as: Person | null = seller) =>
  test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })
const refusal = ({ status, body }: Answer) => [status, body.errors[0].code, body.errors[0].field]

async function drawWorkflow(document: WorkflowDocument = form, as = seller): Promise<string> {
  const { body } = await call('POST', '/workflows', { name: 'Echo', document }, as)
  return body.data.id
}
const make = async (rest: object = {}, as = seller) =>
  (await call('POST', '/agents', { workflow_id: await drawWorkflow(form, as), ...rest }, as)).body.data

describe('a draft agent', () => {
  it('is made of a workflow with nothing but its id, and says what it lacks', async () => {
    const made = await call('POST', '/agents', { workflow_id: await drawWorkflow() })
    expect(made.status).toBe(201)
    const agent = OwnAgentDetail.parse(made.body.data)
    expect(agent).toMatchObject({
      name: 'Echo',
      phase: 'draft',
      number: null,
      draft: { name: 'Echo', tagline: '', category: null, price_type: 'free', price_paise: 0, trial_runs: 3 },
      input_schema: { required: ['text'] },
      permissions: { reads: ['What you enter as “Your text”'], sends_to: [], models: [] },
      abilities: { edit: { allowed: true }, submit: { allowed: true }, delete: { allowed: true } },
    })
    const open = agent.checklist.filter(({ done, required }) => required && !done).map(({ key }) => key)
    expect(open).toEqual(['tagline', 'description', 'category', 'samples', 'sample_runs'])
  })

  it('can be made with tags that are not filled in yet', async () => {
    const { status, body } = await call('POST', '/agents', {
      workflow_id: await drawWorkflow(),
      tags: ['', ' icd ', '  '],
    })
    expect([status, body.data?.draft.tags]).toEqual([201, ['', ' icd ', '  ']])
  })

  it('keeps every field separately, and nobody else finds it', async () => {
    const { id, slug } = await make()
    await call('PUT', `/agents/${id}`, { tagline: 'Says it again', category: 'legal' })
    const { body } = await call('PUT', `/agents/${id}`, { price_type: 'per_run', price_paise: 1250, does: ['Echoes'] })
    expect(body.data.draft).toMatchObject({ tagline: 'Says it again', category: 'legal', price_paise: 1250 })
    expect(body.data.checklist.find(({ key }: { key: string }) => key === 'disclaimer')).toMatchObject({ done: false })
    for (const [method, path, sent] of [
      ['GET', `/seller/agents/${id}`, undefined],
      ['PUT', `/agents/${id}`, { name: 'Theirs' }],
      ['DELETE', `/agents/${id}`, undefined],
    ] as const)
      expect((await call(method, path, sent, other)).status).toBe(404)
    expect((await call('GET', `/agents/${slug}`, undefined, other)).status).toBe(404)
    expect((await call('GET', '/seller/agents', undefined, other)).body.data.total).toBe(0)
    expect((await call('GET', `/seller/agents/${id}`)).body.data.draft.name).toBe('Echo')
  })

  it('is listed in more than one category, and the main one is never named twice', async () => {
    const { id } = await make({ category: 'productivity', more_categories: ['legal'] })
    const stored = async () =>
      (await test.database.pool.query('select category_slug, more_categories from agents where id = $1', [id])).rows[0]
    expect(await stored()).toEqual({ category_slug: 'productivity', more_categories: ['legal'] })
    const checklist = (await call('GET', `/seller/agents/${id}`)).body.data.checklist
    expect(checklist.find(({ key }: { key: string }) => key === 'disclaimer')).toMatchObject({ done: false })
    await call('PUT', `/agents/${id}`, { category: 'legal', more_categories: ['legal', 'productivity'] })
    expect(await stored()).toEqual({ category_slug: 'legal', more_categories: ['productivity'] })
  })

  it.each([
    ['a fraction of a paisa', { price_type: 'per_run', price_paise: 100.5 }, 'price_paise'],
    ['less than nothing', { price_type: 'per_run', price_paise: -100 }, 'price_paise'],
    ['less than a rupee', { price_type: 'per_run', price_paise: 99 }, 'price_paise'],
    ['more than a lakh', { price_type: 'monthly', price_paise: 10_000_001 }, 'price_paise'],
    ['an astronomical price', { price_type: 'one_time', price_paise: 1e21 }, 'price_paise'],
    ['a price in words', { price_type: 'per_run', price_paise: '1000' }, 'price_paise'],
    ['a price of something free', { price_type: 'free', price_paise: 1000 }, 'price_paise'],
    ['an unknown way to pay', { price_type: 'barter' }, 'price_type'],
    ['half a trial run', { trial_runs: 1.5 }, 'trial_runs'],
    ['a category that is not there', { category: 'nowhere' }, 'category'],
    ['another category that is not there', { more_categories: ['legal', 'nowhere'] }, 'more_categories.1'],
    ['more categories than two', { more_categories: ['a', 'b', 'c'] }, 'more_categories'],
    ['an icon that is none', { icon: 'javascript:alert(1)' }, 'icon'],
    ['a long name', { name: 'x'.repeat(121) }, 'name'],
    ['many tags', { tags: Array.from({ length: 13 }, (_, n) => `t${n}`) }, 'tags'],
    ['a sample without an input', { samples: [{ title: 'x', input: 7 }] }, 'samples.0.input'],
    ['permissions of one’s own', { permissions: { reads: [] } }, undefined],
  ])('refuses %s with the field and changes nothing', async (_what, change, field) => {
    const { id, draft } = await make()
    const answer = await call('PUT', `/agents/${id}`, change)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field ?? answer.body.errors[0].field])
    expect((await call('GET', `/seller/agents/${id}`)).body.data.draft).toEqual(draft)
  })

  it('becomes free by choosing so, whatever price stood there', async () => {
    const { id } = await make({ price_type: 'monthly', price_paise: 49_900 })
    const { body } = await call('PUT', `/agents/${id}`, { price_type: 'free' })
    expect(body.data.draft).toMatchObject({ price_type: 'free', price_paise: 0 })
  })

  it('is deleted for good, and its workflow can be made an agent again', async () => {
    const workflow_id = await drawWorkflow()
    const { id } = (await call('POST', '/agents', { workflow_id })).body.data
    expect(refusal(await call('POST', '/agents', { workflow_id }))).toEqual([409, 'already_exists', 'workflow_id'])
    expect((await call('DELETE', `/agents/${id}`)).body.data).toEqual({ id })
    expect((await call('GET', `/seller/agents/${id}`)).status).toBe(404)
    expect((await call('POST', '/agents', { workflow_id })).status).toBe(201)
  })

  it('is for sellers, of workflows of their own that can run', async () => {
    const workflow_id = await drawWorkflow()
    expect((await call('POST', '/agents', { workflow_id }, await test.person('basic_user'))).status).toBe(403)
    expect((await call('POST', '/agents', { workflow_id }, other)).status).toBe(404)
    const broken = await drawWorkflow(
      workflow([node('start', 'manual_trigger'), node('odd', 'placeholder')], wires('start > odd')),
    )
    expect(refusal(await call('POST', '/agents', { workflow_id: broken }))[1]).toBe('not_runnable')
  })

  it('that an event of an app starts can’t be sold, and says before it is sent what to do instead', async () => {
    const watches = workflow(
      [
        node('rows', 'app_trigger', { integration: 'google-sheets', trigger: 'new_row', input: {} }),
        node('end', 'template', { text: '{{ $input }}' }),
      ],
      wires('rows > end'),
    )
    const { status, body } = await call('POST', '/agents', { workflow_id: await drawWorkflow(watches) })
    expect(status).toBe(201)
    const agent = OwnAgentDetail.parse(body.data)
    const { reason } = agent.checklist.find(({ key }) => key === 'trigger') ?? {}
    expect(reason).toContain('which is watched with your account. Buyers can’t choose an account for that.')
    const sent = await call('POST', `/seller/agents/${agent.id}/submit`, {})
    expect(refusal(sent).slice(0, 2)).toEqual([409, 'not_ready'])
    expect(JSON.stringify(sent.body.errors)).toContain('watched with your account')
  })

  it('keeps hostile text as text', async () => {
    const evil = '<script>alert(1)</script>{{ $trigger }}\u0000\u202e=HYPERLINK("x")'
    const { id } = await make()
    const change = {
      tagline: evil,
      description: evil,
      does: [evil],
      tags: ['=1+1'],
      disclaimer: evil,
      how_it_works: evil,
    }
    const { status, body } = await call('PUT', `/agents/${id}`, change)
    expect([200, 400]).toContain(status)
    if (status === 200) expect(body.data.draft.tags).toEqual(['=1+1'])
  })
})
