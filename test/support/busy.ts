/**
 * Counts the time in ms that this thread computes from now on. For bounds on what is computed here and at once: a machine that is busy
 * with something else does not make it longer.
 */
export function busy(): () => number {
  const start = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / 1000
  }
}

/** The longest this thread computed without letting anything else in, in ms of processor time. */
export async function longestTaskDuring(work: () => Promise<unknown>): Promise<number> {
  let used = busy()
  let most = 0
  const look = () => {
    most = Math.max(most, used())
    used = busy()
  }
  const timer = setInterval(look, 2)
  await work()
  look()
  clearInterval(timer)
  return most
}
