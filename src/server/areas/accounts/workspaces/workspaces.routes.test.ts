/** Workspaces as their members, those who left, and strangers meet them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { say, verbatim } from '#contract/phrases/phrases.ts'
import { findBuyer } from '#server/areas/billing/orders/orders.store.ts'
import { queueTemplatedMail } from '#server/platform/mail/templated-mail.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { givePlan } from '#test/support/plans.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

interface Place {
  id: string
  slug: string
}
const PATH = '/api/v1/workspaces'
let owner: Person
let place: Place
let made = 0
beforeEach(async () => {
  owner = await test.person('seller')
  place = await create(`Lakeside Clinic ${++made}`)
  await givePlan(test.database, place.id)
})

const create = async (name: string, as = owner): Promise<Place> => {
  const { status, body } = await test.call('POST', PATH, { as, body: { name } })
  expect([status, body.data?.name, body.data?.role]).toEqual([201, name, 'owner'])
  return body.data
}
const within = (slug = place.slug) => ({ 'x-workspace': slug })
const emailOf = async ({ id }: Person): Promise<string> =>
  (await test.database.pool.query('select email::text from users where id = $1', [id])).rows[0].email
const prove = ({ id }: Person) => test.database.pool.query('update users set is_verified = true where id = $1', [id])
const invite = (email: string, role: WorkspaceRole, as = owner, at = place) =>
  test.call('POST', `${PATH}/${at.id}/invitations`, { as, body: { email, role } })
/** Of the newest mail to this address. */
async function tokenFor(email: string): Promise<string> {
  const { rows } = await test.database.pool.query<{ body: string }>(
    'select body from mails where to_address = $1 order by created_at desc, id desc limit 1',
    [email],
  )
  return /join\/([\w-]+)/.exec(rows[0]?.body ?? '')?.[1] ?? ''
}
const accept = (token: string, as: Person) =>
  test.call('POST', `/api/v1/workspace-invitations/${token}/accept`, { as, body: {} })
async function join(role: WorkspaceRole, person?: Person): Promise<Person> {
  const one = person ?? (await test.person())
  await prove(one)
  const email = await emailOf(one)
  expect((await invite(email, role)).status).toBe(201)
  expect((await accept(await tokenFor(email), one)).body.data).toMatchObject({ id: place.id, role })
  return one
}
const people = async (as = owner) => (await test.call('GET', `${PATH}/${place.id}/people`, { as })).body.data
const setRole = (person: Person, role: string, as = owner) =>
  test.call('PUT', `${PATH}/${place.id}/members/${person.id}`, { as, body: { role } })
const remove = (person: Person, as = owner) => test.call('DELETE', `${PATH}/${place.id}/members/${person.id}`, { as })
const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))
const newWorkflow = (as: Person, headers = {}) =>
  test.call('POST', '/api/v1/workflows', { as, headers, body: { name: 'Notes', document } })
const listed = async (as: Person, headers = {}) =>
  (await test.call('GET', '/api/v1/workflows', { as, headers })).body.data.items.map((one: { id: string }) => one.id)

