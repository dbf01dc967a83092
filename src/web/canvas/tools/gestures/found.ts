/** Which of the things with a name fit what is typed, best first. Pure. */

export interface Named {
  label: string
  /** Other words it is found by. */
  words: string
  /** What it is called elsewhere: typed whole, it is meant. */
  also?: string
}

/** 0 when it does not fit; more for a beginning of the name than for a word of the description. */
export function scoreOf({ label, words, also = '' }: Named, text: string): number {
  const typed = text.toLowerCase().split(/\s+/).filter(Boolean)
  const [name, rest] = [label.toLowerCase(), words.toLowerCase()]
  let score = typed.join(' ') === also ? 10 : 1
  for (const word of typed) {
    if (name.startsWith(word)) score += 8
    else if (name.includes(` ${word}`)) score += 6
    else if (name.includes(word)) score += 4
    else if (also.includes(word)) score += 2
    else if (rest.includes(word)) score += 1
    else return 0
  }
  return score
}

export const found = <T extends Named>(things: readonly T[], text: string): T[] =>
  text.trim() === ''
    ? [...things]
    : things
        .map((thing) => ({ thing, score: scoreOf(thing, text) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .map(({ thing }) => thing)
