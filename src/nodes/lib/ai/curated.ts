/** Curated answers: a person wrote what is said to a question, so no model is asked. */
import { z } from 'zod'
import type { Json, JsonObject } from '#contract/core/primitives.ts'
import { CURATED } from '#contract/workflows/curated-answer-values.ts'
import type { NodeContext } from '#nodes/node.ts'

export const CURATED_SETTINGS = {
  curated: z
    .boolean()
    .default(false)
    .describe('Tasks that match a curated answer of this workflow get exactly that answer. The model isn’t asked.')
    .meta({ title: 'Use curated answers', expression: 'none' }),
  curated_similarity: z
    .number()
    .min(0.4)
    .max(1)
    .default(CURATED.similarity)
    .describe('How similar a question must be to get a curated answer. 1: the same words only.')
    .meta({ title: 'Similarity needed', expression: 'none' }),
}

interface Settings {
  task: string
  curated: boolean
  curated_similarity: number
  schema?: JsonObject | undefined
  files?: Json | undefined
}

/**
 * The answer that was written for this task. Null without one, and where a text can’t be the answer: in fixed fields, or to a file that
 * came with the question.
 */
export async function curatedAnswer(
  ctx: Pick<NodeContext<Settings>, 'config' | 'curated' | 'run' | 'log'>,
): Promise<string | null> {
  const { task, curated, curated_similarity, schema, files } = ctx.config
  const hasFiles = Array.isArray(files) ? files.length > 0 : files !== undefined && files !== null && files !== ''
  if (!curated || schema || hasFiles) return null
  const found = await ctx.curated.find(task, curated_similarity, ctx.run.as)
  if (!found) return null
  ctx.log('Gave a curated answer', { question: found.question, similarity: found.score })
  return found.answer
}
