/** The run that the canvas shows, and the data that is pinned: one session per draft. `services/run/run-control.ts` works it. */

import type { Execution, ExecutionEvent } from '#contract/runs/executions.ts'
import type { TestMode } from '#contract/runs/test-modes.ts'
import type { Pin } from '#contract/workflows/test-runs.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { NO_RUN_STATES, type RunStates } from '#web/canvas/model/run/run-states.ts'
import { t } from '#web/lib/language.ts'
import { createStore, type Store } from '#web/lib/store.ts'
import type { Draft } from './draft.ts'

/** What is to be run once its input is entered. */
export interface Asked {
  mode: TestMode
  node: string | null
}

export type PinsById = Readonly<Record<string, Pin>>

/** What a running node says of how far it is. */
type Progress = Pick<Extract<ExecutionEvent, { type: 'progress' }>, 'fraction' | 'message'>

/** A run of before, looked at. */
export interface PastRun {
  id: string
  /** The workflow as it was when it ran, read-only, with a session of its own; null where that version is gone: then the run is marked on the workflow of today. */
  draft: Draft | null
}

export interface RunSession {
  /** The run on the canvas, live; null before the first. */
  readonly execution: Store<Execution | null>
  /** Of running nodes, by `node_id:iteration`. */
  readonly progress: Store<Readonly<Record<string, Progress>>>
  /** The connection to the run is lost and being taken up again. */
  readonly lost: Store<boolean>
  readonly pins: Store<PinsById>
  /** The item of a loop that is looked at, by node; the first when absent. */
  readonly iterations: Store<Readonly<Record<string, string>>>
  /** A run that was opened to be looked at; it was not started here. */
  readonly past: Store<PastRun | null>
  /** It was there before the page was opened: of what was edited since, nothing is said. */
  readonly earlier: Store<boolean>
  /** The run is on the canvas for its data alone: cards and connections say nothing of it. */
  readonly hidden: Store<boolean>
  /** The document that ran, where it is known: what was edited since is told by it. */
  readonly ran: Store<WorkflowDocument | null>
  readonly busy: Store<'starting' | 'cancelling' | null>
  readonly asked: Store<Asked | null>
  /** What nodes and connections show. */
  readonly states: Store<RunStates>
  /** Whether the data panel next to the settings is open. */
  readonly data: Store<boolean>
  /** Why the viewer cannot run anything here; null when they can. */
  readonly refusal: Store<string | null>
  /** Stops following the run; null while none is followed. */
  stopFollowing: (() => void) | null
}

export const createRunSession = (): RunSession => ({
  execution: createStore<Execution | null>(null),
  progress: createStore<Readonly<Record<string, Progress>>>({}),
  lost: createStore(false),
  pins: createStore<PinsById>({}),
  iterations: createStore<Readonly<Record<string, string>>>({}),
  past: createStore<PastRun | null>(null),
  earlier: createStore(false),
  hidden: createStore(false),
  ran: createStore<WorkflowDocument | null>(null),
  busy: createStore<'starting' | 'cancelling' | null>(null),
  asked: createStore<Asked | null>(null),
  states: createStore(NO_RUN_STATES),
  data: createStore(globalThis.matchMedia?.('(min-width: 1360px)').matches ?? false),
  refusal: createStore<string | null>(t('Nothing can be run here.')),
  stopFollowing: null,
})

export const pastShown = () => t('You’re viewing a past run. Return to the editor first.')

/** Why nothing can be run while this is shown; null when it can. */
export const notNow = ({ run }: Pick<Draft, 'run'>): string | null =>
  run.refusal.get() ?? (run.past.get() === null ? null : pastShown())
