/**
 * Finds personal health data in a text by form, label, list and context: no model, the same answer every time. What is found says what
 * gave it away; what is not found may still be there.
 */
import { datesIn } from './dates.ts'
import { identifiersIn } from './identifiers.ts'
import { PHI_KINDS, type PhiFinding, type PhiKind } from './kinds.ts'
import { namesIn } from './names.ts'
import { placesIn } from './places.ts'

/** Where two findings overlap, the longer one tells what it is; of equally long ones the surer, then the one that tells more. */
const better = (a: PhiFinding, b: PhiFinding): number =>
  b.end - b.start - (a.end - a.start) ||
  b.confidence - a.confidence ||
  PHI_KINDS.indexOf(a.kind) - PHI_KINDS.indexOf(b.kind)

/** The findings of a text in order of place; none overlap. */
export function findPhi(text: string, kinds: ReadonlySet<PhiKind> = new Set(PHI_KINDS)): PhiFinding[] {
  const all = [...identifiersIn(text), ...datesIn(text), ...placesIn(text), ...namesIn(text)].filter(({ kind }) =>
    kinds.has(kind),
  )
  const sorted = all.toSorted((a, b) => a.start - b.start || better(a, b))
  const kept: PhiFinding[] = []
  for (const one of sorted) {
    const last = kept.at(-1)
    if (last === undefined || one.start >= last.end) kept.push(one)
    // What sticks out is personal too: the two become one, called after the better one.
    else
      kept[kept.length - 1] = {
        ...(better(one, last) < 0 ? one : last),
        start: last.start,
        end: Math.max(last.end, one.end),
      }
  }
  return kept
}
