/** The text a node works on: a setting, or what is found in its input. */
import type { Json } from '#contract/core/primitives.ts'
import { findDocument } from '#nodes/lib/document/source.ts'
import { NodeError } from '#nodes/node.ts'
import { withoutHidden } from './untrusted.ts'

/** What a model, or a rule, is given at most: a book. */
const MOST_CHARACTERS = 2_000_000

/**
 * Invisible characters are taken out: a reader does not see them, so a model is not told by them.
 * @throws NodeError `text_missing`, `text_too_long`
 */
export function textFrom(given: Json | undefined, input: Json, field = 'text'): string {
  const text = rawText(given, input, field)
  return withoutHidden(text)
}

/** The same with everything that is in it. @throws NodeError `text_missing`, `text_too_long` */
export function rawText(given: Json | undefined, input: Json, field = 'text'): string {
  const text = findDocument(given, input)?.text ?? asText(given ?? input)
  if (text.trim() === '') {
    throw new NodeError('text_missing', 'There is no text to work on; connect one or enter it in the settings', {
      field,
    })
  }
  if (text.length > MOST_CHARACTERS) {
    throw new NodeError('text_too_long', `The text has ${text.length} characters; the maximum is ${MOST_CHARACTERS}`, {
      field,
    })
  }
  return text
}

/** Data becomes JSON, as a model reads it. */
export function asText(value: Json): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  const isEmpty = typeof value === 'object' && Object.keys(value).length === 0
  return isEmpty ? '' : JSON.stringify(value, null, 1)
}
