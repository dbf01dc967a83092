import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SubmissionDetail, VersionDifference } from '#contract/agents/agent-review.ts'
import { AGENT_ACTIONS, type AgentAction, type AgentPhase, NEXT_PHASE } from '#contract/agents/agent-states.ts'
import { OwnAgentDetail } from '#contract/agents/publishing.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { type Answer, createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addCategories } from '#test/support/catalogue.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { giveSellerDetails } from '#test/support/seller-details.ts'
import { decideSubmission } from './decide-submission.ts'
import { endFeatured } from './manage.store.ts'
import { findPriceOf } from './price-changes.store.ts'
import { mayReview } from './publishing.policy.ts'

const echo = (text: string, fields = [{ name: 'text', label: 'Your text', required: true }]) =>
  workflow([node('ask', 'input_form', { fields }), node('end', 'template', { text })], wires('ask > end'))
const form = echo('{{ $input.text }}')

let test: TestApp
let seller: Person
let other: Person
let admin: Person
beforeAll(async () => {
  test = await createTestApp()
  seller = await test.person('creator_admin')
  other = await test.person('seller')
  admin = await test.person('admin')
  await addCategories(test.database.pool, 'productivity', 'legal')
  await giveSellerDetails(test.database.pool, seller.id)
})
afterAll(() => test.close())
const call = (method: string, path: string, body?: object, as: Person | null = seller) =>
  test.call(method, `/api/v1${path}`, { as, ...(body && { body }) })
const refusal = ({ status, body }: Answer) => [status, body.errors[0].code, body.errors[0].field]

const whole = {
  tagline: 'Says it again',
  description: 'Echoes **texts**.',
  category: 'productivity',
  samples: [{ title: 'A greeting', input: { text: 'Namaste' } }],
}

async function draft(change: object = {}, document: WorkflowDocument = form, as = seller) {
  const drawn = await call('POST', '/workflows', { name: 'Echo', document }, as)
  const { body } = await call('POST', '/agents', { workflow_id: drawn.body.data.id, ...whole, ...change }, as)
  return OwnAgentDetail.parse(body.data)
}

const own = async (id: string, as = seller) =>
  (await call('GET', `/seller/agents/${id}`, undefined, as)).body.data as OwnAgentDetail

/** Runs its samples and waits until each has ended or asks a person. */
async function sampled(id: string, as = seller): Promise<OwnAgentDetail> {
  const ran = await call('POST', `/seller/agents/${id}/samples/run`, undefined, as)
  expect([ran.status, ran.body.errors]).toEqual([200, undefined])
  for (const { execution_id: run } of ran.body.data.samples)
    if (run) await until(async () => !/queued|running/.test((await test.engine.engine.result(run, 0)).status))
  return own(id, as)
}

async function submit(id: string, body: object = {}, as = seller) {
  await sampled(id, as)
  const answer = await call('POST', `/seller/agents/${id}/submit`, body, as)
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  const { rows } = await test.database.pool.query(
    `select id from agent_submissions where agent_id = $1 and status = 'in_review'`,
    [id],
  )
  return rows[0].id as string
}
const decide = (submission: string, approve = true, reason = approve ? '' : 'Say more', as = admin) =>
  call('POST', `/agent-submissions/${submission}/decide`, { approve, reason }, as)

async function published(change: object = {}) {
  const agent = await draft(change)
  expect((await decide(await submit(agent.id))).status).toBe(200)
  return own(agent.id)
}

async function redraw(agent: OwnAgentDetail, document: WorkflowDocument): Promise<void> {
  const id = agent.workflow?.id ?? ''
  const { body } = await call('GET', `/workflows/${id}`)
  const answer = await call('PUT', `/workflows/${id}`, { document, base_revision: body.data.revision })
  expect(answer.status).toBe(200)
}

