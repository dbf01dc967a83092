/** How agents stand: what sellers say, what the platform sees by itself, and what everybody reads of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { PUBLISHING } from '#contract/agents/publishing-limits.ts'
import { output } from '#nodes/node.ts'
import { createFilePort } from '#server/areas/runs/files/run-files.ts'
import { HOUR_MS } from '#shared/time.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, storeWorkflow, wires, workflow } from '#test/support/engine.ts'
import { findDueListings, recordFailedHours, recordUptimeMinute } from './agent-health.store.ts'
import { checkListings } from './checks.ts'
import type { HouseSamples } from './house-samples.ts'

const echo = workflow(
  [node('ask', 'input_form', { fields: [{ name: 'text' }] }), node('end', 'effect', { does: 'say' })],
  wires('ask > end'),
)
const never = new AbortController().signal

let test: TestApp
let seller: Person
let broken: boolean
let starts: number
let deps: HouseSamples
beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      say: ({ input }) => {
        if (broken) throw new Error('broken on purpose')
        return output(input)
      },
      wait: () => ({ type: 'wait', wait: { type: 'timer', until: new Date(Date.now() + HOUR_MS).toISOString() } }),
    },
  })
  seller = await test.person('seller')
})
afterAll(() => test.close())
beforeEach(async () => {
  broken = false
  starts = 0
  const { engine } = test.engine
  deps = {
    db: test.database.db,
    engine: {
      start: (request) => {
        starts++
        return engine.start(request)
      },
      result: (id, ms) => engine.result(id, ms),
    },
    files: createFilePort({ db: test.database.db, files: test.files }),
    readPublic: async () => null,
    log: { warn: (detail) => expect(detail).toBeUndefined() },
  }
  await test.database.pool.query(`update agents set status = 'archived'`)
})

const run = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
const samples = [{ title: 'A text', input: { text: 'Fever' } }]
const add = async (options: object = {}) => {
  const agent = await addAgent(test.database.pool, seller.id, echo, { samples, ...options })
  // What the catalogue says of a node that only tests have.
  await run(`update agent_versions set sends_out = false, uses_model = false where id = $1`, [agent.version_id])
  return agent
}
/** It was made and looked at long ago. */
const age = async (id: string, by = '25 hours') => {
  await run(`update agent_versions set created_at = created_at - $2::interval where agent_id = $1`, [id, by])
  await run(`update agent_checks set checked_at = checked_at - $2::interval where agent_id = $1`, [id, by])
}
const record = async (slug: string, as: Person | null = null) =>
  (await test.call('GET', `/api/v1/agents/${slug}/record`, { as })).body.data
const say = (id: string, body: object, as: Person | null = seller) =>
  test.call('PUT', `/api/v1/seller/agents/${id}/standing`, { as, body })

