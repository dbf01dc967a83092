/** Limits of approval links, for pages and the server alike. */
export const APPROVAL_LINKS = {
  days: 3,
  /** Open at the same time for one approval. */
  per_wait: 20,
  per_hour: 30,
  name_chars: 80,
} as const
