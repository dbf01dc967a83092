/** Finding the passages a retrieval node searches: given as chunks, or cut from a document. */

import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { Chunk, chunk } from '#nodes/lib/retrieval/chunks.ts'
import { NodeError } from '#nodes/node.ts'
import { isObject } from '#shared/json.ts'
import { findDocument } from './source.ts'

const PASSAGE = { max_chars: 1_000, overlap_chars: 150 }

function read(value: Json | undefined): Chunk[] | null {
  if (isObject(value) && Array.isArray(value.chunks)) return read(value.chunks)
  if (!Array.isArray(value)) return null
  const chunks = z.array(Chunk).safeParse(value)
  if (chunks.success) return chunks.data
  let at = 0
  const texts = z.array(z.string()).safeParse(value)
  if (!texts.success) return null
  return texts.data.map((text, index) => {
    const start = at
    at += text.length + 1
    return { index, text, start, end: start + text.length, page: null, heading: null }
  })
}

/**
 * Passages from a setting or, when it is left out, from the input: chunks of Split text, a list of texts, or a document, which
 * is then cut. With several inbound wires the first that holds any.
 * @throws NodeError `passages_missing`
 */
export function chunksFrom(given: Json | undefined, input: Json): Chunk[] {
  const source = given === undefined || given === null ? input : given
  const direct = read(source)
  if (direct !== null) return direct
  const inner = isObject(source)
    ? Object.values(source)
        .map(read)
        .find((chunks) => chunks !== null)
    : undefined
  if (inner !== undefined && inner !== null) return inner
  const document = findDocument(given, input)
  if (document !== null) return chunk(document, PASSAGE)
  throw new NodeError('passages_missing', 'There is nothing to search; connect Split text or Read document', {
    field: 'chunks',
  })
}