describe('checks of what is sold', () => {
  it('begin a day after it was made, and say how its sample went', async () => {
    const agent = await add()
    await checkListings(deps, never)
    expect([starts, await record(agent.slug)]).toMatchObject([0, { check: null, intact: null, version: 1 }])
    await age(agent.id)
    await checkListings(deps, never)
    await checkListings(deps, never)
    expect(starts).toBe(1)
    const { check, scan } = await record(agent.slug)
    expect(check).toMatchObject({ passed: true, daily: true, reason: null, ms: expect.any(Number) })
    expect(scan).toMatchObject({ high: 0, reviewed: false })
  })

  it('of one that failed are made again each hour, and why is told to its seller alone', async () => {
    const agent = await add()
    await age(agent.id)
    broken = true
    await checkListings(deps, never)
    expect((await record(agent.slug)).check).toMatchObject({ passed: false, reason: null })
    expect((await record(agent.slug, seller)).check.reason).toContain('The node failed')
    expect((await run(`select cause from agent_down_hours where agent_id = $1`, [agent.id])).rows).toEqual([
      { cause: 'check' },
    ])
    broken = false
    await checkListings(deps, never)
    expect(starts).toBe(1)
    await age(agent.id, '61 minutes')
    await checkListings(deps, never)
    expect([starts, (await record(agent.slug)).check.passed]).toEqual([2, true])
  })

  const slow = workflow(
    [
      node('ask', 'input_form', { fields: [{ name: 'text' }] }),
      node('hour', 'wait', { does: 'wait' }),
      node('end', 'effect', { does: 'say' }),
    ],
    wires('ask > hour', 'hour > end'),
  )
  const addSlow = async () => {
    const agent = await addAgent(test.database.pool, seller.id, slow, { samples })
    await run(`update agent_versions set sends_out = false, uses_model = false where id = $1`, [agent.version_id])
    await age(agent.id)
    return agent
  }
  /** One turn, with a server that stops as soon as a run waits. */
  const checkUntilOneWaits = async () => {
    const stop = new AbortController()
    const result: HouseSamples['engine']['result'] = async (id, ms) => {
      const state = await deps.engine.result(id, ms)
      if (state.status === 'waiting') stop.abort()
      return state
    }
    await checkListings({ ...deps, engine: { ...deps.engine, result } }, stop.signal)
  }
  const endWaits = () => run(`update execution_waits set until = now() - interval '1 minute' where resolved_at is null`)

  it('of one that still waits for its time when the server stops say nothing, and find its end later', async () => {
    const agent = await addSlow()
    await checkUntilOneWaits()
    expect((await record(agent.slug)).check).toBeNull()
    expect((await run(`select cause from agent_down_hours where agent_id = $1`, [agent.id])).rows).toEqual([])
    await endWaits()
    await checkListings(deps, never)
    expect([starts, (await record(agent.slug)).check?.passed]).toEqual([1, true])
  })

  it('of one that failed and whose sample waits longer than an hour find it in order again', async () => {
    const agent = await addSlow()
    broken = true
    await checkUntilOneWaits()
    await endWaits()
    await checkListings(deps, never)
    expect([starts, (await record(agent.slug)).check.passed]).toEqual([1, false])
    broken = false
    await age(agent.id, '61 minutes')
    await checkUntilOneWaits()
    expect([starts, (await record(agent.slug)).check.passed]).toEqual([2, false])
    const write = Date.prototype.toISOString
    const inLaterHour = vi.spyOn(Date.prototype, 'toISOString').mockImplementation(function (this: Date) {
      return write.call(new Date(this.getTime() + 2 * HOUR_MS))
    })
    onTestFinished(() => inLaterHour.mockRestore())
    await checkUntilOneWaits()
    inLaterHour.mockRestore()
    await endWaits()
    await checkListings(deps, never)
    expect([starts, (await record(agent.slug)).check.passed]).toEqual([2, true])
  })

  it('of one that waits let the others have their turn', async () => {
    const waiting = await addSlow()
    await checkUntilOneWaits()
    const agent = await add()
    await age(agent.id)
    const due = async () => (await findDueListings(test.database.db, 1)).map(({ agent_id }) => agent_id)
    expect(await due()).toEqual([agent.id])
    await checkUntilOneWaits()
    expect(await due()).toEqual([waiting.id])
    expect((await record(agent.slug)).check.passed).toBe(true)
  })

  it('run nothing that asks a model or sends something out', async () => {
    const agent = await add()
    await run(`update agent_versions set sends_out = true where agent_id = $1`, [agent.id])
    await age(agent.id)
    await checkListings(deps, never)
    expect(starts).toBe(0)
    expect(await record(agent.slug)).toMatchObject({ check: null, scan: { high: expect.any(Number) } })
  })

  it('see a workflow that is not what was hashed', async () => {
    const { version_id } = await storeWorkflow(test.database.pool, seller.id, echo)
    await run(`alter table workflow_versions disable trigger user`)
    await run(`update workflow_versions set content_hash = 'another' where id = $1`, [version_id])
    await run(`alter table workflow_versions enable trigger user`)
    const agent = await add({ workflow_version: version_id })
    await age(agent.id)
    const told: string[] = []
    await checkListings({ ...deps, log: { warn: (_detail, message) => told.push(message) } }, never)
    expect([(await record(agent.slug)).intact, told]).toEqual([false, ['a workflow is not what was hashed']])
  })
})

describe('uptime', () => {
  it('is the share of minutes with a server, without the hours in which the agent gave nothing', async () => {
    const agent = await add()
    await run(`delete from platform_hours`)
    expect((await record(agent.slug)).uptime.up).toBeNull()
    await run(`update agents set published_at = date_trunc('hour', now()) - interval '40 hours' where id = $1`, [
      agent.id,
    ])
    await run(`insert into platform_hours select date_trunc('hour', now()) - make_interval(hours => n), repeat('1', 60)::bit(60)
      from generate_series(1, 41) n`)
    expect((await record(agent.slug)).uptime).toMatchObject({ up: 1, hours: 39, down_hours: 0 })
    await run(`update platform_hours set minutes = (repeat('1', 30) || repeat('0', 30))::bit(60)
      where hour = date_trunc('hour', now()) - interval '2 hours'`)
    await run(`delete from platform_hours where hour = date_trunc('hour', now()) - interval '3 hours'`)
    await run(`insert into agent_down_hours select $1, date_trunc('hour', now()) - interval '5 hours', 'check'`, [
      agent.id,
    ])
    const { up, down_hours } = (await record(agent.slug)).uptime
    expect([Math.round(up * 39 * 100) / 100, down_hours]).toEqual([36.5, 1])
    await recordUptimeMinute(test.database.db)
    await recordUptimeMinute(test.database.db)
    const { rows } = await run(`select bit_count(minutes)::int as count from platform_hours order by hour desc limit 1`)
    expect(rows[0].count).toBeLessThanOrEqual(2)
  })

  it('falls by an hour in which nothing worked for several buyers, and not by what one person or a visitor does', async () => {
    const agent = await add()
    const [one, two] = [await test.person('basic_user'), await test.person('basic_user')]
    const { rows } = await run(`select workflow_version_id from agent_versions where id = $1`, [agent.version_id])
    const ran = (owner: string | null, status: string) =>
      run(
        `insert into executions (id, workflow_id, workflow_version_id, owner_id, visitor_key, agent_id, agent_version_id, status, trigger, input, finished_at)
          values (uuidv7(), (select workflow_id from workflow_versions where id = $1), $1, $2, $3, $4, $5, $6, 'manual', '{}', now())`,
        [rows[0].workflow_version_id, owner, owner ? null : 'v'.repeat(32), agent.id, agent.version_id, status],
      )
    const down = async () => {
      await recordFailedHours(test.database.db)
      const found = await run(`select 1 from agent_down_hours where agent_id = $1`, [agent.id])
      return found.rows.length
    }
    for (const owner of [one.id, one.id, one.id, null, seller.id]) await ran(owner, 'failed')
    expect(await down()).toBe(0)
    await ran(two.id, 'failed')
    expect(await down()).toBe(1)
    await ran(one.id, 'succeeded')
    expect(await down()).toBe(0)
  })
})

