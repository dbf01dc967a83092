/** What is different between two texts, word by word; very long or very different ones line by line. */

export interface TextPiece {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Above so many words the texts are compared by lines, and above so many differences as wholes. */
const MOST_WORDS = 4000
const MOST_EDITS = 400

/** Words, runs of spaces, and signs each on its own. */
const WORDS = /[\p{L}\p{N}_]+|[^\S\n]+|\n|[^\p{L}\p{N}_\s]/gu
const LINES = /[^\n]*\n|[^\n]+/g

const partsOf = (text: string, pattern: RegExp): string[] => text.match(pattern) ?? []

const SPACE = /\s/

/** How much both begin and end with, in whole words. */
function common(a: string, b: string): { head: number; tail: number } {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head += 1
  while (head > 0 && !SPACE.test(a[head - 1] ?? '')) head -= 1
  let tail = 0
  while (tail < most - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail)) tail += 1
  while (tail > 0 && !SPACE.test(a[a.length - tail] ?? '')) tail -= 1
  return { head, tail }
}

/** The pieces joined without what was added are `before`, without what was removed `after`. */
export function textDifference(before: string, after: string): TextPiece[] {
  if (before === after) return before === '' ? [] : [{ kind: 'same', text: before }]
  const { head, tail } = common(before, after)
  return joined([
    { kind: 'same', text: before.slice(0, head) },
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    { kind: 'same', text: before.slice(before.length - tail) },
  ])
}

function middle(before: string, after: string): TextPiece[] {
  const [a, b] = [partsOf(before, WORDS), partsOf(after, WORDS)]
  if (a.length + b.length <= MOST_WORDS) return compare(a, b)
  // Lines first; what changed in them word by word, where that is little.
  return byLines(compare(partsOf(before, LINES), partsOf(after, LINES)))
}

function byLines(pieces: readonly TextPiece[]): TextPiece[] {
  const found: TextPiece[] = []
  for (let index = 0; index < pieces.length; index += 1) {
    const [piece, next] = [pieces[index], pieces[index + 1]]
    if (!piece) continue
    if (piece.kind !== 'removed' || next?.kind !== 'added') {
      found.push(piece)
      continue
    }
    const [a, b] = [partsOf(piece.text, WORDS), partsOf(next.text, WORDS)]
    found.push(...(a.length + b.length <= MOST_WORDS ? compare(a, b) : [piece, next]))
    index += 1
  }
  return found
}

function compare(a: readonly string[], b: readonly string[]): TextPiece[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const [midA, midB] = [a.slice(start, endA), b.slice(start, endB)]
  return joined([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...edits(midA, midB),
    { kind: 'same', text: a.slice(endA).join('') },
  ])
}

/** A space between two changes belongs to both: words are read together that were written together. */
const bridged = (pieces: readonly TextPiece[]): TextPiece[] =>
  pieces.flatMap((piece, index): TextPiece[] => {
    const [before, after] = [pieces[index - 1], pieces[index + 1]]
    const between = before && after && before.kind !== 'same' && after.kind !== 'same'
    if (piece.kind !== 'same' || !between || !/^[^\S\n]+$/.test(piece.text)) return [piece]
    return [
      { kind: 'removed', text: piece.text },
      { kind: 'added', text: piece.text },
    ]
  })

/** Neighbours of one kind as one piece, removed before added, empty ones left out. */
function joined(pieces: readonly TextPiece[]): TextPiece[] {
  const found: TextPiece[] = []
  let [removed, added] = ['', '']
  const flush = () => {
    if (removed !== '') found.push({ kind: 'removed', text: removed })
    if (added !== '') found.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const { kind, text } of bridged(pieces.filter((piece) => piece.text !== ''))) {
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else {
      flush()
      const last = found.at(-1)
      if (last?.kind === 'same') last.text += text
      else found.push({ kind, text })
    }
  }
  flush()
  return found
}

/** The shortest way from one list to the other (E. Myers, "An O(ND) Difference Algorithm", 1986). */
function edits(a: readonly string[], b: readonly string[]): TextPiece[] {
  const whole: TextPiece[] = [
    { kind: 'removed', text: a.join('') },
    { kind: 'added', text: b.join('') },
  ]
  if (a.length === 0 || b.length === 0) return whole
  const most = Math.min(a.length + b.length, MOST_EDITS)
  const trace: Int32Array[] = []
  const furthest = new Int32Array(2 * most + 3)
  const middle = most + 1
  for (let depth = 0; depth <= most; depth += 1) {
    trace.push(furthest.slice(middle - depth - 1, middle + depth + 2))
    for (let diagonal = -depth; diagonal <= depth; diagonal += 2) {
      let x = stepTo(furthest, middle, diagonal, depth)
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1
      furthest[middle + diagonal] = x
      if (x >= a.length && x - diagonal >= b.length) return wayBack(trace, a, b)
    }
  }
  return whole
}

/** Where the furthest way onto a diagonal begins: down from the one above, or right from the one below. */
function stepTo(furthest: Int32Array, middle: number, diagonal: number, depth: number): number {
  const above = furthest[middle + diagonal + 1] ?? 0
  const below = furthest[middle + diagonal - 1] ?? 0
  const down = diagonal === -depth || (diagonal !== depth && below < above)
  return down ? above : below + 1
}

function wayBack(trace: readonly Int32Array[], a: readonly string[], b: readonly string[]): TextPiece[] {
  const pieces: TextPiece[] = []
  let [x, y] = [a.length, b.length]
  for (let depth = trace.length - 1; depth >= 0; depth -= 1) {
    const furthest = trace[depth] as Int32Array
    const middle = depth + 1
    const diagonal = x - y
    const above = furthest[middle + diagonal + 1] ?? 0
    const below = furthest[middle + diagonal - 1] ?? 0
    const down = diagonal === -depth || (diagonal !== depth && below < above)
    const startX = depth === 0 ? 0 : down ? above : below
    const startY = depth === 0 ? 0 : startX - (down ? diagonal + 1 : diagonal - 1)
    while (x > startX && y > startY) {
      x -= 1
      y -= 1
      pieces.push({ kind: 'same', text: a[x] ?? '' })
    }
    if (depth === 0) break
    if (down) pieces.push({ kind: 'added', text: b[startY] ?? '' })
    else pieces.push({ kind: 'removed', text: a[startX] ?? '' })
    x = startX
    y = startY
  }
  return pieces.reverse()
}