describe('the way into the marketplace', () => {
  it('leads over samples the platform ran and a reviewer, and is told to both', async () => {
    const agent = await draft({ price_type: 'per_run', price_paise: 1000, trial_runs: 5 })
    expect(refusal(await call('POST', `/seller/agents/${agent.id}/submit`, {}))).toEqual([409, 'not_ready', 'samples'])
    const submission = await submit(agent.id)
    expect(await own(agent.id)).toMatchObject({ phase: 'in_review', submission: { status: 'in_review', number: 1 } })
    expect((await call('GET', '/agents?search=echo', undefined, null)).body.data.total).toBe(0)
    const queue = await call('GET', '/agent-submissions', undefined, admin)
    expect(queue.body.data.items.map(({ id }: { id: string }) => id)).toContain(submission)
    const seen = SubmissionDetail.parse(
      (await call('GET', `/agent-submissions/${submission}`, undefined, admin)).body.data,
    )
    expect(seen).toMatchObject({
      number: 1,
      details: { name: 'Echo', description: 'Echoes **texts**.' },
      price: { type: 'per_run', paise: 1000 },
      samples: [{ title: 'A greeting', input: { text: 'Namaste' }, output: 'Namaste' }],
      permissions: { reads: ['What you enter as “Your text”'] },
      abilities: { decide: { allowed: true } },
    })
    expect((await decide(submission)).body.data).toMatchObject({ status: 'approved' })
    const { body } = await call('GET', `/agents/${agent.slug}`, undefined, null)
    expect(body.data).toMatchObject({
      status: 'published',
      price: { type: 'per_run', paise: 1000 },
      trial_runs: 5,
      version: { number: 1, price: { paise: 1000 }, permissions: { sends_to: [] }, samples: [{ title: 'A greeting' }] },
      versions: [{ number: 1 }],
    })
    const notices = await call('GET', '/notifications')
    expect(notices.body.data.items[0]).toMatchObject({ kind: 'agent_decided', title: 'Echo: version 1 is published' })
    const { rows } = await test.database.pool.query(
      'select action from audit_log where target_id = $1 order by created_at',
      [agent.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['agent.submit', 'agent.approve'])
  })

  it('is closed by a sample that fails, gives nothing, waits for a person, or is missing', async () => {
    const failing = await draft({}, echo('{{ $error("broken on purpose") }}'))
    expect((await sampled(failing.id)).samples[0]).toMatchObject({ state: 'failed' })
    const empty = await draft({}, echo('{{ "" }}'))
    expect((await sampled(empty.id)).samples[0]).toMatchObject({ state: 'empty' })
    const asking = workflow(
      [node('ask', 'input_form', { fields: [{ name: 'text' }] }), node('yes', 'approval', { title: 'May it?' })],
      wires('ask > yes'),
    )
    const waiting = await draft({}, asking)
    expect((await sampled(waiting.id)).samples[0]).toMatchObject({ state: 'waiting' })
    const none = await draft({ samples: [] })
    for (const { id } of [failing, empty, waiting, none])
      expect(refusal(await call('POST', `/seller/agents/${id}/submit`, {}))).toEqual([409, 'not_ready', 'samples'])
    expect(
      refusal(
        await call(
          'POST',
          `/seller/agents/${(await draft({ samples: [{ title: 'x', input: { text: 7 } }] })).id}/samples/run`,
        ),
      ),
    ).toEqual([400, 'invalid_input', 'samples.0.input.text'])
  })

  it('runs samples again when the workflow has changed, and is closed to workflows that run others', async () => {
    const agent = await draft()
    await sampled(agent.id)
    await redraw(agent, echo('{{ $input.text }}!'))
    expect((await own(agent.id)).samples[0]).toMatchObject({ state: 'not_run' })
    const inner = await call('POST', '/workflows', { name: 'Inner', document: form })
    const calls = workflow(
      [node('ask', 'input_form', { fields: [] }), node('go', 'sub_workflow', { workflow_id: inner.body.data.id })],
      wires('ask > go'),
    )
    const calling = await draft({ samples: [] }, calls)
    expect(calling.checklist.find(({ key }) => key === 'calls')).toMatchObject({ done: false })
  })

  it('sends back with a reason; the next try has the same number', async () => {
    const agent = await draft()
    const first = await submit(agent.id)
    expect(refusal(await decide(first, false, ' '))).toEqual([400, 'invalid_input', 'reason'])
    await decide(first, false, 'The samples say too little')
    expect(await own(agent.id)).toMatchObject({
      phase: 'rejected',
      submission: { reason: 'The samples say too little' },
    })
    const edited = await call('PUT', `/agents/${agent.id}`, { tagline: 'Says it twice' })
    expect(edited.body.data.phase).toBe('draft')
    const second = await submit(agent.id)
    expect((await decide(second)).body.data).toMatchObject({ number: 1, details: { tagline: 'Says it twice' } })
    const before = await call('GET', `/agent-submissions/${first}`, undefined, admin)
    expect(before.body.data).toMatchObject({ status: 'rejected', details: { tagline: 'Says it again' } })
  })

  it('is nobody’s own to open, and no seller’s to look into', async () => {
    const mine = await draft({}, form, admin)
    const submission = await submit(mine.id, {}, admin)
    expect(refusal(await decide(submission))).toEqual([403, 'own_agent', undefined])
    const theirs = await draft()
    const waiting = await submit(theirs.id)
    expect((await decide(waiting, true, '', seller)).status).toBe(403)
    for (const path of ['', '/samples/run', '/submit', '/control'])
      expect(
        (
          await call(
            path === '' ? 'GET' : 'POST',
            `/seller/agents/${theirs.id}${path}`,
            path === '/control' ? { action: 'archive' } : path === '' ? undefined : {},
            other,
          )
        ).status,
      ).toBe(404)
  })
})

describe('what is reviewed and sold', () => {
  it('does not change with the draft or the workflow, in review or afterwards', async () => {
    const agent = await draft()
    const submission = await submit(agent.id)
    const before = (await call('GET', `/agent-submissions/${submission}`, undefined, admin)).body.data
    await call('PUT', `/agents/${agent.id}`, {
      name: 'Changed',
      price_type: 'monthly',
      price_paise: 99_900,
      samples: [],
    })
    await redraw(agent, echo('stolen: {{ $input.text }}'))
    expect((await call('GET', `/agent-submissions/${submission}`, undefined, admin)).body.data).toEqual(before)
    await decide(submission)
    const buyer = await test.person()
    const service = await call('POST', '/services', { agent_id: agent.id }, buyer)
    const run = await call(
      'POST',
      '/workflows/execute',
      { service_id: service.body.data.id, input: { text: 'hello' }, wait_ms: 5000 },
      buyer,
    )
    expect(run.body.data).toMatchObject({ status: 'succeeded', output: 'hello' })
    const listed = (await call('GET', `/agents/${agent.slug}`, undefined, null)).body.data
    expect(listed).toMatchObject({ name: 'Echo', price: { type: 'free', paise: 0 } })
    await expect(
      test.database.pool.query(`update agent_versions set price_paise = 1 where agent_id = $1`, [agent.id]),
    ).rejects.toThrow('never changed')
    expect((await own(agent.id)).draft).toMatchObject({ name: 'Changed', price_paise: 99_900 })
  })

  it('is decided once, however many try', async () => {
    const agent = await draft()
    const submission = await submit(agent.id)
    const second = await test.person('admin')
    const answers = await Promise.all([
      decide(submission),
      decide(submission, false, 'No', second),
      decide(submission, true, '', second),
      call('POST', `/seller/agents/${agent.id}/control`, { action: 'archive' }),
    ])
    const won = answers.filter(({ status }) => status === 200)
    const archived = answers[3]?.status === 200
    expect(won.length).toBe(archived ? (won.length === 2 ? 2 : 1) : 1)
    const { rows } = await test.database.pool.query('select status from agent_submissions where agent_id = $1', [
      agent.id,
    ])
    expect(rows).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true)
  })

  it('is gone from review when it is archived, and can be drafted again', async () => {
    const agent = await draft()
    const submission = await submit(agent.id)
    await call('POST', `/seller/agents/${agent.id}/control`, { action: 'archive' })
    expect(refusal(await decide(submission))[1]).toBe('illegal_transition')
    const restored = await call('POST', `/seller/agents/${agent.id}/control`, { action: 'restore' })
    expect(restored.body.data).toMatchObject({ phase: 'draft', submission: { status: 'withdrawn' } })
  })
})

