/**
 * How long to wait before work that failed is tried again: `first`, then twice as long each time, at most `longest`, in their unit.
 * @param failures in a row, with the one that just happened
 */
export const pauseAfter = (failures: number, { first, longest }: { first: number; longest: number }): number =>
  Math.min(longest, first * 2 ** Math.max(0, failures - 1))
