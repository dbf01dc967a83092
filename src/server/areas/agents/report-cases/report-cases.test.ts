/** Reports on agents, sellers and reviews, and what admins decide about them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REPORT_CASES } from '#contract/agents/report-case-values.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const document = workflow([node('start', 'manual_trigger'), set('done', { ok: true })], wires('start > done'))

let test: TestApp
let admin: Person
let other: Person
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.person('admin')
  other = await test.person('admin')
})
afterAll(() => test.close())

const sql = async (text: string, values: unknown[] = []) => (await test.database.pool.query(text, values)).rows
async function agentOf(by: Person) {
  return { ...(await addAgent(test.database.pool, by.id, document)), seller: by }
}
const agent = async () => agentOf(await test.person('seller'))
type Sold = Awaited<ReturnType<typeof agent>>

const SPAM = { reason: 'spam', details: 'It only shows advertisements.' }
const report = (as: Person | null, { id }: { id: string }, body: object = SPAM) =>
  test.call('POST', `/api/v1/agents/${id}/report`, { as, body })
const cases = async (query: Record<string, string> = {}) =>
  (await test.call('GET', '/api/v1/admin/reports', { as: admin, query })).body.data
const open = async (id: string, as = admin) => test.call('GET', `/api/v1/admin/reports/${id}`, { as })
const caseOf = async (target: string): Promise<string> =>
  (await sql('select id from report_cases where target_id = $1 order by opened_at desc limit 1', [target]))[0]?.id
const decide = (as: Person, id: string, decision = 'resolved', outcome = 'We suspended the agent.') =>
  test.call('POST', `/api/v1/admin/reports/${id}/decide`, { as, body: { decision, outcome } })
const assign = (as: Person, id: string, assigned = true) =>
  test.call('POST', `/api/v1/admin/reports/${id}/assign`, { as, body: { assigned } })
const notices = async (as: Person): Promise<{ kind: string; title: string; message: string; href: string }[]> =>
  (await test.call('GET', '/api/v1/notifications', { as })).body.data.items

describe('reporting an agent', () => {
  it('opens a case for all reports on it, due in 72 hours, and tells the admins, not the seller', async () => {
    const sold = await agent()
    const [first, second] = [await test.person(), await test.person()]
    expect((await report(first, sold)).status).toBe(201)
    expect(
      (await report(second, sold, { reason: 'harmful', details: 'Wrong dose', evidence: 'https://a.example/x' }))
        .status,
    ).toBe(201)
    const id = await caseOf(sold.id)
    const { data } = (await open(id)).body
    expect(data).toMatchObject({
      kind: 'agent',
      state: 'open',
      overdue: false,
      reports: 2,
      assigned_to: null,
      subject: { id: sold.id, href: `/agent/${sold.slug}`, owner: { id: sold.seller.id }, status: 'published' },
      all_reports: [
        { by: { id: first.id }, reason: 'spam', details: SPAM.details, evidence: null },
        { by: { id: second.id }, reason: 'harmful', evidence: 'https://a.example/x' },
      ],
      history: [],
      decision: null,
      abilities: { decide: { allowed: true }, assign: { allowed: true } },
    })
    expect(Date.parse(data.due_at) - Date.parse(data.opened_at)).toBe(REPORT_CASES.due_hours * 3_600_000)
    expect((await notices(admin))[0]).toMatchObject({ kind: 'report', href: `/admin/reports/${id}`, count: 2 })
    expect(await notices(sold.seller)).toEqual([])
  })

  it('is possible once per person while the case is open, however quickly', async () => {
    const [sold, who] = [await agent(), await test.person()]
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(who, sold)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body.errors[0]).toMatchObject({ code: 'already_exists' })
    const crowd = await Promise.all(Array.from({ length: 5 }, async () => report(await test.person(), sold)))
    expect(crowd.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await sql('select 1 from report_cases where target_id = $1', [sold.id])).toHaveLength(1)
  })

  it('is for people with an account, about agents of others that they can see', async () => {
    const sold = await agent()
    expect((await report(null, sold)).status).toBe(401)
    expect((await report(sold.seller, sold)).body.errors[0]).toMatchObject({ code: 'report_refused' })
    expect((await report(await test.person(), { id: uuidv7() })).status).toBe(404)
    expect((await report(await test.person(), { id: 'no such slug' })).status).toBe(400)
    expect(await sql('select 1 from report_cases where target_id = $1', [sold.id])).toEqual([])
  })

  it.each([
    ['reason', { ...SPAM, reason: 'hate' }],
    ['details', { ...SPAM, details: '  ' }],
    ['details', { ...SPAM, details: 'x'.repeat(2001) }],
    ['evidence', { ...SPAM, evidence: 'javascript:alert(1)' }],
    ['evidence', { ...SPAM, evidence: 'https://' }],
    ['evidence', { ...SPAM, evidence: `https://a.example/${'x'.repeat(500)}` }],
    ['evidence', { ...SPAM, evidence: uuidv7() }],
  ])('names a wrong %s and stores nothing', async (field, body) => {
    const [sold, who] = [await agent(), await test.person()]
    const { status, body: answer } = await report(who, sold, body)
    expect([status, answer.errors[0].field]).toEqual([400, field])
    expect(await sql('select 1 from report_cases where target_id = $1', [sold.id])).toEqual([])
  })

  it('takes a run of the person as evidence, and no run of others', async () => {
    const [sold, who, stranger] = [await agent(), await test.person(), await test.person()]
    const [{ id: run }] = await sql(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, agent_id, agent_version_id, status, trigger, input, finished_at)
       values (uuidv7(), $1, $4, $4, $2, $3, 'succeeded', 'manual', '{}', now()) returning id`,
      [who.id, sold.id, sold.version_id, uuidv7()],
    )
    expect((await report(stranger, sold, { ...SPAM, evidence: run })).body.errors[0].field).toBe('evidence')
    expect((await report(who, sold, { ...SPAM, evidence: run })).status).toBe(201)
    expect((await open(await caseOf(sold.id))).body.data.all_reports).toMatchObject([{ evidence_run: run }])
  })

  it('is limited per person and hour', async () => {
    const who = await test.person()
    const statuses: number[] = []
    for (let n = 0; n <= REPORT_CASES.reports_per_hour; n += 1) statuses.push((await report(who, await agent())).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(REPORT_CASES.reports_per_hour)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('reporting a seller', () => {
  it('opens a case about the person', async () => {
    const sold = await agent()
    const [{ handle }] = await sql('select handle from sellers where user_id = $1', [sold.seller.id])
    const who = await test.person()
    const call = (as: Person) => test.call('POST', `/api/v1/sellers/${handle}/report`, { as, body: SPAM })
    expect((await call(sold.seller)).status).toBe(409)
    expect((await call(who)).status).toBe(201)
    expect((await open(await caseOf(sold.seller.id))).body.data).toMatchObject({
      kind: 'person',
      subject: { id: sold.seller.id, href: `/sellers/${handle}`, status: 'active' },
    })
    expect((await test.call('POST', '/api/v1/sellers/nobody-at-all/report', { as: who, body: SPAM })).status).toBe(404)
  })
})

describe('a case', () => {
  it('is seen and decided by admins only', async () => {
    const [sold, who] = [await agent(), await test.person('creator_admin')]
    await report(who, sold)
    const id = await caseOf(sold.id)
    for (const as of [who, sold.seller]) {
      expect((await open(id, as)).status).toBe(403)
      expect((await decide(as, id)).status).toBe(403)
      expect((await assign(as, id)).status).toBe(403)
      expect((await test.call('GET', '/api/v1/admin/reports', { as })).status).toBe(403)
    }
    expect((await decide(admin, uuidv7())).status).toBe(404)
  })

  it('is taken, given back and decided; the reporters learn the outcome, once', async () => {
    const [sold, first, second] = [await agent(), await test.person(), await test.person()]
    await report(first, sold)
    await report(second, sold)
    const id = await caseOf(sold.id)
    expect((await assign(admin, id)).body.data).toMatchObject({ state: 'in_review', assigned_to: { id: admin.id } })
    expect((await assign(other, id)).body.data).toMatchObject({ assigned_to: { id: other.id } })
    expect((await assign(other, id, false)).body.data).toMatchObject({ state: 'open', assigned_to: null })
    const decided = await decide(admin, id, 'dismissed', 'It does what it says.')
    expect(decided.body.data).toMatchObject({
      state: 'dismissed',
      decision: { outcome: 'It does what it says.' },
      history: [{ event: 'assigned' }, { event: 'assigned' }, { event: 'released' }, { event: 'dismissed' }],
      abilities: { decide: { allowed: false }, assign: { allowed: false } },
    })
    for (const who of [first, second])
      expect(await notices(who)).toMatchObject([
        { kind: 'report_decided', message: 'It does what it says.', href: `/agent/${sold.slug}` },
      ])
    expect(await notices(sold.seller)).toEqual([])
    const audit = await sql(`select action, reason from audit_log where target_id = $1 order by id`, [sold.id])
    expect(audit.map(({ action }) => action)).toEqual([
      'report.assign',
      'report.assign',
      'report.release',
      'report.dismiss',
    ])
    expect(audit.at(-1).reason).toBe('It does what it says.')
    // What comes later is a case of its own.
    expect((await report(first, sold)).status).toBe(201)
    const next = await caseOf(sold.id)
    expect((await open(next)).body.data).toMatchObject({
      state: 'open',
      reports: 1,
      other_cases: [{ id, state: 'dismissed' }],
    })
  })

  it('is decided by one of two admins at once; the other is told who was first', async () => {
    const [sold, who] = [await agent(), await test.person()]
    await report(who, sold)
    const id = await caseOf(sold.id)
    const answers = await Promise.all([decide(admin, id), decide(other, id, 'dismissed', 'Nothing wrong.')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(lost?.body.errors[0].code).toBe('already_resolved')
    expect(lost?.body.errors[0].message).toMatch(/ already (resolved|dismissed) this report\.$/)
    expect(await notices(who)).toHaveLength(1)
    expect((await assign(admin, id)).status).toBe(409)
  })

  it('about oneself is for someone else', async () => {
    const own = await agentOf(admin)
    await report(await test.person(), own)
    const id = await caseOf(own.id)
    expect((await open(id)).body.data.abilities.decide.allowed).toBe(false)
    expect((await decide(admin, id)).status).toBe(403)
    expect((await assign(admin, id)).status).toBe(403)
    expect((await decide(other, id)).status).toBe(200)
  })

  it.each(['', ' ', 'x'.repeat(1001)])('needs an outcome of a sensible length (%#)', async (outcome) => {
    const sold = await agent()
    await report(await test.person(), sold)
    const { status, body } = await decide(admin, await caseOf(sold.id), 'resolved', outcome)
    expect([status, body.errors[0].field]).toEqual([400, 'outcome'])
  })

  it('is listed by urgency, and found by state, kind, delay and name', async () => {
    const [late, soon] = [await agent(), await agent()]
    for (const one of [soon, late]) await report(await test.person(), one)
    await sql(`update report_cases set due_at = now() - interval '1 hour' where target_id = $1`, [late.id])
    await sql(`update agents set name = 'A 100%_rare name' where id = $1`, [late.id])
    const ids = async (query: Record<string, string>) =>
      (await cases({ limit: '100', ...query })).items.map(({ subject }: { subject: { id: string } }) => subject.id)
    const all = await ids({})
    expect(all.indexOf(late.id)).toBeLessThan(all.indexOf(soon.id))
    expect(await ids({ overdue: 'true' })).toEqual([late.id])
    expect(await ids({ search: '100%_RARE' })).toEqual([late.id])
    expect(await ids({ search: '100%_rare', kind: 'person' })).toEqual([])
    expect(await ids({ search: 'nothing has this name' })).toEqual([])
    await decide(admin, await caseOf(late.id))
    expect(await ids({ overdue: 'true' })).toEqual([])
    expect((await ids({ state: 'resolved' }))[0]).toBe(late.id)
    expect((await cases({ limit: '1' })).items).toHaveLength(1)
  })

  it('outlives what it is about', async () => {
    const [sold, who] = [await agent(), await test.person()]
    await report(who, sold)
    const id = await caseOf(sold.id)
    await sql('update report_cases set target_id = uuidv7() where id = $1', [id])
    expect((await open(id)).body.data).toMatchObject({ subject: { name: null, owner: null, href: null } })
    expect((await decide(admin, id)).status).toBe(200)
    expect((await notices(who))[0]).toMatchObject({ title: 'We acted on your report of an agent', href: '/dashboard' })
  })
})

describe('a reported review', () => {
  async function reviewOf(sold: Sold): Promise<{ id: string; author: Person }> {
    const author = await test.person()
    await sql(
      `insert into executions (id, owner_id, workflow_id, workflow_version_id, agent_id, agent_version_id, status, trigger, input, started_at, finished_at)
       select uuidv7(), $1, $4, $4, $2, $3, 'succeeded', 'manual', '{}', now(), now() from generate_series(1, 3)`,
      [author.id, sold.id, sold.version_id, uuidv7()],
    )
    const body = { stars: 1, text: 'Avoid this seller.' }
    const { body: answer } = await test.call('PUT', `/api/v1/agents/${sold.id}/reviews`, { as: author, body })
    return { id: answer.data.id, author }
  }
  const reportReview = (as: Person, id: string) =>
    test.call('POST', `/api/v1/reviews/${id}/report`, { as, body: { reason: 'false', note: 'Never happened' } })

  it('is a case too, which moderating it decides', async () => {
    const sold = await agent()
    const { id: review } = await reviewOf(sold)
    const reporter = await test.person()
    expect((await reportReview(reporter, review)).status).toBe(200)
    await reportReview(sold.seller, review)
    const id = await caseOf(review)
    expect((await open(id)).body.data).toMatchObject({
      kind: 'review',
      reports: 2,
      subject: { id: review, text: 'Avoid this seller.' },
      all_reports: [
        { by: { id: reporter.id }, reason: 'false', details: 'Never happened' },
        { by: { id: sold.seller.id } },
      ],
      abilities: {
        decide: { allowed: false, reason: 'Keep or remove the review instead.' },
        assign: { allowed: true },
      },
    })
    expect((await decide(admin, id)).status).toBe(409)
    const removal = { action: 'remove', reason: 'false', note: 'It isn’t about this agent.' }
    expect((await test.call('POST', `/api/v1/review-moderation/${review}`, { as: admin, body: removal })).status).toBe(
      200,
    )
    expect((await open(id)).body.data).toMatchObject({
      state: 'resolved',
      reports: 2,
      all_reports: [{}, {}],
      decision: { outcome: 'It isn’t about this agent.' },
    })
    expect((await notices(reporter))[0]).toMatchObject({
      kind: 'report_decided',
      message: 'It isn’t about this agent.',
    })
  })

  it('that is kept is dismissed', async () => {
    const sold = await agent()
    const { id: review } = await reviewOf(sold)
    const reporter = await test.person()
    await reportReview(reporter, review)
    await test.call('POST', `/api/v1/review-moderation/${review}`, { as: admin, body: { action: 'keep' } })
    expect((await open(await caseOf(review))).body.data).toMatchObject({ state: 'dismissed' })
    expect((await notices(reporter))[0]).toMatchObject({ kind: 'report_decided' })
  })

  it('that its author deleted can be closed', async () => {
    const sold = await agent()
    const { id: review, author } = await reviewOf(sold)
    await reportReview(await test.person(), review)
    const id = await caseOf(review)
    await test.call('DELETE', `/api/v1/agents/${sold.id}/reviews`, { as: author })
    expect((await decide(admin, id, 'dismissed', 'The author deleted it.')).status).toBe(200)
  })
})
