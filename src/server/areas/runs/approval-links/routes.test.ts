/** Approvals that are answered by a link, as the person who hands it on, who gets it, and those who shouldn't. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { APPROVAL_LINKS } from '#contract/runs/approval-link-values.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const DETAILS = { payee: 'Ravi Stores', amount: '₹5,000' }
const asking = workflow(
  [
    node('start', 'manual_trigger'),
    node('ask', 'approval', { title: 'Pay ₹5,000?', details: DETAILS }),
    set('paid', { by: '{{ $input.by }}', said: '{{ $input.comment }}' }),
    set('kept', { by: '{{ $input.by }}' }),
  ],
  wires('start > ask', 'ask:approved > paid', 'ask:rejected > kept'),
)

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
  const seller = await test.person('seller')
  await addAgent(test.database.pool, seller.id, asking, { slug: 'asking', name: 'Cashier' })
})
afterAll(() => test.close())

let owner: Person
let run: { id: string; wait: string }
beforeEach(async () => {
  owner = await test.person()
  run = await begin(owner)
})

const read = async (id: string, as: Person, headers: Record<string, string> = {}) =>
  (await test.call('GET', `/api/v1/executions/${id}`, { as, headers })).body.data
async function begin(as: Person, headers: Record<string, string> = {}) {
  const body = { agent_id: 'asking', input: { text: 'x' }, wait_ms: 300 }
  const { execution_id: id } = (await test.call('POST', '/api/v1/workflows/execute', { as, headers, body })).body.data
  const { nodes } = await read(id, as, headers)
  return { id, wait: nodes.find((one: { wait: object | null }) => one.wait).wait.id }
}
const at = ({ id, wait } = run) => `/api/v1/executions/${id}/waits/${wait}/links`
const make = (body: object, as: Person | null = owner, of = run, headers: Record<string, string> = {}) =>
  test.call('POST', at(of), { as, body, headers })
const tokenIn = (text: string) => /approve\/([\w-]+)/.exec(text)?.[1] ?? ''
async function handOver(name = 'Dr Rao', as = owner, of = run, headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await make({ name }, as, of, headers)
  expect(status).toBe(201)
  return tokenIn(body.data.url)
}
const look = (token: string) => test.call('GET', `/api/v1/approvals/${token}`)
const decide = (token: string, body: object = { approved: true }) =>
  test.call('POST', `/api/v1/approvals/${token}`, { body })
const ended = (id = run.id, as = owner, headers: Record<string, string> = {}) =>
  expect.poll(async () => (await read(id, as, headers)).status).toBe('succeeded')

describe('a link to an approval', () => {
  it('shows exactly what is asked, decides nothing by being opened, and takes one answer from its holder', async () => {
    const token = await handOver()
    for (const _ of [1, 2, 3])
      expect((await look(token)).body.data).toMatchObject({
        title: 'Pay ₹5,000?',
        details: DETAILS,
        asked_by: 'Cashier',
        workspace: null,
        recipient: 'Dr Rao',
      })
    expect((await read(run.id, owner)).status).toBe('waiting')
    const answered = await decide(token, { approved: true, comment: 'Yes, today' })
    expect(answered.body.data).toEqual({ approved: true })
    await ended()
    expect((await read(run.id, owner)).output).toEqual({ by: 'Dr Rao', said: 'Yes, today' })
    expect((await decide(token)).body.errors[0].code).toBe('already_resolved')
    expect((await look(token)).body.errors[0].code).toBe('already_resolved')
  })

  it('is mailed to an address and then known to nobody else; a rejection goes the other way', async () => {
    const { body } = await make({ email: 'priya@clinic.example' })
    expect(body.data).toMatchObject({ url: null, link: { recipient: 'priya@clinic.example', mailed: true } })
    const { rows } = await test.database.pool.query(
      `select body from mails where to_address = 'priya@clinic.example' order by created_at desc limit 1`,
    )
    const token = tokenIn(rows[0].body)
    expect(rows[0].body).not.toContain('Ravi Stores')
    expect((await decide(token, { approved: false })).status).toBe(200)
    await ended()
    expect((await read(run.id, owner)).output).toEqual({ by: 'priya@clinic.example' })
  })

  it('takes the first answer of several at once, from several links and the product', async () => {
    const tokens = [await handOver('A'), await handOver('B'), await handOver('C')]
    const inProduct = test.call('POST', `/api/v1/executions/${run.id}/waits/${run.wait}`, {
      as: owner,
      body: { type: 'approval', approved: true },
    })
    const all = await Promise.all([inProduct, ...tokens.map((token) => decide(token))])
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  })

  it('opens nothing when it is withdrawn, expired, unknown, or its run is gone', async () => {
    const [withdrawn, expired] = [await handOver(), await handOver('Late')]
    const { items } = (await test.call('GET', at(), { as: owner })).body.data
    const id = items.find(({ recipient }: { recipient: string }) => recipient === 'Dr Rao').id
    expect((await test.call('DELETE', `${at()}/${id}`, { as: owner })).status).toBe(200)
    const record = await test.call('GET', `/api/v1/executions/${run.id}/record`, { as: owner })
    expect(record.body.data.items.at(-1)).toMatchObject({
      ...{ kind: 'link_withdrawn', by: { id: owner.id } },
      text: ['Withdrew a link to an approval for Dr Rao.'],
    })
    await test.database.pool.query(`update approval_links set expires_at = now() where recipient = 'Late'`)
    for (const token of [withdrawn, expired, 'unknown'])
      for (const asked of [await look(token), await decide(token)])
        expect([asked.status, asked.body.errors[0].code]).toEqual([400, 'link_invalid'])
    const last = await handOver()
    await test.call('POST', `/api/v1/executions/${run.id}/control`, { as: owner, body: { action: 'cancel' } })
    expect((await decide(last)).status).toBeGreaterThanOrEqual(400)
    expect((await test.call('DELETE', `/api/v1/executions/${run.id}`, { as: owner })).status).toBe(200)
    expect((await look(last)).body.errors[0].code).toBe('link_invalid')
  })

  it('ends with the account that the run belongs to', async () => {
    const token = await handOver()
    await test.database.pool.query(`update users set status = 'blocked' where id = $1`, [owner.id])
    expect((await look(token)).body.errors[0].code).toBe('link_invalid')
    expect((await decide(token)).body.errors[0].code).toBe('link_invalid')
  })
})

describe('making links', () => {
  it('is for those who may answer: not strangers, visitors, or of something that isn’t an approval', async () => {
    expect((await make({ name: 'X' }, await test.person())).status).toBe(404)
    expect((await make({ name: 'X' }, null)).status).toBe(401)
    const other = { id: run.id, wait: '01890000-0000-7000-8000-000000000000' }
    expect((await make({ name: 'X' }, owner, other)).status).toBe(404)
    expect((await make({ name: 'X' }, owner, { id: (await begin(owner)).id, wait: run.wait })).status).toBe(404)
    expect((await make({})).status).toBe(400)
    expect((await make({ email: 'nobody' })).status).toBe(400)
    expect((await test.call('GET', at(), { as: await test.person() })).status).toBe(404)
  })

  it('has a limit for each approval', async () => {
    await Promise.all(Array.from({ length: APPROVAL_LINKS.per_wait + 3 }, (_, i) => make({ name: `N${i}` })))
    const { total } = (await test.call('GET', at(), { as: owner })).body.data
    expect(total).toBe(APPROVAL_LINKS.per_wait)
    expect((await make({ name: 'One more' })).body.errors[0].code).toBe('limit_reached')
  })

  it('in a workspace needs the right to review, and a link ends with the member who made it', async () => {
    const place = (await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Clinic' } })).body.data
    const within = { 'x-workspace': place.slug }
    const [reviewer, member] = [await test.person(), await test.person()]
    for (const [person, role] of [
      [reviewer, 'reviewer'],
      [member, 'member'],
    ] as const)
      await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [place.id, person.id, role])
    const theirs = await begin(member, within)
    expect((await make({ name: 'X' }, member, theirs, within)).body.errors[0].code).toBe('workspace_role')
    const token = await handOver('Dr Rao', reviewer, theirs, within)
    expect((await look(token)).body.data).toMatchObject({ workspace: 'Clinic' })
    const kept = await handOver('Dr Shah', owner, theirs, within)
    await test.call('DELETE', `/api/v1/workspaces/${place.id}/members/${reviewer.id}`, { as: owner })
    expect((await look(token)).body.errors[0].code).toBe('link_invalid')
    expect((await decide(token)).body.errors[0].code).toBe('link_invalid')
    expect((await decide(kept)).status).toBe(200)
    await ended(theirs.id, owner, within)
  })
})