describe('a workspace', () => {
  it('is listed with the role of each member, and doesn’t exist for others', async () => {
    const member = await join('member')
    const [mine] = (await test.call('GET', PATH, { as: member })).body.data.items
    expect(mine).toMatchObject({ id: place.id, slug: place.slug, role: 'member', members: 2, account_role: 'seller' })
    const stranger = await test.person()
    expect((await test.call('GET', PATH, { as: stranger })).body.data.items).toEqual([])
    expect((await test.call('GET', `${PATH}/${place.id}/people`, { as: stranger })).status).toBe(404)
    expect((await test.call('GET', PATH)).status).toBe(401)
  })

  it('has an address made from its name, unlike that of any other', async () => {
    const again = await create(`Lakeside Clinic ${made}`)
    expect(place.slug).toBe(`lakeside-clinic-${made}`)
    expect(again.slug).toMatch(new RegExp(`^lakeside-clinic-${made}-\\d{4}$`))
    const taken = await test.call('POST', PATH, { as: owner, body: { name: 'Other', slug: place.slug } })
    expect([taken.status, taken.body.errors[0].field]).toEqual([409, 'slug'])
    expect((await create('झील किनारे')).slug).toMatch(/^workspace/)
  })

  it('takes an address that two ask for at once in one of them alone', async () => {
    const places = [place, await create('Other Clinic'), await create('Third Clinic')]
    const rename = ({ id }: Place) =>
      test.call('PUT', `${PATH}/${id}`, { as: owner, body: { name: 'Renamed', slug: `wanted-${made}` } })
    const answers = await Promise.all(places.map(rename))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  it('owns what its members make in it, and they keep what is their own', async () => {
    const builder = await join('builder', await test.person('seller'))
    const { body } = await newWorkflow(owner, within())
    const id = body.data.id
    expect(await listed(builder, within())).toEqual([id])
    expect(await listed(owner)).toEqual([])
    expect(await listed(builder)).toEqual([])
    expect((await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })).status).toBe(404)
    const own = (await newWorkflow(builder)).body.data.id
    expect((await test.call('GET', `/api/v1/workflows/${own}`, { as: builder, headers: within() })).status).toBe(404)
    const read = await test.call('GET', `/api/v1/workflows/${id}`, { as: builder, headers: within() })
    expect([read.status, read.body.data.id]).toEqual([200, id])
  })

  it('lets a role do what the table of rights says', async () => {
    const [reviewer, billing] = [await join('reviewer'), await join('billing')]
    expect((await newWorkflow(reviewer, within())).body.errors?.[0].code).toBe('workspace_role')
    expect((await test.call('GET', '/api/v1/executions', { as: reviewer, headers: within() })).status).toBe(200)
    expect((await test.call('GET', '/api/v1/executions', { as: billing, headers: within() })).status).toBe(403)
    expect((await test.call('GET', '/api/v1/invoices', { as: billing, headers: within() })).status).toBe(200)
    expect((await test.call('GET', '/api/v1/invoices', { as: reviewer, headers: within() })).status).toBe(403)
    // What is a person's own stays theirs.
    expect((await test.call('GET', '/api/v1/users/me', { as: billing, headers: within() })).body.data.id).toBe(
      billing.id,
    )
  })

  it('says of each run which member started it', async () => {
    const member = await join('member')
    const { id } = (await newWorkflow(owner, within())).body.data
    const run = (as: Person, headers = {}) =>
      test.call('POST', '/api/v1/workflows/execute', {
        as,
        headers,
        body: { workflow_id: id, input: {}, wait_ms: 5000 },
      })
    const started = await run(owner, within())
    expect(started.status).toBe(200)
    const [seen] = (await test.call('GET', '/api/v1/executions', { as: member, headers: within() })).body.data.items
    expect(seen).toMatchObject({ id: started.body.data.execution_id, started_by: { id: owner.id } })
    const own = (await newWorkflow(owner)).body.data.id
    const body = { workflow_id: own, input: {}, wait_ms: 5000 }
    await test.call('POST', '/api/v1/workflows/execute', { as: owner, body })
    expect((await test.call('GET', '/api/v1/executions', { as: owner })).body.data.items[0]).not.toHaveProperty(
      'started_by',
    )
  })

  it('is in the list of accounts as what it is, and its operators can block it', async () => {
    const admin = await test.person('admin')
    const found = await test.call('GET', '/api/v1/users', { as: admin, query: { search: place.id } })
    expect(found.body.data.items).toMatchObject([{ id: place.id, workspace: place.slug }])
    const others = await test.call('GET', '/api/v1/users', { as: admin, query: { search: owner.id } })
    expect(others.body.data.items).toMatchObject([{ id: owner.id, workspace: null }])
    const block = { reason: 'Spam' }
    expect(
      (await test.call('POST', `/api/v1/user-management/${place.id}/block`, { as: admin, body: block })).status,
    ).toBe(200)
    const refused = await test.call('GET', '/api/v1/executions', { as: owner, headers: within() })
    expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'account_blocked'])
    expect((await test.call('GET', '/api/v1/executions', { as: owner })).status).toBe(200)
  })

  it('refuses a name that isn’t of a workspace of theirs, also where everyone may ask', async () => {
    const stranger = await test.person()
    for (const headers of [within(), within('nowhere'), within('../x'), within('')]) {
      const { status, body } = await test.call('GET', '/api/v1/agents', { as: stranger, headers })
      expect([status, body.errors?.[0].code]).toEqual([404, 'workspace_not_found'])
    }
  })
})

