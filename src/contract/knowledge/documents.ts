/** The documents of a knowledge base, what they were cut into, and searching them. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { FileId, listOf, listQuery, recordOf, Timestamp } from '#contract/core/primitives.ts'
import { KnowledgeId, WebAddress } from './bases.ts'
import { DOCUMENT_STATES, KNOWLEDGE, KNOWLEDGE_MODES } from './knowledge-values.ts'

export const KnowledgeDocumentId = z.uuid().brand('KnowledgeDocumentId')
export type KnowledgeDocumentId = z.infer<typeof KnowledgeDocumentId>

const MetadataValue = z.union([z.string().max(KNOWLEDGE.metadata_value), z.number(), z.boolean()])
const MetadataKey = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Use letters, digits and underscores')
export const KnowledgeMetadata = recordOf(MetadataKey, MetadataValue, KNOWLEDGE.metadata)
export type KnowledgeMetadata = z.output<typeof KnowledgeMetadata>

/** What went wrong; null where nothing did. */
export const Failure = z.object({ code: z.string(), message: z.string() }).nullable()

export const KnowledgeDocument = z.object({
  id: KnowledgeDocumentId,
  name: z.string(),
  file_id: FileId,
  /** Where on the web it was read; null for a file. */
  url: z.string().nullable(),
  mime: z.string(),
  bytes: z.number().int(),
  /** Counts replacements of the file, from 1. */
  version: z.number().int(),
  metadata: z.record(z.string(), MetadataValue),
  state: z.enum(DOCUMENT_STATES),
  /** 0 to 1. */
  progress: z.number(),
  error: Failure,
  /** Whether searches find it: an earlier index answers while another is being made. */
  searchable: z.boolean(),
  /** Whether a source keeps it as it is in an account. */
  synced: z.boolean(),
  pages: z.number().int().nullable(),
  /** On which no text could be read, also not by recognition. */
  unread_pages: z.number().int(),
  chunks: z.number().int(),
  updated_at: Timestamp,
})
export type KnowledgeDocument = z.infer<typeof KnowledgeDocument>

const Box = z.tuple([z.number(), z.number(), z.number(), z.number()])
const place = {
  position: z.number().int(),
  /** The outermost first. */
  headings: z.array(z.string()),
  text: z.string(),
  page: z.number().int().nullable(),
  /** On that page, as fractions of it: left, top, right, bottom. */
  boxes: z.array(Box),
}

export const KnowledgeChunk = z.object({ ...place, edited: z.boolean() })
export type KnowledgeChunk = z.infer<typeof KnowledgeChunk>

export const KnowledgeHit = z.object({
  document_id: KnowledgeDocumentId,
  name: z.string(),
  file_id: FileId,
  /** Where on the web it was read; null for a file. */
  url: z.string().nullable(),
  markdown: z.boolean().describe('Whether the text is Markdown: of a Markdown file, or of a page of the web.'),
  version: z.number().int(),
  metadata: z.record(z.string(), MetadataValue),
  ...place,
  /** The sentences of the chunk that speak of the search most. */
  quote: z.string(),
  marks: z
    .array(z.tuple([z.number().int(), z.number().int()]))
    .describe('Where the text has words of the search: UTF-16 offsets, end exclusive.'),
  /** Comparable within one search only. */
  score: z.number(),
  fit: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'The score as a share of that of a passage which is first by words and by meaning: 1 is the best there can be.',
    ),
  /** BM25; null when it was found by meaning alone. */
  words: z.number().nullable(),
  words_rank: z
    .number()
    .int()
    .nullable()
    .describe('Its place among passages found by words, from 1; null when it is not among them.'),
  /** Cosine; null when there was no vector. */
  meaning: z.number().nullable(),
  meaning_rank: z
    .number()
    .int()
    .nullable()
    .describe('Its place among passages compared by meaning, from 1; null when meaning was not compared.'),
  before: z.array(z.string()),
  after: z.array(z.string()),
})
export type KnowledgeHit = z.infer<typeof KnowledgeHit>

export const KnowledgeSearch = z.strictObject({
  query: z.string().trim().min(1, 'Enter what to look for').max(KNOWLEDGE.query),
  mode: z.enum(KNOWLEDGE_MODES).default('hybrid'),
  limit: z.number().int().min(1).max(KNOWLEDGE.hits).default(5),
  /** Only documents whose metadata has these values. */
  filter: KnowledgeMetadata.default({}),
  /** How many chunks before and after each hit come with it. */
  neighbours: z.number().int().min(0).max(KNOWLEDGE.neighbours).default(0),
})
export type KnowledgeSearch = z.output<typeof KnowledgeSearch>

/** `mode`: how it was answered: by words where no vector could be made. `warning`: why, where the embedding model of the base is the reason. */
export const KnowledgeAnswer = z.object({
  mode: z.enum(KNOWLEDGE_MODES),
  warning: z.string().nullable(),
  searched: z.number().int().describe('How many passages were looked through.'),
  took_ms: z.number().int().describe('How long the search took on the server, in ms.'),
  hits: z.array(KnowledgeHit),
})
export type KnowledgeAnswer = z.infer<typeof KnowledgeAnswer>

