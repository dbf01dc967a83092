/**
 * Answers without a model: with the sentences of the agent's knowledge that answer the message, word for word and with their places, or by
 * saying that none does. Which sentence answers is decided as for questions about one document (`lib/insight/answer.ts`).
 */
import type { JsonObject } from '#contract/core/primitives.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import { answer } from '#nodes/lib/insight/answer.ts'
import type { Chunk } from '#nodes/lib/retrieval/chunks.ts'
import { type NodeContext, NodeError } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { isObject } from '#shared/json.ts'
import { type AgentTool, isKnowledgeSearch } from './agent-tools.ts'
import { type Citation, citedIn, numberPassages } from './citations.ts'

const PASSAGES = 8
const SENTENCES = 3
const NOT_FOUND = 'I can’t find an answer to this in the documents.'

/** Every text that the search takes is the question: tools name their parameters as they like. */
function argumentsOf({ parameters }: AgentTool, question: string): JsonObject {
  const { properties } = parameters
  const names = isObject(properties) ? Object.keys(properties) : []
  const texts = names.filter(
    (name) => isObject(properties) && isObject(properties[name]) && properties[name].type === 'string',
  )
  return Object.fromEntries(texts.map((name) => [name, question]))
}

type Asked = Pick<NodeContext<{ task: string; tools: AgentTool[] }>, 'config' | 'call' | 'embed' | 'signal' | 'log'>

async function passagesFor(ctx: Asked, question: string): Promise<Citation[]> {
  let all: Citation[] = []
  for (const tool of ctx.config.tools) {
    if (tool.kind !== 'node' || !isKnowledgeSearch(tool)) continue
    const config = { ...tool.config, limit: PASSAGES }
    const found = await ctx.call(tool.node, config, argumentsOf(tool, question))
    all = numberPassages(all, found).all
  }
  return all
}

/** The passages one after the other as one text. */
function joined(passages: readonly Citation[]): { document: ParsedDocument; chunks: Chunk[] } {
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

/** @returns the answer with the passages it quotes, or the nearest ones where none answers. @throws NodeError as the search does */
export async function quoteAnswer(ctx: Asked): Promise<{ text: string; citations: Citation[] }> {
  ctx.log('No model is set up: answered with quotes from the documents.')
  const question = ctx.config.task.trim().slice(0, KNOWLEDGE.query)
  const passages = await passagesFor(ctx, question)
  const { document, chunks } = joined(passages)
  const answerBy = (mode: 'hybrid' | 'bm25') =>
    answer(document, chunks, question, { mode, max_sentences: SENTENCES }, ctx.embed, ctx.signal)
  const { sentences } = await answerBy('hybrid').catch((error: unknown) => {
    if (!(error instanceof NodeError)) throw error
    ctx.log(`Answered by words alone: ${error.message}`)
    return answerBy('bm25')
  })
  const lines = sentences.flatMap(({ start, end }) => {
    const at = chunks.findIndex((one) => one.start <= start && end <= one.end)
    const passage = passages[at]
    if (!passage) return []
    const quote = document.text.slice(start, end).replace(/\s+/g, ' ').trim()
    return [{ number: passage.number, quote }]
  })
  if (lines.length === 0) return { text: NOT_FOUND, citations: citedIn('', passages) }
  const text = lines.map(({ number, quote }) => `“${quote}” [${number}]`).join('\n\n')
  const quotes = new Map(lines.toReversed().map(({ number, quote }) => [number, quote]))
  const citations = citedIn(lines.map(({ number }) => `[${number}]`).join(''), passages).map((one) => ({
    ...one,
    quote: quotes.get(one.number) ?? one.quote,
  }))
  return { text, citations }
}
