/** The loop in the program of a thread that `OwnerThreads` starts: one job after the other. */
import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '#server/platform/priority.ts'
import type { FromThread, ToThread } from './owner-threads.ts'

/** @param work does one job; `used` tells the processor time it has taken so far, in ms */
export function serveOwners<Asked, Reply>(work: (asked: Asked, used: () => number) => Reply | Promise<Reply>): void {
  if (!parentPort) throw new Error('This program runs in a worker thread')
  const server = parentPort
  lowerThreadPriority()
  const answer = async ({ id, asked }: ToThread<Asked>): Promise<void> => {
    const before = process.threadCpuUsage()
    const used = () => {
      const { user, system } = process.threadCpuUsage(before)
      return (user + system) / 1000
    }
    const done = await Promise.resolve()
      .then(() => work(asked, used))
      .then(
        (reply) => ({ reply }),
        (error: unknown) => ({ crashed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
      )
    server.postMessage({ id, cpu_ms: used(), ...done } satisfies FromThread<Reply>)
  }
  server.postMessage('ready' satisfies FromThread<Reply>)
  server.on('message', (message: ToThread<Asked>) => void answer(message))
}
