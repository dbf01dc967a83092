/** What is true of the installation as a whole, whichever process says it. Read from the database, and known for a few seconds. */
import type { Priority } from '#contract/runs/execution-states.ts'

export interface InstallationFacts {
  /** Every priority, also one without a run that waits. */
  queue: readonly { priority: Priority; queued: number; oldest_s: number }[]
  runs: { running: number; waiting: number; paused: number }
  /** Processes that run workflows and are alive. */
  workers: number
  /** Whether changes are paused and new runs wait because an operator says so. */
  maintenance: boolean
  mails: { queued: number; failed: number; oldest_s: number }
  /** How long ago the oldest event of the payment gateway came that could not be taken over; null when there is none. */
  gateway_event_s: number | null
  database: { connections: number; most_connections: number; bytes: number }
  /** How old the last backup is; null when none was made. */
  backup_s: number | null
  /** Whether the newest one that Chowk made on its own failed; null when it made none. */
  backup_failed: boolean | null
}

/** One that is known for a moment, or null while the database is away. */
export type ReadFacts = () => Promise<InstallationFacts | null>

const KNOWN_MS = 5_000

/** Asks at most every five seconds, however many scrape and look. */
export function createFactsReader(ask: () => Promise<InstallationFacts>, now = () => performance.now()): ReadFacts {
  let known: { at: number; facts: Promise<InstallationFacts | null> } | null = null
  return () => {
    if (known === null || now() - known.at >= KNOWN_MS) known = { at: now(), facts: ask().catch(() => null) }
    return known.facts
  }
}
