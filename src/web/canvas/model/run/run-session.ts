/** The run that the canvas shows, and the data that is pinned: one desk per open workflow. `run-control.ts` works it. */
import type { Execution } from '#contract/runs/executions.ts'
import type { TestMode } from '#contract/runs/test-modes.ts'
import type { Pin } from '#contract/workflows/test-runs.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { editedSince } from '#graph/edited.ts'
import type { Draft } from '#web/canvas/model/draft/draft.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import type { Progress } from '#web/run/live-run.ts'
import { type Looks, looksOf, NO_LOOKS } from './node-states.ts'

/** What is to be run once its input is entered. */
export interface Asked {
  mode: TestMode
  node: string | null
}

export type PinsById = Readonly<Record<string, Pin>>

/** A run of before, looked at. */
export interface PastRun {
  id: string
  /** The workflow as it was when it ran, read-only, with a desk of its own; null where that version is gone: then the run is marked on the workflow of today. */
  draft: Draft | null
}

export interface Running {
  /** The run on the canvas, live; null before the first. */
  readonly run: Store<Execution | null>
  /** Of running nodes, by `node_id:iteration`. */
  readonly progress: Store<Readonly<Record<string, Progress>>>
  /** The connection to the run is lost and being taken up again. */
  readonly lost: Store<boolean>
  readonly pins: Store<PinsById>
  /** The item of a loop that is looked at, by node; the first when absent. */
  readonly iterations: Store<Readonly<Record<string, string>>>
  /** A run that was opened to be looked at; it was not started here. */
  readonly past: Store<PastRun | null>
  /** The document that ran, where it is known: what was edited since is told by it. */
  readonly ran: Store<WorkflowDocument | null>
  readonly busy: Store<'starting' | 'cancelling' | null>
  readonly asked: Store<Asked | null>
  /** What nodes and connections show. */
  readonly looks: Store<Looks>
  /** Whether the data beside the settings is open. */
  readonly data: Store<boolean>
  /** Who runs is not who looks: why nothing can be run here; null when it can. */
  readonly refusal: Store<string | null>
}

const desks = new WeakMap<Draft, Running>()

function makeDesk(draft: Draft): Running {
  const desk: Running = {
    run: createStore<Execution | null>(null),
    progress: createStore<Readonly<Record<string, Progress>>>({}),
    lost: createStore(false),
    pins: createStore<PinsById>({}),
    iterations: createStore<Readonly<Record<string, string>>>({}),
    past: createStore<PastRun | null>(null),
    ran: createStore<WorkflowDocument | null>(null),
    busy: createStore<Running['busy'] extends Store<infer B> ? B : never>(null),
    asked: createStore<Asked | null>(null),
    looks: createStore(NO_LOOKS),
    data: createStore(globalThis.matchMedia?.('(min-width: 1360px)').matches ?? false),
    refusal: createStore<string | null>('Nothing can be run here.'),
  }
  const look = () => {
    const [document, ran] = [draft.document.get(), desk.ran.get()]
    const stale = ran === null ? new Set<string>() : editedSince(document, ran)
    const input = { document, run: desk.run.get(), pins: desk.pins.get(), stale }
    desk.looks.set(looksOf(input, desk.looks.get()))
  }
  for (const store of [draft.document, desk.run, desk.pins, desk.ran]) (store as Store<unknown>).subscribe(look)
  look()
  return desk
}

const homes = new WeakMap<Draft, Draft>()

/** The workflow that is edited, of one that is only looked at as it was in a run. */
export const homeOf = (draft: Draft): Draft => homes.get(draft) ?? draft

/** A draft of a past run belongs to the one that is edited. */
export const belongsTo = (past: Draft, home: Draft): void => void homes.set(past, home)

/** Why nothing can be run while this is shown; null when it can. */
export const notNow = (draft: Draft): string | null => {
  const desk = runningOf(draft)
  return desk.refusal.get() ?? (desk.past.get() === null ? null : PAST_SHOWN)
}
export const PAST_SHOWN = 'A past run is shown. Return to the editor first.'

/** The desk of an open workflow. */
export function runningOf(draft: Draft): Running {
  const known = desks.get(draft)
  if (known) return known
  const made = makeDesk(draft)
  desks.set(draft, made)
  return made
}
