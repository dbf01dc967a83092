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
