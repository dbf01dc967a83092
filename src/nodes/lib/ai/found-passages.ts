/** The passages that a search of knowledge found, as nodes give them on. */
import { z } from 'zod'
import type { KnowledgeAnswer } from '#contract/knowledge/documents.ts'

/** A passage as other nodes and the viewer of results know it: its file is opened at the page, with the boxes marked. */
export const FoundPassage = z.object({
  rank: z.number().int(),
  text: z.string(),
  /** The sentences that speak of the question most. */
  quote: z.string(),
  document: z.string(),
  document_id: z.string(),
  version: z.number().int(),
  file: z.object({ file_id: z.string(), name: z.string() }),
  /** Where on the web the document was read; null for a file. Runs before there were such documents have none. */
  url: z.string().nullable().optional(),
  headings: z.array(z.string()),
  page: z.number().int().nullable(),
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  metadata: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  before: z.array(z.string()),
  after: z.array(z.string()),
  score: z.number(),
})

/** Best first. What a search says of how it ranked is for people who look at it. */
export const passagesIn = ({ hits }: KnowledgeAnswer) =>
  hits.map(({ name, file_id, ...hit }, at) => {
    const { words: _words, meaning: _meaning, position: _at, markdown: _markdown, ...passage } = hit
    const { words_rank: _byWords, meaning_rank: _byMeaning, fit: _fit, marks: _marks, ...given } = passage
    return { ...given, rank: at + 1, document: name, file: { file_id, name } }
  })
