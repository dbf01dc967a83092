/** What was taken away stays away: membership and a role leave no address and no run behind that gives more than they could get today. */
import { sql as kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject, UserId } from '#contract/core/primitives.ts'
import { balanceOf } from '#server/areas/billing/ledger/ledger.ts'
import { startOnFailures } from '#server/areas/runs/triggers/failures.ts'
import { receiveMail } from '#server/areas/runs/triggers/mail-in.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, storeWorkflow, until, wires, workflow } from '#test/support/engine.ts'
import { giveCredits } from '#test/support/paid-agent.ts'
import { findForbidden } from './stop-runs.store.ts'
import { stopForbidden } from './stop-runs.ts'

let test: TestApp
let owner: Person
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.person('seller')
})
afterAll(() => test.close())

const sql = (text: string, values: unknown[] = []) => test.database.pool.query(text, values)
const waits = workflow(
  [node('start', 'manual_trigger'), node('ask', 'approval'), set('end', {})],
  wires('start > ask', 'ask:approved > end'),
)

async function create(as: Person, document: object, name = 'Shared'): Promise<string> {
  const made = await test.call('POST', '/api/v1/workflows', { as, body: { name, document } })
  expect(made.status).toBe(201)
  return made.body.data.id
}
const join = (id: string, { id: user }: Person, role = 'editor') =>
  sql('insert into workflow_members (workflow_id, user_id, role, added_by) values ($1, $2, $3, $4)', [
    id,
    user,
    role,
    owner.id,
  ])
const execute = async (as: Person, body: object) =>
  test.call('POST', '/api/v1/workflows/execute', { as, body: { input: {}, wait_ms: 5000, ...body } })
const statusOf = async (id: string) => (await sql('select status from executions where id = $1', [id])).rows[0]?.status
describe('a member of a shared workflow', () => {
  it('never learns the addresses that run it in its owner’s name', async () => {
    const id = await create(owner, workflow([node('start', 'webhook_trigger'), set('end', {})], wires('start > end')))
    for (const role of ['editor', 'viewer']) {
      const member = await test.person('seller')
      await join(id, member, role)
      const seen = await test.call('GET', `/api/v1/workflows/${id}`, { as: member })
      expect([seen.body.data.role, seen.body.data.hook]).toEqual([role, null])
    }
    expect((await test.call('GET', `/api/v1/workflows/${id}`, { as: owner })).body.data.hook).not.toBeNull()
  })

  it.each([
    ['was removed', 'DELETE', undefined],
    ['may only look', 'PUT', { role: 'viewer' }],
  ])('who %s leaves no run behind that continues later', async (_what, method, body) => {
    const id = await create(owner, waits)
    const [editor, other] = [await test.person('seller'), await test.person('seller')]
    for (const one of [editor, other]) await join(id, one)
    const [run, kept] = [await execute(editor, { workflow_id: id }), await execute(other, { workflow_id: id })]
    expect(run.body.data.status).toBe('waiting')
    const changed = await test.call(method, `/api/v1/workflows/${id}/members/${editor.id}`, { as: owner, body })
    expect(changed.status).toBe(200)
    expect(await statusOf(run.body.data.execution_id)).toBe('cancelled')
    expect(await statusOf(kept.body.data.execution_id)).toBe('waiting')
  })
})