describe('the person behind a workspace', () => {
  it('has what is given once to each person, however many workspaces they make', async () => {
    await prove(owner)
    const email = await emailOf(owner)
    const { rows } = await test.database.pool.query<{ id: string }>('select id from users where id = any($1)', [
      [owner.id, place.id],
    ])
    expect(rows).toHaveLength(2)
    const buyers = await Promise.all([owner.id, place.id].map((id) => findBuyer(test.database.db, id as UserId)))
    expect(buyers.map((buyer) => [buyer?.person_email, buyer?.is_verified])).toEqual([
      [email, true],
      [email, true],
    ])
  })

  it('gets its mail by role: what is about money goes to those who pay, too', async () => {
    const [admin, billing] = [await join('admin'), await join('billing')]
    await join('builder')
    const { email = '' } = (await findBuyer(test.database.db, place.id as UserId)) ?? {}
    const received = async (kind: 'receipt' | 'notification') => {
      await test.database.pool.query('delete from mails')
      await queueTemplatedMail(test.database.db, {
        to: email,
        kind,
        values: { brand: 'Chowk', title: 'x' },
        body: verbatim('x'),
      })
      const { rows } = await test.database.pool.query<{ to: string }>('select to_address as to from mails')
      return rows.map(({ to }) => to).toSorted()
    }
    const managers = await Promise.all([owner, admin].map(emailOf))
    expect(await received('notification')).toEqual(managers.toSorted())
    expect(await received('receipt')).toEqual([...managers, await emailOf(billing)].toSorted())
  })

  it('gets its mail in the language of each member', async () => {
    const reader = await join('admin')
    await test.database.pool.query(`update users set preferences = '{"language": "hi"}' where id = $1`, [reader.id])
    const { email = '' } = (await findBuyer(test.database.db, place.id as UserId)) ?? {}
    await test.database.pool.query('delete from mails')
    await queueTemplatedMail(test.database.db, {
      to: email,
      kind: 'receipt',
      values: { brand: 'Chowk', title: 'Credits', amount: '₹100' },
      body: say('There was nothing to pay.'),
    })
    const { rows } = await test.database.pool.query<{ to: string; subject: string; body: string }>(
      'select to_address as to, subject, body from mails',
    )
    const of = async (person: Person) => {
      const address = await emailOf(person)
      return rows.find(({ to }) => to === address)
    }
    expect(await of(owner)).toMatchObject({
      subject: 'Receipt: Credits, ₹100',
      body: 'Thank you.\n\nThere was nothing to pay.',
    })
    expect(await of(reader)).toMatchObject({ subject: 'रसीद: Credits, ₹100', body: 'धन्यवाद।\n\nकुछ भुगतान नहीं करना था।' })
  })

  it('is not deleted while it has no other owner, and takes a workspace along only by its name', async () => {
    const refusal = async () => (await test.call('GET', '/api/v1/users/me/deletion', { as: owner })).body.data.refusal
    expect(await refusal()).toMatch(/only owner of Lakeside Clinic/)
    const member = await join('member')
    await newWorkflow(owner, within())
    const fresh: Person = { ...owner, signed_in_at: new Date() }
    test.know(fresh)
    const remove = (name: string, as = fresh) =>
      test.call('POST', `${PATH}/${place.id}/deletion`, { as, body: { name } })
    expect((await remove('Lakeside')).body.errors[0].field).toBe('name')
    expect((await remove(`Lakeside Clinic ${made}`, member)).status).toBe(403)
    expect((await remove(`Lakeside Clinic ${made}`, await test.person())).status).toBe(404)
    expect((await remove(`Lakeside Clinic ${made}`)).status).toBe(200)
    expect((await test.call('GET', PATH, { as: member })).body.data.items).toEqual([])
    expect((await test.call('GET', '/api/v1/executions', { as: member, headers: within() })).status).toBe(404)
    const { rows } = await test.database.pool.query('select from workflows where owner_id = $1', [place.id])
    expect(rows).toEqual([])
    expect(await refusal()).toBeNull()
  })

  it('is not deleted while its money is open, and its owners are told what and what would be lost', async () => {
    const { pool } = test.database
    await giveCredits(test.database, place.id as UserId, 5_000)
    await pool.query(
      `insert into orders (user_id, purpose, subject, title, amount_paise, state_code, billing_name, gateway, receipt)
       values ($1, 'credits', '{}', 'Credits', 10000, '27', 'Lakeside', 'test', $2)`,
      [place.id, place.id.slice(0, 40)],
    )
    const path = `${PATH}/${place.id}/deletion`
    const said = await test.call('GET', path, { as: owner })
    expect(said.body.data).toEqual({ open: [{ kind: 'orders', count: 1, paise: 10_000 }], credits_paise: 5_000 })
    expect((await test.call('GET', path, { as: await join('admin') })).status).toBe(403)
    expect((await test.call('GET', path, { as: await test.person() })).status).toBe(404)
    const fresh: Person = { ...owner, signed_in_at: new Date() }
    test.know(fresh)
    const remove = () => test.call('POST', path, { as: fresh, body: { name: `Lakeside Clinic ${made}` } })
    expect((await remove()).body).toMatchObject({
      status: { code: 409 },
      errors: [{ code: 'money_open', field: 'orders' }],
    })
    await pool.query(`update orders set status = 'expired' where user_id = $1`, [place.id])
    expect((await remove()).status).toBe(200)
  })
})

