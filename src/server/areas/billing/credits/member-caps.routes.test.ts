/** What members of a workspace may spend, and what a month cost by person and by service. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WorkspaceRole } from '#contract/accounts/workspace-values.ts'
import type { UserId } from '#contract/core/primitives.ts'
import { monthInIndia } from '#contract/india/time.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { givePlan } from '#test/support/plans.ts'

const PRICE = 1_250
let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const seller = await test.person('seller')
  const document = workflow(
    [
      node('start', 'manual_trigger'),
      node('give', 'set_fields', { fields: [{ name: 'said', value: '{{ $input.text }}' }] }),
    ],
    wires('start > give'),
  )
  await addAgent(test.database.pool, seller.id, document, { slug: 'paid', name: 'Paid', price: ['per_run', PRICE] })
  await test.database.pool.query(`update agents set trial_runs = 0 where slug = 'paid'`)
})
afterAll(() => test.close())

let owner: Person
let place: { id: UserId; slug: string }
beforeEach(async () => {
  owner = await test.person()
  place = (await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Lakeside Clinic' } })).body.data
  await giveCredits(test.database, place.id, 100_000)
})

async function add(role: WorkspaceRole): Promise<Person> {
  const person = await test.person()
  await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [place.id, person.id, role])
  return person
}
const within = () => ({ 'x-workspace': place.slug })
const run = (as: Person, body: object = { agent_id: 'paid' }, headers: object = within()) =>
  test.call('POST', '/api/v1/workflows/execute', {
    as,
    headers: { ...headers },
    body: { input: { text: 'x' }, wait_ms: 5000, ...body },
  })
const limit = (of: Person, month_cap_paise: number | null, as = owner, headers: object = within()) =>
  test.call('PUT', `/api/v1/credits/members/${of.id}`, { as, headers: { ...headers }, body: { month_cap_paise } })
const spending = async (as: Person, query: Record<string, string> = {}, headers: object = within()) =>
  (await test.call('GET', '/api/v1/credits/spending', { as, headers: { ...headers }, query })).body.data

describe('the limit of a member', () => {
  it('stops their runs when the month is used up, and nobody else’s', async () => {
    const [limited, other] = [await add('member'), await add('member')]
    expect((await limit(limited, 2 * PRICE)).body.data).toEqual({ user_id: limited.id, month_cap_paise: 2 * PRICE })
    for (const _ of [1, 2]) expect((await run(limited)).body.data).toMatchObject({ status: 'succeeded' })
    const refused = await run(limited)
    expect([refused.status, refused.body.errors[0].code]).toEqual([402, 'cap_reached'])
    expect(refused.body.status.message).toContain('Your limit for a month in this workspace is ₹25')
    const terms = await test.call('GET', '/api/v1/agents/paid/terms', { as: limited, headers: within() })
    expect(terms.body.data.next).toBe('cap')
    expect((await run(other)).body.data).toMatchObject({ status: 'succeeded' })
    expect((await limit(limited, null)).status).toBe(200)
    expect((await run(limited)).body.data).toMatchObject({ status: 'succeeded' })
  })

  it('holds for any number of runs at once', async () => {
    const limited = await add('member')
    await limit(limited, 3 * PRICE)
    const all = await Promise.all(Array.from({ length: 8 }, () => run(limited)))
    expect(all.filter(({ status }) => status < 300)).toHaveLength(3)
    expect((await spending(limited)).spent_paise).toBe(3 * PRICE)
  })

  it('holds for runs with a key that the member made, and for repeats of runs of others', async () => {
    const [admin, colleague] = [await add('admin'), await add('member')]
    const { body } = await test.call('POST', '/api/v1/api-keys', {
      as: admin,
      headers: within(),
      body: { name: 'Import', scopes: ['run'] },
    })
    const key = { authorization: `Bearer ${body.data.secret}` }
    await limit(admin, PRICE)
    const first = await run(colleague)
    const byKey = await test.call('POST', '/api/v1/workflows/execute', {
      headers: key,
      body: { agent_id: 'paid', input: { text: 'x' }, wait_ms: 5000 },
    })
    expect(byKey.body.data).toMatchObject({ status: 'succeeded' })
    const again = await test.call('POST', `/api/v1/executions/${first.body.data.execution_id}/control`, {
      as: admin,
      headers: within(),
      body: { action: 'rerun' },
    })
    expect(again.body.errors).toMatchObject([{ code: 'cap_reached' }])
    const { by_member } = await spending(owner)
    const of = (person: Person) => by_member.find(({ user_id }: { user_id: string }) => user_id === person.id)
    expect(of(admin)).toMatchObject({ runs: 1, spent_paise: PRICE, month_cap_paise: PRICE, role: 'admin' })
    expect(of(colleague)).toMatchObject({ runs: 1, spent_paise: PRICE, month_cap_paise: null })
  })

  it('is set by those who pay, for members, and in the audit log', async () => {
    const [member, billing] = [await add('member'), await add('billing')]
    expect((await limit(member, 5_000, member)).body.errors[0].code).toBe('workspace_role')
    expect((await limit(member, 5_000, billing)).status).toBe(200)
    expect((await limit(await test.person(), 5_000)).status).toBe(404)
    expect((await limit(member, 5_000, owner, {})).status).toBe(404)
    expect((await limit(member, 0)).body.errors[0].field).toBe('month_cap_paise')
    const { rows } = await test.database.pool.query(
      `select actor_id, details from audit_log where action = 'workspace.set_cap' and target_id = $1`,
      [place.id],
    )
    expect(rows).toEqual([{ actor_id: billing.id, details: { person: member.id, from: null, to: 5_000 } }])
  })
})

describe('spending by day', () => {
  const days = async (as: Person, query: Record<string, string> = {}) =>
    (await test.call('GET', '/api/v1/credits/spending/days', { as, headers: { ...within() }, query })).body.data

  it('tells what each service and agent cost today, and what the days before cost', async () => {
    await givePlan(test.database, place.id)
    const made = await test.call('POST', '/api/v1/services', {
      as: owner,
      headers: within(),
      body: { agent_id: 'paid', name: 'Coder' },
    })
    const service_id = made.body.data.id
    for (const body of [{ service_id }, { service_id }, { agent_id: 'paid' }]) await run(owner, body)
    const early = await run(owner)
    await test.database.pool.query(
      `update charges set created_at = now() - interval '10 days' where execution_id = $1`,
      [early.body.data.execution_id],
    )
    const week = await days(owner, { days: '7' })
    expect(week).toMatchObject({ days: 7, spent_paise: 3 * PRICE, before: { spent_paise: PRICE } })
    expect(week.parts).toMatchObject([
      { kind: 'service', id: service_id, name: 'Coder', spent_paise: 2 * PRICE },
      { kind: 'agent', name: 'Paid', spent_paise: PRICE },
    ])
    expect(week.by_day).toHaveLength(7)
    expect(week.by_day.at(-1)).toEqual({ day: week.until, parts_paise: [2 * PRICE, PRICE] })
    expect(week.by_day[0]).toEqual({ day: week.from, parts_paise: [0, 0] })
    expect(await days(owner)).toMatchObject({ days: 30, spent_paise: 4 * PRICE, before: { spent_paise: 0 } })
  })

  it('tells members who may not see the bills their own alone', async () => {
    const member = await add('member')
    await run(owner)
    expect(await days(member)).toMatchObject({ spent_paise: 0, parts: [] })
    await run(member)
    expect(await days(member)).toMatchObject({ spent_paise: PRICE, parts: [{ name: 'Paid' }] })
    expect((await days(await add('billing'))).spent_paise).toBe(2 * PRICE)
  })
})

describe('spending by month', () => {
  it('tells those who see the bills who and what spent it, also of those who left', async () => {
    const [left, quiet] = [await add('member'), await add('reviewer')]
    await givePlan(test.database, place.id)
    const made = await test.call('POST', '/api/v1/services', {
      as: owner,
      headers: within(),
      body: { agent_id: 'paid', name: 'Coder' },
    })
    expect((await run(left, { service_id: made.body.data.id })).status).toBeLessThan(300)
    expect((await run(owner)).status).toBeLessThan(300)
    await test.call('DELETE', `/api/v1/workspaces/${place.id}/members/${left.id}`, { as: owner })
    const said = await spending(await add('billing'))
    expect(said).toMatchObject({ month: monthInIndia(new Date()), runs: 2, spent_paise: 2 * PRICE })
    expect(said.by_service).toMatchObject([
      { name: 'Coder', service_id: made.body.data.id, runs: 1, spent_paise: PRICE },
      { name: null, service_id: null, runs: 1, spent_paise: PRICE },
    ])
    const byId = new Map(said.by_member.map((row: { user_id: string }) => [row.user_id, row]))
    expect(byId.get(left.id)).toMatchObject({ role: null, runs: 1, spent_paise: PRICE })
    expect(byId.get(owner.id)).toMatchObject({ role: 'owner', runs: 1, spent_paise: PRICE })
    expect(byId.get(quiet.id)).toMatchObject({ role: 'reviewer', runs: 0, spent_paise: 0 })
    expect((await spending(owner, { month: '2026-01' })).spent_paise).toBe(0)
    const wrong = await test.call('GET', '/api/v1/credits/spending', { as: owner, query: { month: '2026-13' } })
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, 'month'])
  })

  it('tells other members their own alone, and a person theirs by service', async () => {
    const member = await add('member')
    await run(owner)
    await run(member)
    expect(await spending(member)).toMatchObject({
      runs: 1,
      spent_paise: PRICE,
      by_member: [{ user_id: member.id }],
      by_service: [],
    })
    await giveCredits(test.database, member.id, PRICE)
    await run(member, { agent_id: 'paid' }, {})
    expect(await spending(member, {}, {})).toMatchObject({
      by_member: [],
      by_service: [{ service_id: null, runs: 1, spent_paise: PRICE }],
    })
  })
})
