/** Accepting and rejecting by page and key, in a workspace, and what may not be done with a rejected result. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ExecutionId, type Json, type UserId } from '#contract/core/primitives.ts'
import type { ActivityEntry } from '#contract/runs/oversight/activity.ts'
import type { RecordEntry } from '#contract/runs/run-records.ts'
import { output } from '#nodes/node.ts'
import { workForServer } from '#nodes/work-for.ts'
import { createRecordSigner } from '#server/areas/runs/record-keeping/chain.ts'
import { createRunRecords, type RunRecords } from '#server/areas/runs/record-keeping/keep.ts'
import { deletePayloads } from '#server/areas/runs/retention/retention.store.ts'
import { createRunners, type Runners } from '#server/runners/runners.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { acceptOverdue } from './acceptance.ts'

const PRICE = 1_180
const ACCEPT = { decision: 'accept' }
const REJECT = { decision: 'reject', reason: 'incomplete', note: 'The second page is missing' }

let test: TestApp
let runners: Runners
let seller: Person
let agent: string
beforeAll(async () => {
  runners = createRunners({ log: { info: () => {}, warn: () => {} } })
  test = await createTestApp({
    deps: { paperwork: runners.paperwork },
    behaviours: {
      code: (ctx) =>
        output({
          view: 'codes',
          codes: [
            { code: 'I10', description: String(ctx.config.with), assertion: 'present', confidence: 0.8, evidence: [] },
          ],
        } as Json),
    },
  })
  records = createRunRecords(createRecordSigner(test.ring))
  seller = await test.person('seller')
  const document = workflow(
    [node('start', 'manual_trigger'), node('work', 'effect', { does: 'code', with: '{{ $input.text }}' })],
    wires('start > work'),
  )
  const made = await addAgent(test.database.pool, seller.id, document, { slug: 'coder', price: ['per_run', PRICE] })
  agent = made.id
  await test.database.pool.query(`update agents set trial_runs = 0 where slug = 'coder'`)
  expect((await option({ days: 3 })).body.data).toEqual({ days: 3 })
})
afterAll(async () => {
  await test.close()
  await runners.stop()
})

const option = (body?: object, as = seller, id = agent) =>
  test.call(body ? 'PUT' : 'GET', `/api/v1/seller/agents/${id}/acceptance`, { as, ...(body && { body }) })

async function buyerWith(paise: number): Promise<Person> {
  const buyer = await test.person()
  await giveCredits(test.database, buyer.id, paise)
  return buyer
}
type Asking = { as?: Person; headers?: Record<string, string> }
async function run(asking: Asking): Promise<string> {
  const body = { agent_id: 'coder', input: { text: 'x' }, wait_ms: 5000 }
  const { body: answer } = await test.call('POST', '/api/v1/workflows/execute', { ...asking, body })
  expect(answer.data).toMatchObject({ status: 'succeeded' })
  return answer.data.execution_id
}
const decide = (id: string, body: object, asking: Asking) =>
  test.call('POST', `/api/v1/executions/${id}/acceptance`, { ...asking, body })
const read = async (id: string, asking: Asking) =>
  (await test.call('GET', `/api/v1/executions/${id}`, asking)).body.data
/** Signs as the app does, which knows the same keys. */
let records: RunRecords
/** The record of a run as sentences, with who did it. */
const recordOf = async (id: string, as: Person): Promise<string[]> =>
  (await test.call('GET', `/api/v1/executions/${id}/record`, { as })).body.data.items.map(
    ({ person, text }: RecordEntry) => `${person}: ${text.join(' ')}`,
  )
const credits = async (as: Person) => (await test.call('GET', '/api/v1/credits', { as })).body.data
const keyOf = async (as: Person, scopes: string[]) => {
  const { body } = await test.call('POST', '/api/v1/api-keys', { as, body: { name: 'Key', scopes } })
  return { as: { ...as, token: body.data.secret as string } }
}

