import { constants, getPriority } from 'node:os'
import { afterAll, describe, expect, it } from 'vitest'
import { workForServer } from '#nodes/work-for.ts'
import { nicenessOf } from '#test/support/niceness.ts'
import { ExpressionThreads } from './expressions/threads.ts'
import { createRunners } from './runners.ts'

const log = { info: () => {}, warn: () => {} }
const expressions = new ExpressionThreads({ size: 1, heapMb: 64, maxQueue: 1, killCpuMs: 5000, idleMs: 60_000, log })
const runners = createRunners({ log })
afterAll(() => Promise.all([expressions.stop(), runners.stop()]))

const BEHIND = constants.priority.PRIORITY_BELOW_NORMAL

describe.runIf(process.platform === 'linux')('answers to requests come before', () => {
  it('expressions that are evaluated in a thread', async () => {
    const before = getPriority()
    await expressions.items('ann', { source: '$', items: [1], from: 0, input: null })
    expect(nicenessOf('expressions')).toEqual([BEHIND])
    expect(getPriority()).toBe(before)
  })

  it('code, documents and whatever else runs in a process of its own', async () => {
    const limits = { timeout_ms: 10_000, memory_mb: 32 }
    await runners.code('return 1', {}, limits, workForServer(new AbortController().signal))
    expect(runners.pids().map((pid) => getPriority(pid))).toEqual([BEHIND])
  })
})
