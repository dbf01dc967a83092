import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { escalateReviews } from './escalation.ts'

const coded = (code: string, confidence: number): Json => ({
  ...{ code, description: `About ${code}`, confidence, assertion: 'present' },
  evidence: [{ text: 'flu', start: 3, end: 6, page: 1, boxes: [] }],
})
const CODES = ['J11', 'E11', 'Z80']
let given: Json = null
const resultOf = (confidence: number): Json => ({
  ...{ view: 'codes', notice: null, document: null, text: 'No flu now.' },
  codes: CODES.map((code, i) => coded(code, confidence + i / 100)),
})
const finding = (code: string) => `code:${code}:present`

let test: TestApp
let owner: Person
let reviewer: Person
let member: Person
let agent_id = ''
let slug = ''
let workspace = ''

async function named(name: string, role: 'seller' | 'basic_user'): Promise<Person> {
  const person = await test.person(role)
  await test.database.pool.query('update users set display_name = $2 where id = $1', [person.id, name])
  return person
}

beforeAll(async () => {
  test = await createTestApp({ behaviours: { code: () => output(given) } })
  owner = await named('Asha', 'seller')
  const made = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ;({ id: workspace, slug } = made.body.data)
  const join = async (name: string, role: string) => {
    const person = await named(name, 'basic_user')
    await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [workspace, person.id, role])
    return person
  }
  reviewer = await join('Ben', 'reviewer')
  member = await join('Chitra', 'member')
  const steps = workflow(
    [node('start', 'manual_trigger'), node('code', 'pure', { does: 'code' })],
    wires('start > code'),
  )
  agent_id = (await addAgent(test.database.pool, owner.id, steps)).id
})
afterAll(() => test.close())

const call = (method: 'GET' | 'POST' | 'PUT', path: string, as: Person, body?: object) =>
  test.call(method, `/api/v1${path}`, { as, headers: { 'x-workspace': slug }, ...(body && { body }) })

async function runOf(confidence = 0.8): Promise<string> {
  given = resultOf(confidence)
  const started = await call('POST', '/workflows/execute', owner, { agent_id, input: { text: 'x' }, wait_ms: 5000 })
  return started.body.data.execution_id
}
const queue = async (as: Person, query = '') => (await call('GET', `/review${query}`, as)).body.data
const idsOf = ({ items }: { items: { execution_id: string }[] }) => items.map(({ execution_id }) => execution_id)
const decide = (run: string, as: Person, verdicts: readonly (string | null)[]) =>
  call('POST', `/executions/${run}/decisions`, as, {
    decisions: verdicts.flatMap((verdict, i) =>
      verdict === null ? [] : [{ id: finding(CODES[i] ?? ''), verdict, after: 0, key: randomUUID() }],
    ),
  })
const signOff = async (run: string, as: Person) => {
  const { number } = (await call('GET', `/executions/${run}/review`, as)).body.data
  return call('POST', `/executions/${run}/sign-off`, as, { number, undecided: true })
}
const notices = async (of: Person) => (await test.call('GET', '/api/v1/notifications', { as: of })).body.data.items

describe('what runs ask', () => {
  it('is in the queue of those who may answer, until it is answered', async () => {
    const asking = workflow(
      [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'Pay it?', timeout_seconds: 600 })],
      wires('start > ask'),
    )
    const { id } = await addAgent(test.database.pool, owner.id, asking, { slug: 'asking', name: 'Cashier' })
    const begun = await call('POST', '/workflows/execute', owner, { agent_id: id, input: { text: 'x' }, wait_ms: 300 })
    const execution_id = begun.body.data.execution_id
    const { questions } = await queue(reviewer)
    expect(questions).toMatchObject([{ execution_id, type: 'approval', title: 'Pay it?', asked_by: 'Cashier' }])
    expect(Date.parse(questions[0].until)).toBeGreaterThan(Date.now())
    expect((await call('GET', '/review', member)).body.errors[0].code).toBe('workspace_role')
    const { nodes } = (await call('GET', `/executions/${execution_id}`, reviewer)).body.data
    const wait = nodes.find((one: { wait: { id: string } | null }) => one.wait).wait.id
    const answer = { type: 'approval', approved: true }
    expect((await call('POST', `/executions/${execution_id}/waits/${wait}`, reviewer, answer)).status).toBe(200)
    expect((await queue(reviewer)).questions).toEqual([])
  })
})

