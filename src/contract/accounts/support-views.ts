/** Views of support: an admin sees Chowk as a person does, for minutes, and the person can see that they did. */
import { z } from 'zod'
import { ROLES, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, SupportViewId, Timestamp, UserId } from '#contract/core/primitives.ts'

/** A view as the admin who began it gets it. */
export const SupportView = z.object({
  /** Goes into the header `X-Support-View` of every request of the view. */
  id: SupportViewId,
  person: z.object({ id: UserId, display_name: z.string() }),
  expires_at: Timestamp,
})
export type SupportView = z.infer<typeof SupportView>

/** A view as the person gets to know of it. */
export const PastSupportView = z.object({
  id: SupportViewId,
  /** The role of the admin, who is not named. */
  role: z.enum(ROLES),
  reason: z.string(),
  started_at: Timestamp,
  /** Null while it lasts. */
  ended_at: Timestamp.nullable(),
})
export type PastSupportView = z.infer<typeof PastSupportView>

export const supportViewEndpoints = {
  listSupportViews: endpoint({
    method: 'GET',
    path: '/api/v1/users/me/support-views',
    access: signedIn,
    query: z.object(listQuery(10)),
    returns: listOf(PastSupportView),
  }),
}
