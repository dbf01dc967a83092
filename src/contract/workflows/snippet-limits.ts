/** What snippets are bounded by, as plain data; `chars` of a version as JSON. */
export const SNIPPET_LIMITS = {
  name: 120,
  label: 120,
  nodes: 200,
  edges: 400,
  inputs: 20,
  places: 50,
  path: 16,
  part: 2000,
  chars: 300_000,
  per_person: 200,
  versions: 200,
} as const
