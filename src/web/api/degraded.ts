/** Which endpoints are answered by what stands in for them (§8), because the server cannot answer now: for the screens to say so. */
import { createStore, useStore } from '#web/lib/store.ts'

/** Names of endpoints. */
export const degraded = createStore<ReadonlySet<string>>(new Set())

export function markDegraded(name: string, away: boolean): void {
  const names = degraded.get()
  if (names.has(name) === away) return
  degraded.set(new Set(away ? [...names, name] : [...names].filter((other) => other !== name)))
}

/** Whether what is shown of this endpoint only stands in for its answer. */
export const useDegraded = (name: string): boolean => useStore(degraded).has(name)
