/** Tests with a long form: `npm test` tries a part, `npm run campaigns` everything. */
export const LONG = process.env.LONG === 'yes'

/** So many callers at once: several for each connection that the server has to the database. */
export const CROWD = LONG ? 200 : 50

/** Evenly spread over a list, the first among them; all of it in the long form. */
export function partOf<T>(all: readonly T[], count: number): readonly T[] {
  if (LONG || count >= all.length) return all
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as T)
}
