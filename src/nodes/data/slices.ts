/** Work over long lists that lets others go first: a generator yields wherever it may be interrupted. */
import type { PerItemContext } from './per-item.ts'

/**
 * Does the work in slices and counts its processor time for the run. Answers at once when it fits into one slice.
 * @throws NodeError `cpu_limit` and what the work throws (or rejects with it)
 */
export function inSlices<T>(work: Generator<void, T>, context: Omit<PerItemContext, 'input'>): T | Promise<T> {
  const slice = nextSlice(work, context)
  return 'pause' in slice ? remainingSlices(work, context, slice.pause) : slice.result
}

/** Steps of the work before the clock is looked at: each takes a few microseconds, a millisecond at most. */
const LOOK_AFTER = 4

type Slice<T> = { pause: Promise<void> } | { result: T }

function nextSlice<T>(work: Generator<void, T>, { evaluator }: Omit<PerItemContext, 'input'>): Slice<T> {
  return evaluator.measure((): Slice<T> => {
    for (let steps = 1; ; steps++) {
      const step = work.next()
      if (step.done) return { result: step.value }
      const pause = steps % LOOK_AFTER === 0 ? evaluator.pause() : null
      if (pause) return { pause }
    }
  })
}

async function remainingSlices<T>(
  work: Generator<void, T>,
  context: Omit<PerItemContext, 'input'>,
  first: Promise<void>,
): Promise<T> {
  for (let pause = first; ; ) {
    await pause
    context.signal.throwIfAborted()
    const slice = nextSlice(work, context)
    if ('result' in slice) return slice.result
    pause = slice.pause
  }
}

/** Items that are sorted, or merged, without an interruption. */
const SORTED_AT_ONCE = 1_000

/** The list in order, equal items as they were. */
export function* sorted<T>(list: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = []
  for (let at = 0; at < list.length; at += SORTED_AT_ONCE) {
    runs.push(list.slice(at, at + SORTED_AT_ONCE).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const longer: T[][] = []
    for (let at = 0; at < runs.length; at += 2) longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? [], compare))
    runs = longer
  }
  return runs[0] ?? []
}

function* merged<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  const result: T[] = []
  let [fromLeft, fromRight] = [0, 0]
  while (fromLeft < left.length && fromRight < right.length) {
    const isLeft = compare(left[fromLeft] as T, right[fromRight] as T) <= 0
    result.push(isLeft ? (left[fromLeft++] as T) : (right[fromRight++] as T))
    if (result.length % SORTED_AT_ONCE === 0) yield
  }
  return result.concat(left.slice(fromLeft), right.slice(fromRight))
}
