import { z } from 'zod'
import { answerFromChosen, chosenPassages, KnowledgeCitation, saidIn } from '#nodes/lib/ai/knowledge-citations.ts'
import { chunksFrom } from '#nodes/lib/document/passages.ts'
import { PLACE, placed } from '#nodes/lib/document/placed.ts'
import { documentFrom } from '#nodes/lib/document/source.ts'
import { answer } from '#nodes/lib/insight/answer.ts'
import { SEARCH_MODES } from '#nodes/lib/retrieval/search.ts'
import { defineNode, output } from '#nodes/node.ts'
import { brief, value } from '#nodes/settings.ts'

export const AnswerReport = z.object({
  question: z.string(),
  found: z.boolean(),
  /** The sentences of the citations; null when nothing in the document supports an answer. */
  answer: z.string().nullable(),
  message: z.string().nullable(),
  /** 0 to 1. */
  confidence: z.number(),
  /** Best first. */
  citations: z.array(z.object({ score: z.number(), ...PLACE })),
  /** What a chosen knowledge base says to the question. */
  knowledge: z
    .object({
      found: z.boolean(),
      answer: z.string().nullable(),
      confidence: z.number(),
      citations: z.array(KnowledgeCitation),
    })
    .optional(),
})

export const answerQuestion = defineNode({
  type: 'answer_question',
  version: 1,
  title: 'Answer question',
  category: 'ai',
  icon: 'message-circle-question',
  description:
    'Answers a question with the document’s own sentences and their pages, or reports that the answer wasn’t found. Uses no AI model. An empty question returns nothing.',
  kind: 'pure',
  heavy: true,
  config: z.strictObject({
    question: z
      .string()
      .max(2_000)
      .nullable()
      .default(null)
      .describe('The question. If it is empty, the node returns nothing.')
      .meta({ title: 'Question', placeholder: '{{ $trigger.question }}' }),
    document: value(
      'Document',
      'A document from Read document, or text. Leave empty to use the document of the input.',
    ),
    chunks: value(
      'Passages',
      'Passages from Split text. Leave empty to use those of the input, or to split the document.',
    ),
    knowledge: value(
      'Knowledge',
      'What Search chosen knowledge found: {{ $nodes.knowledge }}. Where a base was chosen, what it says is added.',
    ),
    mode: z
      .enum(SEARCH_MODES)
      .default('hybrid')
      .describe('bm25: by words. embedding: by meaning. hybrid: both, with combined ranks.')
      .meta({ title: 'Mode' }),
    max_sentences: z
      .number()
      .int()
      .min(1)
      .max(10)
      .default(2)
      .describe('Maximum number of sentences in the answer.')
      .meta({ title: 'Sentences' }),
  }),
  output: AnswerReport.nullable(),
  sentence: (config) => (config.question ? `Answers ${brief(config.question, 40)}` : 'Answers a question'),
  timeout_ms: 120_000,
  async run(ctx) {
    const question = ctx.config.question?.trim() ?? ''
    if (question === '') return output(null)
    const document = documentFrom(ctx.config.document, ctx.input)
    const given = ctx.config.chunks ?? ctx.config.document
    const passages = chunksFrom(given, ctx.input)
    const { mode, max_sentences } = ctx.config
    const found = await answer(document, passages, question, { mode, max_sentences }, ctx.embed, ctx.signal)
    const citations = found.sentences.map((one) => ({ score: one.score, ...placed(document, one) }))
    const chosen = chosenPassages(ctx.config.knowledge)
    const said = chosen && (await answerFromChosen(ctx, chosen, question, max_sentences))
    return output({
      question,
      found: citations.length > 0,
      answer: citations.length === 0 ? null : citations.map((one) => one.text.replace(/\s+/g, ' ')).join(' '),
      message: citations.length === 0 ? 'Not found in the document' : null,
      confidence: found.confidence,
      citations,
      ...(said && {
        knowledge: {
          found: said.citations.length > 0,
          answer: said.citations.length === 0 ? null : saidIn(said.citations),
          confidence: said.confidence,
          citations: said.citations,
        },
      }),
    })
  },
})
