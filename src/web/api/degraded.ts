/** Endpoints that currently return a fallback (§8) because the server cannot answer, so that screens can say so. */
import { createStore, useStore } from '#web/lib/store.ts'

/** Names of endpoints. */
export const degraded = createStore<ReadonlySet<string>>(new Set())

export function markDegraded(name: string, away: boolean): void {
  const names = degraded.get()
  if (names.has(name) === away) return
  degraded.set(new Set(away ? [...names, name] : [...names].filter((other) => other !== name)))
}

/** Whether the data shown of this endpoint is a fallback. */
export const useDegraded = (name: string): boolean => useStore(degraded).has(name)
