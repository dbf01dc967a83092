import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayTuneSearch } from './agents.policy.ts'
import { addSynonym, listSynonyms, removeSynonym, type SearchParts, trySearch } from './synonyms.ts'

type Names = 'listSynonyms' | 'addSynonym' | 'removeSynonym' | 'trySearch'

export const searchAdminHandlers = (parts: SearchParts): Pick<Handlers, Names> => ({
  listSynonyms: ({ query }, { caller }) => listSynonyms(parts.db, mayTuneSearch(caller), query),
  addSynonym: ({ body }, { caller }) => addSynonym(parts.db, mayTuneSearch(caller), body),
  removeSynonym: ({ params }, { caller }) => removeSynonym(parts.db, mayTuneSearch(caller), params.id),
  trySearch: ({ query }, { caller }) => trySearch(parts, mayTuneSearch(caller), query.search),
})
