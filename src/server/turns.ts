interface Line {
  running: number
  waiting: (() => void)[]
}

/**
 * At most `width` at a time for each key, in this process, before a connection is taken: whoever waits holds nothing, and the rest of the
 * pool stays for others. What may not happen at once is kept apart by the database.
 */
export function createTurns(width: number): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const lines = new Map<string, Line>()
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running >= width) await new Promise<void>((resolve) => line.waiting.push(resolve))
    else line.running++
    try {
      return await work()
    } finally {
      // Whoever is next takes this place.
      const next = line.waiting.shift()
      if (next) next()
      else if (--line.running === 0) lines.delete(key)
    }
  }
}
