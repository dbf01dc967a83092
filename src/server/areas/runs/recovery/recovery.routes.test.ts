import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'
import { NodeError, output } from '#nodes/node.ts'
import { uuidv7 } from '#server/platform/database/uuid.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, until, wires, workflow } from '#test/support/engine.ts'
import { outside } from '#test/support/one-connection.ts'
import { LONG } from '#test/support/scale.ts'
import { withRunLock } from './recovery.store.ts'
import { createRecoverer } from './recovery-jobs.ts'

let test: TestApp
let owner: Person
let broken = true
let paid = 0

const document = workflow(
  [
    node('start', 'manual_trigger'),
    node('pay', 'effect', { does: 'pay' }),
    node('fragile', 'effect', { does: 'fragile' }),
  ],
  wires('start > pay > fragile'),
)

beforeAll(async () => {
  test = await createTestApp({
    behaviours: {
      pay: () => {
        paid += 1
        return output({ paid })
      },
      fragile: () => {
        if (broken) throw new NodeError('bank_away', 'The bank does not answer.')
        return output('done')
      },
    },
  })
})
afterAll(() => test.close())

let agent_id = ''
beforeEach(async () => {
  owner = await test.person('seller')
  broken = true
  paid = 0
  agent_id = (await addAgent(test.database.pool, owner.id, document)).id
})

async function fail(as = owner): Promise<string> {
  const body = { agent_id, input: { text: 'x' }, wait_ms: 5000 }
  const { body: answer } = await test.call('POST', '/api/v1/workflows/execute', { as, body })
  expect(answer.data.status).toBe('failed')
  return answer.data.execution_id
}
const setCode = (id: string, code: string) =>
  test.database.pool.query(
    `update executions set error = error || jsonb_build_object('code', $2::text) where id = $1`,
    [id, code],
  )
/** A failed run, and as many more of the same owner as make `count`, which succeeded. @returns the failed one's id last */
async function copies(id: string, count: number): Promise<string[]> {
  const { rows } = await test.database.pool.query(
    `insert into executions (id, owner_id, workflow_id, workflow_version_id, status, trigger, input)
     select uuidv7(), owner_id, workflow_id, workflow_version_id, 'succeeded', trigger, input
     from executions e, generate_series(2, $2) where e.id = $1 returning id`,
    [id, count],
  )
  return [...rows.map((row) => row.id as string), id]
}
const list = async (as: Person, query: Record<string, string> = {}) =>
  (await test.call('GET', '/api/v1/recovery/executions', { as, query })).body.data
const start = (as: Person, body: object) => test.call('POST', '/api/v1/recovery/runs', { as, body })
const get = async (as: Person, id: string) => (await test.call('GET', `/api/v1/recovery/runs/${id}`, { as })).body.data
const finished = (as: Person, id: string) =>
  until(async () => {
    const recovery = await get(as, id)
    return recovery.finished_at !== null && recovery.succeeded + recovery.failed === recovery.started && recovery
  })

describe('failed runs', () => {
  it('are listed with why they failed, to their owner alone, and by reason', async () => {
    const id = await fail()
    const mine = await list(owner)
    expect(mine.items.map((one: { id: string }) => one.id)).toEqual([id])
    expect(mine.reasons).toEqual([{ code: 'bank_away', node_id: 'fragile', runs: 1 }])
    expect((await list(owner, { code: 'poison' })).items).toEqual([])
    const workflow_id = mine.items[0].workflow.id
    expect((await list(owner, { code: 'bank_away', node_id: 'fragile', workflow_id })).total).toBe(1)
    expect((await list(await test.person('seller'))).items).toEqual([])
  })

  it('of all users are for admins', async () => {
    const id = await fail()
    const admin = await test.person('admin')
    const workflow_id = (await list(owner)).items[0].workflow.id
    const all = await list(admin, { scope: 'all', workflow_id })
    expect(all.items.map((one: { id: string }) => one.id)).toEqual([id])
    expect((await test.call('GET', '/api/v1/recovery/executions', { as: owner, query: { scope: 'all' } })).status).toBe(
      403,
    )
  })
})

