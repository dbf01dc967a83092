import { afterAll, beforeAll, expect, it } from 'vitest'
import { collectNotices } from '#server/areas/runs/notices/notice-causes.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { escalateReviews } from './escalation.ts'

let test: TestApp
let owner: Person
let ben: Person
let dina: Person
let member: Person
let slug = ''
let workspace = ''
let agent_id = ''

beforeAll(async () => {
  test = await createTestApp()
  const { pool } = test.database
  const named = async (name: string, role: 'seller' | 'basic_user') => {
    const person = await test.person(role)
    await pool.query('update users set display_name = $2 where id = $1', [person.id, name])
    return person
  }
  owner = await named('Asha', 'seller')
  const made = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ;({ id: workspace, slug } = made.body.data)
  const join = async (name: string, role: string) => {
    const person = await named(name, 'basic_user')
    await pool.query('insert into workspace_members values ($1, $2, $3)', [workspace, person.id, role])
    return person
  }
  ben = await join('Ben', 'reviewer')
  dina = await join('Dina', 'reviewer')
  member = await join('Chitra', 'member')
  const asking = workflow(
    [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'Pay it?', timeout_seconds: 86_400 })],
    wires('start > ask'),
  )
  agent_id = (await addAgent(pool, owner.id, asking)).id
})
afterAll(() => test.close())

const call = (method: 'GET' | 'POST' | 'PUT', path: string, as: Person, body?: object) =>
  test.call(method, `/api/v1${path}`, { as, headers: { 'x-workspace': slug }, ...(body && { body }) })

interface Asked {
  run: string
  wait: string
}

async function ask(): Promise<Asked> {
  const begun = await call('POST', '/workflows/execute', owner, { agent_id, input: { text: 'x' }, wait_ms: 300 })
  const run = begun.body.data.execution_id
  const { questions } = (await call('GET', '/review', owner)).body.data
  const found = questions.find((one: { execution_id: string }) => one.execution_id === run)
  return { run, wait: found.wait_id }
}
const assign = ({ run, wait }: Asked, as: Person, assignee: Person | null, seen: number) =>
  call('PUT', `/executions/${run}/waits/${wait}/assignment`, as, { assignee_id: assignee?.id ?? null, seen })
const answer = ({ run, wait }: Asked, as: Person) =>
  call('POST', `/executions/${run}/waits/${wait}`, as, { type: 'approval', approved: true })
const waitsOf = async (as: Person, assignee: string) =>
  (await call('GET', `/review?assignee=${assignee}`, as)).body.data.questions.map(
    (one: { wait_id: string }) => one.wait_id,
  )
const told = async (of: Person, { run }: Asked) =>
  (await test.call('GET', '/api/v1/notifications', { as: of })).body.data.items
    .filter(({ href }: { href: string }) => href === `/w/${slug}/runs/${run}`)
    .map(({ title, read_at }: { title: string; read_at: string | null }) => ({ title, is_read: read_at !== null }))

it('an approval is assigned to who may answer it; they are told, and find it among theirs', async () => {
  const asked = await ask()
  const made = await assign(asked, owner, ben, 0)
  expect(made.body.data).toEqual({ wait_id: asked.wait, assignee: { id: ben.id, name: 'Ben' }, assignment: 1 })
  expect(await told(ben, asked)).toEqual([{ title: 'Asha asks you to answer “Pay it?”', is_read: false }])
  expect(await told(dina, asked)).toEqual([])
  expect(await waitsOf(ben, 'me')).toContain(asked.wait)
  expect(await waitsOf(owner, ben.id)).toContain(asked.wait)
  expect(await waitsOf(dina, 'me')).not.toContain(asked.wait)
  expect(await waitsOf(owner, 'nobody')).not.toContain(asked.wait)
  expect(await waitsOf(dina, 'anyone')).toContain(asked.wait)
  // Others still can answer: who is asked may be ill.
  expect((await answer(asked, dina)).status).toBe(200)
  await collectNotices(test.database.db)
  expect(await told(ben, asked)).toEqual([{ title: 'Asha asks you to answer “Pay it?”', is_read: true }])
})

it('of two who assign at once the second is told who was assigned', async () => {
  const asked = await ask()
  const both = await Promise.all([assign(asked, owner, ben, 0), assign(asked, dina, dina, 0)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = both.find(({ status }) => status === 409)
  expect(refused?.body.errors[0]).toMatchObject({
    code: 'stale_details',
    message: expect.stringMatching(/^(?:Ben|Dina) was assigned meanwhile/),
  })
  expect((await assign(asked, owner, null, 1)).body.data).toMatchObject({ assignee: null, assignment: 2 })
  expect(await waitsOf(owner, 'nobody')).toContain(asked.wait)
})

it('is refused for who can’t answer, for strangers, in other runs and once it was answered', async () => {
  const [asked, other] = [await ask(), await ask()]
  const wrong = await assign(asked, owner, member, 0)
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'assignee_id'])
  expect((await assign(asked, member, ben, 0)).body.errors[0].code).toBe('workspace_role')
  const stranger = await test.person('seller')
  const path = `/api/v1/executions/${asked.run}/waits/${asked.wait}/assignment`
  const body = { assignee_id: stranger.id, seen: 0 }
  expect((await test.call('PUT', path, { as: stranger, body })).status).toBe(404)
  expect((await test.call('PUT', path, { body })).status).toBe(401)
  expect((await assign({ run: other.run, wait: asked.wait }, owner, ben, 0)).status).toBe(404)
  await answer(asked, ben)
  expect((await assign(asked, owner, ben, 0)).body.errors[0].code).toBe('already_resolved')
  expect(await told(ben, asked)).toEqual([])
})

it('the reminder goes to who is assigned; after they left to those who may answer', async () => {
  const [asked, left] = [await ask(), await ask()]
  const { pool, db } = test.database
  await assign(asked, owner, ben, 0)
  await assign(left, owner, dina, 0)
  await pool.query(`update execution_waits set created_at = now() - interval '1 day 1 hour' where id = any($1)`, [
    [asked.wait, left.wait],
  ])
  await pool.query('delete from workspace_members where user_id = $1', [dina.id])
  await escalateReviews(db)
  const reminders = async (of: Person, one: Asked) =>
    (await told(of, one)).filter(({ title }: { title: string }) => title.includes('is waiting for an answer')).length
  expect(await reminders(ben, asked)).toBe(1)
  expect(await reminders(owner, asked)).toBe(0)
  // The run was started by its owner, who may answer.
  expect(await reminders(owner, left)).toBe(1)
  expect(await waitsOf(owner, 'nobody')).toContain(left.wait)
})
