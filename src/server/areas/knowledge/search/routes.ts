import { mayUseKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { createAnswerSearch } from './answer-search.ts'

export const knowledgeSearchHandlers = (
  parts: Parameters<typeof createAnswerSearch>[0],
): Pick<Handlers, 'searchKnowledge'> => {
  const { answerSearch } = createAnswerSearch(parts)
  return { searchKnowledge: ({ params, body }, { caller }) => answerSearch(mayUseKnowledge(caller), params.id, body) }
}
