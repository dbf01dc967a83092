/** Which sentences of passages answer a question: as for questions about one document, with the passage that each one is from. */
import { answer } from '#nodes/lib/insight/answer.ts'
import type { Chunk } from '#nodes/lib/retrieval/chunks.ts'
import { type NodeContext, NodeError } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'

interface Passage {
  text: string
  headings: readonly string[]
}

export interface PassageSentence<Of> {
  passage: Of
  text: string
  /** UTF-16 offsets in the text of the passage, end exclusive. */
  start: number
  end: number
  /** 0 to 1. */
  score: number
}

/** The passages one after the other as one text. */
function joined(passages: readonly Passage[]): { document: ParsedDocument; chunks: Chunk[] } {
  const chunks: Chunk[] = []
  let text = ''
  for (const [index, { text: words, headings }] of passages.entries()) {
    const start = text.length
    text += words
    const heading = headings.length === 0 ? null : headings.join(' ')
    chunks.push({ index, text: words, start, end: text.length, page: null, heading })
    text += '\n\n'
  }
  const meta: ParsedDocument['meta'] = { title: null, author: null, page_count: 1, format: 'text' }
  const pages = [{ page: 1, start: 0, end: text.length, width: null, height: null }]
  return { document: { text, pages, items: [], tables: [], headings: [], meta }, chunks }
}

/** Best first; empty when no passage answers. Where sentences can’t be compared by meaning, they are by their words. */
export async function answerFromPassages<Of extends Passage>(
  ctx: Pick<NodeContext<unknown>, 'embed' | 'signal' | 'log'>,
  passages: readonly Of[],
  question: string,
  most: number,
): Promise<{ sentences: PassageSentence<Of>[]; confidence: number }> {
  const { document, chunks } = joined(passages)
  const answerBy = (mode: 'hybrid' | 'bm25') =>
    answer(document, chunks, question, { mode, max_sentences: most }, ctx.embed, ctx.signal)
  const { sentences, confidence } = await answerBy('hybrid').catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error
    ctx.log(`Answered by words alone: ${error.message}`)
    return answerBy('bm25')
  })
  const found = sentences.flatMap(({ start, end, score }): PassageSentence<Of>[] => {
    const at = chunks.findIndex((one) => one.start <= start && end <= one.end)
    const passage = passages[at]
    const from = chunks[at]?.start ?? 0
    return passage
      ? [{ passage, text: document.text.slice(start, end), start: start - from, end: end - from, score }]
      : []
  })
  return { sentences: found, confidence }
}