describe('the review queue', () => {
  it('has runs with findings that aren’t signed off, in the order that is asked for', async () => {
    const [first, second] = [await runOf(0.9), await runOf(0.3)]
    given = { answer: 'Nothing to decide' }
    await call('POST', '/workflows/execute', owner, { agent_id, input: { text: 'x' }, wait_ms: 5000 })
    const all = await queue(reviewer)
    expect(idsOf(all)).toEqual([first, second])
    expect(all).toMatchObject({ total: 2, preparing: false })
    expect(all.items[1]).toMatchObject({
      findings: 3,
      decided: 0,
      lowest_confidence: expect.closeTo(0.3, 5),
      assignee: null,
    })
    expect(all.people.map(({ name }: { name: string }) => name)).toEqual(['Asha', 'Ben'])
    expect(idsOf(await queue(reviewer, '?sort=confidence'))).toEqual([second, first])
    expect(idsOf(await queue(reviewer, '?below=0.5'))).toEqual([second])
    expect(idsOf(await queue(reviewer, '?age=older'))).toEqual([])
    expect(idsOf(await queue(reviewer, '?limit=1&offset=1'))).toEqual([second])
    await decide(first, reviewer, ['accepted', 'accepted', null])
    expect((await queue(reviewer)).items[0]).toMatchObject({ decided: 2 })
    await signOff(first, reviewer)
    expect(idsOf(await queue(reviewer))).toEqual([second])
    await call('POST', `/executions/${first}/reopen`, reviewer)
    expect(idsOf(await queue(reviewer))).toEqual([first, second])
    expect((await queue(reviewer)).items[0]).toMatchObject({ revision: 2 })
    await test.database.pool.query('delete from run_reviews; delete from executions')
  })

  it('is for those who review, of one account only', async () => {
    await runOf()
    expect((await call('GET', '/review', member)).status).toBe(403)
    const stranger = await test.person('seller')
    expect((await test.call('GET', '/api/v1/review', { as: stranger })).body.data.items).toEqual([])
    expect((await test.call('GET', '/api/v1/review', {})).status).toBe(401)
    expect((await call('GET', '/review?sort=best', owner)).status).toBe(400)
    await test.database.pool.query('delete from run_reviews; delete from executions')
  })
})

describe('an assignment', () => {
  it('names a person who reviews, and a time; of two at once the second is told', async () => {
    const id = await runOf()
    const assign = (as: Person, body: object) => call('PUT', `/executions/${id}/assignment`, as, body)
    const due_at = new Date(Date.now() + 86_400_000).toISOString()
    const made = await assign(owner, { assignee_id: reviewer.id, due_at, seen: 0 })
    expect(made.body.data).toMatchObject({ assignee: { name: 'Ben' }, due_at, assignment: 1 })
    expect(await notices(reviewer)).toContainEqual(
      expect.objectContaining({
        href: `/w/${slug}/review?open=${id}`,
        title: expect.stringMatching(/^Asha assigned “/),
      }),
    )
    const late = await assign(reviewer, { assignee_id: owner.id, due_at: null, seen: 0 })
    expect([late.status, late.body.errors[0]]).toEqual([
      409,
      expect.objectContaining({
        code: 'stale_details',
        message: expect.stringContaining('Ben was assigned meanwhile'),
      }),
    ])
    expect(idsOf(await queue(reviewer, '?assignee=me'))).toEqual([id])
    expect(idsOf(await queue(reviewer, `?assignee=${owner.id}`))).toEqual([])
    expect(idsOf(await queue(reviewer, '?assignee=nobody'))).toEqual([])
    for (const [field, body] of [
      ['assignee_id', { assignee_id: member.id, due_at: null, seen: 1 }],
      ['due_at', { assignee_id: null, due_at: '2020-01-01T00:00:00Z', seen: 1 }],
    ] as const) {
      const refused = await assign(owner, body)
      expect([refused.status, refused.body.errors[0].field]).toEqual([400, field])
    }
    expect((await assign(member, { assignee_id: owner.id, due_at: null, seen: 1 })).status).toBe(403)
    // Who leaves the workspace has nothing left to do in it.
    await test.database.pool.query('delete from workspace_members where user_id = $1', [reviewer.id])
    expect(idsOf(await queue(owner, '?assignee=nobody'))).toEqual([id])
    await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [
      workspace,
      reviewer.id,
      'reviewer',
    ])
  })
})

describe('comments on a document', () => {
  it('are read by everyone who sees it, and tell those who are mentioned', async () => {
    const id = await runOf()
    const said = await call('POST', `/executions/${id}/comments`, member, {
      text: 'Is J11 right, @Ben?',
      mentions: [reviewer.id],
    })
    expect(said.status).toBe(201)
    const read = await call('GET', `/executions/${id}/comments`, reviewer)
    expect(read.body.data).toMatchObject({
      total: 1,
      items: [{ text: 'Is J11 right, @Ben?', author: { name: 'Chitra' } }],
    })
    expect(await notices(reviewer)).toContainEqual(
      expect.objectContaining({
        kind: 'mention',
        message: 'Is J11 right, @Ben?',
        href: `/w/${slug}/review?open=${id}`,
      }),
    )
    const stranger = await test.person('seller')
    const refused = await call('POST', `/executions/${id}/comments`, owner, { text: 'x', mentions: [stranger.id] })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'mentions.0'])
    expect((await test.call('GET', `/api/v1/executions/${id}/comments`, { as: stranger })).status).toBe(404)
    expect((await call('POST', `/executions/${id}/comments`, owner, { text: '' })).status).toBe(400)
  })
})

