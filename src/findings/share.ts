/** How far a share of a few can be relied on. */

/** For a confidence of 95 %. */
const Z = 1.959964

/** The interval of Wilson (1927) for `hits` of `total`; null for none. Each end 0 to 1, to four places. */
export function intervalOf(hits: number, total: number): { low: number; high: number } | null {
  if (total <= 0) return null
  const share = hits / total
  const square = Z * Z
  const middle = share + square / (2 * total)
  const half = Z * Math.sqrt((share * (1 - share)) / total + square / (4 * total * total))
  const end = (value: number) => Math.round(Math.min(1, Math.max(0, value / (1 + square / total))) * 10_000) / 10_000
  return { low: end(middle - half), high: end(middle + half) }
}