describe('what a seller says', () => {
  it('is on the listing, and users of the agent are told once', async () => {
    const agent = await add()
    const buyer = await test.person('basic_user')
    await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id: agent.id } })
    const notices = async () =>
      (await test.call('GET', '/api/v1/notifications', { as: buyer })).body.data.items.filter(
        ({ kind }: { kind: string }) => kind === 'agent_changed',
      )
    const said = { maintenance: true, notice: 'Back on Friday.' }
    expect((await say(agent.id, said)).body.data.standing).toMatchObject({ ...said, since: expect.any(String) })
    await say(agent.id, said)
    const shown = await test.call('GET', `/api/v1/agents/${agent.slug}`)
    expect(shown.body.data.standing).toMatchObject(said)
    expect(shown.body.data.abilities.run.allowed).toBe(true)
    expect(await notices()).toMatchObject([
      { title: 'An agent is under maintenance', message: 'Back on Friday.', count: 1, read_at: null },
    ])
    expect((await say(agent.id, { maintenance: false, notice: '' })).body.data.standing.since).toBeNull()
    expect(await notices()).toMatchObject([{ read_at: expect.any(String) }])
  })

  it('is nobody else’s to say, and only of what is sold', async () => {
    const agent = await add()
    const said = { maintenance: true, notice: '' }
    expect((await say(agent.id, said, await test.person('seller'))).status).toBe(404)
    expect((await say(agent.id, said, await test.person('admin'))).status).toBe(404)
    expect((await say(agent.id, said, await test.person('basic_user'))).status).toBe(403)
    expect((await say(agent.id, said, null)).status).toBe(401)
    for (const status of ['draft', 'suspended', 'archived', 'deprecated']) {
      await run(`update agents set status = $2 where id = $1`, [agent.id, status])
      expect([status, (await say(agent.id, said)).status]).toEqual([status, 409])
    }
  })

  it.each([
    ['too long', 'a'.repeat(PUBLISHING.notice + 1)],
    ['of two lines', 'one\ntwo'],
    ['with what turns text around', 'safe \u202e gnp.exe'],
    ['of another kind', 7],
  ])('is refused by its field when it is %s', async (_what, notice) => {
    const agent = await add()
    const { status, body } = await say(agent.id, { maintenance: false, notice })
    expect([status, body.errors[0].field]).toEqual([400, 'notice'])
  })

  it('is changed a number of times an hour', async () => {
    const agent = await add()
    const answers: number[] = []
    for (let n = 0; n <= PUBLISHING.notices_per_hour; n++)
      answers.push((await say(agent.id, { maintenance: false, notice: `Word ${n}` })).status)
    expect([answers[0], answers.at(-2), answers.at(-1)]).toEqual([200, 200, 429])
  })
})

describe('the record', () => {
  it('is not there of what may not be seen, even with a guessed address', async () => {
    for (const status of ['draft', 'in_review', 'suspended', 'archived', 'rejected']) {
      const agent = await add({ status })
      for (const ref of [agent.id, agent.slug]) {
        const { status: code } = await test.call('GET', `/api/v1/agents/${ref}/record`)
        expect([status, code]).toEqual([status, 404])
      }
      expect((await record(agent.slug, seller)).version).toBe(1)
    }
  })

  it('names every price and from when it holds for whom', async () => {
    const agent = await add({ price: ['per_run', 1000] })
    await run(`update agent_versions set published_at = now() - interval '3 days' where id = $1`, [agent.version_id])
    const { rows } = await run(
      `insert into agent_versions (agent_id, number, workflow_version_id, input_schema, output_schema, view, samples, price_type,
        price_paise, content_hash, listing) select agent_id, 2, workflow_version_id, input_schema, output_schema, view, samples,
        price_type, 1500, 'second', listing from agent_versions where id = $1 returning id`,
      [agent.version_id],
    )
    await run(
      `insert into agent_price_changes (agent_id, version_id, price_type, from_paise, to_paise, effective_at)
        values ($1, $2, 'per_run', 1000, 1500, now() + interval '14 days')`,
      [agent.id, rows[0].id],
    )
    expect((await record(agent.slug)).prices).toMatchObject([
      { version: 2, price: { type: 'per_run', paise: 1500 }, earlier_at: expect.any(String) },
      { version: 1, price: { type: 'per_run', paise: 1000 }, earlier_at: null },
    ])
  })
})