describe('seats', () => {
  const endPlan = () =>
    test.database.pool.query(`update subscriptions set status = 'ended', ended_at = now() where user_id = $1`, [
      place.id,
    ])

  it('are those of the plan, an open invitation takes one, and inviting again takes no other', async () => {
    await endPlan()
    await join('member')
    const guest = await emailOf(await test.person())
    expect((await invite(guest, 'member')).status).toBe(201)
    expect((await invite(guest, 'reviewer')).status).toBe(201)
    const refused = await invite('another@example.com', 'member')
    expect([refused.status, refused.body.errors[0].code, refused.body.errors[0].field]).toEqual([
      402,
      'plan_limit',
      'seats',
    ])
    expect(refused.body.status.message).toContain('Without a plan a workspace can have 3 people')
    await givePlan(test.database, place.id, { plan: 'starter' })
    expect((await invite('another@example.com', 'member')).status).toBe(201)
  })

  it('are asked again when someone joins, and nobody loses theirs when a plan ends', async () => {
    const [second, third, late] = [await join('member'), await join('member'), await test.person()]
    await prove(late)
    expect((await invite(await emailOf(late), 'member')).status).toBe(201)
    await endPlan()
    const token = await tokenFor(await emailOf(late))
    const refused = await accept(token, late)
    expect([refused.status, refused.body.errors[0].field]).toEqual([402, 'seats'])
    for (const one of [second, third])
      expect((await test.call('GET', '/api/v1/executions', { as: one, headers: within() })).status).toBe(200)
    await givePlan(test.database, place.id, { plan: 'starter' })
    expect((await accept(token, late)).status).toBe(200)
  })
})

