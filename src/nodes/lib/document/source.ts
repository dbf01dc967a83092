/** Finding the parsed document that a node works on: in its setting, in its input, or as plain text. */

import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { NodeError } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { isObject } from '#shared/json.ts'
import { documentFromText } from './text-document.ts'

const Place = { start: z.number().int(), end: z.number().int(), page: z.number().int() }

const Parsed = z.object({
  text: z.string(),
  pages: z.array(z.object({ ...Place, width: z.number().nullable(), height: z.number().nullable() })).default([]),
  items: z.array(z.object({ ...Place, box: z.tuple([z.number(), z.number(), z.number(), z.number()]) })).default([]),
  tables: z.array(z.object({ ...Place, rows: z.array(z.array(z.string())) })).default([]),
  headings: z.array(z.object({ ...Place, text: z.string(), level: z.number().int() })).default([]),
  meta: z
    .object({
      title: z.string().nullable(),
      author: z.string().nullable(),
      page_count: z.number().int(),
      format: z.enum(['pdf', 'docx', 'text']),
    })
    .default({ title: null, author: null, page_count: 1, format: 'text' }),
})

function read(value: Json | undefined): ParsedDocument | null {
  if (typeof value === 'string') return documentFromText(value)
  if (!isObject(value)) return null
  if (isObject(value.document) || typeof value.document === 'string') return read(value.document)
  if (typeof value.text !== 'string') return null
  const parsed = Parsed.safeParse(value)
  return parsed.success ? parsed.data : documentFromText(value.text)
}

/**
 * The document given in a setting or, when that is left out, found in the node's input: a parsed document, an object with
 * `document` or `text`, a text, or (with several inbound wires) the first of these under a node's name; null when there is none.
 */
export function findDocument(given: Json | undefined, input: Json): ParsedDocument | null {
  if (given !== undefined && given !== null) return read(given)
  const direct = read(input)
  if (direct !== null || !isObject(input)) return direct
  for (const value of Object.values(input)) {
    const inner = isObject(value) ? read(value) : null
    if (inner !== null) return inner
  }
  return null
}

/**
 * {@link findDocument} for nodes that cannot do without.
 * @throws NodeError `document_missing` when there is none, `document_empty` when it holds no letters.
 */
export function documentFrom(given: Json | undefined, input: Json): ParsedDocument {
  const document = findDocument(given, input)
  if (document === null) {
    throw new NodeError('document_missing', 'There is no document to work on; connect Read document or give a text', {
      field: 'document',
    })
  }
  if (!/[\p{L}\p{N}]/u.test(document.text)) {
    throw new NodeError('document_empty', 'The document has no readable text; a scan needs text recognition first', {
      field: 'document',
    })
  }
  return document
}