describe('a plan', () => {
  it('says what is kept and what is repeated, and starts nothing', async () => {
    const ids = [await fail(), await fail()]
    const plan = async (action: string) =>
      (await test.call('POST', '/api/v1/recovery/plan', { as: owner, body: { action, execution_ids: ids } })).body.data
    expect(await plan('retry')).toMatchObject({ runs: 2, kept: { nodes: 4 }, repeated: { nodes: 2 }, refused: [] })
    expect(await plan('rerun')).toMatchObject({ runs: 2, kept: { nodes: 0 }, repeated: { nodes: 6 } })
    expect((await list(owner)).total).toBe(2)
    expect(paid).toBe(2)
  })

  it('sums what calls of models cost, kept and lost', async () => {
    const id = await fail()
    const call = (cost_micros: number) => ({ input_tokens: 1, output_tokens: 1, cost_micros, model: 'm', ms: 1 })
    const rows = [
      { node_id: 'pay', seq: 8, status: 'succeeded', started_at: 1, usage: [call(300), call(400)] },
      { node_id: 'fragile', seq: 9, status: 'failed', started_at: 1, usage: [call(50)] },
    ]
    await test.database.pool.query('insert into journal (execution_id, seq, rows) values ($1, 8, $2)', [
      id,
      JSON.stringify(rows),
    ])
    const { body } = await test.call('POST', '/api/v1/recovery/plan', {
      as: owner,
      body: { action: 'retry', execution_ids: [id] },
    })
    expect(body.data).toMatchObject({ kept: { cost_micros: 700 }, repeated: { cost_micros: 50 } })
  })

  it.each([
    ['file_broken', 'retry', /same data and fail again/],
    ['bad_input', 'retry', /fail again with the same input/],
    ['bad_input', 'rerun', /fail again with the same input/],
    ['bad_input', 'rerun_newest', null],
    ['file_broken', 'rerun', null],
    ['bad_xml', 'retry', null],
  ])('after %s, %s is refused exactly where it must fail again, by the server too', async (code, action, reason) => {
    const id = await fail()
    await setCode(id, code)
    const body = { action, execution_ids: [id] }
    const plan = (await test.call('POST', '/api/v1/recovery/plan', { as: owner, body })).body.data
    const refused = reason ? [{ execution_id: id, reason: expect.stringMatching(reason) }] : []
    expect(plan).toMatchObject({ runs: reason ? 0 : 1, refused })
    const started = await start(owner, { key: uuidv7(), ...body })
    const end = await finished(owner, started.body.data.id)
    expect(end).toMatchObject({ started: reason ? 0 : 1, refused: refused.length })
  })

  it('leaves out a run of an agent that was suspended, with the reason', async () => {
    const id = await fail()
    await test.database.pool.query(`update agents set status = 'suspended' where id = $1`, [agent_id])
    const body = { action: 'rerun', execution_ids: [id] }
    expect((await test.call('POST', '/api/v1/recovery/plan', { as: owner, body })).body.data).toMatchObject({
      runs: 0,
      refused: [{ execution_id: id, reason: expect.stringMatching(/marketplace has suspended it/) }],
    })
  })

  it('names the field of an input whose file was deleted', async () => {
    const id = await fail()
    const input = JSON.stringify({ text: 'x', letter: { file_id: uuidv7() } })
    await test.database.pool.query('update executions set input = $2 where id = $1', [id, input])
    const body = { action: 'retry', execution_ids: [id] }
    expect((await test.call('POST', '/api/v1/recovery/plan', { as: owner, body })).body.data).toMatchObject({
      runs: 0,
      refused: [{ execution_id: id, reason: expect.stringMatching(/letter.*This file doesn’t exist/) }],
    })
  })

  it('names what cannot be recovered', async () => {
    const foreign = await fail()
    const other = await test.person('seller')
    const nobody = uuidv7()
    const { body } = await test.call('POST', '/api/v1/recovery/plan', {
      as: other,
      body: { action: 'retry', execution_ids: [foreign, nobody] },
    })
    const reason = 'This run doesn’t exist.'
    expect(body.data).toMatchObject({ runs: 0, refused: [{ execution_id: foreign, reason }, { reason }] })
  })

  it.each([[{}], [{ execution_ids: [uuidv7()], filter: {} }], [{ execution_ids: [] }], [{ filter: { code: 1 } }]])(
    'refuses %j',
    async (choice) => {
      const { status } = await test.call('POST', '/api/v1/recovery/plan', {
        as: owner,
        body: { action: 'retry', ...choice },
      })
      expect([400, 422]).toContain(status)
    },
  )
})

