/** What each node and connection shows of a run. `services/draft/node-states.ts` keeps it true. */
import type { NodeRun, OpenWait, RunError } from '#contract/runs/executions.ts'

export interface NodeRunState {
  status: NodeRun['status'] | 'idle' | 'queued' | 'stopped'
  /** Items of a loop it ran for, and of these those that have ended; 1 outside. */
  rows: number
  ended: number
  /** Entries of the list it gave; null when it gave none. */
  items: number | null
  /** What its type calls them, such as `codes`; null where it has no name for them. */
  noun: string | null
  /** Of a loop: how many times what is in it ran; null of any other step. */
  rounds: number | null
  ms: number | null
  cost_micros: number
  /** When it began, while it runs. */
  since: string | null
  error: RunError | null
  wait: OpenWait | null
  /** Its data is not of this run. */
  origin: NodeRun['origin']
  attempts: number
  /** Edited since the run. */
  stale: boolean
  pinned: 'pin' | 'made_up' | null
}

/** A connection in a run. */
export interface EdgeRunState {
  /** How many times, or with how many entries, data went through; null when nothing has. */
  count: number | null
  /** Data went through, and how much of it isn’t known here: it is stored apart, or not shown to the reader. */
  uncounted?: true
  /** The run went another way. */
  untaken: boolean
  /** What it leads to is at work on it. */
  flowing: boolean
}

export interface RunStates {
  nodes: Readonly<Record<string, NodeRunState>>
  edges: Readonly<Record<string, EdgeRunState>>
  /** How much went out of each output port, by `node port`; absent where nothing did, or nobody knows. */
  ways: Readonly<Record<string, number>>
  /** Ids of steps that are no longer what they were in the run. */
  edited: ReadonlySet<string>
}

export const NO_RUN_STATES: RunStates = { nodes: {}, edges: {}, ways: {}, edited: new Set() }
