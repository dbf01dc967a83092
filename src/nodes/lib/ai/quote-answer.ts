/**
 * Answers without a model: with the sentences of the agent's knowledge that answer the message, word for word and with their places, or by
 * saying that none does. Which sentence answers is decided as for questions about one document (`lib/insight/answer.ts`).
 */
import type { JsonObject } from '#contract/core/primitives.ts'
import { KNOWLEDGE } from '#contract/knowledge/knowledge-values.ts'
import type { NodeContext } from '#nodes/node.ts'
import { isObject } from '#shared/json.ts'
import { type AgentTool, isKnowledgeSearch } from './agent-tools.ts'
import { type Citation, citedIn, numberPassages } from './citations.ts'
import { answerFromPassages } from './passage-answer.ts'

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

/** @returns the answer with the passages it quotes, or the nearest ones where none answers. @throws NodeError as the search does */
export async function quoteAnswer(ctx: Asked): Promise<{ text: string; citations: Citation[] }> {
  ctx.log('No model is set up: answered with quotes from the documents.')
  const question = ctx.config.task.trim().slice(0, KNOWLEDGE.query)
  const passages = await passagesFor(ctx, question)
  const { sentences } = await answerFromPassages(ctx, passages, question, SENTENCES)
  const lines = sentences.map(({ passage, text }) => ({
    number: passage.number,
    quote: text.replace(/\s+/g, ' ').trim(),
  }))
  if (lines.length === 0) return { text: NOT_FOUND, citations: citedIn('', passages) }
  const text = lines.map(({ number, quote }) => `“${quote}” [${number}]`).join('\n\n')
  const quotes = new Map(lines.toReversed().map(({ number, quote }) => [number, quote]))
  const citations = citedIn(lines.map(({ number }) => `[${number}]`).join(''), passages).map((one) => ({
    ...one,
    quote: quotes.get(one.number) ?? one.quote,
  }))
  return { text, citations }
}
