/** Whoever sends a body slowly is looked at again when it is there. */
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { permissionsOf } from '#contract/core/access.ts'
import { AppError } from '#contract/core/errors.ts'
import type { UserId } from '#contract/core/primitives.ts'
import type { Caller } from '#server/platform/access/caller.ts'
import { PLAIN_APP } from '#test/support/parts.ts'
import { createApp } from './app.ts'
import type { Handlers } from './handlers.ts'

let close = async () => {}
afterEach(() => close())

const seller: Caller = {
  type: 'user',
  id: '01890000-0000-7000-8000-000000000001' as UserId,
  role: 'seller',
  permissions: new Set(permissionsOf('seller')),
  email: 'asha@clinic.example',
  display_name: 'Asha',
  session_id: null,
}

/** A workflow is created by a body whose second half comes `late_ms` after the first. @returns status and whether it was acted on */
async function sendSlowly(late_ms: number, resolveCaller: () => Promise<Caller>) {
  const act = vi.fn(() => {
    throw new AppError('limit_reached')
  })
  const app = await createApp({
    ...PLAIN_APP,
    handlers: new Proxy({} as Handlers, { get: () => act }),
    sessions: { resolve: resolveCaller, stillValid: async () => true },
    secret: 's',
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  close = () => app.close()
  const clock = vi.spyOn(performance, 'now')
  const { port } = app.server.address() as AddressInfo
  const body = JSON.stringify({ name: 'Letters' })
  const headers = { authorization: 'Bearer a.b.c', 'content-type': 'application/json', 'content-length': body.length }
  const asked = request({ port, path: '/api/v1/workflows', method: 'POST', headers })
  const answered = new Promise<number>((done) => asked.once('response', ({ statusCode }) => done(statusCode ?? 0)))
  asked.write(body.slice(0, 5))
  await vi.waitFor(() => expect(clock).toHaveBeenCalled())
  const now = performance.now()
  clock.mockImplementation(() => now + late_ms)
  asked.end(body.slice(5))
  const status = await answered
  clock.mockRestore()
  return { status, acted: act.mock.calls.length > 0 }
}

it('acts on a slow body of who is still let in', async () => {
  expect(await sendSlowly(5000, async () => seller)).toEqual({ status: 409, acted: true })
})

it('refuses who was blocked while the body was on its way', async () => {
  let asked = 0
  const resolveCaller = async () => {
    asked += 1
    if (asked > 1) throw new AppError('account_blocked')
    return seller
  }
  expect(await sendSlowly(5000, resolveCaller)).toEqual({ status: 403, acted: false })
})

it('refuses who lost the right to it while the body was on its way', async () => {
  let asked = 0
  const lowered: Caller = { ...seller, role: 'basic_user', permissions: new Set(permissionsOf('basic_user')) }
  const resolveCaller = async () => {
    asked += 1
    return asked > 1 ? lowered : seller
  }
  expect(await sendSlowly(5000, resolveCaller)).toEqual({ status: 403, acted: false })
})
