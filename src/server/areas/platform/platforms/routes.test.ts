import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLATFORMS, platformsOf } from '#contract/accounts/users.ts'
import { permissionsOf, ROLES } from '#contract/core/access.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { platformStateOf } from './platforms.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

describe('platform status', () => {
  it('names every platform, measured now', async () => {
    const { status, body } = await test.call('GET', '/api/v1/platforms/status', { as: await test.person() })
    expect(status).toBe(200)
    expect(body.data.platforms.map(({ name }: { name: string }) => name)).toEqual(PLATFORMS)
    expect(body.data.platforms[0]).toEqual({ name: 'marketplace', status: 'up', reason: null })
    expect(Math.abs(Date.now() - Date.parse(body.data.measured_at))).toBeLessThan(60_000)
  })

  it('is for signed-in people', async () => {
    expect((await test.call('GET', '/api/v1/platforms/status')).status).toBe(401)
  })

  it.each([
    ['ai-services', { offered: true, database: true, engine: true, queue_ms: 0 }, 'up'],
    ['ai-services', { offered: true, database: true, engine: true, queue_ms: 31_000 }, 'degraded'],
    ['ai-services', { offered: true, database: true, engine: false, queue_ms: 0 }, 'down'],
    ['marketplace', { offered: true, database: true, engine: false, queue_ms: 90_000 }, 'up'],
    ['marketplace', { offered: true, database: false, engine: true, queue_ms: 0 }, 'down'],
  ] as const)('of %s with %j is %s', (platform, measured, state) => {
    const [status, reason] = platformStateOf(platform, measured)
    expect([status, reason === null]).toEqual([state, state === 'up'])
  })
})

describe('platform access', () => {
  it.each(ROLES.flatMap((role) => PLATFORMS.map((platform) => [role, platform] as const)))(
    'of %s to %s follows the role',
    async (role, platform) => {
      const person = await test.person(role)
      const { status, body } = await test.call('GET', `/api/v1/platforms/${platform}/access-check`, { as: person })
      expect(status).toBe(200)
      const allowed = platformsOf(permissionsOf(role)).includes(platform)
      expect(body.data).toMatchObject({
        success: true,
        access_granted: allowed,
        error: allowed ? null : 'ACCESS_DENIED',
      })
    },
  )

  it('knows no other platform, and no visitor', async () => {
    const as = await test.person()
    expect((await test.call('GET', '/api/v1/platforms/moon/access-check', { as })).status).toBe(404)
    expect((await test.call('GET', '/api/v1/platforms/marketplace/access-check')).status).toBe(401)
  })
})
