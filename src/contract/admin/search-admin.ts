/** The search of the marketplace as admins tune it: what else things are called, and what a search is taken for. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, listOf, listQuery, Slug, Timestamp } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'

const PHRASE_CHARS = 64
/** Of one installation: all of them are in the memory of every process. */
export const MOST_SYNONYMS = 2000

export const SynonymId = z.uuid().brand('SynonymId')
export type SynonymId = z.infer<typeof SynonymId>

/** A search for `phrase` also finds `also`, but not the reverse. */
export const Synonym = z.object({ id: SynonymId, phrase: z.string(), also: z.string(), added_at: Timestamp })
export type Synonym = z.infer<typeof Synonym>

const phrase = z
  .string()
  .trim()
  .min(1, 'Enter a word or phrase')
  .max(PHRASE_CHARS, `Use at most ${PHRASE_CHARS} characters`)

/**
 * How it was answered: `written` by all of its words, `corrected` by all as they were probably meant, `some` by most of them, `any` by at
 * least one, `likeness` by names that look like it.
 */
export const SEARCH_WAYS = ['written', 'corrected', 'some', 'any', 'likeness'] as const

export const SearchTrial = z.object({
  way: z.enum(SEARCH_WAYS),
  /** Its words and phrases, how they may have been misspelt, and what else they are called. */
  parts: z.array(z.object({ said: z.string(), near: z.array(z.string()), also: z.array(z.string()) })),
  /** Whether its meaning was asked: not when its words answer it well; `late` when it is still being worked out. */
  meaning: z.enum(['not_asked', 'asked', 'late', 'none']),
  total: z.number().int(),
  hits: z.array(
    z.object({
      id: AgentId,
      slug: Slug,
      name: z.string(),
      reason: z.enum(['name', 'words', 'meaning']),
      /** Of meaning: from -1 to 1; null when it was not asked or is not near. */
      nearness: z.number().nullable(),
    }),
  ),
})
export type SearchTrial = z.infer<typeof SearchTrial>

const access = withPermission('admin.agents.manage')

export const searchAdminEndpoints = {
  listSynonyms: endpoint({
    method: 'GET',
    path: '/api/v1/admin/search/synonyms',
    access,
    query: z.object({ contains: z.string().max(PHRASE_CHARS).default(''), ...listQuery(50) }),
    returns: listOf(Synonym),
  }),
  addSynonym: endpoint({
    method: 'POST',
    path: '/api/v1/admin/search/synonyms',
    access,
    body: z.strictObject({ phrase, also: phrase, both_ways: z.boolean().default(false) }),
    returns: z.object({ added: z.array(Synonym) }),
    errors: ['already_exists', 'limit_reached'],
  }),
  removeSynonym: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/search/synonyms/{id}',
    access,
    params: z.object({ id: SynonymId }),
    returns: z.null(),
    errors: ['not_found'],
  }),
  trySearch: endpoint({
    method: 'GET',
    path: '/api/v1/admin/search/trial',
    access,
    query: z.object({ search: z.string().trim().min(1).max(SERVER_LIMITS.search_chars) }),
    returns: SearchTrial,
  }),
}
