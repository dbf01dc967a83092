import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { User } from '#contract/accounts/users.ts'
import { ErrorEnvelope } from '#contract/core/envelope.ts'
import { userHandlers } from '#server/areas/accounts/users/routes.ts'
import { createApp } from '#server/platform/http/app.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import {
  createTestIdentity,
  PASSWORD,
  PUBLIC_URL,
  SECRET,
  signUpSomebody,
  type TestIdentity,
} from '#test/support/identity.ts'
import { PLAIN_APP } from '#test/support/parts.ts'
import { accountHandlers, authHandlers } from './auth.routes.ts'
import { createSessions } from './sessions.ts'

let database: TestDatabase
let identity: TestIdentity
let app: FastifyInstance
let port: number
beforeAll(async () => {
  database = await createTestDatabase()
  identity = await createTestIdentity(database)
  const { db } = database
  app = await createApp({
    ...PLAIN_APP,
    // the endpoints of these files; the others are mounted and not called
    handlers: {
      ...userHandlers({ db, secret: SECRET, publicUrl: PUBLIC_URL }),
      ...authHandlers(db),
      ...accountHandlers(identity),
    } as Handlers,
    sessions: createSessions(db, identity),
    secret: SECRET,
    publicUrl: PUBLIC_URL,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

type Method = 'GET' | 'POST' | 'PUT'
async function call(
  method: Method,
  url: string,
  options: { token?: string; body?: object; headers?: Record<string, string> } = {},
) {
  const headers = {
    host: 'chowk.test',
    ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    ...options.headers,
  }
  const response = await app.inject({ method, url, headers, ...(options.body ? { payload: options.body } : {}) })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const me = (token: string) => call('GET', '/api/v1/users/me', { token })
const change = (token: string, sql: string) =>
  database.pool.query(`update users set ${sql} where firebase_uid = $1`, [
    JSON.parse(atob(token.split('.')[1] ?? '')).sub,
  ])

describe('the signed-in user', () => {
  it('is the User of the specification, made at first sight', async () => {
    const { token, email, account } = await signUpSomebody(identity)
    const { status, body, headers } = await me(token)
    expect(status).toBe(200)
    expect(headers['set-cookie']).toMatch(/^chowk_shell=/)
    expect(body.status).toMatchObject({ code: 200, result: 'success' })
    expect(User.strict().parse(body.data)).toMatchObject({
      firebase_uid: account.id,
      email,
      display_name: 'Some Body',
      role: 'basic_user',
      commission_rate: 0.15,
      is_active: true,
      is_verified: false,
      groups: ['basic_user'],
      permissions: ['agents.view', 'marketplace.browse', 'pods.view_own', 'pods.create.subscribed_agent'],
      platform_access: ['marketplace', 'ai-services', 'mcp-tools'],
    })
  })

  it('is one user, however many requests see it first', async () => {
    const { token, account } = await signUpSomebody(identity)
    const answers = await Promise.all(Array.from({ length: 20 }, () => me(token)))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    const { rows } = await database.pool.query('select count(*) from users where firebase_uid = $1', [account.id])
    expect(rows[0].count).toBe(1)
  })

  it('has the time of the last sign-in', async () => {
    const { token, browser, email } = await signUpSomebody(identity)
    const first = (await me(token)).body.data.last_login
    await change(token, `last_login = '2020-01-01'`)
    await identity.accounts.signIn({ email, password: PASSWORD }, browser)
    expect((await me(token)).body.data.last_login >= first).toBe(true)
  })

  it('is not joined to another user of the same email', async () => {
    const email = 'of-another@example.com'
    await database.pool.query(
      `insert into users (firebase_uid, email, display_name, role) values ('elsewhere', $1, 'Owner', 'admin')`,
      [email],
    )
    const { token } = await signUpSomebody(identity, email)
    expect((await me(token)).status).toBe(401)
  })

  it('is verified by POST /auth/verify and told by /auth/test', async () => {
    const { token, email } = await signUpSomebody(identity)
    const verified = await call('POST', '/api/v1/auth/verify', { token })
    expect(verified.body.data).toMatchObject({ valid: true, user: { email } })
    expect((await call('GET', '/api/v1/auth/test', { token })).body.data).toEqual({
      authenticated: true,
      role: 'basic_user',
    })
    expect((await call('GET', '/api/v1/auth/test')).body.data).toEqual({ authenticated: false, role: null })
    expect((await call('GET', '/api/v1/auth/test', { token: 'a.b.c' })).status).toBe(401)
    expect((await call('POST', '/api/v1/auth/verify')).status).toBe(401)
  })

  it('speaks the language chosen in the browser, until they choose another', async () => {
    const { token } = await signUpSomebody(identity)
    const spoken = async (cookie: string) =>
      (await call('POST', '/api/v1/auth/verify', { token, headers: { cookie } })).body.data.user.preferences
    expect(await spoken('chowk_language=xx')).toEqual({})
    expect(await spoken('other=1; chowk_language=hi')).toEqual({ language: 'hi' })
    expect(await spoken('chowk_language=en')).toEqual({ language: 'hi' })
  })

  it('has the role of the database, whatever the token was minted with', async () => {
    const { token } = await signUpSomebody(identity)
    await me(token)
    await change(token, `role = 'admin'`)
    expect((await me(token)).body.data).toMatchObject({
      role: 'admin',
      groups: ['basic_user', 'seller', 'creator_admin', 'admin'],
    })
    await change(token, `role = 'seller'`)
    expect((await me(token)).body.data.permissions).not.toContain('admin.access')
  })
})

describe('a live token', () => {
  it('opens nothing once its session was ended, from any process', async () => {
    const { token, browser } = await signUpSomebody(identity)
    expect((await me(token)).status).toBe(200)
    await identity.accounts.signOut(browser)
    expect(await me(token)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
  })

  it('does not bring a removed account back', async () => {
    const { token, account } = await signUpSomebody(identity)
    await database.pool.query('delete from users where firebase_uid = $1', [account.id])
    await database.pool.query('delete from auth."user" where id = $1', [account.id])
    expect((await me(token)).status).toBe(401)
    const { rowCount } = await database.pool.query('select 1 from users where firebase_uid = $1', [account.id])
    expect(rowCount).toBe(0)
  })

  it('opens nothing while the user is blocked, with the reason and until when', async () => {
    const { token } = await signUpSomebody(identity)
    await me(token)
    await change(token, `status = 'blocked', status_reason = 'spam', blocked_until = null`)
    const forever = await me(token)
    expect(forever).toMatchObject({
      status: 403,
      body: { status: { message: 'This account is blocked. Reason: spam' } },
    })
    expect(forever.body.errors[0].code).toBe('account_blocked')
    await change(token, `blocked_until = now() + interval '1 day'`)
    expect((await me(token)).body.status.message).toMatch(/^This account is blocked until \d{4}-.*Z\. Reason: spam$/)
    await change(token, `blocked_until = now() - interval '1 second'`)
    expect(await me(token)).toMatchObject({ status: 200, body: { data: { is_active: true } } })
    await change(token, `status = 'deactivated'`)
    expect((await me(token)).body.errors[0].code).toBe('account_inactive')
  })

  it('keeps a stream open only while it is good', async () => {
    const sessions = createSessions(database.db, identity)
    const { token, browser } = await signUpSomebody(identity)
    const caller = await sessions.resolve(`Bearer ${token}`)
    expect(await sessions.stillValid(caller)).toBe(true)
    await change(token, `status = 'blocked'`)
    expect(await sessions.stillValid(caller)).toBe(false)
    await change(token, `status = 'active', role = 'seller'`)
    expect(await sessions.stillValid(caller)).toBe(true)
    const seller = await sessions.resolve(`Bearer ${token}`)
    await change(token, `role = 'basic_user'`)
    expect(await sessions.stillValid(seller)).toBe(false)
    await identity.accounts.revokeSessions(browser)
    expect(await sessions.stillValid(caller)).toBe(false)
    expect(await sessions.stillValid({ type: 'visitor', key: 'v' })).toBe(true)
  })

  it('costs one statement per request', async () => {
    const { token } = await signUpSomebody(identity)
    const sessions = createSessions(database.db, identity)
    await sessions.resolve(`Bearer ${token}`)
    const { db } = database
    let statements = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        statements += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await createSessions(counted, identity).resolve(`Bearer ${token}`)
    expect(statements).toBe(1)
  })
})

describe('the profile', () => {
  it('changes field by field; absent stays, null clears', async () => {
    const { token } = await signUpSomebody(identity)
    const put = (body: object) => call('PUT', '/api/v1/auth/profile', { token, body })
    const full = {
      display_name: ' Ada ',
      bio: 'Two\nlines',
      website_url: 'https://ada.example/x?y=1',
      avatar_url: null,
    }
    expect((await put(full)).body.data).toMatchObject({ ...full, display_name: 'Ada' })
    expect((await put({ bio: null })).body.data).toMatchObject({
      bio: null,
      display_name: 'Ada',
      website_url: full.website_url,
    })
    expect((await put({})).body.data).toMatchObject({ display_name: 'Ada' })
    expect((await call('GET', '/api/v1/auth/profile', { token })).body.data).toMatchObject({
      display_name: 'Ada',
      bio: null,
    })
  })

  const columns = [
    'id',
    'firebase_uid',
    'email',
    'role',
    'status',
    'blocked_until',
    'status_reason',
    'commission_rate',
    'is_verified',
    'is_active',
    'preferences',
    'last_login',
    'created_at',
    'updated_at',
    'total_sales',
    'permissions',
    'groups',
    'platform_access',
    'constructor',
    'userId',
    'ROLE',
    'display_name.role',
  ]
  it.each(columns)('takes no %s', async (column) => {
    const { token } = await signUpSomebody(identity)
    await me(token)
    const before = (await database.pool.query('select * from users order by id')).rows
    const { status, body } = await call('PUT', '/api/v1/auth/profile', {
      token,
      body: { bio: 'x', [column]: 'super_admin' },
    })
    expect(status).toBe(400)
    expect(body.errors[0].field).toContain(column)
    expect((await database.pool.query('select * from users order by id')).rows).toEqual(before)
  })

  const bad: [string, object][] = [
    ['display_name', { display_name: '' }],
    ['display_name', { display_name: '   ' }],
    ['display_name', { display_name: null }],
    ['display_name', { display_name: 'x'.repeat(121) }],
    ['display_name', { display_name: 'a\r\nb' }],
    ['display_name', { display_name: 'a\u0000b' }],
    ['display_name', { display_name: ['a'] }],
    ['bio', { bio: 'x'.repeat(2001) }],
    ['bio', { bio: 7 }],
    ['website_url', { website_url: 'javascript:alert(1)' }],
    ['website_url', { website_url: ' javascript:alert(1)' }],
    ['website_url', { website_url: 'java\nscript:alert(1)' }],
    ['website_url', { website_url: 'data:text/html,x' }],
    ['website_url', { website_url: 'ftp://example.com' }],
    ['website_url', { website_url: '//example.com' }],
    ['website_url', { website_url: 'https://bank.example@evil.test/' }],
    ['website_url', { website_url: 'https:\\\\bank.example@evil.test' }],
    ['website_url', { website_url: `https://example.com/${'x'.repeat(2048)}` }],
    ['avatar_url', { avatar_url: 'file:///etc/passwd' }],
    ['avatar_url', { avatar_url: 'https://example.com/somebody.png' }],
  ]
  it.each(bad)('refuses a bad %s, naming it (case %#)', async (field, body) => {
    const { token } = await signUpSomebody(identity)
    const answer = await call('PUT', '/api/v1/auth/profile', { token, body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((problem: { field: string }) => problem.field)).toContain(field)
  })
})

describe('the account endpoints', () => {
  it('sign up, hand out a token by cookie, and sign out', async () => {
    const body = { email: 'Browser@Example.com', password: PASSWORD, display_name: 'B' }
    const headers = { origin: PUBLIC_URL }
    const up = await call('POST', '/api/auth/sign-up/email', { body, headers })
    expect(up).toMatchObject({ status: 201, body: { data: { done: true } } })
    expect(up.headers['set-cookie']).toBeUndefined()
    const entered = await call('POST', '/api/auth/sign-in/email', { body, headers })
    expect(entered).toMatchObject({ status: 200, body: { data: { email: 'browser@example.com', display_name: 'B' } } })
    expect(JSON.stringify(entered.body)).not.toMatch(/token|password/)
    const cookie = [entered.headers['set-cookie']]
      .flat()
      .map((line) => line?.split(';')[0])
      .join('; ')
    const { body: answer } = await call('GET', '/api/auth/token', { headers: { cookie } })
    expect((await me(answer.data.token)).status).toBe(200)
    const out = await call('POST', '/api/auth/sign-out', { headers: { cookie, origin: PUBLIC_URL } })
    expect(out).toMatchObject({ status: 200, body: { data: { done: true } } })
    expect((await me(answer.data.token)).status).toBe(401)
  })

  it('publish their keys bare', async () => {
    const { body } = await call('GET', '/api/auth/jwks')
    expect(Object.keys(body)).toEqual(['keys'])
    expect(JSON.stringify(body)).not.toContain('"d"')
  })

  const refused: [string, object][] = [
    ['email', { email: 'no', password: PASSWORD, display_name: 'B' }],
    ['email', { email: 'a＠example.com', password: PASSWORD, display_name: 'B' }],
    ['email', { email: 'a @example.com', password: PASSWORD, display_name: 'B' }],
    ['email', { email: { $ne: '' }, password: PASSWORD, display_name: 'B' }],
    ['password', { email: 'x@example.com', password: '1234567', display_name: 'B' }],
    ['password', { email: 'x@example.com', password: 'x'.repeat(129), display_name: 'B' }],
    ['password', { email: 'x@example.com', display_name: 'B' }],
    ['display_name', { email: 'x@example.com', password: PASSWORD, display_name: '' }],
  ]
  it.each(refused)('refuse a sign-up with a bad %s (case %#)', async (field, body) => {
    const answer = await call('POST', '/api/auth/sign-up/email', { body })
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toBe(field)
  })

  it('take JSON only, so that a form of another site signs nobody in', async () => {
    for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
      const payload = `email=a@example.com&password=${PASSWORD}`
      const response = await app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        headers: { 'content-type': type },
        payload,
      })
      expect(response.statusCode).toBe(415)
    }
  })

  it('are all there is: nothing else of the library is reachable', async () => {
    const { browser } = await signUpSomebody(identity)
    const headers = { cookie: browser.cookie ?? '', origin: PUBLIC_URL }
    const others = [
      'ok',
      'error',
      'update-user',
      'delete-user',
      'verify-password',
      'link-social',
      'sign-in/social',
      'list-accounts',
      'update-session',
      'two-factor/verify-totp',
      'two-factor/verify-backup-code',
      'two-factor/get-totp-uri',
      'two-factor/generate-backup-codes',
      'passkey/verify-authentication',
      'passkey/delete-passkey',
      'callback/external',
      'callback/google',
      'sign-jwt',
      'get-access-token',
      'admin/list-users',
      'open-api/generate-schema',
    ]
    for (const path of others)
      for (const method of ['GET', 'POST'] as const) {
        const { status, body } = await call(method, `/api/auth/${path}`, {
          headers,
          ...(method === 'POST' ? { body: {} } : {}),
        })
        expect([path, status]).toEqual([path, 404])
        ErrorEnvelope.parse(body)
      }
  })
})

describe('malformed Authorization headers', () => {
  const long = 'A'.repeat(7000)
  const malformed = [
    'Bearer',
    'Bearer ',
    'Bearer  ',
    'bearer',
    'Basic dTpw',
    'Basic',
    'Digest username="x"',
    'Negotiate abc',
    'Token a.b.c',
    'a.b.c',
    'Bearer a',
    'Bearer a.b',
    'Bearer a.b.',
    'Bearer .b.c',
    'Bearer ..',
    'Bearer ...',
    'Bearer a.b.c',
    'Bearer a.b.c.d.e',
    'Bearer  a.b.c',
    'Bearer\ta.b.c',
    'Bearer a.b.c d',
    'Bearer a.b.c, Bearer d.e.f',
    'Bearer a.b.c;x',
    'Bearer "a.b.c"',
    "Bearer ' or 1=1 --",
    'Bearer null',
    'Bearer undefined',
    'Bearer [object Object]',
    'Bearer {}',
    'Bearer true',
    'BearerBearer a.b.c',
    'Bearer Bearer a.b.c',
    'Bearer=a.b.c',
    'Bearer:a.b.c',
    'Bearer a=.b=.c=',
    'Bearer a+b.c/d.e',
    'Bearer é.é.é',
    'Bear\u00e9r a.b.c',
    'Bearer \u00ff\u00fe',
    'Ｂearer a.b.c',
    'Bearer eyJ.eyJ.',
    `Bearer ${long}`,
    `Bearer ${long}.${long.slice(0, 100)}.x`,
    `Bearer ${'.'.repeat(5000)}`,
    'Bearer eyJhbGciOiJub25lIn0.e30.',
    'Bearer eyJhbGciOiJub25lIn0.e30.x',
    'Bearer %00.%00.%00',
    'Bearer ../../etc/passwd',
    'Bearer $(id).`id`.x',
    'Bearer <script>.a.b',
    'Bearer W10.W10.W10',
    'Bearer bnVsbA.bnVsbA.bnVsbA',
    'Bearer MQ.MQ.MQ',
  ]

  async function raw(header: string): Promise<{ status: number; body: string }> {
    const socket = connect(port, '127.0.0.1')
    socket.setEncoding('utf8')
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    const head = `GET /api/v1/users/me HTTP/1.1\r\nHost: chowk.test\r\nConnection: close\r\n`
    socket.write(Buffer.concat([Buffer.from(head), Buffer.from(`Authorization: ${header}\r\n\r\n`, 'utf8')]))
    await once(socket, 'close')
    return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), body: text.slice(text.indexOf('\r\n\r\n') + 4) }
  }

  it(`answer 401 in the envelope, all ${malformed.length} of them`, async () => {
    expect(malformed.length).toBeGreaterThanOrEqual(50)
    for (const header of malformed) {
      const { status, body } = await raw(header)
      expect([header.slice(0, 40), status]).toEqual([header.slice(0, 40), 401])
      expect(body).toContain('"result":"error"')
    }
  })

  it('that are no HTTP are refused before they arrive', async () => {
    for (const header of ['Bearer a\u0000b', `Bearer ${'A'.repeat(40_000)}`, 'Bearer a\u0001.b.c']) {
      const { status } = await raw(header)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
  })

  it('sent twice are not confused', async () => {
    const { token } = await signUpSomebody(identity)
    expect((await raw(`Bearer a.b.c\r\nAuthorization: Bearer ${token}`)).status).toBe(401)
  })
})