describe('members', () => {
  it('are changed by owners and admins; owners by owners alone; and one owner stays', async () => {
    const [admin, member] = [await join('admin'), await join('member')]
    expect((await setRole(member, 'reviewer', admin)).body.data.role).toBe('reviewer')
    expect((await setRole(member, 'owner', admin)).status).toBe(403)
    expect((await setRole(owner, 'member', admin)).status).toBe(403)
    expect((await setRole(member, 'admin', member)).status).toBe(403)
    expect((await remove(owner, admin)).status).toBe(403)
    expect((await remove(owner)).body.errors?.[0].code).toBe('last_owner')
    expect((await setRole(owner, 'member')).body.errors?.[0].code).toBe('last_owner')
    expect((await setRole(member, 'owner')).status).toBe(200)
    expect((await remove(owner)).status).toBe(200)
    const left = await people(member)
    expect(left.members.map((one: { role: string }) => one.role)).toEqual(['owner', 'admin'])
  })

  it('are out with their next request, with the keys they made and the invitations they sent', async () => {
    const admin = await join('admin')
    const guest = await emailOf(await test.person())
    expect((await invite(guest, 'member', admin)).status).toBe(201)
    const key = await test.call('POST', '/api/v1/api-keys', {
      as: admin,
      headers: within(),
      body: { name: 'Clinic server', scopes: ['read'] },
    })
    const asKey = { authorization: `Bearer ${key.body.data.secret}` }
    const asks = async () => [
      (await test.call('GET', '/api/v1/executions', { as: admin, headers: within() })).status,
      (await test.call('GET', '/api/v1/executions', { headers: asKey })).status,
      (await test.call('GET', `/api/v1/workspace-invitations/${await tokenFor(guest)}`)).status,
    ]
    expect(await asks()).toEqual([200, 200, 200])
    expect((await remove(admin)).status).toBe(200)
    expect(await asks()).toEqual([404, 401, 400])
  })

  it('leave nobody without an owner when two owners remove each other at once', async () => {
    const other = await join('owner')
    const answers = await Promise.all([remove(other, owner), remove(owner, other)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const [first] = (await test.call('GET', PATH, { as: owner })).body.data.items
    const [second] = (await test.call('GET', PATH, { as: other })).body.data.items
    expect([first, second].filter((one) => one !== undefined)).toHaveLength(1)
  })
})

describe('an invitation', () => {
  it('is for one address, once', async () => {
    const guest = await test.person()
    const email = await emailOf(guest)
    expect((await invite(email, 'builder')).status).toBe(201)
    const token = await tokenFor(email)
    const seen = await test.call('GET', `/api/v1/workspace-invitations/${token}`)
    expect(seen.body.data).toMatchObject({ workspace: `Lakeside Clinic ${made}`, email, role: 'builder' })
    const other = await test.person()
    await prove(other)
    expect((await accept(token, other)).body.errors?.[0].code).toBe('invitation_invalid')
    await prove(guest)
    const answers = await Promise.all([accept(token, guest), accept(token, guest)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect((await accept(token, guest)).body.errors?.[0].code).toBe('link_invalid')
    expect((await invite(email, 'admin')).body.errors?.[0].code).toBe('already_exists')
  })

  it('ends when it is withdrawn, replaced or too old', async () => {
    const guest = await test.person()
    await prove(guest)
    const email = await emailOf(guest)
    await invite(email, 'builder')
    const first = await tokenFor(email)
    await invite(email, 'member')
    const second = await tokenFor(email)
    expect((await accept(first, guest)).body.errors?.[0].code).toBe('link_invalid')
    const [open] = (await people()).invitations
    const withdraw = () => test.call('DELETE', `${PATH}/${place.id}/invitations/${open.id}`, { as: owner })
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404])
    expect((await accept(second, guest)).body.errors?.[0].code).toBe('link_invalid')
    await invite(email, 'member')
    await test.database.pool.query('update workspace_invitations set expires_at = now() where workspace_id = $1', [
      place.id,
    ])
    expect((await accept(await tokenFor(email), guest)).body.errors?.[0].code).toBe('link_invalid')
    expect((await people()).invitations[0]).toMatchObject({ email, expired: true })
  })

  it('gives nobody more than its sender may give, and is seen by owners and admins alone', async () => {
    const [admin, member] = [await join('admin'), await join('member')]
    expect((await invite('a@clinic.example', 'owner', admin)).status).toBe(403)
    expect((await invite('a@clinic.example', 'admin', admin)).status).toBe(201)
    expect((await invite('b@clinic.example', 'member', member)).status).toBe(403)
    expect((await people(member)).invitations).toEqual([])
    expect((await people(admin)).invitations).toHaveLength(1)
  })
})
