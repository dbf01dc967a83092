/** What a person is asked, and what nobody is led to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#contract/core/errors.ts'
import type { SupportViewId, UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { AUTHORIZATION, assistantsOf, BACK, ORIGIN, proof, queryOf } from '#test/support/assistants.ts'
import { mayConnectAssistant } from './assistants.policy.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp({ publicUrl: ORIGIN })
})
afterAll(() => test.close())
const { send, newClient, look, agree, connect } = assistantsOf(() => test)

describe('a request for consent', () => {
  it.each<[string, Record<string, string | null>, string]>([
    ['an unknown client', { client_id: 'chowk_client_unknown' }, 'client_id'],
    ['no client', { client_id: null }, 'client_id'],
    ['a client with a NUL character', { client_id: 'chowk_client_\0' }, 'client_id'],
    ['a client without end', { client_id: 'x'.repeat(3000) }, 'client_id'],
    ['another address to return to', { redirect_uri: 'https://evil.example/callback' }, 'redirect_uri'],
    ['a longer address', { redirect_uri: `${BACK}/../steal` }, 'redirect_uri'],
    ['a query behind it', { redirect_uri: `${BACK}?next=https://evil.example` }, 'redirect_uri'],
    ['another host in front', { redirect_uri: 'https://assistant.example@evil.example/callback' }, 'redirect_uri'],
    ['another port', { redirect_uri: 'https://assistant.example:8443/callback' }, 'redirect_uri'],
    ['a script', { redirect_uri: 'javascript:alert(1)' }, 'redirect_uri'],
  ])('with %s is shown to nobody but the person, and leads nowhere', async (_, changes, field) => {
    const person = await test.person()
    const request = queryOf(await newClient(), proof(), changes)
    for (const answer of [await look(person, request), await agree(person, request, 'x')]) {
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
      expect(JSON.stringify(answer.body)).not.toContain('evil.example')
    }
  })

  it.each<[string, Record<string, string | null>, string]>([
    ['no challenge', { code_challenge: null }, 'invalid_request'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no method, which means plain', { code_challenge_method: null }, 'invalid_request'],
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no resource', { resource: null }, 'invalid_target'],
    ['a resource elsewhere', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['a resource that is no MCP server', { resource: `${ORIGIN}/api/v1/services` }, 'invalid_target'],
    ['scopes we do not know', { scope: 'admin delete' }, 'invalid_scope'],
    ['a state without end', { state: 'x'.repeat(2001) }, 'invalid_request'],
  ])('with %s can be refused only', async (_, changes, error) => {
    const person = await test.person()
    const request = queryOf(await newClient(), proof(), changes)
    const { status, body } = await look(person, request)
    expect([status, new URL(body.data.cancel_to).searchParams.get('error')]).toEqual([200, error])
    expect(body.data.refusal).not.toBeNull()
    expect((await agree(person, request, body.data.digest)).status).toBe(400)
  })

  it('with a parameter twice is refused', async () => {
    const person = await test.person()
    const request = queryOf(await newClient(), proof())
    const twice = await look(person, `${request}&resource=${encodeURIComponent(`${ORIGIN}/mcp`)}`)
    expect(new URL(twice.body.data.cancel_to).searchParams.get('error')).toBe('invalid_request')
    expect((await look(person, `${request}&redirect_uri=https://evil.example`)).status).toBe(400)
  })

  it('is cancelled with access_denied, the state and the issuer', async () => {
    const { body } = await look(await test.person(), queryOf(await newClient(), proof()))
    const back = new URL(body.data.cancel_to)
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'a state', iss: ORIGIN })
  })

  it('is agreed to by a signed-in person alone: no visitor, key, assistant or view', async () => {
    const person = await test.person()
    const request = queryOf(await newClient(), proof())
    const { body } = await look(person, request)
    const { digest } = body.data
    expect((await look(null, request)).status).toBe(401)
    expect((await agree(null, request, digest)).status).toBe(401)
    // A page of another site can have a browser send its cookies, and nothing more.
    const forged = await test.app.inject({
      method: 'POST',
      url: AUTHORIZATION,
      headers: { cookie: 'chowk.session_token=x', origin: 'https://evil.example' },
      payload: { request, digest, scopes: ['read'] },
    })
    expect(forged.statusCode).toBe(401)
    const key = await test.call('POST', '/api/v1/api-keys', {
      as: person,
      body: { name: 'x', scopes: ['read', 'run'] },
    })
    expect(
      (await send('POST', AUTHORIZATION, { token: key.body.data.secret, body: { request, digest, scopes: ['read'] } }))
        .status,
    ).toBe(403)
    const { access } = await connect(person)
    expect(
      (await send('POST', AUTHORIZATION, { token: access, body: { request, digest, scopes: ['read'] } })).status,
    ).toBe(401)
    test.block(person)
    expect((await agree(person, request, digest)).status).toBe(403)
  })

  it('is not agreed to in a view of support, nor without the second factor that is asked of an admin', () => {
    const caller: Caller = {
      type: 'user',
      id: '01890000-0000-7000-8000-000000000000' as UserId,
      role: 'basic_user',
      permissions: new Set(),
      email: 'x@example.com',
      display_name: 'X',
      session_id: null,
    }
    expect(mayConnectAssistant(caller).on).toBe(caller.id)
    const viewed_by = { id: caller.id, view: caller.id as string as SupportViewId }
    expect(() => mayConnectAssistant({ ...caller, viewed_by })).toThrow(new AppError('viewing_read_only'))
    expect(() => mayConnectAssistant({ ...caller, withheld: 'admin' })).toThrow(new AppError('two_factor_required'))
  })

  it('is agreed to as it was shown, and with no more than was asked', async () => {
    const person = await test.person()
    const client = await newClient()
    const request = queryOf(client, proof(), { scope: 'read' })
    const { body } = await look(person, request)
    expect(body.data.scopes).toEqual(['read'])
    expect((await agree(person, request, body.data.digest, ['read', 'run'])).body.errors[0].field).toBe('scopes')
    expect((await agree(person, request, body.data.digest, [])).status).toBe(400)
    const changed = queryOf(client, proof(), { scope: 'read run' })
    expect((await agree(person, changed, body.data.digest)).body.errors[0].code).toBe('stale_details')
  })

  it('is refused at 50 connected assistants', async () => {
    const person = await test.person()
    const request = queryOf(await newClient(), proof())
    const { body } = await look(person, request)
    await test.database.pool.query(
      `insert into assistants (user_id, client_id, name, returns_to, resource, scopes)
       select $1, 'x' || n, 'x', 'x', '/mcp', '{read}' from generate_series(1, 50) n`,
      [person.id],
    )
    expect((await look(person, request)).body.errors[0].code).toBe('limit_reached')
    expect((await agree(person, request, body.data.digest)).body.errors[0].code).toBe('limit_reached')
  })

  it('is shown on a page that no other site can put into a frame', async () => {
    const { headers } = await send('GET', '/oauth/authorize?client_id=x')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })
})
