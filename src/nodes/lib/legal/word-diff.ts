/** The shortest edit between two lists (E. W. Myers, "An O(ND) difference algorithm and its variations", 1986), bounded. */

export type Step = 'same' | 'added' | 'removed'

interface Run {
  op: Step
  text: string
}

/** More differences than this are told as one replacement: nobody reads them one by one, and time would grow with their square. */
const MOST_DIFFERENCES = 1_200

/** Edit steps that lead from `a` to `b`; null above {@link MOST_DIFFERENCES}. O((a + b) × differences). */
export function editSteps(a: readonly string[], b: readonly string[]): Step[] | null {
  const most = Math.min(a.length + b.length, MOST_DIFFERENCES)
  const offset = most + 1
  const furthest = new Int32Array(2 * offset + 1)
  const history: Int32Array[] = []
  for (let d = 0; d <= most; d++) {
    history.push(furthest.slice(offset - d, offset + d + 1))
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(furthest, offset + k - 1) < at(furthest, offset + k + 1))
      let x = down ? at(furthest, offset + k + 1) : at(furthest, offset + k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      furthest[offset + k] = x
      if (x >= a.length && x - k >= b.length) return backwards(a.length, b.length, history)
    }
  }
  return null
}

const at = (list: Int32Array, index: number): number => list[index] ?? 0

/** Walks back through what each number of differences reached. */
function backwards(fromX: number, fromY: number, history: readonly Int32Array[]): Step[] {
  const steps: Step[] = []
  let [x, y] = [fromX, fromY]
  for (let d = history.length - 1; d >= 0 && (x > 0 || y > 0); d--) {
    const before = history[d] ?? new Int32Array()
    const reached = (k: number): number => before[k + d] ?? 0
    const k = x - y
    const down = k === -d || (k !== d && reached(k - 1) < reached(k + 1))
    const previousK = down ? k + 1 : k - 1
    const previousX = d === 0 ? 0 : reached(previousK)
    const previousY = d === 0 ? 0 : previousX - previousK
    while (x > previousX && y > previousY) {
      steps.push('same')
      x--
      y--
    }
    if (d === 0) break
    steps.push(down ? 'added' : 'removed')
    if (down) y--
    else x--
  }
  return steps.reverse()
}

const WORDS = /[\p{L}\p{N}]+(?:[.,'’-][\p{L}\p{N}]+)*|\s+|[^\s\p{L}\p{N}]/gu
const fold = (token: string): string => (/^\s/.test(token) ? ' ' : token.replace(/[“”]/g, '"').replace(/[‘’]/g, "'"))

/** Runs of words that are the same, added or removed; white space and kinds of quotes do not count as a difference. */
export function wordDiff(before: string, after: string): Run[] {
  const a = before.match(WORDS) ?? []
  const b = after.match(WORDS) ?? []
  const steps = editSteps(a.map(fold), b.map(fold))
  if (steps === null)
    return [
      { op: 'removed', text: before },
      { op: 'added', text: after },
    ]
  const runs: Run[] = []
  let [x, y] = [0, 0]
  for (const op of steps) {
    const token = op === 'added' ? b[y] : a[x]
    if (op !== 'added') x++
    if (op !== 'removed') y++
    const last = runs.at(-1)
    if (last?.op === op) last.text += token
    else runs.push({ op, text: token ?? '' })
  }
  return tidy(runs)
}

/** A single blank between two changes belongs to both of them: `sixty days` instead of `sixty`, ` `, `days`. */
function tidy(runs: readonly Run[]): Run[] {
  const out: Run[] = []
  let [removed, added] = ['', '']
  const flush = (): void => {
    if (removed !== '') out.push({ op: 'removed', text: removed })
    if (added !== '') out.push({ op: 'added', text: added })
    removed = ''
    added = ''
  }
  for (const [index, { op, text }] of runs.entries()) {
    const between = op === 'same' && text.trim() === '' && index > 0 && index < runs.length - 1
    if (op === 'removed') removed += text
    else if (op === 'added') added += text
    else if (between) {
      removed += removed === '' ? '' : text
      added += added === '' ? '' : text
      if (removed === '' && added === '') out.push({ op, text })
    } else {
      flush()
      out.push({ op, text })
    }
  }
  flush()
  return out
}