describe('a further version', () => {
  it('tells what it has that the last one has not, to reviewers with settings and to buyers without', async () => {
    const agent = await published()
    const wider = workflow(
      [
        node('ask', 'input_form', { fields: [{ name: 'text', label: 'Your text', required: true }, { name: 'tone' }] }),
        node('end', 'template', { text: '{{ $input.text }}!' }),
        node('gone', 'http_request', { url: 'https://api.example.com/{{ $input.text }}' }),
      ],
      wires('ask > end'),
    )
    await redraw(agent, wider)
    expect((await own(agent.id)).checklist.find(({ key }) => key === 'changelog')).toMatchObject({ done: false })
    await redraw(agent, { ...wider, nodes: wider.nodes.slice(0, 2) })
    const submission = await submit(agent.id, { changelog: 'A tone.' })
    expect((await own(agent.id)).phase).toBe('updating')
    const seen = (await call('GET', `/agent-submissions/${submission}`, undefined, admin)).body.data
    expect(seen.difference).toMatchObject({
      from: 1,
      to: 2,
      inputs: [{ name: 'tone', change: 'added', required: false }],
    })
    expect(seen.settings.map(({ type }: { type: string }) => type)).toEqual(['input_form', 'template'])
    expect((await call('GET', `/agents/${agent.slug}/difference?from=1&to=2`, undefined, null)).status).toBe(404)
    await decide(submission)
    const { body } = await call('GET', `/agents/${agent.slug}/difference?from=1&to=2`, undefined, null)
    const shown = VersionDifference.parse(body.data)
    expect(shown).toMatchObject({ changelog: 'A tone.', steps: Array(2).fill({ change: 'changed', type_title: '' }) })
    expect(JSON.stringify(shown)).not.toContain('$input')
  })

  it('raises a price for new buyers immediately, and for its users two weeks after they were told', async () => {
    const { pool, db } = test.database
    const agent = await published({ price_type: 'per_run', price_paise: 1000 })
    const buyer = await test.person()
    await pool.query(
      `insert into services (owner_id, agent_id, agent_version_id, name) select $1, id, current_version_id, 'x' from agents where id = $2`,
      [buyer.id, agent.id],
    )
    await call('PUT', `/agents/${agent.id}`, { price_paise: 2000 })
    const submission = await submit(agent.id, { changelog: 'It costs more.' })
    const now = new Date('2026-12-01T06:00:00Z')
    await decideSubmission(db, mayReview(callerOf(admin)), submission, { approve: true, reason: '' }, now)
    const { versions, price_changes } = await own(agent.id)
    expect(price_changes).toMatchObject([
      { from_paise: 1000, to_paise: 2000, effective_at: '2026-12-15T06:00:00.000Z' },
    ])
    const [second, first] = versions
    if (!first || !second) throw new Error('two versions were published')
    const priceOn = (id: typeof first.id, day: string) => findPriceOf(db, id, new Date(day))
    expect(await priceOn(second.id, '2026-12-01T07:00:00Z')).toBe(2000)
    expect(await priceOn(first.id, '2026-12-15T05:59:59Z')).toBe(1000)
    expect(await priceOn(first.id, '2026-12-15T06:00:00Z')).toBe(2000)
    const told = await call('GET', '/notifications', undefined, buyer)
    expect(told.body.data.items[0]).toMatchObject({
      kind: 'agent_changed',
      message: 'The price increases from ₹10 to ₹20. For you, this applies from 15 December 2026.',
    })
  })

  it('is for its buyers to take when they are ready, and the one they looked at', async () => {
    const agent = await published()
    const buyer = await test.person()
    const { id } = (await call('POST', '/services', { agent_id: agent.id }, buyer)).body.data
    const upgrade = (version: number, as = buyer) => call('POST', `/services/${id}/upgrade`, { version }, as)
    expect(refusal(await upgrade(1))[1]).toBe('illegal_transition')
    await redraw(agent, echo('{{ $input.text }}, again'))
    const submission = await submit(agent.id, { changelog: 'Twice.' })
    expect(refusal(await upgrade(2))[1]).toBe('illegal_transition')
    await decide(submission)
    const run = () =>
      call('POST', '/workflows/execute', { service_id: id, input: { text: 'hello' }, wait_ms: 5000 }, buyer)
    expect((await run()).body.data.output).toBe('hello')
    expect((await upgrade(2, other)).status).toBe(404)
    expect((await upgrade(2)).body.data.version).toMatchObject({ number: 2, newest: 2 })
    expect((await run()).body.data.output).toBe('hello, again')
  })

  it('is not taken without a change', async () => {
    const agent = await published()
    expect(refusal(await call('POST', `/seller/agents/${agent.id}/submit`, { changelog: 'Nothing' }))).toEqual([
      409,
      'not_ready',
      'changes',
    ])
  })
})