describe('the price of an agent', () => {
  it('says that results are charged only when accepted, before the run and with it', async () => {
    const buyer = await buyerWith(PRICE)
    expect((await test.call('GET', '/api/v1/agents/coder')).body.data.accept_days).toBe(3)
    const terms = async (as?: Person) =>
      (await test.call('GET', '/api/v1/agents/coder/terms', as ? { as } : {})).body.data
    const offered = { days: 3, applies: true, accepted: 0, rejected: 0 }
    expect([(await terms()).acceptance, (await terms(buyer)).acceptance]).toEqual([offered, offered])
    const id = await run({ as: buyer })
    const { charge } = await read(id, { as: buyer })
    expect(charge).toMatchObject({
      status: 'awaiting',
      accept_days: 3,
      acceptance: { state: 'waiting', price_paise: PRICE },
    })
    const days = (Date.parse(charge.acceptance.until) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(3)
    expect(await credits(buyer)).toMatchObject({
      balance_paise: 0,
      held_paise: PRICE,
      waiting: { runs: 1, paise: PRICE },
    })
    const { items, total } = (await test.call('GET', '/api/v1/acceptance', { as: buyer })).body.data
    expect([total, items]).toMatchObject([1, [{ execution_id: id, has_run: true, price_paise: PRICE }]])
    const elsewhere = '01890000-0000-7000-8000-000000000000'
    const of = (service_id: string) => test.call('GET', '/api/v1/acceptance', { as: buyer, query: { service_id } })
    expect((await of(elsewhere)).body.data).toMatchObject({ total: 0, items: [] })
  })

  it('is chosen by its seller alone, for a price per run, from one to fourteen days', async () => {
    expect((await option(undefined)).body.data).toEqual({ days: 3 })
    expect((await option({ days: 3 }, await test.person('seller'))).status).toBe(404)
    expect((await option({ days: 3 }, await test.person())).status).toBe(403)
    for (const days of [0, 15, 1.5, '3']) {
      const { status, body } = await option({ days })
      expect([status, body.errors[0].field]).toEqual([400, 'days'])
    }
    const free = await addAgent(test.database.pool, seller.id, workflow([node('start', 'manual_trigger')], []), {
      slug: 'free-one',
    })
    expect((await option({ days: 3 }, seller, free.id)).status).toBe(409)
  })
})

describe('a decision', () => {
  it('accepts or rejects by the page and by a key that may run', async () => {
    const buyer = await buyerWith(2 * PRICE)
    const [first, second] = [await run({ as: buyer }), await run({ as: buyer })]
    const reading = await keyOf(buyer, ['read'])
    expect((await decide(first, ACCEPT, reading)).status).toBe(403)
    const running = await keyOf(buyer, ['run'])
    expect((await decide(first, ACCEPT, running)).body.data).toMatchObject({
      state: 'accepted',
      way: 'api',
      abilities: { accept: { allowed: false }, reject: { allowed: false } },
    })
    expect((await decide(second, REJECT, { as: buyer })).body.data).toMatchObject({
      state: 'rejected',
      way: 'page',
      reason: 'incomplete',
      note: 'The second page is missing',
      abilities: { accept: { allowed: true }, reject: { allowed: false } },
    })
    expect(await credits(buyer)).toMatchObject({ balance_paise: PRICE, held_paise: 0, waiting: { runs: 0 } })
    const back = await decide(first, REJECT, { as: buyer })
    expect([back.status, back.body.errors[0].code]).toEqual([409, 'illegal_transition'])
  })

  it.each([
    ['a rejection without a reason', { decision: 'reject' }, 'reason'],
    ['an acceptance with one', { decision: 'accept', reason: 'wrong' }, 'reason'],
    ['a reason that is none', { decision: 'reject', reason: 'too dear' }, 'reason'],
    ['too many words', { ...REJECT, note: 'x'.repeat(1001) }, 'note'],
    ['nothing', {}, 'decision'],
  ])('with %s is refused', async (_, body, field) => {
    const buyer = await buyerWith(PRICE)
    const id = await run({ as: buyer })
    const refused = await decide(id, body, { as: buyer })
    expect([refused.status, refused.body.errors.map((one: { field: string }) => one.field)]).toEqual([400, [field]])
    expect((await read(id, { as: buyer })).charge.status).toBe('awaiting')
  })

  it('belongs to who pays: not to strangers, the seller, visitors or super admins', async () => {
    const buyer = await buyerWith(PRICE)
    const id = await run({ as: buyer })
    for (const as of [await test.person(), seller]) expect((await decide(id, ACCEPT, { as })).status).toBe(404)
    // They know of the run.
    expect((await decide(id, ACCEPT, { as: await test.person('super_admin') })).status).toBe(403)
    expect((await decide(id, ACCEPT, {})).status).toBe(401)
  })

  it('in a workspace is made by those who review, for everyone’s runs, also when who ran it is gone', async () => {
    const owner = await test.person()
    const place = (await test.call('POST', '/api/v1/workspaces', { as: owner, body: { name: 'Lakeside Clinic' } })).body
      .data
    await giveCredits(test.database, place.id, 10 * PRICE)
    const add = async (role: string) => {
      const person = await test.person()
      await test.database.pool.query('insert into workspace_members values ($1, $2, $3)', [place.id, person.id, role])
      return { as: person, headers: { 'x-workspace': place.slug } }
    }
    const [member, reviewer] = [await add('member'), await add('reviewer')]
    const id = await run(member)
    expect((await read(id, member)).charge.acceptance.abilities.accept).toMatchObject({ allowed: false })
    expect((await decide(id, ACCEPT, member)).status).toBe(403)
    await test.database.pool.query('delete from workspace_members where user_id = $1', [member.as.id])
    expect((await decide(id, REJECT, reviewer)).body.data.state).toBe('rejected')
    const deleting = (await test.call('GET', `/api/v1/workspaces/${place.id}/deletion`, { as: owner })).body.data
    expect(deleting.open).toEqual([])
  })
})

it('is told in the statement: what was given back, and what was charged after all', async () => {
  const buyer = await buyerWith(PRICE)
  const id = await run({ as: buyer })
  await decide(id, REJECT, { as: buyer })
  await decide(id, ACCEPT, { as: buyer })
  const { items } = (await test.call('GET', '/api/v1/credits/statement', { as: buyer })).body.data
  const said = items.map(
    ({ kind, paise, run: of }: { kind: string; paise: number; run: { status: string } | null }) => [
      kind,
      paise,
      of?.status,
    ],
  )
  expect(said).toEqual([
    ['hold', -PRICE, 'settled'],
    ['release', PRICE, 'rejected'],
    ['hold', -PRICE, 'rejected'],
    ['top_up', PRICE, undefined],
  ])
})

describe('a rejected result', () => {
  it('is read, and neither exported nor signed off until it is accepted', async () => {
    const buyer = await buyerWith(PRICE)
    const id = await run({ as: buyer })
    await decide(id, REJECT, { as: buyer })
    expect((await read(id, { as: buyer })).output).toMatchObject({ codes: [{ code: 'I10' }] })
    const act = (path: string, body: object) =>
      test.call('POST', `/api/v1/executions/${id}/${path}`, { as: buyer, body })
    await test.call('GET', `/api/v1/executions/${id}/review`, { as: buyer })
    for (const [path, body] of [
      ['report', { format: 'csv' }],
      ['redacted-file', { keep: [], remove: [] }],
      ['sign-off', { number: 0, undecided: true }],
    ] as const) {
      const refused = await act(path, body)
      expect([path, refused.status, refused.body.errors[0].code]).toEqual([path, 409, 'result_rejected'])
    }
    await decide(id, ACCEPT, { as: buyer })
    expect((await act('report', { format: 'csv' })).status).toBe(200)
  })
})

it('is accepted by the sign-off of its document', async () => {
  const buyer = await buyerWith(PRICE)
  const id = await run({ as: buyer })
  const { number } = (await test.call('GET', `/api/v1/executions/${id}/review`, { as: buyer })).body.data
  const signed = await test.call('POST', `/api/v1/executions/${id}/sign-off`, {
    as: buyer,
    body: { number, undecided: true },
  })
  expect(signed.status).toBe(200)
  expect((await read(id, { as: buyer })).charge).toMatchObject({
    status: 'settled',
    acceptance: { state: 'accepted', way: 'sign_off' },
  })
})

it('shows its seller what waits and what was decided, without who decided', async () => {
  const mine = await test.person('seller')
  const { id } = await addAgent(
    test.database.pool,
    mine.id,
    workflow(
      [node('start', 'manual_trigger'), node('work', 'effect', { does: 'code', with: 'x' })],
      wires('start > work'),
    ),
    { slug: 'second', price: ['per_run', PRICE] },
  )
  await test.database.pool.query(`update agents set trial_runs = 0, accept_days = 5 where slug = 'second'`)
  const buyer = await buyerWith(10 * PRICE)
  const go = async () =>
    (
      await test.call('POST', '/api/v1/workflows/execute', {
        as: buyer,
        body: { agent_id: 'second', input: { text: 'x' }, wait_ms: 5000 },
      })
    ).body.data.execution_id as string
  const [accepted, rejected, silent] = [await go(), await go(), await go(), await go()]
  await decide(accepted, ACCEPT, { as: buyer })
  await decide(rejected, REJECT, { as: buyer })
  await test.database.pool.query(`update charges set accept_until = now() where execution_id = $1`, [silent])
  await acceptOverdue(test.database.db, records.catchUp)
  const seen = (await test.call('GET', '/api/v1/seller/acceptance', { as: mine })).body.data
  const { rows } = await test.database.pool.query<{ paise: number }>(
    `select (split ->> 'seller_paise')::int as paise from charges where agent_id = $1 and status = 'awaiting'`,
    [id],
  )
  expect(seen).toMatchObject({
    pending: { runs: 1, gross_paise: PRICE, seller_paise: rows[0]?.paise },
    accepted: 2,
    rejected: 1,
    by_buyer: [{ kind: 'person', accepted: 2, rejected: 1 }],
    by_reason: [{ reason: 'incomplete', count: 1 }],
    by_agent: [{ agent: { id }, days: 5, waiting: 1, accepted: 2, rejected: 1 }],
    notes: [{ reason: 'incomplete', note: 'The second page is missing' }],
  })
  expect(JSON.stringify(seen)).not.toContain(buyer.id as UserId)
  const earnings = (await test.call('GET', '/api/v1/seller/earnings', { as: mine })).body.data
  expect(earnings.totals).toMatchObject({ sales: 2, gross_paise: 2 * PRICE })
  expect(
    (await test.call('GET', '/api/v1/seller/acceptance', { as: await test.person('seller') })).body.data.by_agent,
  ).toEqual([])
})

it('is in the record of the run and in the activity: who accepted or rejected it and why, and that silence did', async () => {
  const buyer = await buyerWith(4 * PRICE)
  await test.database.pool.query(`update users set display_name = 'Asha' where id = $1`, [buyer.id])
  const [accepted, rejected, silent] = [await run({ as: buyer }), await run({ as: buyer }), await run({ as: buyer })]
  await decide(accepted, ACCEPT, await keyOf(buyer, ['run']))
  await decide(rejected, REJECT, { as: buyer })
  await decide(rejected, REJECT, { as: buyer })
  await test.database.pool.query(`update charges set accept_until = now() where execution_id = $1`, [silent])
  await acceptOverdue(test.database.db, records.catchUp)
  // Before anybody opens the records.
  const { items } = (await test.call('GET', '/api/v1/activity', { as: buyer, query: { kind: 'decided' } })).body.data
  const said = [
    'Chowk: Nobody rejected the result in time, so it was accepted and charged.',
    'Asha: Rejected the result, so it was not charged. Reason: Something is missing Comment: The second page is missing',
    'Asha: Accepted the result, so it was charged. With an API key.',
  ]
  expect(items.map(({ person, text }: ActivityEntry) => `${person}: ${text.join(' ')}`)).toEqual(said)
  for (const [at, id] of [silent, rejected, accepted].entries())
    expect((await recordOf(id, buyer)).at(-1)).toBe(said[at])
  const file = await test.app.inject({
    method: 'POST',
    url: `/api/v1/executions/${rejected}/record/file`,
    headers: { authorization: `Bearer ${buyer.token}` },
    payload: { format: 'pdf' },
  })
  const path = join(mkdtempSync(join(tmpdir(), 'record-')), 'record.pdf')
  writeFileSync(path, file.rawPayload)
  const { text } = await runners.documents.parse(path, workForServer(AbortSignal.timeout(60_000)))
  rmSync(dirname(path), { recursive: true })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'Rejected the result, so it was not charged. Reason: Something is missing',
  )
  await decide(rejected, ACCEPT, { as: buyer })
  expect((await recordOf(rejected, buyer)).slice(-3)).toEqual([
    said[1],
    'Asha: Downloaded this record as PDF.',
    'Asha: Accepted the result, so it was charged.',
  ])
  await test.database.db.transaction().execute((tx) => deletePayloads(tx, [ExecutionId.parse(rejected)]))
  expect((await recordOf(rejected, buyer)).at(-3)).toBe(
    'Asha: Rejected the result, so it was not charged. Reason: Something is missing The details were deleted with the content of the run.',
  )
})
