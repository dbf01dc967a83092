import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '#server/platform/database/database.ts'
import { createPool, type Pool } from '#server/platform/database/pool.ts'
import { JOBS, type Job, type JobName } from '#server/platform/jobs/jobs.ts'
import { startJob } from '#server/platform/jobs/periodic-job.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { until } from '#test/support/engine.ts'
import { elect } from './jobs.ts'

let database: TestDatabase
let pools: Pool[]
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  pools = [createPool(database.url, 2), createPool(database.url, 2)]
  await database.pool.query('delete from job_leases')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(pools.map((pool) => pool.end()))
})
afterAll(() => database.drop())

const names = Object.keys(JOBS) as JobName[]
const elected = names.filter((name) => (JOBS[name] as Job).by === 'one of them')

/** Moves what is stored back, as if so much time had passed. */
const letPass = (ms: number) =>
  database.pool.query(
    `update job_leases set due_at = due_at - make_interval(secs => $1), taken_until = taken_until - make_interval(secs => $1)`,
    [ms / 1000],
  )
const turnsOf = async (name: JobName): Promise<number> =>
  (await database.pool.query('select turns from job_leases where job = $1', [name])).rows[0]?.turns ?? 0

/** A job in two processes that begin one after the other. */
function inTwo(name: JobName, work: (process: number, signal: AbortSignal) => Promise<unknown>) {
  const done: number[] = []
  const asked = [0, 0]
  const stops = pools.map((pool, process) => {
    const turn = elect(createDatabase(pool), name, async (signal) => {
      done.push(process)
      await work(process, signal)
    })
    const asking = async (signal: AbortSignal) => {
      await turn(signal).finally(() => {
        asked[process] = (asked[process] ?? 0) + 1
      })
    }
    return startJob(name, asking, { warn: () => {} })
  })
  return { done, asked, stops, end: () => Promise.all(stops.map((stop) => stop())) }
}

describe('a job of the installation', () => {
  it.each(elected.filter((name) => JOBS[name].first_ms === 0))(
    '%s is done by one process in each period',
    async (name) => {
      const { done, asked, end } = inTwo(name, async () => {})
      await until(async () => asked.every((times) => times === 1))
      expect(done).toHaveLength(1)
      for (let period = 1; period <= 3; period++) {
        await letPass(JOBS[name].every_ms)
        vi.advanceTimersByTime(JOBS[name].every_ms)
        await until(async () => asked.every((times) => times === period + 1))
        expect(done).toHaveLength(period + 1)
      }
      expect(await turnsOf(name)).toBe(4)
      await end()
    },
  )

  it('is not done again by a process that starts in the middle of a period', async () => {
    const { every_ms } = JOBS['announce-purchase-endings']
    const { done, asked, end } = inTwo('announce-purchase-endings', async () => {})
    await until(async () => asked.every((times) => times === 1))
    await letPass(every_ms / 2)
    vi.advanceTimersByTime(every_ms)
    await until(async () => asked.every((times) => times === 2))
    expect(done).toHaveLength(1)
    await end()
  })

  it('moves to another process within a minute after the one that did it died, and not before', async () => {
    const { every_ms } = JOBS['renew-subscriptions']
    let died = -1
    // The first never ends, and extends nothing any more, as a process that is gone.
    const { done, asked, stops } = inTwo('renew-subscriptions', async (process, signal) => {
      if (died === -1) died = process
      if (died === process) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    await until(async () => done.length === 1 && asked[1 - (done[0] ?? 0)] === 1)
    const [dead = 0] = done
    const other = 1 - dead
    const turn = async () => {
      const before = asked[other] ?? 0
      vi.advanceTimersByTime(every_ms)
      await until(async () => (asked[other] ?? 0) > before)
    }
    await pools[dead]?.end()
    pools[dead] = createPool(database.url, 1)
    await letPass(58_000)
    await turn()
    expect(done).toEqual([dead])
    await letPass(2_500)
    await turn()
    expect(done).toEqual([dead, other])
    await Promise.all(stops.map((stop) => stop()))
  })

  it('is done again with the next period after it failed', async () => {
    const { every_ms } = JOBS['end-featured-listings']
    const { done, asked, end } = inTwo('end-featured-listings', () => Promise.reject(new Error('broken')))
    await until(async () => asked.every((times) => times === 1))
    await letPass(every_ms)
    vi.advanceTimersByTime(every_ms)
    await until(async () => asked.every((times) => times === 2))
    expect(done).toHaveLength(2)
    await end()
  })
})

describe('the table of jobs', () => {
  it('elects no job that people wait for', () => {
    expect(elected.filter((name) => JOBS[name].every_ms < 60_000)).toEqual([])
    expect(elected.length).toBeGreaterThan(10)
  })
})
