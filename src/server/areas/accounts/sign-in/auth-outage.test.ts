import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userHandlers } from '#server/areas/accounts/users/routes.ts'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { createApp } from '#server/platform/http/app.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { createTestIdentity, PASSWORD, SECRET, signUpSomebody, type TestIdentity } from '#test/support/identity.ts'
import { PLAIN_APP } from '#test/support/parts.ts'
import { accountHandlers, authHandlers } from './auth.routes.ts'
import { createSessions } from './sessions.ts'

/** The way to the database, which can be cut and mended. */
class Way {
  private readonly sockets = new Set<Socket>()
  private readonly target: URL
  private open = true
  readonly server: Server
  constructor(url: string) {
    this.target = new URL(url)
    this.server = createServer((near) => {
      if (!this.open) return near.destroy()
      const far = connect(Number(this.target.port), this.target.hostname)
      for (const socket of [near, far]) {
        this.sockets.add(socket)
        socket.on('error', () => {})
        socket.on('close', () => this.sockets.delete(socket))
      }
      near.pipe(far)
      far.pipe(near)
    })
  }
  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    const url = new URL(this.target)
    url.hostname = '127.0.0.1'
    url.port = String((this.server.address() as AddressInfo).port)
    return url.href
  }
  cut(): void {
    this.open = false
    for (const socket of this.sockets) socket.destroy()
  }
  mend(): void {
    this.open = true
  }
}

let database: TestDatabase
let way: Way
let pool: Pool
let identity: TestIdentity
let app: FastifyInstance
beforeAll(async () => {
  database = await createTestDatabase()
  way = new Way(database.url)
  pool = createPool(await way.listen())
  const db = createDatabase(pool)
  identity = await createTestIdentity({ ...database, pool })
  app = await createApp({
    ...PLAIN_APP,
    // How long an outage may keep a caller is what is tested here.
    deadlineFactor: 1,
    handlers: {
      ...userHandlers({ db, secret: SECRET, publicUrl: '' }),
      ...authHandlers(db),
      ...accountHandlers(identity),
    } as Handlers,
    sessions: createSessions(db, identity),
    secret: SECRET,
  })
})
afterAll(async () => {
  await app.close()
  await pool.end()
  way.cut()
  way.server.close()
  await database.drop()
})

describe('with the database away', () => {
  it('nobody is let in and nobody is called a forger: 503, then as before', async () => {
    const { token, browser, email } = await signUpSomebody(identity)
    const cookie = browser.cookie ?? ''
    const signIn = { email, password: PASSWORD }
    const ask = async () => {
      const calls = [
        { method: 'GET', url: '/api/v1/users/me', headers: { authorization: `Bearer ${token}` } },
        { method: 'GET', url: '/api/auth/token', headers: { cookie } },
        { method: 'GET', url: '/api/auth/get-session', headers: { cookie } },
        { method: 'GET', url: '/api/auth/list-sessions', headers: { cookie } },
        { method: 'POST', url: '/api/auth/sign-in/email', payload: signIn },
        {
          method: 'POST',
          url: '/api/auth/sign-up/email',
          payload: { ...signIn, email: 'new@example.com', display_name: 'N' },
        },
      ] as const
      const answers = await Promise.all(calls.map((call) => app.inject(call)))
      return answers.map((answer) => ({ status: answer.statusCode, retry: answer.headers['retry-after'] }))
    }
    way.cut()
    expect(await ask()).toEqual(Array(6).fill({ status: 503, retry: '5' }))
    expect((await app.inject('/api/v1/auth/test')).statusCode).toBe(200)
    way.mend()
    expect((await ask()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201])
  })
})
