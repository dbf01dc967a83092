/** Two people of one name in a workspace can be told apart wherever one of them is chosen or named. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { output } from '#nodes/node.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'

let test: TestApp
let owner: Person
let first: Person
let second: Person
let third: Person
let workspace = ''
let slug = ''
let agent_id = ''

const result = {
  ...{ view: 'codes', notice: null, document: null, text: 'No flu now.' },
  codes: [{ code: 'J11', description: 'Flu', confidence: 0.8, assertion: 'present', evidence: [] }],
}

beforeAll(async () => {
  test = await createTestApp({ behaviours: { code: () => output(result) } })
  owner = await test.person('seller')
  const made = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ;({ id: workspace, slug } = made.body.data)
  const join = async (name: string, email: string) => {
    const person = await test.person('basic_user')
    const { pool } = test.database
    await pool.query('update users set display_name = $2, email = $3 where id = $1', [person.id, name, email])
    await pool.query(`insert into workspace_members values ($1, $2, 'admin')`, [workspace, person.id])
    return person
  }
  first = await join('Asha Rao', 'asha.rao@north.example')
  second = await join('asha rao', 'ashar@north.example')
  third = await join('Ben', 'ben@north.example')
  const steps = workflow(
    [node('start', 'manual_trigger'), node('code', 'pure', { does: 'code' })],
    wires('start > code'),
  )
  agent_id = (await addAgent(test.database.pool, owner.id, steps)).id
})
afterAll(() => test.close())

const call = (method: 'GET' | 'POST' | 'PUT', path: string, as: Person, body?: object) =>
  test.call(method, `/api/v1${path}`, { as, headers: { 'x-workspace': slug }, ...(body && { body }) })

const namesOf = (people: { name: string | null }[]) =>
  people.map(({ name }) => name).filter((name) => /^asha|^ben/i.test(name ?? ''))
const FIRST = 'Asha Rao (asha.rao)'
const SECOND = 'asha rao (ashar)'

async function runOf(as: Person): Promise<string> {
  const started = await call('POST', '/workflows/execute', as, { agent_id, input: { text: 'x' }, wait_ms: 5000 })
  return started.body.data.execution_id
}

it('where a document is assigned, decided, signed off and talked about', async () => {
  const run = await runOf(first)
  const { people } = (await call('GET', '/review', third)).body.data
  expect(namesOf(people)).toEqual([FIRST, SECOND, 'Ben'])
  const assigned = await call('PUT', `/executions/${run}/assignment`, third, {
    assignee_id: second.id,
    due_at: null,
    seen: 0,
  })
  expect([assigned.status, assigned.body.errors]).toEqual([200, undefined])
  const { items } = (await call('GET', '/review', third)).body.data
  expect(items[0].assignee).toEqual({ id: second.id, name: SECOND })
  // Who looked at it before is told who it was.
  const stale = await call('PUT', `/executions/${run}/assignment`, third, {
    assignee_id: first.id,
    due_at: null,
    seen: 0,
  })
  expect(stale.body.errors[0].message).toContain(SECOND)

  await call('POST', `/executions/${run}/decisions`, first, {
    decisions: [{ id: 'code:J11:present', verdict: 'accepted', after: 0, key: randomUUID() }],
  })
  const said = await call('POST', `/executions/${run}/comments`, first, {
    text: `@${SECOND} look`,
    mentions: [second.id],
  })
  expect(said.body.data.author).toEqual({ id: first.id, name: FIRST })
  const comments = (await call('GET', `/executions/${run}/comments`, third)).body.data
  expect([comments.items[0].author.name, namesOf(comments.people)]).toEqual([FIRST, [FIRST, SECOND]])
  const notices = (await test.call('GET', '/api/v1/notifications', { as: second })).body.data.items
  expect(notices.some(({ title }: { title: string }) => title.includes(FIRST))).toBe(true)

  const before = (await call('GET', `/executions/${run}/review`, first)).body.data
  expect(before.decisions[0].by.name).toBe(FIRST)
  await call('POST', `/executions/${run}/sign-off`, first, { number: before.number, undecided: true })
  const review = (await call('GET', `/executions/${run}/review`, third)).body.data
  expect(review.sign_offs[0].by.name).toBe(FIRST)
})

it('in what people started and spent', async () => {
  const run = await runOf(second)
  expect((await call('GET', `/executions/${run}`, third)).body.data.started_by.name).toBe(SECOND)
  const { by_member } = (await call('GET', '/credits/spending', third)).body.data
  expect(namesOf(by_member).sort()).toEqual([FIRST, 'Ben', SECOND])
})

it('by the whole address where the parts before the @ are the same, and not at all where nobody has the name', async () => {
  const { pool } = test.database
  const named = async () => namesOf((await call('GET', '/review', third)).body.data.people)
  await pool.query('update users set email = $2 where id = $1', [second.id, 'asha.rao@south.example'])
  expect(await named()).toEqual(['Asha Rao (asha.rao@north.example)', 'asha rao (asha.rao@south.example)', 'Ben'])
  // Who has left is nobody to be confused with, in the lists of those who can be chosen.
  await pool.query('delete from workspace_members where user_id = $1', [second.id])
  expect(await named()).toEqual(['Asha Rao', 'Ben'])
  // An account of one person names them as they are.
  const own = await test.call('GET', '/api/v1/review', { as: first })
  expect(own.body.data.people).toEqual([{ id: first.id, name: 'Asha Rao' }])
})
