/** Joining a workspace by the domain of a confirmed address (decision 0361). */
import { z } from 'zod'
import { signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { UserId } from '#contract/core/primitives.ts'
import { WorkspaceDomain, WorkspaceDomainId } from './sign-on.ts'
import { JOIN_ROLES } from './sign-on-values.ts'
import { Workspace } from './workspaces.ts'

export const domainJoiningEndpoints = {
  saveDomainJoining: endpoint({
    method: 'PUT',
    path: '/api/v1/workspaces/{id}/domains/{domain_id}/joining',
    access: signedIn,
    late: true,
    params: z.object({ id: UserId, domain_id: WorkspaceDomainId }),
    body: z.strictObject({ role: z.enum(JOIN_ROLES).nullable() }),
    returns: WorkspaceDomain,
    errors: ['not_found', 'domain_unproven'],
  }),
  getWorkspaceOffer: endpoint({
    method: 'GET',
    path: '/api/v1/workspace-offer',
    access: signedIn,
    late: true,
    returns: z.object({
      offer: z
        .object({ id: UserId, name: z.string(), domain: z.string(), role: z.enum(JOIN_ROLES) })
        .nullable()
        .describe('Null where your address opens no workspace, and where you are a member already.'),
    }),
  }),
  joinOfferedWorkspace: endpoint({
    method: 'POST',
    path: '/api/v1/workspaces/{id}/join',
    access: signedIn,
    late: true,
    params: z.object({ id: UserId }),
    returns: Workspace,
    errors: ['not_found', 'domain_unproven', 'domain_unreachable', 'plan_limit', 'too_many_requests'],
    timeout: 20_000,
  }),
}
