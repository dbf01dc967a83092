/** An assistant connects by OAuth and calls tools, and is stopped. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'
import { assistantsOf, BACK, ORIGIN, proof, queryOf } from '#test/support/assistants.ts'
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
const { send, newClient, look, agreed, exchange, refresh, connect, rpc, resultOf, works } = assistantsOf(() => test)

async function serviceOf(person: Person) {
  const { body } = await test.call('POST', '/api/v1/services', { as: person, body: { agent_id: 'note-helper' } })
  return body.data.id as string
}

describe('an assistant', () => {
  it('finds out where to sign in from the refusal, and from the metadata it names', async () => {
    const refused = await rpc(null)
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp/services", scope="read run"`,
    )
    const resource = await send('GET', '/.well-known/oauth-protected-resource/mcp/services')
    expect(resource.body).toMatchObject({
      resource: `${ORIGIN}/mcp/services`,
      authorization_servers: [ORIGIN],
      scopes_supported: ['read', 'run'],
    })
    const server = await send('GET', '/.well-known/oauth-authorization-server')
    expect(server.body).toMatchObject({
      issuer: ORIGIN,
      authorization_endpoint: `${ORIGIN}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    })
    const id = '01890000-0000-7000-8000-000000000000'
    for (const path of ['/mcp', `/mcp/services/${id}`])
      expect((await send('GET', `/.well-known/oauth-protected-resource${path}`)).body.resource).toBe(ORIGIN + path)
    for (const path of ['', '/', '/mcp/other', '/api/v1/services', '/mcp/services/../../api'])
      expect([path, (await send('GET', `/.well-known/oauth-protected-resource${path}`)).status]).toEqual([path, 404])
  })

  it('connects, lists and runs the services of its person, and is listed until it is disconnected', async () => {
    const person = await test.person()
    const service_id = await serviceOf(person)
    const client = await newClient()
    const pkce = proof()
    const request = queryOf(client, pkce)
    const shown = await look(person, request)
    expect(shown.body.data).toMatchObject({
      name: 'Claude',
      site: null,
      returns_to: 'assistant.example',
      is_local: false,
      server: { address: `${ORIGIN}/mcp/services`, kind: 'services' },
      scopes: ['read', 'run'],
      refusal: null,
    })
    const back = await agreed(person, request)
    expect(back.origin + back.pathname).toBe(BACK)
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['a state', ORIGIN])

    const tokens = await exchange(client, pkce, back.searchParams.get('code') ?? '')
    expect(tokens.headers['cache-control']).toBe('no-store')
    expect(tokens.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'read run' })
    const { access_token, refresh_token } = tokens.body
    const tools = resultOf(await rpc(access_token)).tools.map(({ name }: { name: string }) => name)
    expect(tools).toEqual(['list_services', 'get_service', 'search_agents', 'get_agent', 'run_agent', 'get_run'])
    const services = resultOf(await rpc(access_token, 'tools/call', { name: 'list_services', arguments: {} }))
    expect(services.structuredContent.services).toMatchObject([{ service_id, name: 'Note helper', can_run: true }])
    const ran = resultOf(
      await rpc(access_token, 'tools/call', { name: 'run_agent', arguments: { service_id, input: { text: 'x' } } }),
    )
    expect(ran.structuredContent).toMatchObject({ status: 'succeeded', output: { said: 'one' }, service_id })

    const { body } = await test.call('GET', '/api/v1/assistants', { as: person })
    expect(body.data.items).toMatchObject([
      { name: 'Claude', returns_to: 'assistant.example', scopes: ['read', 'run'], server: { kind: 'services' } },
    ])
    expect(body.data.items[0].last_used_at).not.toBeNull()
    const { rows } = await test.database.pool.query(
      'select row_to_json(t)::text as row from assistant_tokens t union all select row_to_json(c)::text from assistant_codes c',
    )
    for (const { row } of rows)
      for (const secret of [access_token, refresh_token]) expect(row).not.toContain(secret.slice(11))

    const other = await test.person()
    const url = `/api/v1/assistants/${body.data.items[0].id}`
    expect((await test.call('DELETE', url, { as: other })).status).toBe(404)
    expect(await works(access_token)).toBe(200)
    expect((await test.call('DELETE', url, { as: person })).status).toBe(200)
    const ended = await rpc(access_token)
    expect(ended.status).toBe(401)
    expect(ended.headers['www-authenticate']).toContain('error="invalid_token"')
    expect((await refresh(client, refresh_token)).body.error).toBe('invalid_grant')
    expect((await test.call('GET', '/api/v1/assistants', { as: person })).body.data.items).toEqual([])
  })

  it('gets no more than its person left switched on, and is told what it lacks', async () => {
    const person = await test.person()
    const client = await newClient()
    const pkce = proof()
    const back = await agreed(person, queryOf(client, pkce), ['read'])
    const { body } = await exchange(client, pkce, back.searchParams.get('code') ?? '')
    expect(body.scope).toBe('read')
    const run = { name: 'run_agent', arguments: { agent_id: 'note-helper', input: { text: 'x' } } }
    const refused = await rpc(body.access_token, 'tools/call', run)
    expect(refused.status).toBe(403)
    expect(refused.headers['www-authenticate']).toBe(
      `Bearer error="insufficient_scope", resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp/services", scope="read run"`,
    )
    expect(await works(body.access_token)).toBe(200)
    expect((await refresh(client, body.refresh_token, { scope: 'read run' })).body.error).toBe('invalid_scope')
    // The refusal used nothing up.
    expect((await refresh(client, body.refresh_token)).body.scope).toBe('read')

    // Asked for more, the person agrees once more; what was agreed before ends.
    const more = await connect(person, {}, client)
    expect(resultOf(await rpc(more.access, 'tools/call', run)).structuredContent.status).toBe('succeeded')
    expect(await works(body.access_token)).toBe(401)
  })

  it('of one service sees that one, and only while it is there', async () => {
    const person = await test.person()
    const id = await serviceOf(person)
    const path = `/mcp/services/${id}`
    const { access } = await connect(person, { resource: ORIGIN + path })
    expect(resultOf(await rpc(access, 'tools/list', {}, path)).tools[0].name).toBe('note_helper')
    const pkce = proof()
    const foreign = await look(await test.person(), queryOf(await newClient(), pkce, { resource: ORIGIN + path }))
    expect(foreign.body.data).toMatchObject({ refusal: 'This service isn’t in your account.' })
    expect(new URL(foreign.body.data.cancel_to).searchParams.get('error')).toBe('invalid_target')
    await test.call('DELETE', `/api/v1/services/${id}`, { as: person })
    expect((await rpc(access, 'tools/list', {}, path)).status).toBe(404)
  })

  it('is refused at every address but its own', async () => {
    const person = await test.person()
    const id = await serviceOf(person)
    const { access } = await connect(person)
    for (const path of ['/mcp', `/mcp/services/${id}`])
      expect([path, (await rpc(access, 'tools/list', {}, path)).status]).toEqual([path, 401])
    for (const url of [
      '/api/v1/services',
      '/api/v1/users/me',
      '/api/v1/agents',
      '/api/v1/assistants',
      '/api/v1/executions',
    ]) {
      const answer = await send('GET', url, { token: access })
      expect([url, answer.status]).toEqual([url, 401])
    }
    expect(
      (await send('POST', '/api/v1/workflows/execute', { token: access, body: { agent_id: 'note-helper', input: {} } }))
        .status,
    ).toBe(401)
    expect((await test.app.inject({ url: '/api/v1/services', headers: { 'x-api-key': access } })).statusCode).toBe(401)
    expect(await works(access)).toBe(200)
  })

  it('ends with its person: blocked, deactivated or deleted', async () => {
    const person = await test.person()
    const { access, refresh: token, client } = await connect(person)
    const status = (value: string) =>
      test.database.pool.query('update users set status = $2 where id = $1', [person.id, value])
    await status('blocked')
    expect((await rpc(access)).status).toBe(403)
    expect((await refresh(client, token)).body.error).toBe('invalid_grant')
    await status('active')
    // A block that ended lets it continue.
    expect((await refresh(client, token)).status).toBe(200)
    const pkce = proof()
    const back = await agreed(person, queryOf(client, pkce))
    await status('deactivated')
    expect((await exchange(client, pkce, back.searchParams.get('code') ?? '')).body.error).toBe('invalid_grant')
  })

  it('that keeps sending an old token is told so, and does not hold off its network', async () => {
    const { access } = await connect(await test.person())
    const guess = `chowk_oat_${'a'.repeat(43)}`
    for (let n = 0; n < 130; n++) expect((await rpc(guess)).status).toBe(401)
    expect(await works(access)).toBe(200)
  })

  it('is stopped by the expiry of its tokens', async () => {
    const { access, refresh: token, client } = await connect(await test.person())
    const expire = (kind: string) =>
      test.database.pool.query(
        `update assistant_tokens set expires_at = now() where kind = $1 and assistant_id = (select id from assistants where client_id = $2)`,
        [kind, client],
      )
    await expire('access')
    expect((await rpc(access)).status).toBe(401)
    await expire('refresh')
    expect((await refresh(client, token)).body.error).toBe('invalid_grant')
  })

  it('revokes its own tokens, and no others', async () => {
    const person = await test.person()
    const { access, refresh: token, client } = await connect(person)
    const revoke = (form: object) => send('POST', '/oauth/revoke', { form })
    expect((await revoke({ token, client_id: await newClient() })).status).toBe(200)
    expect(await works(access)).toBe(200)
    expect((await revoke({ token })).body.error).toBe('invalid_client')
    expect((await revoke({ token: access, client_id: client })).status).toBe(200)
    expect(await works(access)).toBe(401)
    const next = await refresh(client, token)
    expect(next.status).toBe(200)
    expect((await revoke({ token: next.body.refresh_token, client_id: client })).status).toBe(200)
    expect(await works(next.body.access_token)).toBe(401)
    expect((await revoke({ token: 'unknown', client_id: client })).status).toBe(200)
  })
})
