/** How much of what was said before goes into a run. */
import type { JsonObject } from '#contract/core/primitives.ts'

/** The workflow takes as many of them as it is set to. */
export const MOST_BEFORE = 50
const MOST_CHARACTERS_BEFORE = 200_000

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
