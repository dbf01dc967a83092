import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { type ApiStatus, isHealthy, nextStatus, watchHealth } from './health.ts'

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

describe('watchHealth', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  function watch(answers: (string | number)[]) {
    const told: [at: number, status: ApiStatus][] = []
    const asked: number[] = []
    const began = Date.now()
    const left = [...answers]
    const ask = async () => {
      asked.push(Date.now() - began)
      const answer = left.length > 1 ? left.shift() : left[0]
      if (typeof answer === 'number') throw new ApiError('x', { status: answer })
      return { status: answer ?? '' }
    }
    const stop = watchHealth(ask, (status) => told.push([Date.now() - began, status]))
    return { told, asked, stop }
  }

  it('asks first after 2 s, then every 30 s', async () => {
    const { told, asked, stop } = watch(['healthy'])
    await pass(1999)
    expect(asked).toEqual([])
    await pass(60_001)
    expect(asked).toEqual([2000, 32_000, 62_000])
    expect(told).toEqual([[2000, 'online']])
    stop()
    await pass(90_000)
    expect(asked).toHaveLength(3)
  })

  it('is offline after three attempts, 1 s and 2 s apart, and takes back for 10 s that it is online again', async () => {
    const { told, asked, stop } = watch([503, 502, 504, 'healthy'])
    await pass(100_000)
    expect(asked).toEqual([2000, 3000, 5000, 35_000, 65_000, 95_000])
    expect(told).toEqual([
      [5000, 'offline'],
      [35_000, 'reconnected'],
      [45_000, 'online'],
    ])
    stop()
  })

  it('goes offline again while it still says that it is back', async () => {
    const { told, stop } = watch(['degraded', 'healthy', 404, 'healthy'])
    await pass(100_000)
    expect(told.map(([, status]) => status)).toEqual(['offline', 'reconnected', 'online', 'offline', 'reconnected'])
    stop()
  })
})
