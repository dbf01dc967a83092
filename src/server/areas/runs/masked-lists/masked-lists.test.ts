/** Personal data is hidden in lists of a workspace, for every caller, and what is shown of it is recorded. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MASK } from '#contract/runs/oversight/mask-values.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const TITLE = 'Patient Ramesh Kulkarni, born 12/03/1987'
const POLICY = {
  ...{ runs_days: null, files_days: null, chats_days: null, with_made: false, services: [] },
  ...{ models: null, apps: null, members_export: true },
}

let test: TestApp
let owner: Person
let reviewer: Person
let member: Person
let workspace = ''
let slug = ''
let agent_id = ''
let run = ''
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('creator_admin')
  ;({ id: workspace, slug } = (
    await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ).body.data)
  const joined = async (role: string) => {
    const person = await test.person()
    await sql('insert into workspace_members values ($1, $2, $3)', [workspace, person.id, role])
    return person
  }
  reviewer = await joined('reviewer')
  member = await joined('member')
  const document = workflow(
    [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
    wires('start > done'),
  )
  agent_id = (await addAgent(test.database.pool, workspace, document)).id
  const { body } = await call('POST', '/workflows/execute', member, {
    ...{ agent_id, input: { text: TITLE }, wait_ms: 5000 },
  })
  run = body.data.execution_id
  await call('PUT', '/data-policy', owner, { ...POLICY, mask_lists: true })
})
afterAll(() => test.close())

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
const call = (method: string, path: string, as: Person, body?: object, query?: Record<string, string>) =>
  test.call(method, `/api/v1${path}`, {
    as,
    headers: { 'x-workspace': slug },
    ...(body && { body }),
    ...(query && { query }),
  })
const runs = (as: Person, query: Record<string, string> = {}) => call('GET', '/executions', as, undefined, query)
const titleOf = ({ body }: { body: { data: { items: { id: string; title: string }[] } } }) =>
  body.data.items.find(({ id }) => id === run)?.title
const audited = async () =>
  (
    await sql(
      `select actor_id, reason, details from audit_log where action = 'personal_data.reveal' and target_id = $1
      order by created_at`,
      [workspace],
    )
  ).rows
const recorded = async () =>
  (await call('GET', `/executions/${run}/record`, owner)).body.data.items.filter(
    ({ kind }: { kind: string }) => kind === 'unmasked',
  )

describe('a workspace that hides personal data in lists', () => {
  it('hides it from every role, in every list, and not where the document is opened', async () => {
    for (const as of [owner, reviewer, member]) {
      expect(titleOf(await runs(as))).toBe(`Patient ${MASK}, born ${MASK} 1987`)
      const { attention, recent } = (await call('GET', '/dashboard/stats', as)).body.data
      expect(JSON.stringify([attention, recent])).not.toMatch(/Kulkarni|12\/03/)
    }
    expect((await call('GET', `/executions/${run}`, member)).body.data.title).toBe(TITLE)
    // Who looks for a patient finds the run.
    expect(titleOf(await runs(member, { search: 'Kulkarni' }))).toContain(MASK)
  })

  it('shows a row to a role that may, and records it before it answers', async () => {
    const before = (await audited()).length
    expect(titleOf(await runs(reviewer, { reveal: run }))).toBe(TITLE)
    const [entry] = (await audited()).slice(before)
    expect(entry).toMatchObject({
      ...{ actor_id: reviewer.id, reason: null },
      details: { account: workspace, list: 'listExecutions', way: 'signed_in', count: 1, ids: [run] },
    })
    expect(await recorded()).toMatchObject([
      { by: { id: reviewer.id }, text: ['Showed personal data in a list that masks it.'] },
    ])
  })

  it('shows a page for a reason', async () => {
    const without = await runs(owner, { reveal: 'true' })
    expect([without.status, without.body.errors[0].field]).toEqual([400, 'reason'])
    expect(titleOf(await runs(owner, { reveal: 'true', reason: 'Calling back' }))).toBe(TITLE)
    expect((await audited()).at(-1)).toMatchObject({ actor_id: owner.id, reason: 'Calling back' })
    expect((await recorded()).at(-1)).toMatchObject({
      text: ['Showed personal data in a list that masks it.', 'Reason: Calling back'],
    })
  })

  it('refuses it to other roles, to ids of others, and records nothing', async () => {
    const before = (await audited()).length
    expect((await runs(member, { reveal: run })).status).toBe(403)
    expect((await runs(reviewer, { reveal: randomUUID() })).status).toBe(404)
    expect(await audited()).toHaveLength(before)
  })

  it('treats keys as the member who made them', async () => {
    const keyOf = async (as: Person) =>
      (await call('POST', '/api-keys', as, { name: 'Script', scopes: ['read'] })).body.data.secret
    const asked = async (secret: string, query: Record<string, string>) =>
      test.call('GET', '/api/v1/executions', { headers: { authorization: `Bearer ${secret}` }, query })
    const secret = await keyOf(owner)
    expect(titleOf(await asked(secret, {}))).toContain(MASK)
    expect(titleOf(await asked(secret, { reveal: run }))).toBe(TITLE)
    expect((await audited()).at(-1)).toMatchObject({ actor_id: owner.id, details: { way: 'api_key' } })
    await sql('update workspace_members set role = $3 where workspace_id = $1 and user_id = $2', [
      workspace,
      owner.id,
      'builder',
    ])
    expect((await asked(secret, { reveal: run })).status).toBe(403)
    await sql('update workspace_members set role = $3 where workspace_id = $1 and user_id = $2', [
      workspace,
      owner.id,
      'owner',
    ])
  })

  it('hides it in comments on a document, and records who shows one', async () => {
    expect((await call('POST', `/executions/${run}/comments`, member, { text: TITLE, mentions: [] })).status).toBe(201)
    const comments = async (as: Person, query: Record<string, string> = {}) =>
      call('GET', `/executions/${run}/comments`, as, undefined, query)
    const [comment] = (await comments(member)).body.data.items
    expect(comment).toMatchObject({ execution_id: run, text: `Patient ${MASK}, born ${MASK} 1987` })
    expect((await comments(member, { reveal: comment.id })).status).toBe(403)
    const before = (await recorded()).length
    expect((await comments(reviewer, { reveal: comment.id })).body.data.items[0].text).toBe(TITLE)
    expect((await audited()).at(-1)).toMatchObject({
      ...{ actor_id: reviewer.id, details: { list: 'listRunComments', ids: [comment.id] } },
    })
    expect((await recorded()).slice(before)).toMatchObject([{ by: { id: reviewer.id } }])
  })

  it('hides it in notices, also in those from before', async () => {
    const notice = async (title: string) =>
      sql(
        `insert into notifications (user_id, kind, title, message, href, seq) values ($1, 'mention', $2, $2, $3, 1)`,
        [...[reviewer.id, title, `/w/${slug}/review?open=${run}`]],
      )
    await call('PUT', '/data-policy', owner, { ...POLICY, mask_lists: false })
    await notice('Asha Rao assigned “Ramesh Kulkarni.pdf” to you')
    await call('PUT', '/data-policy', owner, { ...POLICY, mask_lists: true })
    const { rows } = await sql('select title, message from notifications where user_id = $1', [reviewer.id])
    expect(rows).toEqual([
      { title: `Asha Rao assigned “${MASK}.pdf” to you`, message: expect.not.stringContaining('Kulkarni') },
    ])
  })

  it('keeps what a request leaves out', async () => {
    await call('PUT', '/data-policy', owner, { ...POLICY, test_cases: true, mask_lists: true })
    const { body } = await call('PUT', '/data-policy', owner, POLICY)
    expect(body.data).toMatchObject({ test_cases: true, mask_lists: true })
  })

  it('is off until it is asked for', async () => {
    await call('PUT', '/data-policy', owner, { ...POLICY, mask_lists: false })
    expect(titleOf(await runs(member))).toBe(TITLE)
    await call('PUT', '/data-policy', owner, { ...POLICY, mask_lists: true })
  })
})
