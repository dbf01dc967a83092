import { afterEach, describe, expect, it, vi } from 'vitest'
import { timeoutOf, withDeadline } from './deadline.ts'

afterEach(() => vi.useRealTimers())

describe('an answer in time', () => {
  it('is given before the client gives up', () => {
    expect(timeoutOf({}, 1)).toBe(7500)
    expect(timeoutOf({ timeout: 30_000 }, 1)).toBe(29_500)
    expect(timeoutOf({ timeout: 30_000 }, 2)).toBe(59_000)
  })

  it('is the answer, or the refusal, when there is one', async () => {
    expect(await withDeadline(Promise.resolve(7), 1000)).toBe(7)
    await expect(withDeadline(Promise.reject(new Error('no')), 1000)).rejects.toThrow('no')
  })

  it('is that we are not available, and what was begun is told to stop', async () => {
    vi.useFakeTimers()
    const late = vi.fn()
    const answer = withDeadline(new Promise(() => {}), 7500, late)
    const refused = expect(answer).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfter: 5 })
    await vi.advanceTimersByTimeAsync(7499)
    expect(late).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await refused
    expect(late).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
  })
})
