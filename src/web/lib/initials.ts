/** The first letters of the first and last word: 'Asha Rao' → 'AR'. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return letters.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase('en-IN') ?? '').join('') || '?'
}
