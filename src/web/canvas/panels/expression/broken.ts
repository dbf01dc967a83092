/** References of expressions to nodes that cannot be read, and the likeliest ones that were meant. Pure. */
import { renameReference } from '#graph/rename-reference.ts'

export interface Broken {
  id: string
  /** Position of the reference, in characters of the text. */
  from: number
  to: number
  /** The node that was probably meant; null when none is near. */
  nearest: string | null
}

/** A quoted text or `$nodes.<id>`; the first is passed over. */
const REFERENCE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\$nodes\s*\.\s*`?([A-Za-z_][A-Za-z0-9_]*)`?/g

/** How many characters have to be changed, put in, taken out or swapped with their neighbour to get from one name to another. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1]
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1)
      next.push(least)
    }
    before = last
    last = next
  }
  return last[b.length] ?? 0
}

/** The nearest of some names; the first of the nearest ones. Names that share nothing are not near. */
export function nearest(name: string, names: readonly string[]): string | null {
  const [best] = names
    .map((one, place) => ({ one, place, far: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ one, far }) => far < Math.max(one.length, name.length) * 0.7)
    .sort((a, b) => a.far - b.far || a.place - b.place)
  return best?.one ?? (names.length === 1 ? (names[0] ?? null) : null)
}

/** @param reachable ids of the nodes that can be read, the nearest first */
export function findBrokenReferences(text: string, reachable: readonly string[]): Broken[] {
  return [...text.matchAll(REFERENCE)].flatMap((match) => {
    const [whole, id] = match
    if (id === undefined || reachable.includes(id)) return []
    return [{ id, from: match.index, to: match.index + whole.length, nearest: nearest(id, reachable) }]
  })
}

/** The text with a reference to another node. */
export const repairReference = (text: string, { id }: Broken, to: string): string => renameReference(text, id, to)
