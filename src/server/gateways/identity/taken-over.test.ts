/** What a stranger prepared in an account that they made with another person's address, after its owner has reset the password. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '#contract/core/primitives.ts'
import { findOrCreateCaller } from '#server/areas/accounts/users/users.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'
import { Browser, createTestIdentity, signUpSomebody, type TestIdentity } from '#test/support/identity.ts'
import { mailSettled, mailTo, tokenOf } from '#test/support/mailbox.ts'

let test: TestApp
let identity: TestIdentity
beforeAll(async () => {
  test = await createTestApp()
  identity = await createTestIdentity(test.database)
  const seller = await test.person('seller')
  const document = workflow([node('start', 'manual_trigger'), set('end', { said: 'yes' })], wires('start > end'))
  await addAgent(test.database.pool, seller.id, document, { slug: 'echo' })
})
afterAll(async () => {
  await identity.stop()
  await test.close()
})

/** One value of one row. */
const value = async (sql: string, values: unknown[]) =>
  Object.values((await test.database.pool.query(sql, values)).rows[0] ?? {})[0]

async function made(as: Person, url: string, body: object, method = 'POST'): Promise<JsonObject> {
  const answer = await test.call(method, url, { as, body })
  expect([url, answer.status, answer.body.errors ?? null]).toEqual([url, expect.toSatisfy((s) => s < 300), null])
  return answer.body.data
}

const TRIGGERS = {
  webhook_trigger: { auth: 'none' },
  form_trigger: { title: 'Ask', fields: [{ name: 'text', label: 'Text', type: 'text' }] },
  chat_trigger: {},
  email_trigger: {},
  schedule_trigger: { cron: '0 9 * * *' },
  error_trigger: {},
}

/** An account with everything that lets a stranger in, or takes its owner's data out. */
async function prepared({ verified = false } = {}) {
  const { email, account, token } = await signUpSomebody(identity)
  const shown = await identity.verify(token)
  if (!shown) throw new Error('no token')
  const caller = await findOrCreateCaller(test.database.db, shown)
  if (!caller) throw new Error('no user')
  const { id } = caller
  if (verified)
    await test.database.pool.query('update auth."user" set "emailVerified" = true where id = $1', [account.id])
  await test.database.pool.query(`update users set role = 'seller' where id = $1`, [id])
  const owner: Person = { id, role: 'seller', token: `token-${id}`, session: `session-${id}` }
  test.know(owner)
  const model = {
    name: 'Helper',
    provider: 'custom',
    base_url: 'https://listens.example/v1',
    model: 'm',
    api_key: 'k'.repeat(20),
  }
  const { id: model_id } = await made(owner, '/api/v1/models', model)
  await test.database.pool.query('insert into model_settings (owner_id, default_model) values ($1, $2)', [id, model_id])
  await made(owner, '/api/v1/credentials', {
    name: 'Theirs',
    type: 'bearer',
    fields: { token: 'secret', hosts: 'a.example' },
  })
  const flows: string[] = []
  for (const [type, config] of Object.entries(TRIGGERS)) {
    const document = workflow([node('start', type, config as never), set('end', { told: 'yes' })], wires('start > end'))
    flows.push(String((await made(owner, '/api/v1/workflows', { name: type, document })).id))
  }
  const [flow] = flows
  const friend = await test.person('seller')
  await test.database.pool.query(
    `insert into workflow_members (workflow_id, user_id, role, added_by) values ($1, $2, 'editor', $3)`,
    [flow, friend.id, id],
  )
  await test.database.pool.query(
    `insert into workflow_invitations (workflow_id, email, role, invited_by) values ($1, 'friend@example.com', 'editor', $2)`,
    [flow, id],
  )
  const service = (await made(owner, '/api/v1/services', { agent_id: 'echo' })).id
  await made(owner, `/api/v1/services/${service}/schedules`, { cron: '0 9 * * *', input: { text: 'x' } })
  await test.database.pool.query(
    `insert into service_widgets (service_id, token, enabled, title, domains, daily_runs, daily_paise)
     values ($1, replace(gen_random_uuid()::text, '-', ''), true, 'Ask', '{a.example}', 10, 0)`,
    [service],
  )
  await test.database.pool.query(
    `insert into seller_profiles (seller_id, legal_name, kind, address, state_code, payee_shown, key_id, wrapped_key, sealed, status)
     values ($1, 'A', 'individual', 'B', '29', 'UPI of the stranger', 'k', 'w', 's', 'verified')`,
    [id],
  )
  const hook = await value(`select token from workflow_triggers where workflow_id = $1`, [flow])
  return { email, id, owner, hook: `/hooks/${hook}`, before: await readAccountState(id) }
}

