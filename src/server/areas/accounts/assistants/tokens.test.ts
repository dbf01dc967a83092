/** What codes and refresh tokens give, and what their thieves do not get. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { assistantsOf, ORIGIN, proof, queryOf } from '#test/support/assistants.ts'
import { addAgent } from '#test/support/catalogue.ts'
import { node, set, wires, workflow } from '#test/support/engine.ts'

const said = workflow([node('start', 'manual_trigger'), set('done', { said: 'one' })], wires('start > done'))

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ publicUrl: ORIGIN, deps: { mcp_wait_ms: 5000 } })
  const seller = await test.person('seller')
  await addAgent(test.database.pool, seller.id, said, { slug: 'note-helper', name: 'Note helper' })
})
afterAll(() => test.close())
const { newClient, agreed, token, exchange, refresh, connect, rpc, works } = assistantsOf(() => test)

describe('a code', () => {
  async function pending() {
    const person = await test.person()
    const client = await newClient()
    const pkce = proof()
    const back = await agreed(person, queryOf(client, pkce))
    return { person, client, pkce, code: back.searchParams.get('code') ?? '' }
  }

  it('used twice ends what its first use began', async () => {
    const { client, pkce, code } = await pending()
    const first = await exchange(client, pkce, code)
    expect(await works(first.body.access_token)).toBe(200)
    expect((await exchange(client, pkce, code)).body.error).toBe('invalid_grant')
    expect(await works(first.body.access_token)).toBe(401)
    expect((await refresh(client, first.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('used by many at once makes one connection, which ends', async () => {
    const { client, pkce, code, person } = await pending()
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(client, pkce, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await test.database.pool.query('select from assistants where user_id = $1', [person.id])).toMatchObject({
      rowCount: 0,
    })
  })

  it.each<[string, object]>([
    ['another verifier', { code_verifier: randomBytes(32).toString('base64url') }],
    ['a verifier that is too short', { code_verifier: 'short' }],
    ['another redirect', { redirect_uri: 'https://assistant.example/other' }],
    ['another client', { client_id: 'chowk_client_other' }],
  ])('is spent by a try with %s', async (_, changes) => {
    const { client, pkce, code } = await pending()
    const refused = await exchange(client, pkce, code, changes)
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
    expect((await exchange(client, pkce, code)).body.error).toBe('invalid_grant')
  })

  it('is not exchanged for another resource, without a verifier, or late', async () => {
    const { client, pkce, code } = await pending()
    expect((await exchange(client, pkce, code, { resource: `${ORIGIN}/mcp` })).body.error).toBe('invalid_target')
    expect((await exchange(client, pkce, code, { code_verifier: '' })).body.error).toBe('invalid_request')
    await test.database.pool.query('update assistant_codes set expires_at = now()')
    expect((await exchange(client, pkce, code)).body.error).toBe('invalid_grant')
  })

  it.each<[string, object, string]>([
    ['no grant type', {}, 'invalid_request'],
    ['a password', { grant_type: 'password', username: 'a', password: 'b' }, 'unsupported_grant_type'],
    ['a name of an object', { grant_type: 'constructor' }, 'unsupported_grant_type'],
    ['no client', { grant_type: 'refresh_token', refresh_token: 'x' }, 'invalid_client'],
    ['no code', { grant_type: 'authorization_code', client_id: 'x' }, 'invalid_request'],
    [
      'a code of another kind',
      { grant_type: 'authorization_code', client_id: 'x', code: `chowk_ort_${'a'.repeat(43)}`, code_verifier: 'x' },
      'invalid_grant',
    ],
  ])('is not made up for with %s', async (_, form, error) => {
    const { status, body } = await token(form)
    expect([status, body.error]).toEqual([error === 'invalid_client' ? 401 : 400, error])
  })

  it('and a form with a field twice, or that is JSON, is refused', async () => {
    const post = (payload: string, type: string) =>
      test.app.inject({ method: 'POST', url: '/oauth/token', payload, headers: { 'content-type': type } })
    expect(
      (await post('grant_type=refresh_token&grant_type=password', 'application/x-www-form-urlencoded')).statusCode,
    ).toBe(422)
    expect((await post('{"grant_type":"password"}', 'application/json')).statusCode).toBe(415)
    expect(
      (await post('grant_type=refresh_token&client_id=%00&refresh_token=%00', 'application/x-www-form-urlencoded'))
        .statusCode,
    ).toBe(422)
    expect((await post('a=%00', 'application/x-www-form-urlencoded')).statusCode).toBeLessThan(500)
    expect((await post('x'.repeat(20_000), 'application/x-www-form-urlencoded')).statusCode).toBe(413)
  })
})

describe('a refresh token', () => {
  it('is exchanged for the next one, and ends everything when it is used a second time', async () => {
    const { access, refresh: first, client } = await connect(await test.person())
    const second = await refresh(client, first)
    expect(second.status).toBe(200)
    expect(await works(second.body.access_token)).toBe(200)
    expect((await refresh(client, first)).body.error).toBe('invalid_grant')
    expect(await works(access)).toBe(401)
    expect(await works(second.body.access_token)).toBe(401)
    expect((await refresh(client, second.body.refresh_token)).body.error).toBe('invalid_grant')
  })

  it('is of no use to another client, and the attempt costs its owner nothing', async () => {
    const { refresh: stolen, client } = await connect(await test.person())
    expect((await refresh(await newClient(), stolen)).body.error).toBe('invalid_grant')
    expect((await refresh(client, stolen, { resource: `${ORIGIN}/mcp` })).body.error).toBe('invalid_target')
    expect((await refresh(client, stolen)).status).toBe(200)
  })

  it('narrows the next access token on request, and widens again up to what was agreed', async () => {
    const { refresh: token, client } = await connect(await test.person())
    const narrow = await refresh(client, token, { scope: 'read' })
    expect(narrow.body.scope).toBe('read')
    const call = { name: 'run_agent', arguments: { agent_id: 'note-helper', input: { text: 'x' } } }
    expect((await rpc(narrow.body.access_token, 'tools/call', call)).status).toBe(403)
    expect((await refresh(client, narrow.body.refresh_token)).body.scope).toBe('read run')
  })
})
