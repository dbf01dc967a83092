import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { askedEpoch, remember } from './cache.ts'

const setUp = (lag_ms = 10_000) => {
  let epoch = 1
  let asked = 0
  const remembered = remember(async (key) => `${key}${++asked}`, { epoch: () => epoch, lag_ms, max: 2 })
  return { remembered, change: () => epoch++, asked: () => asked }
}

describe('a remembered answer', () => {
  it('is fetched once for any number that ask at the same time, and holds until something changes', async () => {
    const { remembered, asked } = setUp()
    expect(await Promise.all([remembered.get('a'), remembered.get('a'), remembered.get('a')])).toEqual([
      'a1',
      'a1',
      'a1',
    ])
    expect([await remembered.get('a'), asked()]).toEqual(['a1', 1])
  })

  it('is given once more after a change, while the new one is fetched', async () => {
    const { remembered, change } = setUp()
    await remembered.get('a')
    change()
    expect(await remembered.get('a')).toBe('a1')
    await expect.poll(() => remembered.get('a')).toBe('a2')
  })

  it('that was good too long ago is not given again', async () => {
    const { remembered, change } = setUp(-1)
    await remembered.get('a')
    change()
    expect(await remembered.get('a')).toBe('a2')
  })

  it('is forgotten when there are too many', async () => {
    const { remembered } = setUp()
    for (const key of ['a', 'b', 'c']) await remembered.get(key)
    expect(await remembered.get('a')).toBe('a4')
  })

  it('is no answer when the question failed', async () => {
    const fetch = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce('here')
    const remembered = remember(fetch, { epoch: () => 1, lag_ms: 0 })
    await expect(remembered.get('a')).rejects.toThrow('away')
    expect(await remembered.get('a')).toBe('here')
  })
})

describe('an epoch that is asked for', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is asked once in its time, and waited for afterwards', async () => {
    const ask = vi.fn().mockResolvedValueOnce(1).mockResolvedValueOnce(2).mockResolvedValueOnce(3)
    const epoch = askedEpoch(ask, 100)
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
    const epoch = askedEpoch(ask, 100)
    await epoch()
    vi.advanceTimersByTime(200)
    expect(await epoch()).toBe(1)
    const waiting = epoch()
    await vi.advanceTimersByTimeAsync(100)
    expect(await waiting).toBe(1)
  })

  it('is refused when the database has been away for too long', async () => {
    const ask = vi.fn().mockResolvedValueOnce(1).mockRejectedValueOnce(new Error('away'))
    const epoch = askedEpoch(ask, 100)
    await epoch()
    vi.advanceTimersByTime(1001)
    await expect(epoch()).rejects.toThrow('away')
  })
})