/** Everything of the account that counts here; tokens as they are. */
async function readAccountState(id: string) {
  const count = async (sql: string) => Number(await value(`select count(*) ${sql}`, [id]))
  const list = async (sql: string) => (await test.database.pool.query(sql, [id])).rows
  const own = 'workflow_id in (select id from workflows where owner_id = $1)'
  const services = 'service_id in (select id from services where owner_id = $1)'
  return {
    models: await count('from models where owner_id = $1'),
    chosen: await count('from model_settings where owner_id = $1'),
    credentials: await count('from credentials where owner_id = $1'),
    members: await count(`from workflow_members where ${own}`),
    invited: await count(`from workflow_invitations where ${own}`),
    triggers: await list(
      `select type, token, test_token, paused_at is not null as paused from workflow_triggers where ${own} order by type`,
    ),
    schedules: await list(`select enabled from service_schedules where ${services}`),
    widgets: await list(`select token, enabled from service_widgets where ${services}`),
    payee: await list('select payee_shown, sealed, status from seller_profiles where seller_id = $1'),
    workflows: await count('from workflows where owner_id = $1'),
    services: await count('from services where owner_id = $1'),
  }
}

async function reset(email: string) {
  await identity.accounts.requestReset(email, new Browser())
  await mailSettled(test.database)
  const token = tokenOf(await mailTo(test.database, email, /new Chowk password/))
  await identity.accounts.resetPassword({ token, new_password: 'the owner of the mailbox' }, new Browser())
}

describe('the owner of a mailbox who resets the password of an account that a stranger made', () => {
  it('sends no prompt to the stranger’s server, and nothing runs in their name any more', async () => {
    const { email, id, hook, before } = await prepared()
    expect(before).toMatchObject({ models: 1, chosen: 1, credentials: 1, members: 1, invited: 1, services: 1 })
    expect(before.triggers.map(({ paused }) => paused)).toEqual(Array(6).fill(false))
    expect((await test.call('POST', hook, { as: null, body: {} })).status).not.toBe(404)
    await reset(email)
    const after = await readAccountState(id)
    expect(after).toMatchObject({
      ...{ models: 0, chosen: 0, credentials: 0, members: 0, invited: 0 },
      schedules: [{ enabled: false }],
      widgets: [{ enabled: false }],
      payee: [{ payee_shown: null, sealed: null, status: 'pending' }],
    })
    expect(after.triggers.map(({ paused }) => paused)).toEqual(Array(6).fill(true))
    const tokens = ({ triggers, widgets }: typeof after) =>
      [...triggers, ...widgets].flatMap(({ token, test_token }) => [token, test_token]).filter(Boolean)
    const known = new Set(tokens(before))
    expect([tokens(after).length, tokens(after).filter((token) => known.has(token))]).toEqual([known.size, []])
    expect((await test.call('POST', hook, { as: null, body: {} })).status).toBe(404)
  })

  it('loses no workflow and no service, and may let them start again under a new address', async () => {
    const { email, id, owner, before } = await prepared()
    await reset(email)
    const after = await readAccountState(id)
    expect([after.workflows, after.services]).toEqual([before.workflows, before.services])
    await test.database.pool.query(
      `update workflow_triggers set paused_at = null where workflow_id in (select id from workflows where owner_id = $1)`,
      [owner.id],
    )
    const fresh = after.triggers.find(({ type }) => type === 'webhook')?.token
    expect((await test.call('POST', `/hooks/${fresh}`, { as: null, body: {} })).status).not.toBe(404)
  })
})

it('a person whose address was confirmed keeps models, addresses, members and payee when they reset a forgotten password', async () => {
  const { email, id, hook, before } = await prepared({ verified: true })
  await reset(email)
  expect(await readAccountState(id)).toEqual(before)
  expect((await test.call('POST', hook, { as: null, body: {} })).status).not.toBe(404)
})
