import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { output } from '#nodes/node.ts'
import { importCodes } from '#server/areas/agents/codes/codes.ts'
import { parseDocx } from '#server/runners/documents/docx.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { reviewStateOf } from './review-states.store.ts'

const coded = (code: string): Json => ({
  ...{ code, description: `About ${code}`, confidence: 0.8, assertion: 'present' },
  evidence: [{ text: 'flu', start: 3, end: 6, page: 1, boxes: [] }],
})
const CODES = ['J11', 'E11', 'Z80']
const RESULT: Json = { view: 'codes', notice: null, document: null, text: 'No flu now.', codes: CODES.map(coded) }
const finding = (code: string) => `code:${code}:present`

let test: TestApp
let runners: Runners
let owner: Person
let reviewer: Person
let member: Person
let agent_id = ''
/** The workspace of the three. */
let slug = ''
let workspace = ''

beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({ deps: { paperwork: runners.paperwork }, behaviours: { code: () => output(RESULT) } })
  owner = await named('Asha', 'seller')
  const made = await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Practice' } })
  ;({ id: workspace, slug } = made.body.data)
  const join = async (role: string) => {
    const person = await named(role === 'reviewer' ? 'Ben' : 'Chitra', 'basic_user')
    await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [workspace, person.id, role])
    return person
  }
  reviewer = await join('reviewer')
  member = await join('member')
  const steps = workflow(
    [node('start', 'manual_trigger'), node('code', 'pure', { does: 'code' })],
    wires('start > code'),
  )
  agent_id = (await addAgent(test.database.pool, owner.id, steps)).id
  await importCodes(test.database.db, 'icd10cm', {
    source: 'test',
    codes: [{ code: 'I10', description: 'Essential (primary) hypertension', billable: true, synonyms: [] }],
  })
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

async function named(name: string, role: 'seller' | 'basic_user'): Promise<Person> {
  const person = await test.person(role)
  await test.database.pool.query('update users set display_name = $2 where id = $1', [person.id, name])
  return person
}

const within = () => ({ 'x-workspace': slug })

/** Of the workspace, of one person, or of a visitor. */
async function runOf(as: Person | null = owner, headers: Record<string, string> = within()) {
  const body = { agent_id, input: { text: 'x' }, wait_ms: 5000 }
  const { body: answer } = await test.call('POST', '/api/v1/workflows/execute', { as, body, headers })
  return { id: answer.data.execution_id as string, token: (answer.data.access_token ?? '') as string }
}

interface Wanted {
  id: string
  verdict: string | null
  value?: string
  after?: number
  key?: string
  reason?: string
}
const decide = (run: string, as: Person | null, decisions: Wanted[], headers: Record<string, string> = within()) =>
  test.call('POST', `/api/v1/executions/${run}/decisions`, {
    as,
    headers,
    body: { decisions: decisions.map((one) => ({ after: 0, key: randomUUID(), ...one })) },
  })
const review = (run: string, as: Person | null, headers: Record<string, string> = within()) =>
  test.call('GET', `/api/v1/executions/${run}/review`, { as, headers })
const post = (run: string, what: string, as: Person, body?: object) =>
  test.call('POST', `/api/v1/executions/${run}/${what}`, { as, headers: within(), ...(body && { body }) })
const stateOf = async (run: string) =>
  (await sql<{ state: string | null }>`select ${reviewStateOf(sql`${run}::uuid`)} as state`.execute(test.database.db))
    .rows[0]?.state
const acceptAll = (run: string, as: Person) =>
  decide(
    run,
    as,
    CODES.map((code) => ({ id: finding(code), verdict: 'accepted' })),
  )

