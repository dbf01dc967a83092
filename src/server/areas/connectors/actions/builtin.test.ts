/** Apps that are spoken to by their own protocols, from the account to the answer, through the API. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RedisPeer, startRedisPeer } from '#peers/redis/server.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

const PASSWORD = 'a password of some length'
let peer: RedisPeer
let test: TestApp
let owner: Person
let account: string

const entered = (more: object = {}) => ({
  host: '127.0.0.1',
  port: String(peer.port),
  password: PASSWORD,
  tls: 'off',
  ...more,
})
const add = (fields: object, as = owner) =>
  test.call('POST', '/api/v1/integrations/redis/accounts', { as, body: { sign_in: 'key', name: 'Cache', fields } })
const run = (action: string, input: object, as = owner, more: object = { account }) =>
  test.call('POST', `/api/v1/actions/redis/${action}`, { as, body: { input, ...more } })

beforeAll(async () => {
  peer = await startRedisPeer(PASSWORD)
  test = await createTestApp({ secrets: { allow: [`127.0.0.1:${peer.port}`] } })
  owner = { ...(await test.person()), session: 'laptop' }
  test.know(owner)
  const made = await add(entered())
  expect(made.status).toBe(201)
  account = made.body.data.account.id
})
afterAll(async () => {
  await test.close()
  await peer.close()
})

describe('an app of a protocol', () => {
  it('is in the list, with its source, and found by what it does', async () => {
    const { body } = await test.call('GET', '/api/v1/integrations', {
      as: owner,
      query: { search_term: 'set redis key', source: 'builtin' },
    })
    expect(body.data.items[0]).toMatchObject({ id: 'redis', source: 'builtin', accounts: 1, verified: true })
  })

  it('keeps the password to itself and shows where the account is', async () => {
    const { body } = await test.call('GET', '/api/v1/integrations/redis', { as: owner })
    expect(body.data.account_list).toMatchObject([{ id: account, shown: { host: '127.0.0.1', tls: 'off' } }])
    expect(JSON.stringify(body)).not.toContain(PASSWORD)
  })

  it.each([
    [{ host: '127.0.0.1/x' }, 'fields.host'],
    [{ port: '99999' }, 'fields.port'],
    [{ port: 'x' }, 'fields.port'],
    [{ tls: 'maybe' }, 'fields.tls'],
  ])('refuses an account with %j and names the field', async (wrong, field) => {
    const { status, body } = await add(entered(wrong))
    expect([status, body.errors[0].field]).toEqual([400, field])
  })

  it('is tried out with its account', async () => {
    const url = `/api/v1/integrations/redis/accounts/${account}/test`
    expect((await test.call('POST', url, { as: owner })).body.data).toMatchObject({ works: true })
  })

  it('runs its actions and notes where they went', async () => {
    expect((await run('set_value', { key: 'lead', value: 'Asha' })).body.data).toMatchObject({
      status: 'succeeded',
      output: { stored: true },
    })
    expect((await run('get_value', { key: 'lead' })).body.data.output).toEqual({ value: 'Asha', exists: true })
    const { body } = await test.call('GET', '/api/v1/integrations/redis/calls', { as: owner })
    expect(body.data.calls ?? body.data.items).toContainEqual(
      expect.objectContaining({ action: 'get_value', host: `127.0.0.1:${peer.port}`, error: null, requests: 1 }),
    )
  })

  it('checks the input before it connects', async () => {
    const before = peer.commands.length
    const { body } = await run('set_value', { key: 'lead' })
    expect(body.data.error).toMatchObject({ code: 'input_invalid' })
    expect(peer.commands).toHaveLength(before)
  })

  it('opens no account of another person, and none without being asked for', async () => {
    const stranger = { ...(await test.person()), session: 'phone' }
    test.know(stranger)
    const before = peer.commands.length
    expect((await run('get_value', { key: 'lead' }, stranger)).body.data.error.code).toBe('credential_not_found')
    expect((await run('get_value', { key: 'lead' }, stranger, {})).body.data.error.code).toBe('credential_missing')
    expect(peer.commands).toHaveLength(before)
  })

  it('tells what the server refuses as an error of the app', async () => {
    expect((await run('increment_number', { key: 'lead' })).body.data).toMatchObject({
      status: 'failed',
      error: { code: 'app_refused', retryable: false },
    })
  })
})
