/** What a base that the person who runs a workflow chose says: sentences with the document, page and passage that each is from. */
import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import type { NodeContext } from '#nodes/node.ts'
import { isObject } from '#shared/json.ts'
import { type Passage, passagesOf } from './citations.ts'
import { answerFromPassages } from './passage-answer.ts'

/** Where something is in a document of a base. A viewer opens it there. */
export const KnowledgeSource = z.object({
  document: z.string(),
  document_id: z.string(),
  file_id: z.string(),
  /** The whole passage: offsets of the citation are in it. */
  passage: z.string(),
})

export const KnowledgeCitation = z.object({
  score: z.number(),
  text: z.string(),
  /** UTF-16 offsets in the passage, end exclusive. */
  start: z.number().int(),
  end: z.number().int(),
  page: z.number().int().nullable(),
  boxes: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  headings: z.array(z.string()),
  source: KnowledgeSource,
})
export type KnowledgeCitation = z.infer<typeof KnowledgeCitation>

/** A span of a passage, or all of it. */
export function citePassage(
  { text, document, document_id, file, page, boxes, headings }: Passage,
  { start, end, score }: { start: number; end: number; score: number } = { start: 0, end: text.length, score: 0 },
): KnowledgeCitation {
  const source = { document, document_id, file_id: file.file_id, passage: text }
  return { score, text: text.slice(start, end), start, end, page, boxes, headings, source }
}

/** The passages that Search chosen knowledge found; null where no base was chosen. */
export function chosenPassages(searched: Json | undefined): Passage[] | null {
  return isObject(searched) && typeof searched.base === 'string' ? passagesOf(searched) : null
}

/** Best first; none when no passage answers. */
export async function answerFromChosen(
  ctx: Pick<NodeContext<unknown>, 'embed' | 'signal' | 'log'>,
  passages: readonly Passage[],
  question: string,
  most: number,
): Promise<{ citations: KnowledgeCitation[]; confidence: number }> {
  const { sentences, confidence } = await answerFromPassages(ctx, passages, question, most)
  return { citations: sentences.map(({ passage, ...span }) => citePassage(passage, span)), confidence }
}

/** The words of citations as one text. */
export const saidIn = (citations: readonly { text: string }[]): string =>
  citations.map(({ text }) => text.replace(/\s+/g, ' ').trim()).join(' ')
