/** The page of a list that an address names, from 1. `name` where a page shows several lists. */
export const pageParam = (params: URLSearchParams, name = 'page'): number =>
  Math.max(1, Math.min(10_000, Number.parseInt(params.get(name) ?? '1', 10) || 1))

/** What an address says of it: nothing for the first. */
export const toParam = (page: number): number | null => (page > 1 ? page : null)
