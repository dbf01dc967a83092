interface Queue {
  running: number
  waiting: (() => void)[]
}

/**
 * Limits concurrency per key within this process. Callers queue before they take a database connection, so waiting never starves the
 * pool. Correctness across processes is the database's job.
 */
export function createKeyedSemaphore(limit: number): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Queue>()
  return async (key, task) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] }
    queues.set(key, queue)
    if (queue.running >= limit) await new Promise<void>((resolve) => queue.waiting.push(resolve))
    else queue.running++
    try {
      return await task()
    } finally {
      // The next task takes over this slot.
      const next = queue.waiting.shift()
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
