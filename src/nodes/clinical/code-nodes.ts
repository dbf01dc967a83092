/** What looking up and checking codes has in common, whatever the table. */
import { z } from 'zod'
import type { Json } from '#contract/primitives.ts'
import { isObject } from '#nodes/document/source.ts'
import { NodeError } from '#nodes/node.ts'
import type { CodeEntry } from '#nodes/ports.ts'

const MOST = 1_000

export const FoundEntry = z.object({
  code: z.string(),
  description: z.string(),
  billable: z.boolean(),
  synonyms: z.array(z.string()),
})
export const shown = ({ code, description, billable, synonyms }: CodeEntry) => ({
  code,
  description,
  billable,
  synonyms: [...synonyms],
})

/** A code, a list of codes, or a list of objects with `code`. @throws NodeError `codes_invalid` */
export function codesFrom(given: Json | undefined, input: Json): string[] {
  const found = given ?? (isObject(input) ? (input.codes ?? input.code) : input)
  const list = Array.isArray(found) ? found : [found ?? null]
  const codes = list.map((one) => (isObject(one) ? one.code : one))
  const parsed = z.array(z.string().trim().min(1).max(40)).min(1).max(MOST).safeParse(codes)
  if (parsed.success) return parsed.data
  throw new NodeError('codes_invalid', `Expected a code, or a list of at most ${MOST} codes`, { field: 'codes' })
}

/** @throws NodeError `query_missing` */
export function queryFrom(given: Json | undefined, input: Json): string {
  const found = given ?? (isObject(input) ? (input.query ?? input.text) : input)
  if (typeof found === 'string' && found.trim() !== '') return found.trim().slice(0, 500)
  throw new NodeError('query_missing', 'Give words or a code to look up', { field: 'query' })
}
