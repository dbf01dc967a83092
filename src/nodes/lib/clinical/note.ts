/** The note a clinical node reads. */
import type { Json } from '#contract/core/primitives.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { NodeError } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'

/** About a hundred and fifty pages; reading is one stretch of work, so it must end within a second or two. */
export const MAX_NOTE = 400_000

/**
 * The document of a setting or of the input, when it is not too long for one reading.
 * @throws NodeError `document_missing`, `document_empty`, `note_too_long`
 */
export function noteFrom(given: Json | undefined, input: Json): ParsedDocument {
  const document = documentFrom(given, input)
  if (document.text.length <= MAX_NOTE) return document
  throw new NodeError(
    'note_too_long',
    `The note has ${document.text.length} characters; at most ${MAX_NOTE} are read at once. Split it first`,
    { field: 'document' },
  )
}
