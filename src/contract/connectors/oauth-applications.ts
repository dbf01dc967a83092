/** What the operator registered this installation as at services, so that people connect accounts without a client of their own. */
import { z } from 'zod'
import { roleAtLeast } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Timestamp, wholeList } from '#contract/core/primitives.ts'

const OAuthApplication = z.object({
  /** Such as `google`: one registration serves all apps that share it. */
  name: z.string(),
  /** Null where nothing is registered. */
  client_id: z.string().nullable(),
  /** Names of the apps that use it. */
  integrations: z.array(z.string()),
  /** Where the service delivers events of all accounts; null where its apps have none. */
  events_url: z.string().nullable(),
  /** Whether what the service signs events with is entered. */
  signs: z.boolean(),
  changed_at: Timestamp.nullable(),
})
export type OAuthApplication = z.infer<typeof OAuthApplication>

const access = roleAtLeast('super_admin')
const params = z.object({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'Use lower-case letters, digits and hyphens'),
})

export const oauthApplicationEndpoints = {
  listOAuthApplications: endpoint({
    method: 'GET',
    path: '/api/v1/admin/oauth-applications',
    access,
    query: wholeList(),
    /** `redirect_url`: what each service has to be told. */
    returns: listOf(OAuthApplication).extend({ redirect_url: z.string() }),
  }),
  saveOAuthApplication: endpoint({
    method: 'PUT',
    path: '/api/v1/admin/oauth-applications/{name}',
    access,
    params,
    body: z.strictObject({
      client_id: z.string().trim().min(1, 'Enter the client ID').max(500),
      /** Never shown again. */
      client_secret: z.string().min(1, 'Enter the client secret').max(4000),
      /** What the service signs events with; what was entered before stays where this is absent. Never shown again. */
      signing_secret: z.string().min(1).max(4000).optional(),
    }),
    returns: z.object({ name: z.string() }),
    errors: ['not_found'],
  }),
  deleteOAuthApplication: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/oauth-applications/{name}',
    access,
    params,
    returns: z.object({ name: z.string() }),
    errors: ['not_found'],
  }),
}
