/** Each thing with a key made of its words; the second of the same words gets a number. Texts never change, so keys neither. */
export function withKeys<T>(things: readonly T[], wordsOf: (thing: T) => string): [key: string, thing: T][] {
  const seen = new Map<string, number>()
  return things.map((thing) => {
    const words = wordsOf(thing)
    const count = (seen.get(words) ?? 0) + 1
    seen.set(words, count)
    return [count === 1 ? words : `${words} ${count}`, thing]
  })
}
