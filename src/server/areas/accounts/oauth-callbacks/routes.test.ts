import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BEHAVES } from '#peers/oauth/behaviour.ts'
import { type OAuthPeer, startOAuthPeer } from '#peers/oauth/peer.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/app.ts'

let peer: OAuthPeer
let test: TestApp
let owner: Person
/** Answers when a test does. */
const slow = createServer()
const hostOfSlow = () => `127.0.0.1:${(slow.address() as AddressInfo).port}`
beforeAll(async () => {
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  peer = await startOAuthPeer()
  const gmail = {
    client_id: 'chowk',
    client_secret: 'secret of chowk',
    issuer: `${peer.url}/google`,
    api_url: `${peer.url}/google`,
  }
  test = await createTestApp({ secrets: { allow: [new URL(peer.url).host, hostOfSlow()], gmail } })
  owner = { ...(await test.person()), session: 'laptop' }
  test.know(owner)
})
afterAll(async () => {
  await test.close()
  await peer.close()
  slow.close()
})
afterEach(() => peer.behave(BEHAVES))

const api = '/api/v1/credentials'
const generic = () => ({
  client_id: 'chowk',
  client_secret: 'secret of chowk',
  authorize_url: `${peer.url}/generic/authorize`,
  token_url: `${peer.url}/generic/token`,
  scope: 'read',
  hosts: new URL(peer.url).host,
})

async function make(type: string, as = owner) {
  const fields = type === 'gmail' ? {} : generic()
  const made = await test.call('POST', api, { as, body: { type, name: 'Account', fields } })
  expect(made.status).toBe(201)
  return made.body.data.credential.id as string
}
const begin = async (id: string, as = owner) => {
  const { status, body } = await test.call('POST', `${api}/${id}/connect`, { as })
  expect(status).toBe(200)
  return new URL(body.data.url)
}
/** Agrees at the service, as Asha. @returns what comes back to the callback page */
async function agree(url: URL) {
  const choose = new URL(url.href.replace('/authorize', '/choose'))
  choose.searchParams.set('choice', '1')
  const back = await fetch(choose, { redirect: 'manual' })
  const query = new URL(back.headers.get('location') ?? '').searchParams
  return { state: query.get('state') ?? '', ...Object.fromEntries(query) }
}
const answer = async (as: Person | null, body: object) => {
  const reply = await test.call('POST', '/api/v1/oauth2/gmail/callback', { as, body })
  return reply.status === 200 ? reply.body.data.outcome : reply.status
}
const statusOf = async (id: string) => {
  const { body } = await test.call('GET', api, { as: owner })
  return body.data.items.find((item: { id: string }) => item.id === id)?.status
}
const open = (id: string) => test.secrets.vault.open(id, { owner: { user_id: owner.id }, author: null, version: null })
const expire = () => peer.behave({ expires_in: 1 })

describe.each(['gmail', 'oauth2_generic'])('connecting %s', (type) => {
  it('ends with a credential that opens', async () => {
    const id = await make(type)
    expect(await statusOf(id)).toBe('connecting')
    await expect(open(id)).rejects.toMatchObject({ code: 'credential_reconnect' })
    const url = await begin(id)
    expect(url.searchParams.get('redirect_uri')).toBe('https://chowk.example/oauth2/gmail/callback')
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(await answer(owner, await agree(url))).toBe('connected')
    expect(await statusOf(id)).toBe('ready')
    expect((await open(id)).fields.access_token).toMatch(/^[\w-]{32}$/)
  })

  it('takes an answer once, from who asked, in the browser they asked from', async () => {
    const id = await make(type)
    const given = await agree(await begin(id))
    const elsewhere = { ...owner, session: 'phone', token: `${owner.id}-phone` }
    test.know(elsewhere)
    expect(await answer(await test.person('super_admin'), given)).toBe('wrong_state')
    expect(await answer(null, given)).toBe('wrong_state')
    expect(await answer(elsewhere, given)).toBe('wrong_state')
    expect(await statusOf(id)).toBe('connecting')
    expect(await answer(owner, given)).toBe('connected')
    expect(await answer(owner, given)).toBe('wrong_state')
  })

  it('fails when the service does not stand by it, and can be begun again', async () => {
    const id = await make(type)
    peer.behave({ refuse_code: true })
    expect(await answer(owner, await agree(await begin(id)))).toBe('failed')
    expect(await answer(owner, { state: (await begin(id)).searchParams.get('state') })).toBe('failed')
    peer.behave(BEHAVES)
    expect(await answer(owner, await agree(await begin(id)))).toBe('connected')
  })

  it('is asked again: an earlier question is over', async () => {
    const id = await make(type)
    const first = await agree(await begin(id))
    await begin(id)
    expect(await answer(owner, first)).toBe('wrong_state')
  })

  it('renews a token that ends, once for all who wait for it', async () => {
    const id = await make(type)
    expire()
    await answer(owner, await agree(await begin(id)))
    peer.behave(BEHAVES)
    const before = peer.state.refreshes
    const tokens = await Promise.all(Array.from({ length: 20 }, () => open(id)))
    expect(peer.state.refreshes - before).toBe(1)
    expect(new Set(tokens.map(({ fields }) => fields.access_token)).size).toBe(1)
    await open(id)
    expect(peer.state.refreshes - before).toBe(1)
  })

  it('asks for a new agreement once the old one was taken back', async () => {
    const id = await make(type)
    expire()
    await answer(owner, await agree(await begin(id)))
    peer.behave({ revoked: true })
    await expect(open(id)).rejects.toMatchObject({ code: 'credential_reconnect' })
    expect(await statusOf(id)).toBe('reconnect')
    const tried = await test.call('POST', `${api}/${id}/test`, { as: owner })
    expect(tried.body.data).toMatchObject({ works: false, message: expect.stringContaining('connected again') })
    peer.behave(BEHAVES)
    expect(await answer(owner, await agree(await begin(id)))).toBe('connected')
    expect((await test.call('POST', `${api}/${id}/test`, { as: owner })).body.data.works).toBe(true)
  })

  it('keeps the credential while the service is away', async () => {
    const id = await make(type)
    expire()
    await answer(owner, await agree(await begin(id)))
    peer.behave({ down: true })
    await expect(open(id)).rejects.toMatchObject({ retryable: true })
    expect(await statusOf(id)).toBe('ready')
  })
})

