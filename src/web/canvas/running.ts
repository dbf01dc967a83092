/** The run that the canvas shows, and the data that is pinned: one desk per open workflow. */
import type { Execution } from '#contract/executions.ts'
import type { Pin } from '#contract/test-runs.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import type { Progress } from '#web/run/live-run.ts'
import type { Draft } from './draft.ts'

export interface Running {
  /** The run on the canvas, live; null before the first. */
  readonly run: Store<Execution | null>
  /** Of running nodes, by `node_id:iteration`. */
  readonly progress: Store<Readonly<Record<string, Progress>>>
  readonly pins: Store<Readonly<Record<string, Pin>>>
  /** The item of a loop that is looked at, by node; the first when absent. */
  readonly iterations: Store<Readonly<Record<string, string>>>
}

const desks = new WeakMap<Draft, Running>()

/** The desk of an open workflow. */
export function runningOf(draft: Draft): Running {
  const known = desks.get(draft)
  if (known) return known
  const made: Running = {
    run: createStore<Execution | null>(null),
    progress: createStore<Readonly<Record<string, Progress>>>({}),
    pins: createStore<Readonly<Record<string, Pin>>>({}),
    iterations: createStore<Readonly<Record<string, string>>>({}),
  }
  desks.set(draft, made)
  return made
}