describe('a recovery', () => {
  it('continues from what failed without doing again what was done', async () => {
    const ids = [await fail(), await fail(), await fail()]
    broken = false
    const { body } = await start(owner, { key: uuidv7(), action: 'retry', filter: { code: 'bank_away' } })
    const end = await finished(owner, body.data.id)
    expect(end).toMatchObject({ runs: 3, started: 3, refused: 0, succeeded: 3, failed: 0, problems: [] })
    expect(paid).toBe(ids.length)
    expect((await list(owner)).total).toBe(0)
  })

  it('pressed twice is one, and so are two at the same time', async () => {
    const id = await fail()
    broken = false
    const key = uuidv7()
    const body = { key, action: 'rerun', execution_ids: [id] }
    const [one, two] = await Promise.all([start(owner, body), start(owner, body)])
    expect(one.body.data.id).toBe(two.body.data.id)
    await finished(owner, one.body.data.id)
    const again = await start(owner, body)
    expect(again.body.data).toMatchObject({ id: one.body.data.id, started: 1 })
    const made = await test.database.pool.query('select id from executions where source_id = $1', [id])
    expect(made.rowCount).toBe(1)
  })

  it('does not repeat what a person has repeated already, nor what another recovery has', async () => {
    const [one, two] = [await fail(), await fail()]
    broken = false
    await test.call('POST', `/api/v1/executions/${one}/control`, { as: owner, body: { action: 'retry' } })
    const execution_ids = [one, two]
    const first = await start(owner, { key: uuidv7(), action: 'retry', execution_ids })
    const second = await start(owner, { key: uuidv7(), action: 'rerun', execution_ids })
    await finished(owner, first.body.data.id)
    await finished(owner, second.body.data.id)
    const made = await test.database.pool.query('select id from executions where source_id = any($1)', [execution_ids])
    expect(made.rowCount).toBe(2)
  })

  it('leaves connections to other users, however many are asked for at once', async () => {
    const id = await fail()
    const ask = async () => {
      const body = () => ({ key: uuidv7(), action: 'retry', execution_ids: [id] })
      const answers = await Promise.all(Array.from({ length: 40 }, () => start(owner, body())))
      // None of them is done meanwhile: it would wait for them for ever.
      expect((await test.call('GET', '/api/v1/agents')).status).toBe(200)
      return answers
    }
    const recoveries = await withRunLock(test.database.db, id as never, () => outside(ask))
    for (const { body } of recoveries) await finished(owner, body.data.id)
  })

  it('does not wait for all that another person has asked for', async () => {
    const count = LONG ? 300 : 100
    const many = await copies(await fail(), count)
    const other = await test.person('seller')
    const theirs = await fail(other)
    broken = false
    const greedy = await start(owner, { key: uuidv7(), action: 'rerun', execution_ids: many })
    const small = await start(other, { key: uuidv7(), action: 'rerun', execution_ids: [theirs] })
    const first = await finished(other, small.body.data.id)
    const last = await finished(owner, greedy.body.data.id)
    expect(new Date(first.finished_at).getTime()).toBeLessThan(new Date(last.finished_at).getTime())
    expect(last).toMatchObject({ runs: count, started: 1, refused: count - 1 })
  })

  it('holds so many runs of a person at a time, whatever they ask for at once', async () => {
    const many = await copies(await fail(), SERVER_LIMITS.recovery_runs)
    const chosen = [await fail(), await fail()]
    const { db, pool } = test.database
    const waiting = uuidv7()
    // Another process is at these.
    await pool.query(
      `with made as (insert into recoveries (id, owner_id, key, action) values ($1, $2, $1, 'rerun') returning id)
       insert into recovery_items (recovery_id, execution_id, taken_at) select made.id, unnest($3::uuid[]), now() from made`,
      [waiting, owner.id, many.slice(chosen.length)],
    )
    const body = { action: 'rerun', execution_ids: chosen }
    // Nothing of what is asked for is done meanwhile.
    const [one = '', two = ''] = chosen
    const ask = () => Promise.all([1, 2, 3].map(() => start(owner, { key: uuidv7(), ...body })))
    const answers = await withRunLock(db, one as never, () => outside(() => withRunLock(db, two as never, ask)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.errors).toMatchObject([{ code: 'limit_reached' }])
    expect((await start(owner, { key: waiting, ...body })).body.data.id).toBe(waiting)
  })

  it('is started so many times an hour', async () => {
    const execution_ids = [await fail()]
    const answers = await Promise.all(
      Array.from({ length: 61 }, () => start(owner, { key: uuidv7(), action: 'rerun', execution_ids })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.find(({ status }) => status === 429)?.body.errors).toMatchObject([{ code: 'too_many_requests' }])
  })

  it('starts no run again that did not fail', async () => {
    const id = await fail()
    const [good = ''] = (await copies(id, 2)).filter((one) => one !== id)
    const none = await start(owner, { key: uuidv7(), action: 'rerun', execution_ids: [good] })
    expect(none.status).toBe(400)
    expect(none.body.errors).toMatchObject([{ field: 'execution_ids' }])
    broken = false
    const { body } = await start(owner, { key: uuidv7(), action: 'rerun', execution_ids: [id, good] })
    const end = await finished(owner, body.data.id)
    expect(end).toMatchObject({ started: 1, refused: 1 })
    expect(end.problems).toMatchObject([{ execution_id: good, reason: expect.stringContaining('Only failed runs') }])
  })

  it('does the other lines when one meets a fault of ours, and gives that one up after an hour', async () => {
    const ids = [await fail(), await fail(), await fail()]
    broken = false
    const [bad] = ids
    const { db, pool } = test.database
    const recovery = uuidv7()
    await pool.query(`insert into recoveries (id, owner_id, key, action) values ($1, $2, $1, 'retry')`, [
      recovery,
      owner.id,
    ])
    await pool.query(
      `insert into recovery_items (recovery_id, execution_id, taken_at) select $1, unnest($2::uuid[]), now()`,
      [recovery, ids],
    )
    const { engine } = test.engine
    const control: typeof engine.control = async (id, ...rest) => {
      if (id === bad) throw new Error('a fault')
      return engine.control(id, ...rest)
    }
    const told: string[] = []
    const log = { warn: (_: object, message: string) => void told.push(message) }
    const faulty = { start: engine.start.bind(engine), control }
    const work = createRecoverer({ db, engine: faulty, models: test.models, log })
    const left = (field: string, table: string, id: string) =>
      pool.query(`update ${table} set ${field} = now() - interval '2 hours' where ${id} = $1`, [recovery])
    await left('taken_at', 'recovery_items', 'recovery_id')
    await work({ id: recovery, owner_id: owner.id })
    expect(await get(owner, recovery)).toMatchObject({ started: 2, refused: 0, finished_at: null })
    await left('taken_at', 'recovery_items', 'recovery_id')
    await left('created_at', 'recoveries', 'id')
    await work({ id: recovery, owner_id: owner.id })
    const end = await finished(owner, recovery)
    expect(end).toMatchObject({ started: 2, refused: 1 })
    expect(end.problems).toMatchObject([{ execution_id: bad, reason: expect.stringContaining('error on our side') }])
    expect(told).toEqual(Array(2).fill('a run could not be recovered'))
  })

  it('takes up the line that a process died on', async () => {
    const id = await fail()
    broken = false
    const { db, pool } = test.database
    const recovery = uuidv7()
    await pool.query(`insert into recoveries (id, owner_id, key, action) values ($1, $2, $1, 'retry')`, [
      recovery,
      owner.id,
    ])
    await pool.query(`insert into recovery_items (recovery_id, execution_id, taken_at) values ($1, $2, now())`, [
      recovery,
      id,
    ])
    const work = createRecoverer({ db, engine: test.engine.engine, models: test.models, log: { warn: () => {} } })
    await work({ id: recovery, owner_id: owner.id })
    expect(await get(owner, recovery)).toMatchObject({ started: 0, finished_at: null })
    await pool.query(`update recovery_items set taken_at = now() - interval '2 minutes' where recovery_id = $1`, [
      recovery,
    ])
    await work({ id: recovery, owner_id: owner.id })
    expect(await finished(owner, recovery)).toMatchObject({ started: 1, succeeded: 1 })
  })

  it('tells what failed again', async () => {
    const id = await fail()
    const { body } = await start(owner, { key: uuidv7(), action: 'retry', execution_ids: [id] })
    const end = await finished(owner, body.data.id)
    expect(end).toMatchObject({ started: 1, failed: 1, succeeded: 0 })
    expect(end.problems).toEqual([
      { execution_id: id, new_id: expect.any(String), reason: 'The bank does not answer.' },
    ])
  })

  it('refuses a line that cannot be, and does the others', async () => {
    const [gone, good] = [await fail(), await fail()]
    broken = false
    await test.database.pool.query(`update executions set workflow_version_id = gen_random_uuid() where id = $1`, [
      gone,
    ])
    const { body } = await start(owner, { key: uuidv7(), action: 'retry', execution_ids: [gone, good] })
    const end = await finished(owner, body.data.id)
    expect(end).toMatchObject({ runs: 2, started: 1, refused: 1, succeeded: 1 })
    expect(end.problems).toMatchObject([{ execution_id: gone, new_id: null }])
  })

  it('touches nothing of others, and is seen by nobody else', async () => {
    const id = await fail()
    const stranger = await test.person('seller')
    expect((await start(stranger, { key: uuidv7(), action: 'retry', execution_ids: [id] })).status).toBe(400)
    const { body } = await start(owner, { key: uuidv7(), action: 'retry', execution_ids: [id] })
    const path = `/api/v1/recovery/runs/${body.data.id}`
    expect((await test.call('GET', path, { as: stranger })).status).toBe(404)
    expect((await start(stranger, { key: uuidv7(), action: 'retry', scope: 'all', execution_ids: [id] })).status).toBe(
      403,
    )
    await finished(owner, body.data.id)
  })
})
