import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { NodeError } from '#nodes/node.ts'
import { workForServer } from '#nodes/work-for.ts'
import { isAlive } from '#server/platform/database/embedded/alive.ts'
import { until as untilAnswer } from '#test/support/engine.ts'
import type { Job } from './job.ts'
import { Pool } from './pool.ts'
import type { PoolOptions } from './pool-options.ts'
import { findSandbox } from './sandbox.ts'

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
    maxQueue: 3,
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
const job = (source: string, more: Partial<Job> = {}): Job => ({
  header: { source, timeout_ms: 20_000, memory_mb: 256, tenant: 'ann', workflow: '' },
  content: () => Buffer.from('[{},[]]'),
  deadlineMs: 20_000,
  maxResidentMb: 900,
  for: workForServer(new AbortController().signal),
  ...more,
})
const answer = async (pool: Pool, source: string) => (await pool.run(job(source))).blob.toString()
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (cause: unknown) => (cause instanceof NodeError ? cause.code : String(cause)),
  )
const until = (isSo: () => boolean) => untilAnswer(async () => isSo())
describe('a pool of runner processes', () => {
  it.runIf(process.platform === 'linux')(
    'ends a job with a named error when it used up its processor time, and does what waits behind it',
    async () => {
      const pool = poolOf()
      const greedy = codeOf(pool.run(job('for (;;) {}', { cpu: { cpuMs: 200 } })))
      const behind = answer(pool, 'return 1')
      expect(await greedy).toBe('slow')
      expect(await behind).toContain('1')
    },
  )

  it('ends a step with a named error within its deadline when its file never comes, and gives the process to the next one', async () => {
    const pool = poolOf()
    await answer(pool, 'return 1')
    const pids = pool.pids()
    let works = 0
    const step = {
      workflow_version: 'v1',
      waits: () => () => void works++,
      measure: <T>(work: () => T) => work(),
      chargeCode: () => {},
    }
    const work = { ...workForServer(new AbortController().signal), step }
    const stuck = codeOf(
      pool.run(job('return 1', { content: () => new Promise(() => {}), deadlineMs: 150, for: work })),
    )
    const behind = answer(pool, 'return 2')
    await until(() => works > 0)
    expect(await stuck).toBe('late')
    expect(await behind).toBe('2')
    expect(pool.pids()).toEqual(pids)
  })

  it.runIf(process.platform === 'linux')(
    'replaces a process that keeps much memory after a job, so that the next file is not refused for it',
    async () => {
      const pool = poolOf({ maxKeptMb: 1 })
      await answer(pool, 'return 1')
      await until(() => pool.pids().length === 0)
      expect(await answer(pool, 'return 2')).toBe('2')
    },
  )

  it('starts nothing before it is asked, then keeps the process', async () => {
    const pool = poolOf()
    expect(pool.pids()).toEqual([])
    await answer(pool, 'return 1')
    const pids = pool.pids()
    await answer(pool, 'return 2')
    expect(pool.pids()).toEqual(pids)
  })
  it('answers runner_lost when the process is killed in mid-job, and the next job gets a fresh one', async () => {
    const pool = poolOf()
    await answer(pool, 'return 1')
    const [pid = 0] = pool.pids()
    const lost = codeOf(pool.run(job('for (;;) {}')))
    process.kill(pid, 'SIGKILL')
    expect(await lost).toBe('runner_lost')
    expect(await answer(pool, 'return 2')).toBe('2')
    expect(pool.pids()).not.toContain(pid)
  })
  it('recovers when the process dies between jobs', async () => {
    const pool = poolOf()
    await answer(pool, 'return 1')
    const [pid = 0] = pool.pids()
    process.kill(pid, 'SIGKILL')
    await until(() => pool.pids().length === 0)
    expect(await answer(pool, 'return 2')).toBe('2')
  })
  it('kills from outside what does not stop on its own', async () => {
    const pool = poolOf()
    await answer(pool, 'return 1')
    const [pid = 0] = pool.pids()
    expect(await codeOf(pool.run(job('for (;;) {}', { deadlineMs: 150 })))).toBe('late')
    expect(isAlive(pid)).toBe(false)
  })
  it('kills what grows past its memory', async () => {
    const pool = poolOf()
    await answer(pool, 'return 1')
    const hog = 'const a = []; for (let i = 0; i < 20; i++) a.push(new Uint8Array(1e7).fill(i)); for (;;) a.length'
    expect(await codeOf(pool.run(job(hog, { maxResidentMb: 200 })))).toBe(process.platform === 'linux' ? 'fat' : 'late')
    expect(await answer(pool, 'return 2')).toBe('2')
  })
  it('does not buffer an answer beyond the limit', async () => {
    const pool = poolOf()
    expect(await codeOf(pool.run(job('return "x".repeat(2e6)')))).toBe('long')
    expect(await answer(pool, 'return 2')).toBe('2')
  })
  it('takes a cancelled job out of the queue and kills a running one', async () => {
    const pool = poolOf()
    await answer(pool, 'return 1')
    const [pid = 0] = pool.pids()
    const [first, second] = [new AbortController(), new AbortController()]
    const running = codeOf(pool.run(job('for (;;) {}', { for: workForServer(first.signal) })))
    const waiting = codeOf(pool.run(job('return 1', { for: workForServer(second.signal) })))
    const third = pool.run(job('return 3'))
    second.abort('second')
    expect(await waiting).toBe('second')
    expect(isAlive(pid)).toBe(true)
    first.abort('first')
    expect(await running).toBe('first')
    expect((await third).blob.toString()).toBe('3')
    expect(isAlive(pid)).toBe(false)
    const gone = new AbortController()
    gone.abort('before')
    expect(await codeOf(pool.run(job('return 1', { for: workForServer(gone.signal) })))).toBe('before')
  })
  it('refuses more than the queue holds, and says so', async () => {
    const pool = poolOf()
    const results = await Promise.all(Array.from({ length: 8 }, () => codeOf(pool.run(job('return 1')))))
    expect(results.filter((code) => code === 'answered')).toHaveLength(3)
    expect(results.filter((code) => code === 'runner_busy')).toHaveLength(5)
  })
  it('gives the owner who just came the next turn, not the whole queue of another', async () => {
    const pool = poolOf({ maxQueue: 20 })
    const ended: string[] = []
    const ask = (owner: string) =>
      pool
        .run(job('return 1', { for: { ...workForServer(new AbortController().signal), owner } }))
        .then(() => void ended.push(owner))
    await Promise.all([...Array.from({ length: 6 }, () => ask('many')), ask('one')])
    expect(ended.indexOf('one')).toBeLessThanOrEqual(1)
  })
  it('has a process for an owner while all others work for another one', async () => {
    const pool = poolOf({ maxQueue: 20 })
    const hold = new AbortController()
    const endless = Array.from({ length: 3 }, () =>
      codeOf(pool.run(job('for (;;) {}', { for: workForServer(hold.signal) }))),
    )
    await until(() => pool.pids().length === 1)
    const other = { ...workForServer(new AbortController().signal), owner: 'other' }
    expect((await pool.run(job('return 5', { for: other }))).blob.toString()).toBe('5')
    hold.abort('enough')
    expect(await Promise.all(endless)).toEqual(['enough', 'enough', 'enough'])
  })
  it('asks for the content of a job when a process is free for it, and a job whose content is gone fails alone', async () => {
    const pool = poolOf()
    const asked: string[] = []
    const of = (name: string) => ({
      content: async () => {
        asked.push(name)
        if (name === 'gone') throw new Error('gone')
        return Buffer.from('[{},[]]')
      },
    })
    const first = pool.run(job('const from = Date.now(); while (Date.now() - from < 200); return 1', of('first')))
    const gone = codeOf(pool.run(job('return 1', of('gone'))))
    const last = pool.run(job('return 3', of('last')))
    await until(() => asked.length > 0)
    expect(asked).toEqual(['first'])
    expect((await first).blob.toString()).toBe('1')
    expect(await gone).toBe('Error: gone')
    expect((await last).blob.toString()).toBe('3')
  })
  it('tells the step when its wait is over, and what its code took, also when it never ended', async () => {
    const pool = poolOf()
    const told: string[] = []
    let charged = 0
    const step = {
      workflow_version: 'v1',
      waits: () => {
        told.push('waits')
        return () => void told.push('works')
      },
      measure: <T>(work: () => T) => work(),
      chargeCode: (ms: number) => {
        charged += ms
      },
    }
    const work = { ...workForServer(new AbortController().signal), step }
    await pool.run(job('return 1', { for: work }))
    expect(told).toEqual(['waits', 'works'])
    const before = charged
    expect(before).toBeGreaterThan(0)
    const began = performance.now()
    expect(await codeOf(pool.run(job('for (;;) {}', { for: work, deadlineMs: 600 })))).toBe('late')
    // A timer counts from the moment that its thread last looked at the clock, which is earlier on a busy machine.
    expect(charged - before).toBeGreaterThanOrEqual(560)
    expect(charged - before).toBeLessThanOrEqual(performance.now() - began)
  })
  it.each<[string, (first: AbortController) => Partial<Job>, (first: AbortController) => void]>([
    ['was cancelled', (first) => ({ for: workForServer(first.signal) }), (first) => first.abort('enough')],
    ['was late', () => ({ deadlineMs: 100 }), () => {}],
  ])('gives no job to a process that was just killed because the job before %s', async (_why, more, end) => {
    const pool = poolOf()
    await answer(pool, 'return 0')
    const first = new AbortController()
    const before = codeOf(pool.run(job('return 1', more(first))))
    const other = pool.run(job('return 2', { for: { ...workForServer(new AbortController().signal), owner: 'other' } }))
    // The server computes for a moment: the answer and the end of the first are there at once.
    for (const until = Date.now() + 300; Date.now() < until; );
    end(first)
    expect((await other).blob.toString()).toBe('2')
    await before
  })
  it('answers every job when thousands are refused at once', async () => {
    const pool = poolOf({ maxQueue: 2_000 })
    await answer(pool, 'return 0')
    const step = {
      workflow_version: 'v1',
      waits: () => () => {},
      measure: () => {
        throw new NodeError('cpu_limit', 'used up')
      },
      chargeCode: () => {},
    }
    const busy = pool.run(job('for (const from = Date.now(); Date.now() - from < 300; ); return 1'))
    const refused = Array.from({ length: 4_000 }, (_, index) =>
      codeOf(
        pool.run(
          job('return 1', { for: { ...workForServer(new AbortController().signal), owner: `${index % 2}`, step } }),
        ),
      ),
    )
    expect((await busy).blob.toString()).toBe('1')
    expect(new Set(await Promise.all(refused))).toEqual(new Set(['cpu_limit']))
    expect(await answer(pool, 'return 3')).toBe('3')
  })
  it('ends idle processes and leaves no folder behind', async () => {
    const pool = poolOf({ idleMs: 30 })
    await answer(pool, 'return 1')
    const [pid = 0] = pool.pids()
    const folder = process.platform === 'linux' ? readlinkSync(`/proc/${pid}/cwd`) : tmpdir()
    expect(process.platform === 'linux' ? readdirSync(folder) : []).toEqual([])
    await until(() => pool.pids().length === 0)
    expect(isAlive(pid)).toBe(false)
    await until(() => process.platform !== 'linux' || !readdirSync(tmpdir()).includes(folder.split('/').at(-1) ?? ''))
  })
  it('stops everything, answering what runs and waits', async () => {
    const pool = poolOf()
    await answer(pool, 'return 1')
    const [pid = 0] = pool.pids()
    const work = [codeOf(pool.run(job('for (;;) {}'))), codeOf(pool.run(job('return 1')))]
    pool.stop()
    expect(await Promise.all(work)).toEqual(['runner_lost', 'runner_lost'])
    expect(isAlive(pid)).toBe(false)
    expect(await codeOf(pool.run(job('return 1')))).toBe('runner_lost')
  })
  it('says so when the program cannot start', async () => {
    const pool = poolOf({ entry: `${program}.missing` })
    expect(await codeOf(pool.run(job('return 1')))).toBe('runner_lost')
  })
  it('runs behind the walls that were found', async () => {
    const pool = poolOf()
    await answer(pool, 'return 1')
    const [pid = 0] = pool.pids()
    const found = await sandbox
    if (found.network === 'none') {
      expect(readlinkSync(`/proc/${pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'))
      expect(readFileSync(`/proc/${pid}/net/route`, 'latin1').trim().split('\n')).toHaveLength(1)
    }
    if (found.uid !== null)
      expect(readFileSync(`/proc/${pid}/status`, 'latin1')).toMatch(
        /NoNewPrivs:\t1[\s\S]*Uid:\t61000|Uid:\t61000[\s\S]*NoNewPrivs:\t1/,
      )
  })
})