describe('decisions about findings', () => {
  it('are kept with who made them and when, for everyone who sees the run', async () => {
    const { id } = await runOf()
    const begun = await review(id, owner)
    expect(begun.body.data).toMatchObject({ findings: 3, decisions: [], number: 0, revision: 1, signed_off: null })
    const made = await decide(id, owner, [
      { id: finding('J11'), verdict: 'accepted', reason: 'Seen in the plan' },
      { id: finding('E11'), verdict: 'edited', value: 'i10' },
    ])
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const seen = (await review(id, member)).body.data
    expect(seen.decisions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ id: finding('J11'), verdict: 'accepted', label: 'J11', number: 1, reason: 'Seen in the plan' },
          by: { id: owner.id, name: 'Asha' },
        }),
        expect.objectContaining({ id: finding('E11'), verdict: 'edited', value: 'I10', number: 2 }),
      ]),
    )
    const back = await decide(id, reviewer, [{ id: finding('J11'), verdict: null, after: 1 }])
    expect(back.body.data.decisions).toContainEqual(
      expect.objectContaining({
        id: finding('J11'),
        verdict: null,
        number: 3,
        by: expect.objectContaining({ id: reviewer.id }),
      }),
    )
  })

  it('of two people at once: the second is told, and nothing changes', async () => {
    const { id } = await runOf()
    await decide(id, owner, [{ id: finding('J11'), verdict: 'rejected' }])
    const late = await decide(id, reviewer, [
      { id: finding('Z80'), verdict: 'accepted' },
      { id: finding('J11'), verdict: 'accepted' },
    ])
    expect(late.status).toBe(409)
    expect(late.body.errors).toEqual([
      {
        code: 'decision_conflict',
        field: 'decisions.1.after',
        message: 'Asha rejected J11 meanwhile.',
      },
    ])
    expect((await review(id, reviewer)).body.data.decisions).toHaveLength(1)
    expect((await decide(id, reviewer, [{ id: finding('J11'), verdict: 'accepted', after: 1 }])).status).toBe(200)
    // Saying the same is no conflict, and one's own later press is none either.
    expect((await decide(id, owner, [{ id: finding('J11'), verdict: 'accepted', after: 1 }])).status).toBe(200)
    expect((await decide(id, owner, [{ id: finding('J11'), verdict: 'rejected', after: 2 }])).status).toBe(200)
  })

  it('of many at once lose none', async () => {
    const { id } = await runOf()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        decide(id, i % 2 ? owner : reviewer, [
          { id: finding(CODES[i % 3] ?? ''), verdict: i % 4 < 2 ? 'accepted' : 'rejected' },
        ]),
      ),
    )
    const kept = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await review(id, owner)).body.data.number).toBe(kept)
  })

  it('count once when they are sent again', async () => {
    const { id } = await runOf()
    const key = randomUUID()
    for (const _ of [1, 2]) await decide(id, owner, [{ id: finding('J11'), verdict: 'accepted', key }])
    expect((await review(id, owner)).body.data.number).toBe(1)
  })

  it.each([
    ['decisions.0.id', [{ id: 'code:X99:present', verdict: 'accepted' }]],
    [
      'decisions.1.id',
      [
        { id: finding('J11'), verdict: 'accepted' },
        { id: finding('J11'), verdict: 'rejected' },
      ],
    ],
    ['decisions.0.value', [{ id: finding('J11'), verdict: 'edited', value: 'banana' }]],
    ['decisions.0.value', [{ id: finding('J11'), verdict: 'edited' }]],
    ['decisions.0.value', [{ id: finding('J11'), verdict: 'accepted', value: 'I10' }]],
    ['decisions.0.verdict', [{ id: finding('J11'), verdict: 'maybe' }]],
    ['decisions', []],
  ])('that can’t be are refused with their field: %s', async (field, decisions) => {
    const { id } = await runOf()
    const answer = await decide(id, owner, decisions as Wanted[])
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.errors)).toContain(`"${field}"`)
    expect((await review(id, owner)).body.data.number).toBe(0)
  })
})

