/** Websites as sources of a knowledge base: which pages are read, how far that is, and what went wrong. */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Timestamp, wholeList, wholeNumber } from '#contract/core/primitives.ts'
import { KnowledgeId, WebAddress } from './bases.ts'
import { Failure, KnowledgeDocumentId } from './documents.ts'
import { KNOWLEDGE, READ_AGAIN, SITE, SITE_PAGE_STATES, SITE_STATES } from './knowledge-values.ts'

export const KnowledgeSiteId = z.uuid().brand('KnowledgeSiteId')
export type KnowledgeSiteId = z.infer<typeof KnowledgeSiteId>

export const KnowledgeSite = z.object({
  id: KnowledgeSiteId,
  /** Where it begins. Only addresses on its host and below its path are read. */
  url: z.string(),
  state: z.enum(SITE_STATES),
  error: Failure,
  max_pages: z.number().int(),
  /** Links from the first page. */
  max_depth: z.number().int(),
  read_again: z.enum(READ_AGAIN),
  /** When the last reading ended, and when the next one is due; null while there is none. */
  read_at: Timestamp.nullable(),
  next_at: Timestamp.nullable(),
  /** Addresses found, by state; those without any are left out. */
  pages: z.partialRecord(z.enum(SITE_PAGE_STATES), z.number().int()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type KnowledgeSite = z.infer<typeof KnowledgeSite>

export const KnowledgeSitePage = z.object({
  url: z.string(),
  /** Links from the first page. */
  depth: z.number().int(),
  state: z.enum(SITE_PAGE_STATES),
  /** Why it is no document. */
  error: Failure,
  /** Null where it is none, and where the document was removed. A page that can’t be read again keeps the document it was. */
  document_id: KnowledgeDocumentId.nullable(),
  read_at: Timestamp.nullable(),
})
export type KnowledgeSitePage = z.infer<typeof KnowledgeSitePage>

const params = z.object({ id: KnowledgeId })
const ofSite = z.object({ id: KnowledgeId, site_id: KnowledgeSiteId })

export const knowledgeSiteEndpoints = {
  listKnowledgeSites: endpoint({
    method: 'GET',
    path: '/api/v1/knowledge/{id}/sites',
    access: signedIn,
    params,
    query: wholeList(KNOWLEDGE.sites),
    returns: listOf(KnowledgeSite),
    errors: ['not_found'],
  }),
  addKnowledgeSite: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/sites',
    access: signedIn,
    params,
    body: z.strictObject({
      url: WebAddress,
      max_pages: wholeNumber(1, SITE.pages).default(SITE.usual_pages),
      max_depth: wholeNumber(0, SITE.depth).default(SITE.usual_depth),
      read_again: z.enum(READ_AGAIN).default('never'),
    }),
    returns: KnowledgeSite,
    errors: ['not_found', 'forbidden', 'already_exists', 'limit_reached', 'too_many_requests'],
    success: 201,
  }),
  updateKnowledgeSite: endpoint({
    method: 'PUT',
    path: '/api/v1/knowledge/{id}/sites/{site_id}',
    access: signedIn,
    params: ofSite,
    body: z.strictObject({
      /** False continues where it stopped, and tries failed pages again. */
      stopped: z.boolean().optional(),
      read_again: z.enum(READ_AGAIN).optional(),
    }),
    returns: KnowledgeSite,
    errors: ['not_found', 'forbidden'],
  }),
  readKnowledgeSite: endpoint({
    method: 'POST',
    path: '/api/v1/knowledge/{id}/sites/{site_id}/read',
    access: signedIn,
    params: ofSite,
    returns: KnowledgeSite,
    errors: ['not_found', 'forbidden', 'too_many_requests'],
    success: 202,
  }),
  deleteKnowledgeSite: endpoint({
    method: 'DELETE',
    path: '/api/v1/knowledge/{id}/sites/{site_id}',
    access: signedIn,
    params: ofSite,
    returns: z.object({ id: KnowledgeSiteId }),
    errors: ['not_found', 'forbidden'],
  }),
  listKnowledgeSitePages: endpoint({
    method: 'GET',
    path: '/api/v1/knowledge/{id}/sites/{site_id}/pages',
    access: signedIn,
    params: ofSite,
    query: z.object({ state: z.enum(SITE_PAGE_STATES).optional(), ...listQuery(50) }),
    returns: listOf(KnowledgeSitePage),
    errors: ['not_found'],
  }),
}