const callerOf = ({ id, role }: Person) => ({
  type: 'user' as const,
  id,
  role,
  permissions: new Set(['admin.agents.manage'] as const),
  email: 'x@example.com',
  display_name: 'X',
  session_id: null,
})

describe('the states of an agent', () => {
  it('are those of the table, whatever is tried in whatever order', async () => {
    const act = async (action: AgentAction, id: string): Promise<number> => {
      const control = (path: string, as: Person) => call('POST', path, { action, reason: 'Because' }, as)
      const newest = `select id from agent_submissions where agent_id = $1 order by submitted_at desc limit 1`
      const { rows } = await test.database.pool.query(newest, [id])
      if (action === 'edit') return (await call('PUT', `/agents/${id}`, { tagline: `At ${performance.now()}` })).status
      if (action === 'announce')
        return (await call('PUT', `/seller/agents/${id}/standing`, { maintenance: false, notice: 'Soon' })).status
      if (action === 'submit') return (await call('POST', `/seller/agents/${id}/submit`, { changelog: 'x' })).status
      if (action === 'delete') return (await call('DELETE', `/agents/${id}`)).status
      if (action === 'approve' || action === 'reject')
        return (await decide(rows[0]?.id ?? id, action === 'approve')).status
      if (action === 'suspend' || action === 'unsuspend' || action === 'feature' || action === 'unfeature')
        return (await control(`/agent-management/${id}/control`, admin)).status
      return (await call('POST', `/seller/agents/${id}/control`, { action })).status
    }
    // Deleting ends the play; it has a test of its own.
    const actions = AGENT_ACTIONS.filter((action) => action !== 'delete')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...actions), { minLength: 6, maxLength: 14 }), async (played) => {
        const agent = await draft()
        await sampled(agent.id)
        let phase: AgentPhase = 'draft'
        for (const action of played) {
          // So that there is something new to submit.
          if (action === 'submit' && NEXT_PHASE.edit[phase]) {
            await act('edit', agent.id)
            phase = NEXT_PHASE.edit[phase] as AgentPhase
          }
          const next: AgentPhase | 'gone' | undefined = NEXT_PHASE[action][phase]
          const status = await act(action, agent.id)
          expect([action, phase, status]).toEqual([
            action,
            phase,
            next === undefined ? expect.toBeOneOf([404, 409]) : 200,
          ])
          if (next !== undefined && next !== 'gone') phase = next
          expect([action, (await own(agent.id)).phase]).toEqual([action, phase])
        }
      }),
      { numRuns: 6, seed: 48 },
    )
  })

  it('keep a suspended agent from running, and say why to its seller', async () => {
    const agent = await published()
    const control = (action: string, reason = '') =>
      call('POST', `/agent-management/${agent.id}/control`, { action, reason }, admin)
    expect(refusal(await control('suspend'))).toEqual([400, 'invalid_input', 'reason'])
    expect((await control('suspend', 'It copies a book')).body.data).toMatchObject({
      phase: 'suspended',
      status_note: 'It copies a book',
    })
    expect((await call('GET', `/agents/${agent.slug}`, undefined, other)).status).toBe(404)
    expect(await own(agent.id)).toMatchObject({ phase: 'suspended', status_note: 'It copies a book' })
    expect(refusal(await call('POST', `/seller/agents/${agent.id}/control`, { action: 'archive' }))[1]).toBe(
      'illegal_transition',
    )
    expect((await control('unsuspend')).body.data.phase).toBe('published')
    expect((await control('feature')).body.data.is_featured).toBe(true)
  })

  it('put one first until a day that is still to come, and note it', async () => {
    const { pool, db } = test.database
    const agent = await published()
    const control = (action: string, until?: string) =>
      call('POST', `/agent-management/${agent.id}/control`, { action, ...(until && { until }) }, admin)
    const in_days = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    for (const [action, until] of [
      ['feature', in_days(-1)],
      ['feature', in_days(400)],
      ['suspend', in_days(1)],
    ] as const)
      expect((await control(action, until)).status).toBe(400)
    const until = in_days(2)
    expect((await control('feature', until)).body.data).toMatchObject({ is_featured: true, featured_until: until })
    const { rows } = await pool.query(
      `select details from audit_log where target_id = $1 and action = 'agent.feature'`,
      [agent.id],
    )
    expect(rows[0].details).toMatchObject({ until })
    const featured = async () => (await call('GET', `/agents/${agent.slug}`, undefined, null)).body.data.is_featured
    await endFeatured(db, new Date(in_days(1)))
    expect(await featured()).toBe(true)
    await endFeatured(db, new Date(in_days(3)))
    expect(await featured()).toBe(false)
    await control('feature', until)
    await control('feature')
    await endFeatured(db, new Date(in_days(3)))
    expect(await featured()).toBe(true)
  })

  it('let a deprecated agent run, and sell it no more', async () => {
    const agent = await published()
    await call('POST', `/seller/agents/${agent.id}/control`, { action: 'deprecate', note: 'Use Echo 2' })
    const { body } = await call('GET', `/agents/${agent.slug}`, undefined, other)
    expect(body.data).toMatchObject({
      status: 'deprecated',
      abilities: { run: { allowed: true }, deploy: { allowed: false } },
    })
    expect(
      (await call('GET', '/agents?page_size=100', undefined, null)).body.data.agents.map(
        ({ id }: { id: string }) => id,
      ),
    ).not.toContain(agent.id)
  })
})

