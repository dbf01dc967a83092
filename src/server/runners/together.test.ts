/** Quick jobs of one owner that are given to a process at once, and what may go wrong with one of them. */
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { NodeError } from '#nodes/node.ts'
import { workForServer } from '#nodes/work-for.ts'
import { isAlive } from '#server/platform/database/embedded/alive.ts'
import type { Job } from './job.ts'
import { Pool } from './pool.ts'
import type { PoolOptions } from './pool-options.ts'
import { findSandbox } from './sandbox.ts'
import { Together } from './together.ts'

const program = fileURLToPath(new URL('./code/process.ts', import.meta.url))
const sandbox = findSandbox(program)
const pools: Pool[] = []
afterEach(() => {
  for (const pool of pools.splice(0)) pool.stop()
})

const poolOf = (options: Partial<PoolOptions> = {}): Pool => {
  const pool = new Pool({
    kind: 'code',
    entry: program,
    size: 1,
    heapMb: 96,
    maxReplyBytes: 1_000_000,
    maxQueue: 100,
    idleMs: 60_000,
    isCharged: true,
    errors: { timeout: 'late', cpu: 'slow', memory: 'fat', tooLarge: 'long' },
    sandbox: () => sandbox,
    log: { info: () => {}, warn: () => {} },
    ...options,
  })
  pools.push(pool)
  return pool
}

/** Source that is the same for all, and what each is given. */
const SOURCE = `if (input.ms) for (const from = Date.now(); Date.now() - from < input.ms; );
if (input.mb) { const a = []; for (let i = 0; i < input.mb; i++) a.push(new Uint8Array(1e6).fill(i)); for (;;) a.length }
if (input.error) throw new Error(input.error)
return input.n`

const asked: number[] = []
const jobOf = (input: { n: number; [name: string]: unknown }, more: Partial<Job> = {}): Job => ({
  header: { source: SOURCE, timeout_ms: 10_000, memory_mb: 512, tenant: 'ann', workflow: 'w' },
  content: () => {
    asked.push(input.n)
    return Buffer.from(JSON.stringify([{ input }, []]))
  },
  deadlineMs: 20_000,
  maxResidentMb: 900,
  alike: 'w',
  for: workForServer(new AbortController().signal),
  ...more,
})

const outcome = (work: Promise<{ blob: Buffer }>): Promise<string> =>
  work.then(
    ({ blob }) => blob.toString(),
    (cause: unknown) => (cause instanceof NodeError ? cause.code : String(cause)),
  )

/** Jobs that wait while the only process works on another one, so that they are given out at once. */
async function behindAnother(pool: Pool, jobs: readonly Job[]): Promise<Promise<string>[]> {
  await pool.run(jobOf({ n: 0 }))
  asked.length = 0
  const before = pool.run(jobOf({ n: 0, ms: 50 }, { alike: 'another' }))
  const work = jobs.map((job) => outcome(pool.run(job)))
  await before
  return work
}

