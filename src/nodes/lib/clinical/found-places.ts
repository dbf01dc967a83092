/** Findings of a note as nodes give them: what was found with its words, page and boxes. */
import type { Json } from '#contract/core/primitives.ts'
import { placed } from '#nodes/lib/document/placed.ts'
import type { ParsedDocument } from '#nodes/ports.ts'

export const withPlaces = <T extends { start: number; end: number }>(
  document: ParsedDocument,
  all: readonly T[],
): Json => all.map((one) => ({ ...one, ...placed(document, one) })) as unknown as Json