it('changes and deletes an account whose service does not answer, without waiting for it', async () => {
  const asked = new Promise<ServerResponse>((resolve) => slow.once('request', (_, response) => resolve(response)))
  const id = await make('oauth2_generic')
  expire()
  await answer(owner, await agree(await begin(id)))
  const row = (await test.database.pool.query('select * from credentials where id = $1', [id])).rows[0]
  const { fields } = test.secrets.vault.read(row)
  const token_url = `http://${hostOfSlow()}/token`
  const box = test.secrets.vault.seal({ ...fields, token_url }, row)
  await test.database.pool.query('update credentials set key_id = $2, wrapped_key = $3, sealed = $4 where id = $1', [
    id,
    box.key_id,
    box.wrapped_key,
    box.sealed,
  ])
  const opened = expect(open(id)).rejects.toMatchObject({ code: 'credential_not_found' })
  const response = await asked
  expect((await test.call('PUT', `${api}/${id}`, { as: owner, body: { name: 'Renamed' } })).status).toBe(200)
  expect((await test.call('DELETE', `${api}/${id}`, { as: owner })).status).toBe(200)
  response.end(JSON.stringify({ access_token: 'late' }))
  await opened
})

describe('what the service answers', () => {
  const ask = (state: string, user: Person, expires: string) =>
    test.database.pool.query(
      `insert into pending_connects (state_hash, service, user_id, session_id, expires_at) values ($1, 'gmail', $2, $3, now() + $4::interval)`,
      [createHash('sha256').update(state).digest(), user.id, user.session, expires],
    )

  it('is not believed without a state of ours, or too late', async () => {
    await ask('late', owner, '-1 second')
    for (const state of ['late', '', 'made up', '💥'.repeat(100)])
      expect(await answer(owner, { state, code: 'x' })).toBe('wrong_state')
  })

  it('that is a refusal connects nothing and uses up what was asked for', async () => {
    const state = (await begin(await make('gmail'))).searchParams.get('state')
    expect(await answer(owner, { state, error: 'access_denied' })).toBe('denied')
    expect(await answer(owner, { state, code: 'x' })).toBe('wrong_state')
    expect(await answer(null, { state: 'anything', error: 'access_denied' })).toBe('denied')
  })

  it('must be what it says it is', async () => {
    expect(await answer(owner, {})).toBe(400)
    expect(await answer(owner, { state: 'x'.repeat(501) })).toBe(400)
    expect(await answer(owner, { state: 'x', code: 'x'.repeat(4001) })).toBe(400)
  })
})

describe('a token endpoint', () => {
  it('that sends elsewhere gets the secret nowhere else', async () => {
    const id = await make('oauth2_generic')
    const url = await begin(id)
    peer.behave({ moved_to: `${peer.url}/generic/elsewhere` })
    expect(await answer(owner, await agree(url))).toBe('failed')
  })

  it.each([
    'http://169.254.169.254/token',
    'http://intranet.example/token',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://user:pass@service.example/token',
    'ftp://service.example/token',
  ])('%s is refused when it is entered', async (token_url) => {
    const body = { type: 'oauth2_generic', name: 'x', fields: { ...generic(), token_url } }
    const made = await test.call('POST', api, { as: owner, body })
    expect([made.status, made.body.errors?.[0]?.field]).toEqual([400, 'fields.token_url'])
  })

  it('on a private address is refused when it is called', async () => {
    const fields = { ...generic(), token_url: 'https://localhost:9/token' }
    const made = await test.call('POST', api, { as: owner, body: { type: 'oauth2_generic', name: 'x', fields } })
    expect(await answer(owner, await agree(await begin(made.body.data.credential.id)))).toBe('failed')
  })
})
