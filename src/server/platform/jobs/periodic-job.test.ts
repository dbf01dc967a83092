import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { schedulePeriodic } from './periodic-job.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const setUp = (work: () => Promise<unknown>) => {
  const told: string[] = []
  const stop = schedulePeriodic('it could not be done', 1000, work, { warn: (_detail, message) => told.push(message) })
  return { told, stop }
}

it('is done at once and with every turn until it is stopped', async () => {
  const work = vi.fn(async () => {})
  const { stop } = setUp(work)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3500)
  expect(work).toHaveBeenCalledTimes(4)
  await stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(4)
})

it('tells a failure each time and goes on', async () => {
  const work = vi.fn(async () => {
    throw new Error('broken')
  })
  const { told, stop } = setUp(work)
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual(['it could not be done', 'it could not be done'])
  await stop()
})

it('also of work that throws before it has begun', async () => {
  const { told, stop } = setUp(() => {
    throw new Error('broken')
  })
  await stop()
  expect(told).toHaveLength(1)
})

it('says nothing while the database is away', async () => {
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const { told, stop } = setUp(() => Promise.reject(away))
  await vi.advanceTimersByTimeAsync(1000)
  expect(told).toEqual([])
  await stop()
})

it('is never done twice at the same time, and its end is waited for', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const { stop } = setUp(work)
  await vi.advanceTimersByTimeAsync(5000)
  expect(work).toHaveBeenCalledTimes(1)
  let stopped = false
  const stopping = stop().then(() => {
    stopped = true
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(stopped).toBe(false)
  ends[0]?.()
  await stopping
})
