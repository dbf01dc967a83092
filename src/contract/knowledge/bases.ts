/** Knowledge bases: documents that people, agents and workflows search, and who may. */
import { z } from 'zod'
import { Email } from '#contract/accounts/auth.ts'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { MODEL_LIMITS } from '#contract/workflows/model-limits.ts'
import { CHUNKING, DOCUMENT_STATES, KNOWLEDGE, KNOWLEDGE_ACCESS } from './knowledge-values.ts'

export const KnowledgeId = z.uuid().brand('KnowledgeId')
export type KnowledgeId = z.infer<typeof KnowledgeId>

const Name = z.string().trim().min(1, 'Name is required').max(KNOWLEDGE.name)

export const WebAddress = z.string().trim().min(1, 'Enter a web address').max(KNOWLEDGE.address)
/** Why a page or file of the web is refused. */
const UNREADABLE = ['file_empty', 'file_too_large', 'file_unsupported', 'plan_limit'] as const

/** How documents are cut: a change is used when they are indexed the next time. */
const settings = {
  chunk_chars: z.number().int().min(CHUNKING.min).max(CHUNKING.max),
  overlap_chars: z.number().int().min(0).max(CHUNKING.most_overlap),
}
const language = z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/, 'Use a language code such as en or hi')

export const KnowledgeBase = z.object({
  id: KnowledgeId,
  name: z.string(),
  description: z.string(),
  language: z.string(),
  ...settings,
  role: z.enum(['owner', ...KNOWLEDGE_ACCESS]),
  /** Who owns it. */
  owner: z.string(),
  documents: z.number().int(),
  chunks: z.number().int(),
  /** Documents by state; those without any are left out. */
  states: z.partialRecord(z.enum(DOCUMENT_STATES), z.number().int()),
  updated_at: Timestamp,
})
export type KnowledgeBase = z.infer<typeof KnowledgeBase>

export const KnowledgeShare = z.object({ email: z.string(), access: z.enum(KNOWLEDGE_ACCESS), at: Timestamp })
export type KnowledgeShare = z.infer<typeof KnowledgeShare>

const ModelName = z.union([z.uuid(), z.literal('environment')])
const EmbeddingName = z.string().trim().min(1, 'Enter the name of the model').max(KNOWLEDGE.embedding_name)
/** Paise per million tokens. */
const EmbeddingPrice = z.number().int().min(0).max(MODEL_LIMITS.price_paise).nullable()

/** `shares` and `embedding` are shown to the owner alone. `embedding`: the model from outside that makes the vectors; null for the one in the installation. */
export const KnowledgeDetail = KnowledgeBase.extend({
  shares: z.array(KnowledgeShare),
  examples: z
    .array(z.object({ query: z.string(), document: z.string() }))
    .describe(
      'Searches that its documents answer, each with the name of one that does: their headings, or how they begin. At most four.',
    ),
  embedding: z.object({ model: ModelName, name: z.string(), price: EmbeddingPrice }).nullable(),
})
export type KnowledgeDetail = z.infer<typeof KnowledgeDetail>

const params = z.object({ id: KnowledgeId })

export const knowledgeEndpoints = {
  listKnowledge: endpoint({
    method: 'GET',
    path: '/api/v1/knowledge',
    access: signedIn,
    query: wholeList(),
    returns: listOf(KnowledgeBase),
  }),
  createKnowledge: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge',
    access: signedIn,
    body: z.strictObject({
      name: Name,
      description: z.string().trim().max(KNOWLEDGE.description).default(''),
      language: language.default('en'),
      chunk_chars: settings.chunk_chars.default(CHUNKING.usual),
      overlap_chars: settings.overlap_chars.default(CHUNKING.usual_overlap),
      /** Of the first document. Where it can’t be read, no base is created. */
      url: WebAddress.optional(),
    }),
    returns: KnowledgeDetail,
    errors: ['already_exists', 'limit_reached', 'too_many_requests', ...UNREADABLE],
    timeout: 60_000,
    success: 201,
  }),
  getKnowledge: endpoint({
    method: 'GET',
    path: '/api/v1/knowledge/{id}',
    access: signedIn,
    params,
    returns: KnowledgeDetail,
    errors: ['not_found'],
  }),
  updateKnowledge: endpoint({
    method: 'PUT',
    path: '/api/v1/knowledge/{id}',
    access: signedIn,
    params,
    body: z.strictObject({
      name: Name.optional(),
      description: z.string().trim().max(KNOWLEDGE.description).optional(),
      language: language.optional(),
      chunk_chars: settings.chunk_chars.optional(),
      overlap_chars: settings.overlap_chars.optional(),
      /** Another one, or the same again, indexes all documents again. The name and price of the operator's models are theirs. */
      embedding: z
        .strictObject({ model: ModelName, name: EmbeddingName.optional(), price: EmbeddingPrice.optional() })
        .nullable()
        .optional(),
    }),
    returns: KnowledgeDetail,
    errors: ['not_found', 'already_exists'],
    timeout: 30_000,
  }),
  deleteKnowledge: endpoint({
    method: 'DELETE',
    path: '/api/v1/knowledge/{id}',
    access: signedIn,
    params,
    returns: params,
    errors: ['not_found'],
  }),
  shareKnowledge: endpoint({
    method: 'PUT',
    path: '/api/v1/knowledge/{id}/shares',
    access: signedIn,
    params,
    body: z.strictObject({ email: Email, access: z.enum([...KNOWLEDGE_ACCESS, 'none']) }),
    returns: KnowledgeDetail,
    errors: ['not_found', 'limit_reached', 'too_many_requests'],
  }),
}
