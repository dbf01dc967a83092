/** How many slips of the finger make one word of another. */

/** Letters left out, put in, mistaken, or swapped with their neighbour (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const mistaken = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : mistaken
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, mistaken, swapped))
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

const MOST_NEAR = 3

/** More slips than this make another word: one in four letters, at most three. */
export const maxEditDistance = (word: string): number => Math.min(3, Math.max(1, Math.floor(word.length / 4)))

/** What a word may have been meant for, the nearest first. @param words the most alike first */
export function findNearestWords(word: string, words: readonly string[]): string[] {
  const near = words
    .map((other) => ({ other, slips: editDistance(word, other) }))
    .filter((one) => one.slips <= maxEditDistance(word))
  return near
    .sort((a, b) => a.slips - b.slips)
    .slice(0, MOST_NEAR)
    .map(({ other }) => other)
}