describe('who decides', () => {
  it('is who may review in the workspace; others of it see', async () => {
    const { id } = await runOf()
    expect((await decide(id, member, [{ id: finding('J11'), verdict: 'accepted' }])).status).toBe(403)
    expect((await review(id, member)).body.data.abilities.decide).toMatchObject({ allowed: false })
    const stranger = await test.person('seller')
    expect((await review(id, stranger, {})).status).toBe(404)
    expect((await decide(id, stranger, [{ id: finding('J11'), verdict: 'accepted' }], {})).status).toBe(404)
    const boss = await test.person('super_admin')
    expect((await review(id, boss, {})).status).toBe(403)
    expect((await decide(id, boss, [{ id: finding('J11'), verdict: 'accepted' }], {})).status).toBe(403)
  })

  it('is a visitor with the run token; the decisions go along when the run is kept', async () => {
    const { id, token } = await runOf(null, {})
    const withToken = { 'x-run-token': token }
    expect((await decide(id, null, [{ id: finding('J11'), verdict: 'accepted' }], {})).status).toBe(404)
    const made = await decide(id, null, [{ id: finding('J11'), verdict: 'accepted' }], withToken)
    expect(made.body.data.decisions[0]).toMatchObject({ verdict: 'accepted', by: null })
    expect(made.body.data.abilities.sign_off.allowed).toBe(false)
    const person = await test.person('basic_user')
    const claimed = await test.call('POST', '/api/v1/executions/claim', {
      as: person,
      body: { runs: [{ id, token }] },
    })
    expect(claimed.body.data.results[0]).toMatchObject({ claimed: true })
    expect((await review(id, person, {})).body.data.decisions[0]).toMatchObject({ by: { id: person.id } })
    expect((await review(id, null, withToken)).status).toBe(404)
  })

  it('decides nothing of a run that failed, or whose content was deleted', async () => {
    const [failed, removed] = [await runOf(), await runOf()]
    await acceptAll(removed.id, owner)
    await test.database.pool.query(`update executions set status = 'failed' where id = $1`, [failed.id])
    expect((await review(failed.id, owner)).status).toBe(409)
    const deleted = await test.call('DELETE', `/api/v1/executions/${removed.id}`, { as: owner, headers: within() })
    expect(deleted.status).toBe(200)
    const { rows } = await test.database.pool.query('select 1 from run_decisions where execution_id = $1', [removed.id])
    expect(rows).toEqual([])
  })
})

describe('signing a document off', () => {
  it('closes it with a name, until it is reopened as its next revision', async () => {
    const { id } = await runOf()
    await acceptAll(id, reviewer)
    const { number } = (await review(id, owner)).body.data
    const signed = await post(id, 'sign-off', owner, { number })
    expect(signed.body.data.signed_off).toMatchObject({ by: { id: owner.id }, revision: 1, decided: 3, findings: 3 })
    const refused = await decide(id, reviewer, [{ id: finding('J11'), verdict: 'rejected', after: 1 }])
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'signed_off'])
    expect((await post(id, 'sign-off', reviewer, { number })).body.errors[0].code).toBe('signed_off')
    expect(await stateOf(id)).toBe('signed_off')
    const open = await post(id, 'reopen', reviewer)
    expect(await stateOf(id)).toBe('started')
    expect(open.body.data).toMatchObject({ revision: 2, signed_off: null })
    expect((await post(id, 'reopen', reviewer)).status).toBe(409)
    await decide(id, reviewer, [{ id: finding('J11'), verdict: 'rejected', after: 1 }])
    const again = await post(id, 'sign-off', reviewer, { number: 4 })
    expect(
      again.body.data.sign_offs.map(({ revision, by }: { revision: number; by: { id: string } }) => [revision, by.id]),
    ).toEqual([
      [1, owner.id],
      [2, reviewer.id],
    ])
  })

  it('needs every finding, or a word that the rest may stay; and what was looked at', async () => {
    const { id } = await runOf()
    await decide(id, owner, [{ id: finding('J11'), verdict: 'accepted' }])
    expect((await post(id, 'sign-off', owner, { number: 1 })).body.errors[0].code).toBe('undecided_findings')
    expect((await post(id, 'sign-off', owner, { number: 0, undecided: true })).body.errors[0].code).toBe(
      'stale_details',
    )
    expect((await post(id, 'sign-off', owner, { number: 1, undecided: true })).status).toBe(200)
    expect((await post((await runOf()).id, 'sign-off', member, { number: 0 })).status).toBe(403)
  })
})

