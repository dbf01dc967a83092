import { z } from 'zod'
import type { Json } from '#contract/core/primitives.ts'
import type { Passage } from '#nodes/lib/ai/citations.ts'
import {
  answerFromChosen,
  chosenPassages,
  citePassage,
  type KnowledgeCitation,
  KnowledgeSource,
  saidIn,
} from '#nodes/lib/ai/knowledge-citations.ts'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { answer } from '#nodes/lib/insight/answer.ts'
import { type Chunk, chunk } from '#nodes/lib/retrieval/chunks.ts'
import { SEARCH_MODES, searchPassages } from '#nodes/lib/retrieval/search.ts'
import type { Span } from '#nodes/lib/retrieval/sentences.ts'
import { fromArticle } from '#nodes/lib/tickets/by-article.ts'
import { defineNode, type NodeContext, NodeError, output } from '#nodes/node.ts'
import type { ParsedDocument } from '#nodes/ports.ts'
import { brief, value } from '#nodes/settings.ts'
import { isObject } from '#shared/json.ts'

const PASSAGE = { max_chars: 900, overlap_chars: 0 }
/** A section up to this length is given whole, with all its steps. */
const WHOLE_SECTION = 900
const RELATED = 3
/** How sure an answer is that an article as a whole gives rather than one sentence. */
const BY_ARTICLE = 0.5
const MOST_ARTICLES = 2_000

const Cited = z.object({
  article: z.string().nullable(),
  url: z.string().nullable(),
  score: z.number(),
  ...PLACE,
  /** Of a citation from a knowledge base. */
  source: KnowledgeSource.optional(),
})

interface Articles {
  document: ParsedDocument
  /** Addresses by the title of an article. */
  urls: ReadonlyMap<string, string>
}

const words = (given: Json | undefined): string => (typeof given === 'string' ? given : '')

/** Articles as one document whose headings are their titles. @throws NodeError `no_articles`, `too_many` */
function articlesFrom(given: Json): Articles | null {
  if (!Array.isArray(given)) return null
  if (given.length > MOST_ARTICLES)
    throw new NodeError('too_many', `At most ${MOST_ARTICLES} articles at a time`, { field: 'articles' })
  const urls = new Map<string, string>()
  const parts = given.flatMap((one, index) => {
    const object = isObject(one) ? one : { text: one }
    const body = words(object.text) || words(object.body) || words(object.content)
    if (body.trim() === '') return []
    const title = words(object.title).replace(/\s+/g, ' ').trim() || `Article ${index + 1}`
    if (words(object.url) !== '') urls.set(title, words(object.url))
    return [`# ${title}\n\n${body.trim()}`]
  })
  if (parts.length === 0)
    throw new NodeError('no_articles', 'There are no articles to answer from', { field: 'articles' })
  return { document: documentFromText(parts.join('\n\n')), urls }
}

/** The title of the article that contains a place, and the start and end of its section. */
function sectionAt({ text, headings }: ParsedDocument, at: number): Span & { title: string | null } {
  const ordered = headings.toSorted((a, b) => a.start - b.start)
  const own = ordered.findLast(({ start }) => start <= at)
  const next = ordered.find(({ start }) => start > at)
  const start = own === undefined ? 0 : own.end
  const end = next === undefined ? text.length : text.lastIndexOf('\n', next.start)
  return { title: own?.text ?? null, start, end: Math.max(start, end) }
}

function trimmed(text: string, { start, end }: Span): Span {
  const part = text.slice(start, end)
  const from = start + (part.length - part.trimStart().length)
  return { start: from, end: from + part.trim().length }
}

/** What is really asked: the questions of a mail, without what is told around them. */
function coreOf(question: string): string {
  const asked = question.match(/[^.!?\n]{8,400}\?/g) ?? []
  return asked.length === 0 ? question : asked.map((one) => one.trim()).join(' ')
}

