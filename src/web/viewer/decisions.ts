/** What a person decided about the findings of a run, kept in this browser. */
import { useState } from 'react'
import { VERDICTS } from '#contract/runs/report-values.ts'
import type { Decision, Decisions } from '#findings/decision.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const isDecision = (given: unknown): given is Decision =>
  typeof given === 'object' &&
  given !== null &&
  'verdict' in given &&
  VERDICTS.some((verdict) => verdict === given.verdict) &&
  'value' in given &&
  (given.verdict === 'edited' ? typeof given.value === 'string' : given.value === null)

/** What is stored may be older than this code, or broken: what cannot be read is forgotten. */
export function readDecisions(stored: string | null): Decisions {
  if (stored === null) return {}
  try {
    const given: unknown = JSON.parse(stored)
    if (typeof given !== 'object' || given === null) return {}
    return Object.fromEntries(
      Object.entries(given).filter((entry): entry is [string, Decision] => isDecision(entry[1])),
    )
  } catch {
    return {}
  }
}

/** Accepting or rejecting twice takes it back. */
export const toggled = (decisions: Decisions, id: string, decision: Decision): Decisions => {
  const { [id]: before, ...others } = decisions
  const again = before?.verdict === decision.verdict && decision.verdict !== 'edited'
  return again ? others : { ...others, [id]: decision }
}

export function useDecisions(runId: string) {
  const key = `decisions.${runId}`
  const [decisions, setDecisions] = useState(() => readDecisions(readStored(key)))
  const keep = (next: Decisions) => {
    writeStored(key, Object.keys(next).length > 0 ? JSON.stringify(next) : null)
    setDecisions(next)
  }
  return {
    decisions,
    decide: (id: string, decision: Decision) => keep(toggled(decisions, id, decision)),
    clear: () => keep({}),
  }
}
