/** What the worker says again keeps its object, so that only the cards it is news for are drawn again. */
import type { Face } from '#web/canvas/services/analysis/answers.ts'
import type { Looks } from './draft.ts'

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

export function keepSame(before: Looks, after: Looks): Looks {
  const faces: Record<string, Face> = {}
  for (const [id, face] of Object.entries(after.faces)) {
    const known = before.faces[id]
    faces[id] = known && same(known, face) ? known : face
  }
  return { faces, problems: same(before.problems, after.problems) ? before.problems : after.problems }
}
