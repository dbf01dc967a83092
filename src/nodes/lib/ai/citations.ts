/** The passages of knowledge that an agent was given, numbered so that its answer can point at them. */
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import { isObject } from '#shared/json.ts'

/** A passage with its place: a person opens the document there. */
export const Citation = z.object({
  /** As the answer writes it: [1]. */
  number: z.number().int(),
  /** Whether the answer points at it; where it points at none, the first passages that were read are listed. */
  cited: z.boolean(),
  document: z.string(),
  document_id: z.string(),
  file: z.object({ file_id: z.string(), name: z.string() }),
  /** Where on the web the document was read; null for a file. */
  url: z.string().nullable().optional(),
  headings: z.array(z.string()),
  page: z.number().int().nullable(),
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  text: z.string(),
  /** The sentences of the passage that speak of the question most. */
  quote: z.string(),
})
export type Citation = z.infer<typeof Citation>

export const SEARCHES_KNOWLEDGE = 'knowledge_search'

export const CITE_RULE =
  'Passages of documents have numbers. After each statement put the number of the passage that supports it, as [1]. If the passages don\u2019t answer, say so.'

/** Read and not pointed at: so many are listed. */
const LISTED = 3
const Passage = Citation.omit({ number: true, cited: true })
export type Passage = z.infer<typeof Passage>

/** The passages in what a search of knowledge returned. */
export function passagesOf(output: Json): Passage[] {
  const results = isObject(output) && Array.isArray(output.results) ? output.results : []
  return results.flatMap((one) => Passage.safeParse(one).data ?? [])
}

/** Numbers passages after those that are known. One that was found before keeps its number. */
export function numberPassages(known: readonly Citation[], output: Json): { all: Citation[]; found: Citation[] } {
  const all = [...known]
  const found = passagesOf(output).map((passage) => {
    const same = all.find(({ document_id, text }) => document_id === passage.document_id && text === passage.text)
    if (same) return same
    const made = { ...passage, number: all.length + 1, cited: false }
    all.push(made)
    return made
  })
  return { all, found }
}

/** Passages as a model reads them. */
export const passagesAsText = (found: readonly Citation[]): string =>
  found.length === 0
    ? 'No passage was found.'
    : found
        .map(({ number, document, page, headings, text }) => {
          const place = [document, page === null ? '' : `page ${page}`, headings.join(' > ')].filter(Boolean).join(', ')
          return `[${number}] ${place}\n${text}`
        })
        .join('\n\n')

/** What an answer rests on: the passages it points at, else the first ones that were read. */
export function citedIn(text: string, all: readonly Citation[]): Citation[] {
  const numbers = new Set(
    (text.match(/\[\d{1,3}(?:\s?[,;]\s?\d{1,3}){0,9}\]/g) ?? []).flatMap((mark) =>
      (mark.match(/\d+/g) ?? []).map(Number),
    ),
  )
  const cited = all.filter(({ number }) => numbers.has(number)).map((one) => ({ ...one, cited: true }))
  return cited.length > 0 ? cited : all.slice(0, LISTED)
}