describe('an account whose role was lowered', () => {
  it.each([
    ['POST', '/user-management/ID/downgrade-role', 'new_role'],
    ['PUT', '/users/ID/role', 'role'],
  ])(
    'leaves no run of a workflow behind that continues later, its own or a shared one: %s %s',
    async (method, path, field) => {
      const [admin, editor, other] = [
        await test.person('super_admin'),
        await test.person('creator_admin'),
        await test.person('seller'),
      ]
      const [shared, own] = [await create(owner, waits), await create(editor, waits, 'Mine')]
      for (const one of [editor, other]) await join(shared, one)
      await join(own, other)
      const agent = await addAgent(test.database.pool, owner.id, waits)
      const runs = [
        await execute(editor, { workflow_id: shared }),
        await execute(editor, { workflow_id: own }),
        await execute(editor, { agent_id: agent.id, input: { text: 'x' } }),
        await execute(other, { workflow_id: shared }),
        await execute(other, { workflow_id: own }),
      ]
      const statuses = () => Promise.all(runs.map(({ body: { data } }) => statusOf(data.execution_id)))
      const lower = async (role: string) => {
        const body = { [field]: role, reason: 'Misuse' }
        return (await test.call(method, `/api/v1${path.replace('ID', editor.id)}`, { as: admin, body })).status
      }
      expect(await lower('seller')).toBe(200)
      expect(await statuses()).toEqual(Array(5).fill('waiting'))
      expect(await lower('basic_user')).toBe(200)
      expect(await statuses()).toEqual(['cancelled', 'cancelled', 'waiting', 'waiting', 'waiting'])
    },
  )

  it('or that lost its membership in any way, has its runs ended a moment later', async () => {
    const id = await create(owner, waits)
    const people = await Promise.all(Array.from({ length: 4 }, () => test.person('seller')))
    for (const one of people) await join(id, one)
    const runs: string[] = []
    for (const one of people) runs.push((await execute(one, { workflow_id: id })).body.data.execution_id)
    const [lowered, viewer, removed] = people.map(({ id: user }) => user)
    await sql(`update users set role = 'basic_user' where id = $1`, [lowered])
    await sql(`update workflow_members set role = 'viewer' where user_id = $1`, [viewer])
    await sql('delete from workflow_members where user_id = $1', [removed])
    await stopForbidden(test.database.db, { engine: test.engine.engine, log: console })
    expect(await Promise.all(runs.map(statusOf))).toEqual(['cancelled', 'cancelled', 'cancelled', 'waiting'])
  })

  it('has a workflow ended that a failed run had called, too', async () => {
    const [id, member] = [await create(owner, waits), await test.person('seller')]
    await join(id, member)
    const run = async () => (await execute(member, { workflow_id: id })).body.data.execution_id
    const [failed, under_way, left, called] = [await run(), await run(), await run(), await run()]
    // Undone before a sweep sees it.
    const undo = new Error('undone')
    const found = test.database.db.transaction().execute(async (tx) => {
      await kysely`update executions set status = 'failed', finished_at = now() where id = ${failed}`.execute(tx)
      for (const [child, parent] of [
        [left, failed],
        [called, under_way],
      ])
        await kysely`update executions set parent_id = ${parent} where id = ${child}`.execute(tx)
      await kysely`update users set status = 'blocked' where id = ${member.id}`.execute(tx)
      const forbidden = await findForbidden(tx, { user: member.id as UserId })
      // What a run under way has called ends with it.
      expect(forbidden.toSorted()).toEqual([under_way, left].toSorted())
      throw undo
    })
    await expect(found).rejects.toBe(undo)
  })

  it('keeps the checks of what it has listed', async () => {
    const seller = await test.person('seller')
    const { version_id: workflow_version_id } = await storeWorkflow(test.database.pool, seller.id, waits)
    const check = { workflow_version_id, agent_id: null, input: {}, owner: { user_id: seller.id } }
    const begin = (trigger: string) =>
      test.engine.engine.run({ ...check, trigger, priority: 'low', mode: 'now' } as never, 5000)
    const runs = [await begin('sample'), await begin('manual')]
    await sql(`update users set role = 'basic_user' where id = $1`, [seller.id])
    await stopForbidden(test.database.db, { engine: test.engine.engine, log: console })
    const statuses = await Promise.all(runs.map(({ execution_id }) => statusOf(execution_id)))
    expect(statuses).toEqual(['waiting', 'cancelled'])
  })
})

describe('an agent that was suspended', () => {
  const path = (id: string) => `/api/v1/agent-management/${id}/control`

  it('has no run that continues: a question stays unanswered, and what was held goes back', async () => {
    const [buyer, admin] = [await test.person(), await test.person('super_admin')]
    const agent = await addAgent(test.database.pool, owner.id, waits, { price: ['per_run', 500] })
    const other = await addAgent(test.database.pool, owner.id, waits)
    await sql('update agents set trial_runs = 0 where id = $1', [agent.id])
    await giveCredits(test.database, buyer.id, 500)
    const input = { text: 'x' }
    const [run, kept] = [
      await execute(buyer, { agent_id: agent.id, input }),
      await execute(buyer, { agent_id: other.id, input }),
    ]
    const service = (await test.call('POST', '/api/v1/services', { as: buyer, body: { agent_id: other.id } })).body.data
    const served = await execute(buyer, { service_id: service.id, input })
    const ids = [run, kept, served].map(({ body }) => body.data.execution_id)
    const statuses = () => Promise.all(ids.map(statusOf))
    const suspend = (id: string) =>
      test.call('POST', path(id), { as: admin, body: { action: 'suspend', reason: 'It copies what it is given' } })
    expect(await statuses()).toEqual(['waiting', 'waiting', 'waiting'])
    expect((await suspend(agent.id)).status).toBe(200)
    expect(await statuses()).toEqual(['cancelled', 'waiting', 'waiting'])
    expect(await balanceOf(test.database.db, 'credits', buyer.id)).toBe(500)
    expect((await suspend(other.id)).status).toBe(200)
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })
})