describe('a follower of a seller', () => {
  it('is told of a new agent and of a new version once, not of edits, and not twice who uses it', async () => {
    const { pool } = test.database
    await pool.query(`update users set display_name = 'Asha' where id = $1`, [seller.id])
    const known = await published({ name: 'Known echo' })
    const [follower, user] = [await test.person(), await test.person()]
    const { rows } = await pool.query('select handle from sellers where user_id = $1', [seller.id])
    for (const as of [follower, user]) await call('PUT', `/sellers/${rows[0].handle}/follow`, undefined, as)
    await call('POST', '/services', { agent_id: known.id }, user)
    const told = async (as: Person) =>
      (await call('GET', '/notifications', undefined, as)).body.data.items.map(
        ({ kind, title, href }: Record<string, string>) => `${kind}: ${title} ${href}`,
      )
    await call('PUT', `/agents/${known.id}`, { tagline: 'Edited' })
    expect(await told(follower)).toEqual([])
    await redraw(known, echo('{{ $input.text }}!'))
    await decide(await submit(known.id, { changelog: 'Louder.' }))
    expect(await told(follower)).toEqual([`followed_seller: Asha: Known echo has version 2 /agent/${known.slug}`])
    expect(await told(user)).toEqual(['agent_changed: Known echo has version 2 /my-ai-services'])
    const fresh = await draft({ name: 'Fresh echo' })
    const submission = await submit(fresh.id)
    await decide(submission, false)
    expect(await told(follower)).toHaveLength(1)
    await decide(await submit(fresh.id))
    expect((await told(follower))[0]).toBe(`followed_seller: Asha published Fresh echo /agent/${fresh.slug}`)
    await call('DELETE', `/sellers/${rows[0].handle}/follow`, undefined, follower)
    await redraw(fresh, echo('{{ $input.text }}?'))
    await decide(await submit(fresh.id, { changelog: 'Asks.' }))
    expect(await told(follower)).toHaveLength(2)
  })
})
