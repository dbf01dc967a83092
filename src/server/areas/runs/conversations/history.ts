/** How much of what was said before goes into a run. */
import type { JsonObject } from '#contract/core/primitives.ts'
import type { SaidRow } from './conversations.store.ts'

/** The workflow takes as many of them as it is set to. */
export const MOST_BEFORE = 50
const MOST_CHARACTERS_BEFORE = 200_000

/** What was said by whom, for an agent: a person who answered in its place is named, so that it knows what was not its own. */
export function turnOf({ role, author, text, data }: SaidRow): { role: 'person' | 'agent'; text: string } {
  if (role === 'staff') return { role: 'agent', text: `[${author}, a person, answered:] ${text}` }
  return { role, text: data === null ? text : JSON.stringify(data) }
}

/** The newest turns that are not too many or too long together, oldest first. */
export function fittingTurns(turns: readonly JsonObject[]): JsonObject[] {
  let left = MOST_CHARACTERS_BEFORE
  const kept: JsonObject[] = []
  for (const turn of turns.slice(-MOST_BEFORE).toReversed()) {
    left -= String(turn.text).length
    if (left < 0) break
    kept.unshift(turn)
  }
  return kept
}
