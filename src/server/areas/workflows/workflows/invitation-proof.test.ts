/** Invitations to workflows where addresses can be confirmed: an account that only claims an address is not let in by it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let owner: Person
beforeAll(async () => {
  test = await createTestApp({ deps: { trialsAskProof: true } })
  owner = await test.person('seller')
})
afterAll(() => test.close())

const change = ({ id }: Person, columns: string) =>
  test.database.pool.query(`update users set ${columns} where id = $1`, [id])

/** What somebody learns of a workflow by an invitation: a notice, a line in their list, what joining gives. */
async function seenBy(as: Person, id: string) {
  const notices = (await test.call('GET', '/api/v1/notifications', { as })).body.data.items
  const shared = (await test.call('GET', '/api/v1/workflows/shared', { as })).body.data.items
  const joined = await test.call('POST', `/api/v1/workflows/${id}/join`, { as })
  return { notices: notices.length, shared: shared.length, joined: joined.status }
}

async function invited(person: Person): Promise<string> {
  const made = await test.call('POST', '/api/v1/workflows', { as: owner, body: { name: 'Payroll', document } })
  const id = made.body.data.id as string
  const body = { email: `${person.id}@example.com`, role: 'editor' }
  const asked = await test.call('POST', `/api/v1/workflows/${id}/members`, { as: owner, body })
  expect([asked.status, asked.body.data.invitations.length]).toEqual([200, 1])
  return id
}

it('an account that has not confirmed its address learns nothing and cannot join, until it does', async () => {
  const claimant = await test.person('seller')
  const id = await invited(claimant)
  expect(await seenBy(claimant, id)).toEqual({ notices: 0, shared: 0, joined: 404 })
  await change(claimant, 'is_verified = true')
  expect(await seenBy(claimant, id)).toEqual({ notices: 0, shared: 1, joined: 200 })
})

it('an account that confirms another address instead is not let in', async () => {
  const claimant = await test.person('seller')
  const id = await invited(claimant)
  await change(claimant, `is_verified = true, email = 'own@example.net'`)
  expect(await seenBy(claimant, id)).toEqual({ notices: 0, shared: 0, joined: 404 })
})

it('a person who has confirmed the address is told and joins at once', async () => {
  const person = await test.person('seller')
  await change(person, 'is_verified = true')
  const id = await invited(person)
  expect(await seenBy(person, id)).toEqual({ notices: 1, shared: 1, joined: 200 })
})
