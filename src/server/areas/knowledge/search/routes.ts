import { mayUseKnowledge } from '#server/areas/knowledge/bases/bases.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import type { SearchKnowledge } from './search.ts'

export const knowledgeSearchHandlers = ({ search }: SearchKnowledge): Pick<Handlers, 'searchKnowledge'> => ({
  searchKnowledge: ({ params, body }, { caller }) => search(mayUseKnowledge(caller), params.id, body),
})