/** Sentences of passages that answer a query, the best first; none where no passage answers it. */
const QuotedAnswer = z.object({
  confidence: z.number().min(0).max(1),
  sentences: z.array(
    z.object({
      /** The passage that it is from. */
      document_id: KnowledgeDocumentId,
      position: z.number().int(),
      text: z.string(),
      start: z.number().int().describe('Where it begins in the text of the passage, as a UTF-16 offset.'),
      end: z.number().int().describe('Where it ends there, exclusive.'),
      score: z.number().describe('How well it answers, from 0 to 1.'),
    }),
  ),
})
export type QuotedAnswer = z.infer<typeof QuotedAnswer>

const AnsweredSearch = KnowledgeSearch.extend({
  answer: z.boolean().default(false).describe('Whether the sentences that answer are wanted as well.'),
})
export type AnsweredSearch = z.output<typeof AnsweredSearch>

const params = z.object({ id: KnowledgeId })
const inBase = z.object({ id: KnowledgeId, document_id: KnowledgeDocumentId })
const upload = ['file_missing', 'file_empty', 'file_too_large', 'file_unsupported', 'plan_limit'] as const

export const knowledgeDocumentEndpoints = {
  listKnowledgeDocuments: endpoint({
    method: 'GET',
    path: '/api/v1/knowledge/{id}/documents',
    access: signedIn,
    params,
    query: z.object({
      state: z.enum(DOCUMENT_STATES).optional(),
      contains: z.string().max(100).optional(),
      ...listQuery(50),
    }),
    returns: listOf(KnowledgeDocument),
    errors: ['not_found'],
  }),
  addKnowledgeDocument: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/documents',
    access: signedIn,
    params,
    consumes: 'multipart',
    returns: z.object({
      items: z.array(KnowledgeDocument),
      /** Files of an archive that were left out. */
      skipped: z.array(z.object({ name: z.string(), reason: z.string() })),
    }),
    errors: [...upload, 'not_found', 'forbidden', 'limit_reached'],
    timeout: 60_000,
    success: 201,
  }),
  addKnowledgeAddress: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/addresses',
    access: signedIn,
    params,
    body: z.strictObject({ url: WebAddress }),
    returns: KnowledgeDocument,
    errors: [...upload, 'not_found', 'forbidden', 'already_exists', 'limit_reached', 'too_many_requests'],
    timeout: 60_000,
    success: 201,
  }),
  updateKnowledgeDocument: endpoint({
    method: 'PUT',
    path: '/api/v1/knowledge/{id}/documents/{document_id}',
    access: signedIn,
    params: inBase,
    body: z.strictObject({
      name: z.string().trim().min(1, 'Name is required').max(200).optional(),
      metadata: KnowledgeMetadata.optional(),
    }),
    returns: KnowledgeDocument,
    errors: ['not_found', 'forbidden'],
  }),
  replaceKnowledgeDocument: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/documents/{document_id}/file',
    access: signedIn,
    params: inBase,
    consumes: 'multipart',
    returns: KnowledgeDocument,
    errors: [...upload, 'not_found', 'forbidden'],
    timeout: 60_000,
  }),
  readKnowledgeDocument: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/documents/{document_id}/read',
    access: signedIn,
    params: inBase,
    returns: z.object({
      document: KnowledgeDocument,
      /** Whether the page changed: then its document was replaced and is indexed. */
      changed: z.boolean(),
    }),
    errors: [...upload, 'not_found', 'forbidden', 'already_exists', 'too_many_requests'],
    timeout: 60_000,
  }),
  deleteKnowledgeDocument: endpoint({
    method: 'DELETE',
    path: '/api/v1/knowledge/{id}/documents/{document_id}',
    access: signedIn,
    params: inBase,
    returns: z.object({ id: KnowledgeDocumentId }),
    errors: ['not_found', 'forbidden'],
  }),
  indexKnowledge: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/index',
    access: signedIn,
    params,
    body: z.strictObject({ documents: z.union([z.enum(['failed', 'all']), KnowledgeDocumentId]) }),
    returns: z.object({ queued: z.number().int() }),
    errors: ['not_found', 'forbidden'],
    success: 202,
  }),
  listKnowledgeChunks: endpoint({
    method: 'GET',
    path: '/api/v1/knowledge/{id}/documents/{document_id}/chunks',
    access: signedIn,
    params: inBase,
    query: z.object(listQuery(20)),
    returns: listOf(KnowledgeChunk),
    errors: ['not_found'],
  }),
  editKnowledgeChunk: endpoint({
    method: 'PUT',
    path: '/api/v1/knowledge/{id}/documents/{document_id}/chunks/{position}',
    access: signedIn,
    params: inBase.extend({ position: z.coerce.number().int().min(0).max(KNOWLEDGE.chunks_of_document) }),
    body: z.strictObject({
      text: z.string().trim().min(1, 'Enter the text').max(KNOWLEDGE.chunk_edit),
      /** The text that was edited: what another person changed meanwhile is not overwritten. */
      instead_of: z.string().max(50_000),
    }),
    returns: KnowledgeChunk,
    errors: ['not_found', 'forbidden', 'stale_details', 'unavailable'],
    timeout: 30_000,
  }),
  searchKnowledge: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/search',
    access: signedIn,
    params,
    body: AnsweredSearch,
    returns: KnowledgeAnswer.extend({ answer: QuotedAnswer.nullable().describe('Null where none was asked for.') }),
    errors: ['not_found'],
    timeout: 30_000,
  }),
}
