/** What looking up and checking codes has in common, whatever the table. */

import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { PLACE } from '#nodes/lib/document/placed.ts'
import { NodeError } from '#nodes/node.ts'
import type { CodeEntry, CodeMatch, CodeSystem, CodesPort } from '#nodes/ports.ts'
import { isObject } from '#shared/json.ts'
import { SECTIONS } from './sections.ts'

const MOST = 1_000

const FoundEntry = z.object({
  code: z.string(),
  description: z.string(),
  billable: z.boolean(),
  synonyms: z.array(z.string()),
})
const shown = ({ code, description, billable, synonyms }: CodeEntry) => ({
  code,
  description,
  billable,
  synonyms: [...synonyms],
})

/** Of a look-up: how many results. */
export const resultLimit = z
  .number()
  .int()
  .min(1)
  .max(100)
  .default(10)
  .describe('Most results.')
  .meta({ title: 'Results' })

/** What a look-up in a table gives. */
export const Found = z.object({
  /** The code itself when the query is one; null otherwise. */
  exact: FoundEntry.nullable(),
  /** Best first; the score compares within one look-up only. */
  matches: z.array(FoundEntry.extend({ score: z.number() })),
  count: z.number().int(),
  table_version: z.string(),
  /** The file the table was installed from. */
  table: z.string().nullable(),
})

/** Looks up a code or words. @param wanted what is left of that many that were found */
export async function lookUp(
  codes: CodesPort,
  { system, query, most }: { system: CodeSystem; query: string; most: number },
  wanted: (found: readonly CodeMatch[]) => readonly CodeMatch[] = (found) => found,
): Promise<z.output<typeof Found>> {
  const { version, source = null } = await codes.table(system)
  const exact = await codes.get(system, query)
  const matches = wanted(await codes.search(system, query, most)).map((match) => ({
    ...shown(match),
    score: match.score,
  }))
  return { exact: exact && shown(exact), matches, count: matches.length, table_version: version, table: source }
}

/** Of what reads a note: places shown for a code. */
export const placesPerCode = z
  .number()
  .int()
  .min(1)
  .max(50)
  .default(5)
  .describe('How many places are shown for each code.')
  .meta({ title: 'Places per code' })

/** @param least the confidence below which a code is left out, unless another is set */
export const leastConfidence = (least: number) =>
  z
    .number()
    .min(0)
    .max(1)
    .default(least)
    .describe('Codes below this confidence (0 to 1) are left out.')
    .meta({ title: 'Least confidence' })

/** A place in a note that supports a code. */
export const NoteEvidence = z.object({
  ...PLACE,
  sentence: z.object({ text: z.string(), start: z.number().int(), end: z.number().int() }),
  section: z.enum(SECTIONS),
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
