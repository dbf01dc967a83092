import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createCache, createPolledEpoch } from './cache.ts'

const setUp = (lag_ms = 10_000) => {
  let epoch = 1
  let asked = 0
  const cache = createCache(async (key) => `${key}${++asked}`, { epoch: () => epoch, lag_ms, max: 2 })
  return { cache, change: () => epoch++, asked: () => asked }
}

describe('a remembered answer', () => {
  it('is fetched once for any number that ask at the same time, and holds until something changes', async () => {
    const { cache, asked } = setUp()
    expect(await Promise.all([cache.get('a'), cache.get('a'), cache.get('a')])).toEqual(['a1', 'a1', 'a1'])
    expect([await cache.get('a'), asked()]).toEqual(['a1', 1])
  })

  it('is given once more after a change, while the new one is fetched', async () => {
    const { cache, change } = setUp()
    await cache.get('a')
    change()
    expect(await cache.get('a')).toBe('a1')
    await expect.poll(() => cache.get('a')).toBe('a2')
  })

  it('that was good too long ago is not given again', async () => {
    const { cache, change } = setUp(-1)
    await cache.get('a')
    change()
    expect(await cache.get('a')).toBe('a2')
  })

  it('is forgotten when there are too many', async () => {
    const { cache } = setUp()
    for (const key of ['a', 'b', 'c']) await cache.get(key)
    expect(await cache.get('a')).toBe('a4')
  })

  it('is no answer when the question failed', async () => {
    const fetch = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce('here')
    const cache = createCache(fetch, { epoch: () => 1, lag_ms: 0 })
    await expect(cache.get('a')).rejects.toThrow('away')
    expect(await cache.get('a')).toBe('here')
  })
})

describe('an epoch that is asked for', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is asked once in its time, and waited for afterwards', async () => {
    const ask = vi.fn().mockResolvedValueOnce(1).mockResolvedValueOnce(2).mockResolvedValueOnce(3)
    const epoch = createPolledEpoch(ask, 100)
    expect(await epoch()).toBe(1)
    expect(epoch()).toBe(1)
    vi.advanceTimersByTime(200)
    expect(await Promise.all([epoch(), epoch()])).toEqual([2, 2])
    vi.advanceTimersByTime(5000)
    expect(await epoch()).toBe(3)
    expect(ask).toHaveBeenCalledTimes(3)
  })

  it('is the known one while the database is slow or away, for a while', async () => {
    const slow = new Promise<number>(() => {})
    const ask = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('away')).mockReturnValueOnce(slow)
    const epoch = createPolledEpoch(ask, 100)
    await epoch()
    vi.advanceTimersByTime(200)
    expect(await epoch()).toBe(1)
    const waiting = epoch()
    await vi.advanceTimersByTimeAsync(100)
    expect(await waiting).toBe(1)
  })

  it('is refused when the database has been away for too long', async () => {
    const ask = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('away'))
    const epoch = createPolledEpoch(ask, 100)
    await epoch()
    vi.advanceTimersByTime(1001)
    await expect(epoch()).rejects.toThrow('away')
  })
})
