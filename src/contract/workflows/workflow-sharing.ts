/** The members of a workflow: inviting, roles, and leaving. */
import { z } from 'zod'
import { Email } from '#contract/accounts/auth.ts'
import { signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Timestamp, UserId, WorkflowId, wholeList } from '#contract/core/primitives.ts'
import { MEMBER_ROLES, WORKFLOW_ROLES } from './workflow-members.ts'

const Role = z.enum(MEMBER_ROLES)

export const WorkflowMember = z.object({
  user_id: UserId,
  name: z.string(),
  /** For the owner alone. */
  email: z.string().nullable(),
  role: z.enum(WORKFLOW_ROLES),
  is_you: z.boolean(),
})

/** Asked and not yet here. The same whether an account has this address or not. */
export const WorkflowInvitation = z.object({ id: z.uuid(), email: z.string(), role: Role, at: Timestamp })

export const WorkflowMembers = z.object({
  /** The owner first. */
  members: z.array(WorkflowMember),
  /** Shown to the owner alone. */
  invitations: z.array(WorkflowInvitation),
})

export const SharedWorkflow = z.object({
  id: WorkflowId,
  name: z.string(),
  owner: z.string(),
  role: Role,
  /** False until it is opened for the first time. */
  joined: z.boolean(),
  updated_at: Timestamp,
})

export type WorkflowMember = z.infer<typeof WorkflowMember>
export type WorkflowInvitation = z.infer<typeof WorkflowInvitation>
export type WorkflowMembers = z.infer<typeof WorkflowMembers>
export type SharedWorkflow = z.infer<typeof SharedWorkflow>

const author = withPermission('workflows.create')
const params = z.object({ id: WorkflowId })
const member = z.object({ id: WorkflowId, user_id: UserId })
const Done = z.object({ done: z.literal(true) })

export const workflowSharingEndpoints = {
  listSharedWorkflows: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/shared',
    access: signedIn,
    query: wholeList(),
    returns: listOf(SharedWorkflow),
  }),
  listWorkflowMembers: endpoint({
    method: 'GET',
    path: '/api/v1/workflows/{id}/members',
    access: signedIn,
    params,
    returns: WorkflowMembers,
    errors: ['not_found'],
  }),
  inviteWorkflowMember: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/members',
    access: author,
    params,
    body: z.strictObject({ email: Email, role: Role }),
    returns: WorkflowMembers,
    errors: ['not_found', 'forbidden', 'limit_reached', 'already_exists', 'too_many_requests'],
  }),
  setWorkflowMemberRole: endpoint({
    method: 'PUT',
    path: '/api/v1/workflows/{id}/members/{user_id}',
    access: author,
    params: member,
    body: z.strictObject({ role: Role }),
    returns: WorkflowMembers,
    errors: ['not_found', 'forbidden'],
  }),
  removeWorkflowMember: endpoint({
    method: 'DELETE',
    path: '/api/v1/workflows/{id}/members/{user_id}',
    access: signedIn,
    params: member,
    returns: Done,
    errors: ['not_found', 'forbidden'],
  }),
  withdrawWorkflowInvitation: endpoint({
    method: 'DELETE',
    path: '/api/v1/workflows/{id}/invitations/{invitation_id}',
    access: author,
    params: z.object({ id: WorkflowId, invitation_id: z.uuid() }),
    returns: WorkflowMembers,
    errors: ['not_found', 'forbidden'],
  }),
  joinWorkflow: endpoint({
    method: 'POST',
    path: '/api/v1/workflows/{id}/join',
    access: signedIn,
    params,
    returns: z.object({ role: z.enum(WORKFLOW_ROLES) }),
    errors: ['not_found'],
  }),
}
