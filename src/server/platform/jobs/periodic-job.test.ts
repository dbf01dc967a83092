import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { JOBS } from './jobs.ts'
import { type JobWork, startJob } from './periodic-job.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { every_ms } = JOBS['send-mail']

const setUp = (work: JobWork, name: keyof typeof JOBS = 'send-mail') => {
  const logged: object[] = []
  const stop = startJob(name, work, { warn: (detail) => logged.push(detail) })
  return { logged, stop }
}

it('runs at once and with every turn until it is stopped', async () => {
  const work = vi.fn(async () => {})
  const { stop } = setUp(work)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3.5 * every_ms)
  expect(work).toHaveBeenCalledTimes(4)
  await stop()
  await vi.advanceTimersByTimeAsync(5 * every_ms)
  expect(work).toHaveBeenCalledTimes(4)
})

it('waits for its first turn as long as the table says', async () => {
  const work = vi.fn(async () => {})
  const { stop } = setUp(work, 'check-listings')
  await vi.advanceTimersByTimeAsync(JOBS['check-listings'].first_ms - 1)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(1)
  await stop()
})

it('logs each failure with its name and continues', async () => {
  const fault = new Error('broken')
  const { logged, stop } = setUp(async () => {
    throw fault
  })
  await vi.advanceTimersByTimeAsync(every_ms)
  expect(logged).toEqual([
    { err: fault, job: 'send-mail' },
    { err: fault, job: 'send-mail' },
  ])
  await stop()
})

it('also logs work that throws before its first pause, and tries it again', async () => {
  const { logged, stop } = setUp(() => {
    throw new Error('broken')
  })
  await vi.advanceTimersByTimeAsync(every_ms)
  await stop()
  expect(logged).toHaveLength(2)
})

it('logs nothing while the database is away', async () => {
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const { logged, stop } = setUp(() => Promise.reject(away))
  await vi.advanceTimersByTimeAsync(every_ms)
  expect(logged).toEqual([])
  await stop()
})

it('never runs twice at the same time, and a stop waits for its end', async () => {
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => ends.push(resolve)))
  const { stop } = setUp(work)
  await vi.advanceTimersByTimeAsync(5 * every_ms)
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

it('is told when the server stops, and what ends by that is no failure', async () => {
  const { logged, stop } = setUp(
    (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
  )
  await stop()
  expect(logged).toEqual([])
})