describe('a person who may not run it any more', () => {
  it('can neither allow nor refuse what a run asks, for both lead to further steps, and can cancel it', async () => {
    const both = workflow(
      [node('start', 'manual_trigger'), node('ask', 'approval'), set('yes', {}), set('no', {})],
      wires('start > ask', 'ask:approved > yes', 'ask:rejected > no'),
    )
    const id = await create(owner, both)
    const editor = await test.person('seller')
    await join(id, editor)
    const { execution_id: run } = (await execute(editor, { workflow_id: id })).body.data
    const { rows } = await sql('select id from execution_waits where execution_id = $1', [run])
    await sql(`update workflow_members set role = 'viewer' where user_id = $1`, [editor.id])
    for (const approved of [true, false]) {
      const body = { type: 'approval', approved }
      const answer = await test.call('POST', `/api/v1/executions/${run}/waits/${rows[0].id}`, { as: editor, body })
      expect([approved, answer.status]).toEqual([approved, 403])
    }
    const cancel = { as: editor, body: { action: 'cancel' } }
    expect((await test.call('POST', `/api/v1/executions/${run}/control`, cancel)).status).toBe(200)
  })
})

describe('a seller whose role was taken back', () => {
  const lower = (to: string) => sql('update users set role = $2 where id = $1', [owner.id, to])
  const start = (type: string, config: JsonObject = {}) =>
    create(owner, workflow([node('start', type, config), set('end', {})], wires('start > end')), type)
  const addressOf = async (id: string) =>
    (await sql('select token, test_token from workflow_triggers where workflow_id = $1', [id])).rows[0]

  it('has no workflow that starts by its address, its mailbox, its time or a failure', async () => {
    const ids = {
      webhook: await start('webhook_trigger'),
      form: await start('form_trigger', { title: 'F', fields: [{ name: 'a', label: 'A', type: 'text' }] }),
      chat: await start('chat_trigger'),
      mail: await start('email_trigger'),
      time: await start('schedule_trigger'),
      failure: await start('error_trigger'),
    }
    const failing = await create(
      owner,
      workflow([node('start', 'manual_trigger'), node('end', 'stop', { message: 'x' })], wires('start > end')),
    )
    expect((await execute(owner, { workflow_id: failing })).body.data.status).toBe('failed')
    // A time starts a version, and there is one once the workflow was run.
    expect((await execute(owner, { workflow_id: ids.time })).body.data.status).toBe('succeeded')
    const { token: hook, test_token: trial } = await addressOf(ids.webhook)
    const [form, chat, mail] = await Promise.all([ids.form, ids.chat, ids.mail].map(addressOf))
    const begin = (request: Parameters<typeof test.engine.engine.start>[0]) => test.engine.engine.start(request)
    const tryAll = async () => {
      const call = async (path: string, body: object) => (await test.call('POST', path, { body })).status
      const answers = [
        await call(`/hooks/${hook}`, {}),
        await call(`/hooks/test/${trial}`, {}),
        await call(`/api/forms/${form.token}`, { values: { a: 'x' } }),
        await call(`/api/chat/${chat.token}`, { message: 'x' }),
      ]
      await receiveMail(
        { db: test.database.db, files: { write: () => Promise.reject(new Error('none')) }, start: begin },
        [mail.token],
        Buffer.from('From: a@example.com\r\nSubject: x\r\n\r\nx'),
      )
      await sql(`update workflow_triggers set next_run_at = now() - interval '5 seconds' where workflow_id = $1`, [
        ids.time,
      ])
      // Due times are looked at in one go: this one has passed once it has a next time.
      await until(async () => {
        const { rows } = await sql(
          'select next_run_at > now() as passed from workflow_triggers where workflow_id = $1',
          [ids.time],
        )
        return rows[0]?.passed
      })
      await startOnFailures(test.database.db, begin, console as never)
      return answers
    }
    const started = async () => {
      const { rows } = await sql(
        `select distinct w.name from executions e join workflows w on w.id = e.workflow_id
         where w.id = any($1) and e.trigger <> 'manual' order by 1`,
        [Object.values(ids)],
      )
      return rows.map(({ name }) => name)
    }
    await lower('basic_user')
    expect(await tryAll()).toEqual([404, 404, 404, 404])
    expect(await started()).toEqual([])
    await lower('seller')
    await execute(owner, { workflow_id: failing })
    expect(await tryAll()).toEqual([200, 200, 200, 200])
    await until(async () => (await started()).length === 6)
  })
})
