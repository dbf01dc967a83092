import { afterEach, describe, expect, it, vi } from 'vitest'
import { NOT_STANDARD_TEXT } from '#contract/core/status-texts.ts'
import { CRITICAL_PATHS } from '#contract/workflows/fallbacks.ts'
import { ApiError } from './api-error.ts'
import { degraded, markDegraded } from './degraded.ts'
import { fallBack, TABLE } from './fallbacks.ts'

afterEach(() => {
  for (const name of degraded.get()) markDegraded(name, false)
})
const now = async () => {}
const call = (path: string, params: Record<string, unknown> = {}) => ({ name: path, method: 'GET', path, params })
const away = new ApiError('away', { status: 503 })
const refuse = () => Promise.reject(away)

/** The row of §8, and what stands in for the answer. */
const ROWS: [path: string, expected: object][] = [
  ['/api/v1/platforms/{platform}/access-check', { access_granted: false, error: 'PLATFORM_UNAVAILABLE' }],
  ['/api/v1/platforms/status', { platforms: [], error: 'PLATFORM_STATUS_UNAVAILABLE' }],
  ['/health', { status: 'unavailable' }],
  ['/api/v1/health', { status: 'unavailable' }],
  ['/api/v1/agents', { agents: [], total: 0, page: 1, page_size: 20, has_next: false, has_previous: false }],
  ['/api/nodes/{type}/configuration', { node_type: 'x', status: 'missing', suggestions: [expect.any(String)] }],
  ['/api/mcp/status', { service_status: 'unavailable' }],
  ['/api/plugins/status', { installed: false }],
  ['/api/plugins/{name}/status', { installed: false }],
]

describe('fallbacks for answers (§8)', () => {
  it.each(ROWS)('of %s', async (path, expected) => {
    await expect(fallBack(away, call(path, { type: 'x' }), refuse, now)).resolves.toMatchObject(expected)
    expect([...degraded.get()]).toEqual([path])
  })

  it('is for these calls and no other, and never for a critical one', async () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(ROWS.map(([path]) => path).toSorted())
    for (const path of [...CRITICAL_PATHS, '/api/v1/users/me', '/api/v1/agents/{id}'])
      await expect(fallBack(away, call(path), refuse, now)).rejects.toBe(away)
  })

  it('is never for a call that changes something', async () => {
    await expect(fallBack(away, { ...call('/api/v1/agents'), method: 'POST' }, refuse, now)).rejects.toBe(away)
  })

  it.each([400, 401, 403, 404, 429])('is not for a refusal with %i: the server has answered', async (status) => {
    const error = new ApiError('no', { status })
    await expect(fallBack(error, call('/api/v1/agents'), refuse, now)).rejects.toBe(error)
    expect(degraded.get().size).toBe(0)
  })

  it('is for a node whose configuration is not found, and for a page in the place of an answer', async () => {
    const missing = new ApiError('no', { status: 404 })
    await expect(
      fallBack(missing, call('/api/nodes/{type}/configuration', { type: 'y' }), refuse, now),
    ).resolves.toMatchObject({ status: 'missing' })
    const html = new ApiError(NOT_STANDARD_TEXT, { status: 200 })
    await expect(fallBack(html, call('/api/v1/agents'), refuse, now)).resolves.toMatchObject({ total: 0 })
  })

  it('comes after one more try, 1 s later', async () => {
    const wait = vi.fn(now)
    await expect(fallBack(away, call('/api/v1/agents'), async () => 'back', wait)).resolves.toBe('back')
    expect(wait.mock.calls).toEqual([[1000]])
    expect(degraded.get().size).toBe(0)
  })
})
