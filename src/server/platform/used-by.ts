/** Why something isn't deleted: the first five that use it, and how many more. */
export function usedBy(uses: readonly { name: string }[]): string {
  const names = uses.slice(0, 5).map(({ name }) => `“${name}”`)
  const rest = uses.length > 5 ? ` and ${uses.length - 5} more` : ''
  return `Used by ${names.join(', ')}${rest}.`
}
