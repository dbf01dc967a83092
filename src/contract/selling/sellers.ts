/** Public profiles of sellers, their followers, and saved agents. */
import { z } from 'zod'
import { AgentRef, SellerFacts } from '#contract/agents/agents.ts'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { AgentId, page, Slug, UserId, wholeList } from '#contract/core/primitives.ts'
import { SERVER_LIMITS } from '#contract/core/server-limits.ts'

/** The page of a seller. What they wrote of themselves is plain text. */
export const SellerPage = SellerFacts.extend({
  id: UserId,
  handle: Slug,
  display_name: z.string(),
  is_verified: z.boolean(),
  avatar_url: z.string().nullable(),
  bio: z.string().nullable(),
  website_url: z.string().nullable(),
  followers: z.number().int(),
})
export type SellerPage = z.infer<typeof SellerPage>

/** How many follow is public; who, is not told to anybody. */
const Follow = z.object({ following: z.boolean(), followers: z.number().int() })
const Saved = z.object({ saved: z.boolean() })

const params = z.object({ handle: Slug })
const agent = z.object({ id: AgentRef })

export const sellerEndpoints = {
  getSeller: endpoint({
    method: 'GET',
    path: '/api/v1/sellers/{handle}',
    access: anyone,
    params,
    returns: SellerPage,
    errors: ['not_found'],
  }),
  listFollowed: endpoint({
    method: 'GET',
    path: '/api/v1/followed-sellers',
    access: signedIn,
    query: wholeList(SERVER_LIMITS.followed_sellers),
    returns: z.object({ handles: z.array(Slug), ...page }),
  }),
  followSeller: endpoint({
    method: 'PUT',
    path: '/api/v1/sellers/{handle}/follow',
    access: signedIn,
    params,
    returns: Follow,
    errors: ['not_found', 'limit_reached', 'illegal_transition'],
  }),
  unfollowSeller: endpoint({
    method: 'DELETE',
    path: '/api/v1/sellers/{handle}/follow',
    access: signedIn,
    params,
    returns: Follow,
    errors: ['not_found'],
  }),
  listSaved: endpoint({
    method: 'GET',
    path: '/api/v1/saved-agents',
    access: signedIn,
    query: wholeList(SERVER_LIMITS.saved_agents),
    returns: z.object({ ids: z.array(AgentId), ...page }),
  }),
  saveAgent: endpoint({
    method: 'PUT',
    path: '/api/v1/agents/{id}/saved',
    access: signedIn,
    params: agent,
    returns: Saved,
    errors: ['not_found', 'limit_reached'],
  }),
  unsaveAgent: endpoint({
    method: 'DELETE',
    path: '/api/v1/agents/{id}/saved',
    access: signedIn,
    params: agent,
    returns: Saved,
    errors: ['not_found'],
  }),
}
