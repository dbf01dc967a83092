/** Folders of accounts as sources of a knowledge base: what is read from where, how far that is, and what went wrong. */
import { z } from 'zod'
import { CredentialId } from '#contract/accounts/credentials.ts'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Timestamp, wholeList, wholeNumber } from '#contract/core/primitives.ts'
import { KnowledgeId } from './bases.ts'
import { Failure, KnowledgeDocumentId } from './documents.ts'
import { KNOWLEDGE, SOURCE, SOURCE_ITEM_STATES, SOURCE_KINDS, SOURCE_STATES, SYNC_EVERY } from './knowledge-values.ts'

export const KnowledgeSourceId = z.uuid().brand('KnowledgeSourceId')
export type KnowledgeSourceId = z.infer<typeof KnowledgeSourceId>

export const KnowledgeSource = z.object({
  id: KnowledgeSourceId,
  kind: z.enum(SOURCE_KINDS),
  name: z.string(),
  /** A prefix of names, or the id of a folder, page or database. */
  place: z.string(),
  /** Null once it was removed: the source is paused then, and its documents stay. */
  credential: CredentialId.nullable(),
  credential_name: z.string().nullable(),
  state: z.enum(SOURCE_STATES),
  error: Failure,
  sync_every: z.enum(SYNC_EVERY),
  max_documents: z.number().int(),
  max_megabytes: z.number().int(),
  /** When the last sync ended, and when the next one is due; null while there is none. */
  synced_at: Timestamp.nullable(),
  next_at: Timestamp.nullable(),
  /** The service asked to come back then. */
  waits_until: Timestamp.nullable(),
  /** Folders that this sync has yet to list. */
  folders_left: z.number().int(),
  /** What was found, by state; states without any are left out. */
  items: z.partialRecord(z.enum(SOURCE_ITEM_STATES), z.number().int()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type KnowledgeSource = z.infer<typeof KnowledgeSource>

export const KnowledgeSourceItem = z.object({
  name: z.string(),
  /** Where people open it; null where there is no such address. */
  url: z.string().nullable(),
  bytes: z.number().nullable(),
  state: z.enum(SOURCE_ITEM_STATES),
  /** Why it is no document, or not as it is there now. */
  error: Failure,
  document_id: KnowledgeDocumentId.nullable(),
  read_at: Timestamp.nullable(),
})
export type KnowledgeSourceItem = z.infer<typeof KnowledgeSourceItem>

export const SourcePlace = z.object({
  place: z.string(),
  name: z.string(),
  /** Whether there may be folders in it. */
  opens: z.boolean(),
})
export type SourcePlace = z.infer<typeof SourcePlace>

const Place = z.string().max(SOURCE.place, `Enter up to ${SOURCE.place} characters`)
const params = z.object({ id: KnowledgeId })
const ofSource = z.object({ id: KnowledgeId, source_id: KnowledgeSourceId })

export const knowledgeSourceEndpoints = {
  listKnowledgeSources: endpoint({
    method: 'GET',
    path: '/api/v1/knowledge/{id}/sources',
    access: signedIn,
    params,
    query: wholeList(KNOWLEDGE.sources),
    returns: listOf(KnowledgeSource),
    errors: ['not_found', 'forbidden'],
  }),
  addKnowledgeSource: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/sources',
    access: signedIn,
    params,
    body: z.strictObject({
      kind: z.enum(SOURCE_KINDS),
      credential: CredentialId,
      /** Empty: everything the account or the bucket has; Notion needs one. */
      place: Place.default(''),
      /** What people call it; the place where it is left out. */
      name: z.string().max(SOURCE.name, `Enter up to ${SOURCE.name} characters`).optional(),
      sync_every: z.enum(SYNC_EVERY).default('daily'),
      max_documents: wholeNumber(1, SOURCE.documents).default(SOURCE.usual_documents),
      max_megabytes: wholeNumber(1, SOURCE.megabytes).default(SOURCE.usual_megabytes),
    }),
    returns: KnowledgeSource,
    errors: ['not_found', 'forbidden', 'already_exists', 'limit_reached', 'too_many_requests'],
    success: 201,
  }),
  listSourcePlaces: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/sources/places',
    access: signedIn,
    params,
    body: z.strictObject({
      kind: z.enum(SOURCE_KINDS),
      credential: CredentialId,
      /** The folder to look into; the top where it is left out. */
      within: Place.optional(),
    }),
    /** `complete`: false where there are more than are returned. */
    returns: z.object({ places: z.array(SourcePlace), complete: z.boolean() }),
    errors: ['not_found', 'forbidden', 'too_many_requests'],
  }),
  updateKnowledgeSource: endpoint({
    method: 'PUT',
    path: '/api/v1/knowledge/{id}/sources/{source_id}',
    access: signedIn,
    params: ofSource,
    body: z.strictObject({
      /** False continues, and tries again what failed. */
      paused: z.boolean().optional(),
      sync_every: z.enum(SYNC_EVERY).optional(),
      /** Another connection that reaches the same place. */
      credential: CredentialId.optional(),
    }),
    returns: KnowledgeSource,
    errors: ['not_found', 'forbidden'],
  }),
  syncKnowledgeSource: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/sources/{source_id}/sync',
    access: signedIn,
    params: ofSource,
    returns: KnowledgeSource,
    errors: ['not_found', 'forbidden', 'too_many_requests'],
    success: 202,
  }),
  deleteKnowledgeSource: endpoint({
    method: 'DELETE',
    path: '/api/v1/knowledge/{id}/sources/{source_id}',
    access: signedIn,
    params: ofSource,
    query: z.object({ documents: z.enum(['keep', 'remove']).default('keep') }),
    returns: z.object({ id: KnowledgeSourceId }),
    errors: ['not_found', 'forbidden'],
  }),
  listKnowledgeSourceItems: endpoint({
    method: 'GET',
    path: '/api/v1/knowledge/{id}/sources/{source_id}/items',
    access: signedIn,
    params: ofSource,
    query: z.object({ state: z.enum(SOURCE_ITEM_STATES).optional(), ...listQuery(50) }),
    returns: listOf(KnowledgeSourceItem),
    errors: ['not_found', 'forbidden'],
  }),
}