describe('the agreement of two readers', () => {
  it('is Cohen’s kappa of documents that both have read', async () => {
    const id = await runOf()
    await call('GET', `/executions/${id}/review`, owner)
    await test.database.pool.query('update run_reviews set second_needed = true where execution_id = $1', [id])
    await decide(id, owner, ['accepted', 'accepted', 'rejected'])
    await signOff(id, owner)
    expect(idsOf(await queue(owner))).not.toContain(id)
    expect(idsOf(await queue(reviewer))).toContain(id)
    await decide(id, reviewer, ['accepted', 'rejected', 'rejected'])
    await signOff(id, reviewer)
    const { body } = await call('GET', '/review/agreement', owner)
    expect(body.data).toMatchObject({ documents: 1, all: { findings: 3, agreed: 2, kappa: expect.closeTo(0.4, 5) } })
    expect(body.data.by_readers).toMatchObject([{ name: 'Asha · Ben', findings: 3 }])
    expect(body.data.by_tab).toMatchObject([{ findings: 3 }])
    expect((await call('GET', '/review/agreement', member)).status).toBe(403)
  })
})

describe('a share of documents for a second reader', () => {
  it('is a setting of a service of a workspace', async () => {
    const service = await call('POST', '/services', owner, { agent_id })
    const { id } = service.body.data
    expect(service.body.data).toMatchObject({ second_reader_share: 0, sign_off_needs_all: false })
    const set = await call('PUT', `/services/${id}`, owner, { second_reader_share: 100, sign_off_needs_all: true })
    expect(set.body.data).toMatchObject({ second_reader_share: 100, sign_off_needs_all: true })
    expect((await call('PUT', `/services/${id}`, owner, { second_reader_share: 101 })).status).toBe(400)
    given = resultOf(0.8)
    const body = { service_id: id, input: { text: 'x' }, wait_ms: 5000 }
    const run = (await call('POST', '/workflows/execute', owner, body)).body.data.execution_id
    const review = (await call('GET', `/executions/${run}/review`, owner)).body.data
    expect(review).toMatchObject({ second_reader: true, needs_all: true })
    expect((await signOff(run, owner)).body.errors[0].code).toBe('undecided_findings')
    const alone = await test.call('POST', '/api/v1/services', { as: owner, body: { agent_id } })
    const refused = await test.call('PUT', `/api/v1/services/${alone.body.data.id}`, {
      as: owner,
      body: { second_reader_share: 10 },
    })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'second_reader_share'])
  })
})

describe('accuracy on one’s own documents', () => {
  it('counts what was decided about signed-off documents, by month, service and field, and says how sure it is', async () => {
    const accuracy = async (as: Person) => (await call('GET', '/review/accuracy', as)).body.data
    const before = (await accuracy(owner)).by_month[0] ?? { documents: 0, accepted: 0, edited: 0, rejected: 0 }
    const [signed, open] = [await runOf(), await runOf()]
    for (const run of [signed, open]) await decide(run, reviewer, ['accepted', 'rejected', null])
    // What was changed since counts as it is now.
    await call('POST', `/executions/${signed}/decisions`, reviewer, {
      decisions: [{ id: finding('E11'), verdict: 'accepted', after: 2, key: randomUUID() }],
    })
    await signOff(signed, reviewer)
    const { by_month, by_service, by_field } = await accuracy(owner)
    expect(by_month).toHaveLength(1)
    expect(by_month[0]).toMatchObject({
      ...{ name: null, field: null, documents: before.documents + 1 },
      ...{ accepted: before.accepted + 2, rejected: before.rejected, edited: before.edited },
    })
    expect(by_month[0].undecided).toBeGreaterThanOrEqual(1)
    expect(by_month[0].low).toBeLessThan(1)
    expect(by_service).toHaveLength(1)
    expect(by_field[0].field).toBe('Codes')
    expect((await call('GET', '/review/accuracy', member)).body.errors[0].code).toBe('workspace_role')
    const stranger = await test.person()
    expect((await test.call('GET', '/api/v1/review/accuracy', { as: stranger })).body.data.by_month).toEqual([])
  })
})

