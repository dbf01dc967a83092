/** Wakes readers of this process by what other processes announce in the database. */
import { listen } from './listen.ts'

export interface Feed {
  /** Calls back when something of this subject, such as the id of a person, may have changed. @returns how to stop */
  follow(subject: string, wake: () => void): () => void
  close(): Promise<void>
}

/** Connects when the first reader comes. @param channel announcements on it name their subject */
export function createFeed(databaseUrl: string, channel: string): Feed {
  const readers = new Map<string, Set<() => void>>()
  let stop: (() => Promise<void>) | undefined
  const wakeAll = (wakes: Iterable<() => void>) => {
    for (const wake of wakes) wake()
  }
  const start = () =>
    listen({
      databaseUrl,
      channel,
      receive: (subject) => wakeAll(readers.get(subject) ?? []),
      connected: () => {
        for (const wakes of readers.values()) wakeAll(wakes)
      },
    })
  return {
    follow(subject, wake) {
      stop ??= start()
      const wakes = readers.get(subject) ?? new Set()
      readers.set(subject, wakes.add(wake))
      return () => {
        wakes.delete(wake)
        if (wakes.size === 0 && readers.get(subject) === wakes) readers.delete(subject)
      }
    },
    close: async () => stop?.(),
  }
}
