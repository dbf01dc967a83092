/** For whom a process or a thread works. */
import type { Owner } from './ports.ts'

/** The step of a run that asked for the work. */
export interface AskingStep {
  /** Id of the version of the workflow it belongs to. What stays warm for its next run stays warm for this one. */
  readonly workflow_version: string
  /** The step waits for its turn: its time limit does not run until the returned function is called. */
  waits(): () => void
  /**
   * Counts what a piece of work takes in the server's own thread.
   * @throws NodeError `cpu_limit` when the run has used up its processor time
   */
  measure<T>(work: () => T): T
  /** Counts processor time of its code, in ms. */
  chargeCode(cpu_ms: number): void
}

export interface WorkFor {
  /** Owners take turns: an account, a visitor, or the server itself. */
  readonly owner: string
  readonly signal: AbortSignal
  /** Null for what no run asked for. */
  readonly step: AskingStep | null
}

/** The name under which an owner takes turns. */
export const nameOfOwner = (owner: Owner): string =>
  'user_id' in owner ? `user:${owner.user_id}` : `visitor:${owner.visitor_key}`

/** Work that an account or a visitor asked for outside of a run. */
export const workForOwner = (owner: Owner, signal: AbortSignal): WorkFor => ({
  owner: nameOfOwner(owner),
  signal,
  step: null,
})

/** Work that the server does on its own. */
export const workForServer = (signal: AbortSignal): WorkFor => ({ owner: 'server', signal, step: null })
