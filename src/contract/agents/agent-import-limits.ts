/** Limits of the file that agents are imported from. Plain data. */
export const AGENT_IMPORT = {
  /** Of the whole file, and so of one cell. */
  characters: 300_000,
  rows: 100,
  columns: 30,
  /** Of a cell that is shown because something is wrong with it. */
  shown_characters: 120,
  /** Per person. */
  imports_per_hour: 60,
  previews_per_hour: 600,
} as const

/** The columns of the template, in its order. */
export const IMPORT_COLUMNS = [
  'name',
  'tagline',
  'description',
  'category',
  'icon',
  'tags',
  'price_type',
  'price_paise',
  'trial_runs',
  'workflow',
] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]
