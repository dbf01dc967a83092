/** What people did in a workspace: one list of it, for those who manage it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActivityEntry } from '#contract/runs/oversight/activity.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let owner: Person
let reviewer: Person
let member: Person
let workspace = ''
let slug = ''
let run = ''
let other = ''
beforeAll(async () => {
  test = await createTestApp()
  owner = await named('Asha', 'creator_admin')
  ;({ id: workspace, slug } = (
    await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ).body.data)
  reviewer = await named('Ben')
  member = await named('Chitra')
  for (const [person, role] of [
    [reviewer, 'reviewer'],
    [member, 'member'],
  ] as const)
    await sql('insert into workspace_members values ($1, $2, $3)', [workspace, person.id, role])
  const document = workflow(
    [node('start', 'manual_trigger'), set('done', { said: '{{ $trigger.text }}' })],
    wires('start > done'),
  )
  const agent_id = (await addAgent(test.database.pool, workspace, document, { name: 'Coder' })).id
  const start = async (text: string) =>
    (await call('POST', '/workflows/execute', member, { agent_id, input: { text }, wait_ms: 5000 })).body.data
      .execution_id
  run = await start('Letter about the knee')
  other = await start('Letter about the hip')
  await call('GET', `/executions/${run}`, reviewer)
  await call('POST', `/executions/${run}/record/file`, owner, { format: 'json' })
})
afterAll(() => test.close())

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
async function named(name: string, role: 'creator_admin' | 'basic_user' = 'basic_user'): Promise<Person> {
  const person = await test.person(role)
  await sql('update users set display_name = $2 where id = $1', [person.id, name])
  return person
}
const call = (method: string, path: string, as: Person, body?: object, query?: Record<string, string>) =>
  test.call(method, `/api/v1${path}`, {
    as,
    headers: { 'x-workspace': slug },
    ...(body && { body }),
    ...(query && { query }),
  })
const activity = async (query: Record<string, string> = {}, as = owner) =>
  (await call('GET', '/activity', as, undefined, query)).body.data
const told = ({ items }: { items: ActivityEntry[] }) =>
  items.map(({ person, kind, object }) => `${person} ${kind} ${object}`)

describe('the activity of a workspace', () => {
  it('says who did what with which document, newest first', async () => {
    const { items, total } = await activity()
    expect(total).toBe(items.length)
    expect(told({ items })).toEqual([
      'Asha exported Letter about the knee',
      'Ben seen Letter about the knee',
      'Chitra started Letter about the hip',
      'Chitra started Letter about the knee',
      'Asha managed null',
    ])
    expect(items.map(({ text }: ActivityEntry) => text[0])).toEqual([
      'Downloaded this record as JSON.',
      'Opened the result.',
      'Started a run of Coder.',
      'Started a run of Coder.',
      'Created the workspace.',
    ])
  })

  it('answers what a person did, and who did what with a document', async () => {
    expect(told(await activity({ person: member.id }))).toEqual([
      'Chitra started Letter about the hip',
      'Chitra started Letter about the knee',
    ])
    for (const object of [run, 'KNEE'])
      expect(told(await activity({ object }))).toEqual([
        'Asha exported Letter about the knee',
        'Ben seen Letter about the knee',
        'Chitra started Letter about the knee',
      ])
    expect(told(await activity({ object: other, kind: 'seen' }))).toEqual([])
    expect(told(await activity({ kind: 'managed' }))).toEqual(['Asha managed null'])
    expect((await activity({ to: '2020-01-01T00:00:00.000Z' })).total).toBe(0)
    const wrong = await call('GET', '/activity', owner, undefined, {
      ...{ from: '2026-02-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
    })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'to'])
  })

  it('comes page by page, each entry once', async () => {
    const pages = await Promise.all([0, 2, 4].map((offset) => activity({ limit: '2', offset: String(offset) })))
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }: ActivityEntry) => id))).size).toBe(5)
  })

  it('is closed to other roles and to strangers', async () => {
    for (const as of [reviewer, member]) {
      expect((await call('GET', '/activity', as)).status).toBe(403)
      expect((await call('GET', '/activity/export', as, undefined, { format: 'csv' })).status).toBe(403)
    }
    const stranger = await test.person()
    expect((await call('GET', '/activity', stranger)).status).toBe(404)
    expect((await test.call('GET', '/api/v1/activity', { as: stranger })).body.data.items).toEqual([])
  })

  it('is exported whole, and the export is an entry', async () => {
    const csv = await call('GET', '/activity/export', owner, undefined, { format: 'csv', object: run })
    expect(csv.headers['content-type']).toMatch(/^text\/csv/)
    expect(csv.body.split('\r\n').filter(Boolean)).toHaveLength(4)
    await sql(
      `insert into audit_log (actor_id, action, target_id, details)
       select $1, 'workspace.update', $2, '{}' from generate_series(1, 2500)`,
      [owner.id, workspace],
    )
    const { body } = await call('GET', '/activity/export', owner, undefined, { format: 'json' })
    expect(new Set(body.entries.map(({ id }: ActivityEntry) => id)).size).toBe(2506)
    expect((await activity({ kind: 'exported' })).items[0]).toMatchObject({
      ...{ person: 'Asha', text: ['Exported the activity.'] },
    })
  })

  it('hides personal data where the lists do, and people of the workspace never', async () => {
    const policy = { runs_days: null, files_days: null, chats_days: null, with_made: false, services: [] }
    const use = { models: null, apps: null, members_export: true, mask_lists: true }
    await call('PUT', '/data-policy', owner, { ...policy, ...use })
    await sql(`update executions set title = 'Patient Ramesh Kulkarni' where id = $1`, [run])
    expect((await activity({ kind: 'managed' })).items[0].text).toEqual([
      'Changed the data policy.',
      'Personal data is hidden in lists.',
    ])
    const { items } = await activity({ object: run })
    expect(items[0]).toMatchObject({ person: 'Asha', object: 'Patient ••••' })
    const csv = await call('GET', '/activity/export', owner, undefined, { format: 'csv', object: run })
    expect(csv.body).not.toContain('Kulkarni')
  })

  it('follows a run that someone takes into an account', async () => {
    const { rows } = await sql('select account_id from run_record_entries where execution_id = $1 limit 1', [run])
    expect(rows).toEqual([{ account_id: workspace }])
    await sql('update executions set owner_id = $2 where id = $1', [run, member.id])
    const moved = await sql('select distinct account_id from run_record_entries where execution_id = $1', [run])
    expect(moved.rows).toEqual([{ account_id: member.id }])
    await sql('update executions set owner_id = $2 where id = $1', [run, workspace])
  })
})