describe('of two who assign at once', () => {
  it('the second is told who was assigned', async () => {
    const id = await runOf()
    await call('GET', `/executions/${id}/review`, owner)
    const assign = (as: Person, to: Person) =>
      call('PUT', `/executions/${id}/assignment`, as, { assignee_id: to.id, due_at: null, seen: 0 })
    const both = await Promise.all([assign(owner, reviewer), assign(reviewer, owner)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.errors[0].message).toMatch(
      /^(?:Asha|Ben) was assigned meanwhile/,
    )
  })
})

describe('what is due', () => {
  const told = async (of: Person, run: string) =>
    (await notices(of))
      .filter(({ href }: { href: string }) => href.includes(run))
      .map(({ title }: { title: string }) => title)
  const together = () => Promise.all([1, 2, 3].map(() => escalateReviews(test.database.db)))
  const set = (as: Person, body: object) => call('PUT', '/review/settings', as, body)
  const age = (run: string, minutes: number) =>
    test.database.pool.query(
      `update run_reviews set due_at = now() - make_interval(mins => $2) where execution_id = $1`,
      [run, minutes],
    )

  it('reminds who is assigned, then tells the admins or the person they name, each once', async () => {
    expect((await set(reviewer, { escalate_after_minutes: 60, escalate_to: null })).body.errors[0].code).toBe(
      'workspace_role',
    )
    expect((await set(owner, { escalate_after_minutes: 60, escalate_to: member.id })).status).toBe(400)
    expect((await set(owner, { escalate_after_minutes: 1, escalate_to: null })).status).toBe(400)
    expect((await set(owner, { escalate_after_minutes: 60, escalate_to: null })).body.data.escalate_to).toBeNull()
    const run = await runOf()
    const due_at = new Date(Date.now() + 3_600_000).toISOString()
    const assigned = await call('PUT', `/executions/${run}/assignment`, owner, {
      assignee_id: reviewer.id,
      due_at,
      seen: 0,
    })
    expect(assigned.status, JSON.stringify(assigned.body)).toBe(200)
    await together()
    expect(await told(owner, run)).toEqual([])
    await age(run, 5)
    await together()
    await together()
    const due = (titles: string[]) => titles.filter((title) => / is (?:over)?due$/.test(title))
    expect(due(await told(reviewer, run))).toEqual([expect.stringMatching(/^The review of .* is due$/)])
    expect(await told(owner, run)).toEqual([])
    await test.database.pool.query(
      `update run_reviews set due_at = due_at - interval '1 hour' where execution_id = $1`,
      [run],
    )
    await together()
    await together()
    expect(await told(owner, run)).toEqual([expect.stringMatching(/is overdue$/)])
    const { rows } = await test.database.pool.query(
      `select count(*)::int as count, max(count) as most from notifications where href like '%' || $1 || '%' and user_id = $2`,
      [run, owner.id],
    )
    expect(rows).toEqual([{ count: 1, most: 1 }])
  })

  it('goes to the person that the workspace names, and not once the document is signed off', async () => {
    await set(owner, { escalate_after_minutes: 60, escalate_to: reviewer.id })
    const [late, signed] = [await runOf(), await runOf()]
    for (const run of [late, signed]) await call('GET', `/executions/${run}/review`, owner)
    await signOff(signed, owner)
    for (const run of [late, signed]) await age(run, 90)
    await together()
    expect(await told(reviewer, late)).toEqual([expect.stringMatching(/is overdue$/)])
    expect([await told(owner, late), await told(reviewer, signed)]).toEqual([[], []])
    await set(owner, { escalate_after_minutes: 60, escalate_to: null })
  })

  it('asks again for an answer that a run waits for, and tells the admins after twice the time', async () => {
    const asking = workflow(
      [node('start', 'manual_trigger'), node('ask', 'approval', { title: 'Pay Ravi?' })],
      wires('start > ask'),
    )
    const { id } = await addAgent(test.database.pool, owner.id, asking, { slug: 'late-asker', name: 'Late asker' })
    const started = await call('POST', '/workflows/execute', reviewer, {
      agent_id: id,
      input: { text: 'x' },
      wait_ms: 300,
    })
    const run = started.body.data.execution_id
    const aged = (minutes: number) =>
      test.database.pool.query(
        `update execution_waits set created_at = now() - make_interval(mins => $2) where execution_id = $1`,
        [run, minutes],
      )
    await together()
    const said = async (of: Person) => (await told(of, run)).filter((title: string) => /answer/.test(title))
    expect(await said(reviewer)).toEqual([])
    await aged(61)
    await together()
    expect([await said(reviewer), await said(owner)]).toEqual([['“Pay Ravi?” is waiting for an answer'], []])
    await aged(121)
    await together()
    await together()
    expect(await said(owner)).toEqual(['“Pay Ravi?” still isn’t answered'])
    expect(await said(reviewer)).toHaveLength(1)
  })
})