describe('a second reader', () => {
  it('is another person, who doesn’t see the first reading; what differs is settled before the sign-off', async () => {
    const { id } = await runOf()
    await review(id, owner)
    await test.database.pool.query('update run_reviews set second_needed = true where execution_id = $1', [id])
    await acceptAll(id, owner)
    const finished = await post(id, 'sign-off', owner, { number: 3 })
    expect(finished.body.data).toMatchObject({ reading: 'second', signed_off: null })
    expect(finished.body.data.abilities.decide.allowed).toBe(false)
    expect(finished.body.data.decisions).toHaveLength(3)
    expect((await decide(id, owner, [{ id: finding('J11'), verdict: 'rejected', after: 1 }])).status).toBe(403)

    expect((await review(id, reviewer)).body.data.decisions).toEqual([])
    await decide(id, reviewer, [
      { id: finding('J11'), verdict: 'accepted' },
      { id: finding('E11'), verdict: 'rejected' },
      { id: finding('Z80'), verdict: 'accepted' },
    ])
    const both = (await post(id, 'sign-off', reviewer, { number: 6 })).body.data
    expect(both).toMatchObject({ reading: 'final', signed_off: null })
    expect(both.differing).toEqual([
      expect.objectContaining({
        id: finding('E11'),
        first: expect.objectContaining({ verdict: 'accepted' }),
        second: expect.objectContaining({ verdict: 'rejected' }),
      }),
    ])
    expect((await post(id, 'sign-off', owner, { number: 6, undecided: true })).body.errors[0].code).toBe(
      'illegal_transition',
    )
    const settled = await decide(id, owner, [{ id: finding('E11'), verdict: 'rejected' }])
    expect(settled.body.data.differing).toEqual([])
    expect((await post(id, 'sign-off', owner, { number: 7 })).body.data.signed_off).toMatchObject({ decided: 3 })
  })

  it('who agrees closes the document', async () => {
    const { id } = await runOf()
    await review(id, owner)
    await test.database.pool.query('update run_reviews set second_needed = true where execution_id = $1', [id])
    await acceptAll(id, owner)
    await post(id, 'sign-off', owner, { number: 3 })
    await acceptAll(id, reviewer)
    const closed = await post(id, 'sign-off', reviewer, { number: 6 })
    expect(closed.body.data.signed_off).toMatchObject({ by: { id: reviewer.id } })
  })
})

describe('the report of a reviewed document', () => {
  it('has who decided what, and who signed it off, of each revision', async () => {
    const { id } = await runOf()
    await decide(id, reviewer, [
      { id: finding('J11'), verdict: 'accepted' },
      { id: finding('E11'), verdict: 'edited', value: 'I10', reason: 'As in the letter' },
      { id: finding('Z80'), verdict: 'rejected' },
    ])
    await post(id, 'sign-off', owner, { number: 3 })
    await post(id, 'reopen', owner)
    await decide(id, owner, [{ id: finding('Z80'), verdict: 'accepted', after: 3 }])
    const ask = (payload: object) =>
      test.app.inject({
        ...{ method: 'POST', url: `/api/v1/executions/${id}/report`, payload },
        headers: { authorization: `Bearer ${reviewer.token}`, ...within() },
      })
    const csv = await ask({ format: 'csv' })
    const [, j11, e11, z80] = csv.body.split('\r\n')
    expect(csv.statusCode, csv.body).toBe(200)
    expect(j11).toMatch(/,accepted,,,,Ben,2\d{3}-[^,]+,$/)
    expect(e11).toMatch(/,edited,I10,Essential \(primary\) hypertension,yes,Ben,[^,]+,As in the letter$/)
    expect(z80).toMatch(/,accepted,,,,Asha,/)
    expect((await ask({ format: 'csv', revision: 1 })).body).toMatch(/Z80.*,rejected,,,,Ben,/)
    expect((await ask({ format: 'csv', revision: 2 })).statusCode).toBe(400)
    const none = await ask({ format: 'csv', decisions: [] })
    expect(none.body).not.toContain('Ben')
    const { text } = await parseDocx((await ask({ format: 'docx' })).rawPayload)
    for (const part of ['Accepted by Ben', 'Signed off: Asha', 'revision 1', 'Not signed off'])
      expect(text).toContain(part)
    await post(id, 'sign-off', reviewer, { number: 4 })
    const signed = await parseDocx((await ask({ format: 'docx' })).rawPayload)
    expect(signed.text).toMatch(/Signed off: Ben, .* IST, revision 2/)
  })
})
