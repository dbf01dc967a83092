import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { countRetriesOf, createRetries, type Retries, recoveryState } from './retries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Presses once and lets its second pass. */
const pass = (retries: Retries, work: () => void) => {
  retries.retry(work)
  vi.advanceTimersByTime(1000)
}

describe('a retry', () => {
  it('draws again after 1 s, not a millisecond earlier', () => {
    const work = vi.fn()
    const retries = createRetries(3)
    retries.retry(work)
    expect(retries.state.get()).toEqual({ count: 1, waiting: true })
    vi.advanceTimersByTime(999)
    expect(work).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(work).toHaveBeenCalledTimes(1)
    expect(retries.state.get()).toEqual({ count: 1, waiting: false })
  })

  it('is one, however often it is pressed within its second', () => {
    const work = vi.fn()
    const retries = createRetries(3)
    for (let n = 0; n < 5; n += 1) retries.retry(work)
    vi.advanceTimersByTime(10_000)
    expect(work).toHaveBeenCalledTimes(1)
    expect(retries.state.get().count).toBe(1)
  })

  it.each([
    ['the error pages and the global boundary', undefined, 3],
    ['the fallback', 1, 1],
  ])('is allowed up to the maximum: %s', (_where, given, max) => {
    const work = vi.fn()
    const retries = countRetriesOf(`fault ${max}`, given)
    for (let n = 0; n < 5; n += 1) pass(retries, work)
    expect(work).toHaveBeenCalledTimes(max)
    expect(recoveryState(retries.state.get().count, retries.max)).toBe('Exhausted')
  })

  it('is taken back when the page is left', () => {
    const work = vi.fn()
    const retries = createRetries(3)
    retries.retry(work)
    vi.advanceTimersByTime(500)
    retries.leave()
    vi.advanceTimersByTime(5000)
    expect(work).not.toHaveBeenCalled()
    expect(retries.state.get()).toEqual({ count: 1, waiting: false })
  })
})

describe('reset', () => {
  it('returns the count to 0 and lets one try again', () => {
    const work = vi.fn()
    const retries = createRetries(3)
    for (let n = 0; n < 3; n += 1) pass(retries, work)
    retries.reset()
    expect(retries.state.get()).toEqual({ count: 0, waiting: false })
    expect(recoveryState(0, 3)).toBe('Available')
    pass(retries, work)
    expect(work).toHaveBeenCalledTimes(4)
  })

  it('takes back what is on its way', () => {
    const work = vi.fn()
    const retries = createRetries(3)
    retries.retry(work)
    retries.reset()
    vi.advanceTimersByTime(5000)
    expect(work).not.toHaveBeenCalled()
  })
})

it('recovery is exhausted after the last retry', () => {
  expect([0, 1, 2, 3].map((count) => recoveryState(count, 3))).toEqual([
    'Available',
    'Available',
    'Available',
    'Exhausted',
  ])
})

it('a count belongs to one fault at one place, over mounts that fail again', () => {
  const first = countRetriesOf('/a\nx is undefined')
  pass(first, () => {})
  expect(countRetriesOf('/a\nx is undefined').state.get().count).toBe(1)
  expect(countRetriesOf('/b\nx is undefined').state.get().count).toBe(0)
})
