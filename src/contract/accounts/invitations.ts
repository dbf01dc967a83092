/** Invitations to create an account, by mail to one address each. */
import { z } from 'zod'
import { withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import { Email } from './auth.ts'

export const InvitationId = z.uuid().brand('InvitationId')
export type InvitationId = z.infer<typeof InvitationId>

export const Invitation = z.object({
  id: InvitationId,
  email: z.string(),
  /** The admin; null when their account is gone. */
  invited_by: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  expired: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

const access = withPermission('users.manage')

export const invitationEndpoints = {
  listInvitations: endpoint({
    method: 'GET',
    path: '/api/v1/admin/invitations',
    access,
    query: z.object(listQuery(25)),
    returns: listOf(Invitation),
  }),
  sendInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/admin/invitations',
    access,
    body: z.strictObject({ email: Email }),
    returns: Invitation,
    success: 201,
    errors: ['already_exists', 'too_many_requests'],
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/api/v1/admin/invitations/{id}',
    access,
    params: z.object({ id: InvitationId }),
    returns: z.object({ withdrawn: z.literal(true) }),
    errors: ['not_found'],
  }),
}
