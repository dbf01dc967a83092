/** Words before a name that are no part of it. */
const TITLE = /^(?:dr|mr|mrs|ms|miss|prof|shri|smt|adv|er|ca)\.?$/iu

/** The first letters of the first and last word without a title: 'Dr. Anita Rao' → 'AR'. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const first = words.findIndex((word) => !TITLE.test(word))
  const named = first > 0 ? words.slice(first) : words
  const letters = named.length > 1 ? [named[0], named[named.length - 1]] : named
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en-IN') ?? '').join('') || '?'
}