function replyFrom(passage: string, article: string | null, url: string | null): string {
  const source = article === null ? '' : `\n\nThis is from our article “${article}”${url === null ? '' : ` (${url})`}.`
  return `Hello,\n\nThank you for your question.\n\n${passage}${source}\n\nPlease write back if this does not solve it.`
}

export const answerWithCitations = defineNode({
  type: 'answer_with_citations',
  version: 1,
  title: 'Answer from articles',
  category: 'ai',
  icon: 'message-circle-question',
  description:
    'Answers a customer’s question from your help articles: with the sentences that answer it, the article they come from, and a reply to send; or reports that the articles don’t answer it, with the closest match. Uses no AI model and makes nothing up.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    question: z
      .string()
      .max(4_000)
      .describe('The customer’s question.')
      .meta({ title: 'Question', placeholder: '{{ $trigger.question }}' }),
    articles: value(
      'Articles',
      'A list of {title, text, url}, or a document whose headings separate the articles. Leave empty to use the document of the input.',
    ),
    knowledge: value(
      'Knowledge',
      'What Search chosen knowledge found: {{ $nodes.knowledge }}. Where a base was chosen, it is answered from instead of the articles.',
    ),
    mode: z
      .enum(SEARCH_MODES)
      .default('hybrid')
      .describe('bm25: by words. embedding: by meaning. hybrid: both.')
      .meta({ title: 'Mode' }),
    max_sentences: z
      .number()
      .int()
      .min(1)
      .max(10)
      .default(3)
      .describe('Maximum number of sentences to quote.')
      .meta({ title: 'Sentences' }),
  }),
  example: {
    question: 'How do I reset my password?',
    articles: [{ title: 'Password', text: 'Open Settings and choose Reset password.' }],
  },
  output: z.object({
    question: z.string(),
    /** The articles were not read. */
    knowledge_only: z.literal(true).optional(),
    found: z.boolean(),
    answer: z.string().nullable(),
    message: z.string().nullable(),
    confidence: z.number(),
    citations: z.array(Cited),
    /** A reply to the customer; null when a person has to answer. */
    reply: z.string().nullable(),
    /** A person has to answer. */
    escalate: z.boolean(),
    related: z.array(Cited),
  }),
  sentence: ({ question }) => `Answers ${brief(question, 30)} from articles`,
  timeout_ms: 120_000,
  async run(ctx) {
    const { question: asked, articles, mode, max_sentences } = ctx.config
    const question = asked.trim()
    if (question === '')
      throw new NodeError('question_missing', 'There is no question to answer', { field: 'question' })
    const chosen = chosenPassages(ctx.config.knowledge)
    if (chosen !== null) return output(await answerFromBase(ctx, chosen, question))
    const { document, urls } = articlesFrom(articles ?? null) ?? {
      document: documentFrom(articles, ctx.input),
      urls: new Map<string, string>(),
    }
    const passages = chunk(document, PASSAGE)
    const cite = (span: Span, score: number) => {
      const { title } = sectionAt(document, span.start)
      return {
        article: title,
        url: title === null ? null : (urls.get(title) ?? null),
        score: Math.round(score * 100) / 100,
        ...placed(document, span),
      }
    }
    const core = coreOf(question)
    const found = await answer(document, passages, core, { mode, max_sentences }, ctx.embed, ctx.signal)
    const direct = found.sentences.map((one) => cite(one, one.score))
    const citations =
      direct.length > 0
        ? direct
        : fromArticle(document.text, sectionsOf(document), core, max_sentences).map((span) => cite(span, BY_ARTICLE))
    const [best] = citations
    const near = await searchPassages(
      passages.map(textOf),
      question,
      { mode, limit: RELATED + 2 },
      ctx.embed,
      ctx.signal,
    )
    const related = near
      .flatMap(({ index, score }) =>
        passages[index] === undefined ? [] : [cite(trimmed(document.text, passages[index]), score)],
      )
      .filter(
        ({ article }, index, all) =>
          article !== best?.article && all.findIndex((one) => one.article === article) === index,
      )
      .slice(0, RELATED)
    const said = citations.map((one) => one.text.replace(/\s+/g, ' ')).join(' ')
    return output({
      question,
      found: best !== undefined,
      answer: best === undefined ? null : said,
      message: best === undefined ? 'The articles don’t answer this. A person should.' : null,
      confidence: direct.length > 0 ? found.confidence : citations.length > 0 ? BY_ARTICLE : 0,
      citations,
      reply: best === undefined ? null : replyFrom(passageOf(document, best, said), best.article, best.url),
      escalate: best === undefined,
      related,
    })
  },
})

