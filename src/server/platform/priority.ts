/**
 * Work that people asked for runs behind the answers to requests: where there is less processor than work, a page still comes at once
 * and a run takes longer. One priority for all of it, so that kinds of work compete as equals.
 */
import { constants, setPriority } from 'node:os'

const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL

/** For a process that was just started: threads that it starts later inherit it. */
export function lowerProcessPriority(pid: number): void {
  try {
    setPriority(pid, PRIORITY)
  } catch {
    // It has ended already, or the system does not allow it: then it competes as before.
  }
}

/**
 * For the calling worker thread. On Linux each thread has a priority of its own and 0 is the calling thread (setpriority(2)); elsewhere
 * 0 is the whole process, whose priority must stay.
 */
export function lowerThreadPriority(): void {
  if (process.platform === 'linux') lowerProcessPriority(0)
}