describe('jobs that are given out together', () => {
  it('are at most so many, in their order, and each has its own answer', async () => {
    const pool = poolOf()
    const work = await behindAnother(
      pool,
      Array.from({ length: 20 }, (_, n) => jobOf({ n, ...(n % 5 === 3 && { error: 'no' }) })),
    )
    expect(asked).toEqual([0, 0, 1, 2, 3, 4, 5, 6, 7])
    expect(await Promise.all(work)).toEqual(Array.from({ length: 20 }, (_, n) => (n % 5 === 3 ? 'code_error' : `${n}`)))
    expect(pool.use()).toMatchObject({ processes: 1, busy: 0, waiting: 0 })
  })

  it('are of one kind, of one owner, and few enough to be read quickly', async () => {
    const pool = poolOf()
    const large = 'x'.repeat(30_000)
    const work = await behindAnother(pool, [
      jobOf({ n: 1 }),
      jobOf({ n: 2 }),
      jobOf({ n: 3 }, { alike: 'of another kind' }),
      ...[4, 5, 6, 7].map((n) => jobOf({ n, large })),
    ])
    expect(asked).toEqual([0, 1, 2])
    expect(await Promise.all(work.slice(0, 2))).toEqual(['1', '2'])
    expect(asked).toEqual([0, 1, 2, 3])
    await work[2]
    expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(await Promise.all(work)).toEqual(['1', '2', '3', '4', '5', '6', '7'])
  })

  it('take one turn of their owner', async () => {
    const pool = poolOf()
    const ended: string[] = []
    const of = (owner: string) => ({ ...workForServer(new AbortController().signal), owner })
    const work = await behindAnother(pool, [
      ...Array.from({ length: 9 }, (_, n) => jobOf({ n: n + 1 }, { for: of('many') })),
      jobOf({ n: 100 }, { for: of('one') }),
    ])
    await Promise.all(work.map((one) => one.then((text) => ended.push(text))))
    expect(ended.toSorted()).toEqual(['1', '100', '2', '3', '4', '5', '6', '7', '8', '9'])
    expect(ended.indexOf('100')).toBeLessThan(ended.indexOf('9'))
  })

  it('do not wait for one of them that takes long', async () => {
    const pool = poolOf()
    const ended: string[] = []
    const work = await behindAnother(
      pool,
      [1, 2, 3, 4, 5].map((n) => jobOf({ n, ms: n === 2 ? 700 : 0 })),
    )
    await Promise.all(work.map((one) => one.then((text) => ended.push(text))))
    expect(ended).toEqual(['1', '3', '4', '5', '2'])
    expect(asked.filter((n) => n === 2)).toHaveLength(2)
  })

  it('are given out one by one while their like takes long', async () => {
    const pool = poolOf()
    const work = await behindAnother(
      pool,
      [1, 2, 3].map((n) => jobOf({ n, ms: 150 })),
    )
    expect(await Promise.all(work)).toEqual(['1', '2', '3'])
    const more = await behindAnother(
      pool,
      [4, 5, 6].map((n) => jobOf({ n })),
    )
    expect(asked).toEqual([0, 4])
    expect(await Promise.all(more)).toEqual(['4', '5', '6'])
  })

  it('are not blamed for the one that uses too much memory', async () => {
    const pool = poolOf()
    const jobs = [1, 2, 3, 4].map((n) => jobOf({ n, ...(n === 2 && { mb: 400 }) }, { maxResidentMb: 300 }))
    const work = await behindAnother(pool, jobs)
    expect(await Promise.all(work)).toEqual(['1', process.platform === 'linux' ? 'fat' : 'late', '3', '4'])
  })

  it('are done again when their process is killed', async () => {
    const pool = poolOf()
    const work = await behindAnother(
      pool,
      [1, 2, 3].map((n) => jobOf({ n, ms: 60 })),
    )
    const [pid = 0] = pool.pids()
    process.kill(pid, 'SIGKILL')
    expect(await Promise.all(work)).toEqual(['1', '2', '3'])
    expect(pool.pids()).not.toContain(pid)
  })

  it('go on when one of them is cancelled', async () => {
    const pool = poolOf()
    const second = new AbortController()
    const work = await behindAnother(pool, [
      jobOf({ n: 1, ms: 40 }),
      jobOf({ n: 2 }, { for: workForServer(second.signal) }),
      jobOf({ n: 3 }),
    ])
    const [pid = 0] = pool.pids()
    second.abort('enough')
    expect(await Promise.all(work)).toEqual(['1', 'enough', '3'])
    expect(isAlive(pid)).toBe(true)
    expect(pool.use()).toMatchObject({ busy: 0, waiting: 0 })
  })

  it('fail alone when their content cannot be read', async () => {
    const pool = poolOf()
    const work = await behindAnother(pool, [
      jobOf({ n: 1 }),
      jobOf(
        { n: 2 },
        {
          content: () => {
            throw new NodeError('cpu_limit', 'used up')
          },
        },
      ),
      jobOf({ n: 3 }),
    ])
    expect(await Promise.all(work)).toEqual(['1', 'cpu_limit', '3'])
  })

  it('all learn that the pool stops', async () => {
    const pool = poolOf()
    const work = await behindAnother(
      pool,
      [1, 2, 3].map((n) => jobOf({ n, ms: 60 })),
    )
    pool.stop()
    expect(await Promise.all(work)).toEqual(['runner_lost', 'runner_lost', 'runner_lost'])
  })

  it('wait again when they are handed back, and pay for what they took', async () => {
    const pool = poolOf()
    const told: string[] = []
    const charged: number[] = []
    const step = {
      workflow_version: 'v1',
      waits: () => {
        told.push('waits')
        return () => void told.push('works')
      },
      measure: <T>(work: () => T) => work(),
      chargeCode: (ms: number) => void charged.push(ms),
    }
    const slow = jobOf({ n: 2, ms: 300 }, { for: { ...workForServer(new AbortController().signal), step } })
    await Promise.all(await behindAnother(pool, [jobOf({ n: 1 }), slow, jobOf({ n: 3 })]))
    expect(told).toEqual(['waits', 'works', 'waits', 'works'])
    expect(charged.filter((ms) => ms > 10)).toHaveLength(2)
  })
})

describe('how many jobs are given out together', () => {
  const job = { owner: 'ann', alike: 'w' }

  it('depends on how many wait, and for how many processes', () => {
    const together = new Together()
    expect([1, 2, 3, 5, 100].map((waiting) => together.most(job, waiting, 2))).toEqual([1, 1, 2, 3, 8])
    expect(together.most({ owner: 'ann' }, 100, 2)).toBe(1)
  })

  it('is one while their like is slow on average, and no other kind or owner is meant', () => {
    const together = new Together()
    together.note(job, 20)
    expect(together.most(job, 100, 2)).toBe(8)
    together.note(job, 20)
    expect(together.most(job, 100, 2)).toBe(1)
    expect(together.most({ ...job, owner: 'bob' }, 100, 2)).toBe(8)
    expect(together.most({ ...job, alike: 'v' }, 100, 2)).toBe(8)
    for (let n = 0; n < 10; n++) together.note(job, 0.2)
    expect(together.most(job, 100, 2)).toBe(8)
  })

  it('forgets who was not here for long', () => {
    const together = new Together()
    together.note(job, 1000)
    for (let n = 0; n < 1_000; n++) together.note({ ...job, alike: `${n}` }, 0.1)
    expect(together.most(job, 100, 2)).toBe(8)
  })
})