/** A passage without the line of its heading at the start. */
function bodyOf({ headings, source: { passage } }: KnowledgeCitation): string {
  const [first = '', ...rest] = passage.trim().split('\n')
  const isHeading = rest.length > 0 && first.replace(/^#{1,6} /, '').trim() === headings.at(-1)
  return (isHeading ? rest.join('\n') : passage).trim()
}

/** What a customer is told that an answer is from: no names of files. */
const toldAs = ({ headings, source }: KnowledgeCitation): string =>
  headings.at(-1) ?? source.document.replace(/\.[a-z]{2,4}$/i, '')

/** The nearest heading, else the document. */
const titleOf = ({ headings, source }: KnowledgeCitation): string => headings.at(-1) ?? source.document

function citedFromBase(citation: KnowledgeCitation) {
  const { headings: _, ...cited } = citation
  return { article: titleOf(citation), url: null, ...cited, score: Math.round(cited.score * 100) / 100 }
}

/** The same answer from passages of a base, each sentence with its document and page. */
async function answerFromBase(
  ctx: Pick<NodeContext<{ max_sentences: number }>, 'config' | 'embed' | 'signal' | 'log'>,
  passages: readonly Passage[],
  question: string,
) {
  const { citations: found, confidence } = await answerFromChosen(
    ctx,
    passages,
    coreOf(question),
    ctx.config.max_sentences,
  )
  const citations = found.map(citedFromBase)
  const [best] = found
  const said = saidIn(found)
  const whole = best === undefined ? '' : bodyOf(best)
  const others = passages.filter(({ text }) => !found.some(({ source }) => source.passage === text))
  return {
    question,
    knowledge_only: true,
    found: best !== undefined,
    answer: best === undefined ? null : said,
    message: best === undefined ? 'The knowledge base doesn’t answer this. A person should.' : null,
    confidence,
    citations,
    reply:
      best === undefined
        ? null
        : replyFrom(whole.length <= WHOLE_SECTION ? unwrapped(whole) : said, toldAs(best), null),
    escalate: best === undefined,
    related: others.slice(0, RELATED).map((passage) => citedFromBase(citePassage(passage))),
  }
}

/** Every headed part of the document. */
const sectionsOf = (document: ParsedDocument) =>
  document.headings
    .map(({ end }) => sectionAt(document, end))
    .flatMap(({ title, ...span }) => (title === null || span.end <= span.start ? [] : [{ title, ...span }]))

const textOf = ({ heading, text }: Chunk): string => (heading === null ? text : `${heading}\n${text}`)

/** A line of a PDF ends where the page does: such breaks are no breaks. Items of a list keep theirs. */
const unwrapped = (text: string): string => text.replace(/(?<![.!?:;\n])\n(?!\n|\s{0,3}(?:[-•*]|\d{1,2}[.)])\s)/g, ' ')

/** The whole section where it is short, so that no step is lost; else the sentences. */
function passageOf(document: ParsedDocument, best: Span, said: string): string {
  const section = trimmed(document.text, sectionAt(document, best.start))
  return section.end - section.start <= WHOLE_SECTION
    ? unwrapped(document.text.slice(section.start, section.end))
    : said
}
