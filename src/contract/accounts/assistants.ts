/**
 * Assistants that use an account over the Model Context Protocol: a person agrees to one, sees what is connected, and ends it. What the
 * assistant itself asks (registration, tokens, revocation, metadata) follows the RFCs of OAuth and is served apart from this API.
 */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { ASSISTANT_SCOPES, ASSISTANTS } from './assistant-values.ts'

export const AssistantId = z.uuid().brand('AssistantId')
export type AssistantId = z.infer<typeof AssistantId>

const Scopes = z.array(z.enum(ASSISTANT_SCOPES))

export const AssistantServer = z.object({
  address: z.string(),
  kind: z.enum(['marketplace', 'services', 'service']),
  /** Of one service; null when it is not there any more. */
  service: z.string().nullable(),
})

export const Assistant = z.object({
  id: AssistantId,
  name: z.string(),
  /** The host, or the app on the person’s device, that it returned to after they agreed. */
  returns_to: z.string(),
  server: AssistantServer,
  scopes: Scopes,
  created_at: Timestamp,
  /** To the minute; null when it was never used. */
  last_used_at: Timestamp.nullable(),
})
export type Assistant = z.infer<typeof Assistant>

/** The query of the authorization request as it arrived, without the question mark. */
const RequestText = z.string().max(ASSISTANTS.request_chars)

export const AssistantRequest = z.object({
  name: z.string(),
  /** The site that vouches for the name; null for a program that registered itself. */
  site: z.string().nullable(),
  returns_to: z.string(),
  /** It returns to a program on the person’s own device. */
  is_local: z.boolean(),
  server: AssistantServer.nullable(),
  scopes: Scopes,
  /** Stands for what is shown: agreeing to anything else is refused. */
  digest: z.string(),
  /** Where the browser goes when the person cancels. */
  cancel_to: z.string(),
  /** Why nobody can agree to this; `cancel_to` tells the assistant. */
  refusal: z.string().nullable(),
})
export type AssistantRequest = z.infer<typeof AssistantRequest>

export const assistantEndpoints = {
  listAssistants: endpoint({
    method: 'GET',
    path: '/api/v1/assistants',
    access: signedIn,
    query: wholeList(ASSISTANTS.per_user),
    returns: listOf(Assistant),
  }),
  getAssistantRequest: endpoint({
    method: 'GET',
    path: '/api/v1/assistants/authorization',
    access: signedIn,
    query: z.object({ request: RequestText }),
    returns: AssistantRequest,
    errors: ['two_factor_required', 'limit_reached'],
    timeout: 12_000,
    late: true,
  }),
  connectAssistant: endpoint({
    method: 'POST',
    path: '/api/v1/assistants/authorization',
    access: signedIn,
    body: z.strictObject({
      request: RequestText,
      digest: z.string().max(100),
      /** Those the person left switched on. */
      scopes: Scopes.min(1, 'Choose at least one permission')
        .max(ASSISTANT_SCOPES.length)
        .refine((scopes) => new Set(scopes).size === scopes.length, 'Each scope can appear only once'),
    }),
    returns: z.object({ redirect_to: z.string() }),
    errors: ['two_factor_required', 'limit_reached', 'stale_details'],
    timeout: 12_000,
    late: true,
  }),
  disconnectAssistant: endpoint({
    method: 'DELETE',
    path: '/api/v1/assistants/{id}',
    access: signedIn,
    params: z.object({ id: AssistantId }),
    returns: z.object({ id: AssistantId }),
    errors: ['not_found'],
    late: true,
  }),
}
