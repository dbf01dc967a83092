/** How much of the log of edits is sent at a time, how far back undo reaches, and how presence is told. Plain data, for the browser too. */
export const EDITS = {
  at_once: 200,
  /** Characters of the edits of one request together with what takes them back. All of the largest document can be replaced by another. */
  chars_at_once: 4_000_000,
  page: 200,
  /** Of the edits of a page and what takes them back, as JSON. */
  page_bytes: 2_000_000,
  steps: 100,
} as const
export const PRESENCE = {
  gone_ms: 15_000,
  beat_ms: 5000,
  cursor_ms: 100,
  /** Who follows a workflow is told of people at most this often. */
  pace_ms: 200,
  selected: 50,
  /** Pages of one person that others see. */
  pages: 10,
  colors: 5,
} as const
