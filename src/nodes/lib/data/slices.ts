/** Work over long lists that lets others go first: a generator yields wherever it may be interrupted. */
import type { PerItemContext } from './per-item.ts'

export type SliceContext = Pick<PerItemContext, 'evaluator' | 'signal'>

/**
 * Does the work in slices and counts its processor time for the run. Answers at once when it fits into one slice.
 * @throws NodeError `cpu_limit` and what the work throws (or rejects with it)
 */
export function inSlices<T>(work: Generator<void, T>, context: SliceContext): T | Promise<T> {
  const slice = nextSlice(work, context)
  return 'pause' in slice ? remainingSlices(work, context, slice.pause) : slice.result
}

/** Steps of the work before the clock is looked at: each takes a few microseconds, a millisecond at most. */
const LOOK_AFTER = 4

type Slice<T> = { pause: Promise<void> } | { result: T }

function nextSlice<T>(work: Generator<void, T>, { evaluator }: SliceContext): Slice<T> {
  return evaluator.measure((): Slice<T> => {
    for (let steps = 1; ; steps++) {
      const step = work.next()
      if (step.done) return { result: step.value }
      const pause = steps % LOOK_AFTER === 0 ? evaluator.pause() : null
      if (pause) return { pause }
    }
  })
}

async function remainingSlices<T>(work: Generator<void, T>, context: SliceContext, first: Promise<void>): Promise<T> {
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
/** Characters that are compared without an interruption: about a millisecond. */
const COMPARED_AT_ONCE = 500_000
/** How often an item is compared while `SORTED_AT_ONCE` are sorted. */
const COMPARISONS = Math.log2(SORTED_AT_ONCE)

interface Comparison<T> {
  compare(a: T, b: T): number
  /** Characters of an item that are read, at most, when it is compared. */
  sizeOf(item: T): number
}

const ofSmall = () => 0

/** The list in order, equal items as they were. */
export function* sorted<T>(
  list: readonly T[],
  compare: Comparison<T>['compare'],
  sizeOf: Comparison<T>['sizeOf'] = ofSmall,
): Generator<void, T[]> {
  let runs: T[][] = []
  for (let at = 0; at < list.length; ) {
    const from = at
    for (let compared = 0; at < list.length && at - from < SORTED_AT_ONCE && compared < COMPARED_AT_ONCE; at++)
      compared += sizeOf(list[at] as T) * COMPARISONS
    runs.push(list.slice(from, at).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const longer: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? [], { compare, sizeOf }))
      yield
    }
    runs = longer
  }
  return runs[0] ?? []
}

function* merged<T>(left: readonly T[], right: readonly T[], { compare, sizeOf }: Comparison<T>): Generator<void, T[]> {
  const result: T[] = []
  let [fromLeft, fromRight, items, compared] = [0, 0, 0, 0]
  while (fromLeft < left.length && fromRight < right.length) {
    const [a, b] = [left[fromLeft] as T, right[fromRight] as T]
    if (compare(a, b) <= 0) {
      result.push(a)
      fromLeft++
    } else {
      result.push(b)
      fromRight++
    }
    compared += Math.min(sizeOf(a), sizeOf(b))
    if (++items < SORTED_AT_ONCE && compared < COMPARED_AT_ONCE) continue
    yield
    items = 0
    compared = 0
  }
  return result.concat(left.slice(fromLeft), right.slice(fromRight))
}
