/** Measures of reading order: quotes that hold words of two blocks, and sentences that cannot be quoted whole. */
import { splitSentences as clinicalSentences } from '#nodes/lib/clinical/sentences.ts'
import { sentences as plainSentences } from '#nodes/lib/retrieval/sentences.ts'

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Every text that the agents would show as evidence. */
export const quotesOf = (text: string): string[] =>
  [...clinicalSentences(text), ...plainSentences(text)].map(({ start, end }) => plain(text.slice(start, end)))

/** Quotes that are not within one of the blocks, each once. */
export function splicedQuotes(text: string, blocks: readonly string[]): string[] {
  const known = blocks.map(plain)
  return [...new Set(quotesOf(text))].filter((quote) => !known.some((block) => block.includes(quote)))
}

/** Sentences of the blocks that the text does not hold in one piece. */
export function brokenSentences(text: string, blocks: readonly string[]): string[] {
  const read = plain(text)
  return blocks.flatMap((block) => plain(block).split(/(?<=[.!?]) (?=[A-Z])/)).filter((one) => !read.includes(one))
}
