/** Workspaces: an account that several people act for, its members and the invitations to it (decision 0350). */
import { z } from 'zod'
import { anyone, PERMISSIONS, ROLES, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { listOf, Paise, Timestamp, UserId, wholeList, wholeNumber } from '#contract/core/primitives.ts'
import { Email } from './auth.ts'
import { OPEN_MONEY, WORKSPACE_ROLES, WORKSPACE_SLUG, WORKSPACES } from './workspace-values.ts'

export const WorkspaceInvitationId = z.uuid().brand('WorkspaceInvitationId')
export type WorkspaceInvitationId = z.infer<typeof WorkspaceInvitationId>

const Name = z.string().trim().min(1).max(WORKSPACES.name_chars)
const Slug = z
  .string()
  .max(WORKSPACES.slug_chars)
  .regex(WORKSPACE_SLUG, 'Use small letters, digits and hyphens between them')
const Role = z.enum(WORKSPACE_ROLES)

/** A workspace as the person who asks belongs to it. */
export const Workspace = z.object({
  /** Also the id of its account: what it owns names it as its owner. */
  id: UserId,
  slug: z.string(),
  name: z.string(),
  /** Of the person who asks. */
  role: Role,
  /** The role of the account of the workspace on this installation. */
  account_role: z.enum(ROLES),
  /** What the person who asks may do of what that role allows. */
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Whether the person who asks may export. */
  may_export: z.boolean(),
  masks_lists: z.boolean().describe('Whether personal data is hidden in its lists.'),
  members: z.int(),
  created_at: Timestamp,
})
export type Workspace = z.infer<typeof Workspace>

export const WorkspaceMember = z.object({
  user_id: UserId,
  name: z.string(),
  email: z.string(),
  role: Role,
  joined_at: Timestamp,
})
export type WorkspaceMember = z.infer<typeof WorkspaceMember>

export const WorkspaceInvitation = z.object({
  id: WorkspaceInvitationId,
  email: z.string(),
  role: Role,
  /** Null when their account is gone. */
  invited_by: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  expired: z.boolean(),
})
export type WorkspaceInvitation = z.infer<typeof WorkspaceInvitation>

export const WorkspacePeople = z.object({
  members: z.array(WorkspaceMember),
  /** Empty for those who may not invite. */
  invitations: z.array(WorkspaceInvitation),
})
export type WorkspacePeople = z.infer<typeof WorkspacePeople>

export const OpenMoney = z.object({
  kind: z.enum(OPEN_MONEY),
  count: z.int(),
  paise: Paise,
})
export type OpenMoney = z.infer<typeof OpenMoney>

export const WorkspaceDeletion = z.object({
  open: z.array(OpenMoney).describe('What has to be settled first; the workspace can be deleted when this is empty.'),
  credits_paise: Paise.describe('Credits that are lost with it.'),
})
export type WorkspaceDeletion = z.infer<typeof WorkspaceDeletion>

export const SessionLimits = z.object({
  session_hours: wholeNumber(...WORKSPACES.session_hours)
    .nullable()
    .describe('Members sign in again after this many hours; null: no limit.'),
  idle_minutes: wholeNumber(...WORKSPACES.idle_minutes)
    .nullable()
    .describe('And when they did nothing in the workspace for this many minutes; null: no limit.'),
})
export type SessionLimits = z.infer<typeof SessionLimits>

const own = z.object({ id: UserId })
const ofMember = z.object({ id: UserId, user_id: UserId })
const token = z.object({ token: z.string().min(1).max(100) })

export const workspaceEndpoints = {
  listWorkspaces: endpoint({
    method: 'GET',
    path: '/api/v1/workspaces',
    access: signedIn,
    query: wholeList(100),
    returns: listOf(Workspace),
  }),
  createWorkspace: endpoint({
    method: 'POST',
    path: '/api/v1/workspaces',
    access: signedIn,
    /** Without a slug one is made from the name. */
    body: z.strictObject({ name: Name, slug: Slug.optional() }),
    returns: Workspace,
    success: 201,
    errors: ['already_exists', 'plan_limit'],
  }),
  updateWorkspace: endpoint({
    method: 'PUT',
    path: '/api/v1/workspaces/{id}',
    access: signedIn,
    params: own,
    body: z.strictObject({ name: Name, slug: Slug }),
    returns: Workspace,
    errors: ['not_found', 'already_exists'],
  }),
  /** For owners. */
  getWorkspaceDeletion: endpoint({
    method: 'GET',
    path: '/api/v1/workspaces/{id}/deletion',
    access: signedIn,
    params: own,
    returns: WorkspaceDeletion,
    errors: ['not_found'],
  }),
  deleteWorkspace: endpoint({
    method: 'POST',
    path: '/api/v1/workspaces/{id}/deletion',
    access: signedIn,
    params: own,
    /** Its name, typed to be sure. */
    body: z.strictObject({ name: z.string().min(1, 'Enter the name of the workspace').max(200) }),
    returns: z.object({ deleted: z.literal(true) }),
    /** `money_open` names each kind of what is open in `errors`. */
    errors: ['not_found', 'confirmation_needed', 'money_open'],
    timeout: 60_000,
  }),
  listWorkspacePeople: endpoint({
    method: 'GET',
    path: '/api/v1/workspaces/{id}/people',
    access: signedIn,
    params: own,
    returns: WorkspacePeople,
    errors: ['not_found'],
  }),
  setWorkspaceRole: endpoint({
    method: 'PUT',
    path: '/api/v1/workspaces/{id}/members/{user_id}',
    access: signedIn,
    params: ofMember,
    body: z.strictObject({ role: Role }),
    returns: WorkspaceMember,
    errors: ['not_found', 'last_owner'],
  }),
  /** Also how to leave. */
  removeWorkspaceMember: endpoint({
    method: 'DELETE',
    path: '/api/v1/workspaces/{id}/members/{user_id}',
    access: signedIn,
    params: ofMember,
    returns: z.object({ removed: z.literal(true) }),
    errors: ['not_found', 'last_owner'],
  }),
  inviteToWorkspace: endpoint({
    method: 'POST',
    path: '/api/v1/workspaces/{id}/invitations',
    access: signedIn,
    params: own,
    body: z.strictObject({ email: Email, role: Role }),
    returns: WorkspaceInvitation,
    success: 201,
    errors: ['not_found', 'already_exists', 'plan_limit', 'too_many_requests'],
  }),
  withdrawWorkspaceInvite: endpoint({
    method: 'DELETE',
    path: '/api/v1/workspaces/{id}/invitations/{invitation_id}',
    access: signedIn,
    params: z.object({ id: UserId, invitation_id: WorkspaceInvitationId }),
    returns: z.object({ withdrawn: z.literal(true) }),
    errors: ['not_found'],
  }),
  getSessionLimits: endpoint({
    method: 'GET',
    path: '/api/v1/workspaces/{id}/session-limits',
    access: signedIn,
    late: true,
    params: own,
    returns: SessionLimits,
    errors: ['not_found'],
  }),
  saveSessionLimits: endpoint({
    method: 'PUT',
    path: '/api/v1/workspaces/{id}/session-limits',
    access: signedIn,
    late: true,
    params: own,
    body: SessionLimits.strict(),
    returns: SessionLimits,
    errors: ['not_found', 'way_not_offered'],
  }),
  /** What a link says before its reader signs in. */
  getWorkspaceInvitation: endpoint({
    method: 'GET',
    path: '/api/v1/workspace-invitations/{token}',
    access: anyone,
    params: token,
    returns: z.object({ workspace: z.string(), invited_by: z.string().nullable(), email: z.string(), role: Role }),
    errors: ['link_invalid'],
  }),
  acceptWorkspaceInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/workspace-invitations/{token}/accept',
    access: signedIn,
    params: token,
    returns: Workspace,
    errors: ['link_invalid', 'invitation_invalid', 'address_unproven', 'plan_limit'],
  }),
}
