import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { isHealthy, nextStatus } from './health.ts'

const failing = (error: unknown) => vi.fn(async (): Promise<{ status: string }> => Promise.reject(error))

describe('isHealthy', () => {
  it('asks three times while a gateway is busy, after 1 s and 2 s', async () => {
    const wait = vi.fn(async () => {})
    const ask = failing(new ApiError('x', { status: 503 }))
    expect(await isHealthy(ask, wait)).toBe(false)
    expect(ask).toHaveBeenCalledTimes(3)
    expect(wait.mock.calls).toEqual([[1000], [2000]])
  })
  it('does not ask again after another failure', async () => {
    const ask = failing(new ApiError('x', { status: 404 }))
    expect(await isHealthy(ask, async () => {})).toBe(false)
    expect(ask).toHaveBeenCalledOnce()
  })
  it('believes only the word healthy', async () => {
    expect(await isHealthy(async () => ({ status: 'healthy' }))).toBe(true)
    expect(await isHealthy(async () => ({ status: 'degraded' }))).toBe(false)
  })
})

describe('nextStatus', () => {
  it('speaks of a connection only after an outage', () => {
    expect(nextStatus('unknown', true)).toBe('online')
    expect(nextStatus('online', false)).toBe('offline')
    expect(nextStatus('offline', true)).toBe('reconnected')
  })
})
