/** How much of its trace a run keeps. Characters are UTF-16 units of JSON. */
export const TRACE = {
  /** Calls of models and tools; later ones are not kept. */
  entries: 2_000,
  /** Of all entries; later entries have figures and no content. */
  characters: 10_000_000,
  /** Of one entry, and of one text in it: the rest is cut. */
  of_entry: 400_000,
  of_text: 50_000,
  summary: 200,
  /** Runs that its steps started which a trace shows. */
  runs_inside: 500,
} as const
