/** Sign-on for workspaces: proven domains, the provider of each, and signing in through it (decision 0356). */
import { z } from 'zod'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { Timestamp, UserId } from '#contract/core/primitives.ts'
import { Account, Email } from './auth.ts'
import { DOMAIN, JOIN_ROLES, NO_DOMAIN, PROVIDER_PROBLEMS, SIGN_ON } from './sign-on-values.ts'
import { WORKSPACE_ROLES } from './workspace-values.ts'

export const WorkspaceDomainId = z.uuid().brand('WorkspaceDomainId')
export type WorkspaceDomainId = z.infer<typeof WorkspaceDomainId>

const Role = z.enum(WORKSPACE_ROLES)
const Domain = z.string().trim().toLowerCase().max(253).regex(DOMAIN, NO_DOMAIN)

/** What is sent back as it was stored. */
const line = (most: number, missing: string) => z.string().trim().min(1, missing).max(most)

export const GroupRole = z.strictObject({ group: line(SIGN_ON.group_chars, 'Enter the name of the group'), role: Role })
export type GroupRole = z.infer<typeof GroupRole>

/** The client secret goes in and never comes out. */
export const WorkspaceSignOn = z.object({
  issuer: z.string(),
  client_id: z.string(),
  groups_claim: z.string().describe('The claim of the ID token that names the groups of a person.'),
  roles: z.array(GroupRole).describe('The first group that a person has decides.'),
  default_role: Role.nullable().describe('For people in none of the groups; null: they are refused.'),
  is_enforced: z.boolean().describe('Members with an address of the domain can sign in through the provider only.'),
  last_sign_in_at: Timestamp.nullable(),
})
export type WorkspaceSignOn = z.infer<typeof WorkspaceSignOn>

export const WorkspaceDomain = z.object({
  id: WorkspaceDomainId,
  domain: z.string(),
  record: z.object({ name: z.string(), value: z.string() }).describe('The TXT record that proves the domain.'),
  verified_at: Timestamp.nullable().describe('Null until it is proven, and again once it is lost.'),
  checked_at: Timestamp.nullable(),
  missing_since: Timestamp.nullable().describe('The record is gone since then; the domain is about to be lost.'),
  lost_at: Timestamp.nullable(),
  sign_on: WorkspaceSignOn.nullable(),
  join_role: z
    .enum(JOIN_ROLES)
    .nullable()
    .describe('What people with a confirmed address of the domain become when they join; null: they can’t join.'),
})
export type WorkspaceDomain = z.infer<typeof WorkspaceDomain>

const own = z.object({ id: UserId })
const ofDomain = z.object({ id: UserId, domain_id: WorkspaceDomainId })

const SignOnBody = z.strictObject({
  issuer: line(SIGN_ON.issuer_chars, 'Enter the issuer address'),
  client_id: line(SIGN_ON.client_id_chars, 'Enter the client ID'),
  /** Left out: the one that was entered before stays. */
  client_secret: line(SIGN_ON.client_secret_chars, PROVIDER_PROBLEMS.no_secret).optional(),
  groups_claim: line(SIGN_ON.claim_chars, 'Enter the name of the claim'),
  roles: z.array(GroupRole).max(SIGN_ON.groups),
  default_role: Role.nullable(),
  is_enforced: z.boolean(),
})
export type SignOnBody = z.infer<typeof SignOnBody>

const ANSWERS = [
  'external_state',
  'external_denied',
  'sign_on_off',
  'sign_on_issuer',
  'sign_on_token',
  'sign_on_client',
  'sign_on_down',
  'sign_on_email',
  'sign_on_role',
  'access_ended',
  'sign_on_link_first',
  'sign_on_other_person',
  'plan_limit',
  'sign_up_closed',
  'invitation_needed',
] as const

export const signOnEndpoints = {
  getWorkspaceDomains: endpoint({
    method: 'GET',
    path: '/api/v1/workspaces/{id}/domains',
    access: signedIn,
    late: true,
    params: own,
    returns: z.object({
      domains: z.array(WorkspaceDomain).max(SIGN_ON.domains),
      redirect_url: z.string().describe('To be entered at the provider.'),
    }),
    errors: ['not_found'],
  }),
  addWorkspaceDomain: endpoint({
    method: 'POST',
    path: '/api/v1/workspaces/{id}/domains',
    access: signedIn,
    late: true,
    params: own,
    body: z.strictObject({ domain: Domain }),
    returns: WorkspaceDomain,
    success: 201,
    errors: ['not_found', 'already_exists', 'limit_reached'],
  }),
  checkWorkspaceDomain: endpoint({
    method: 'POST',
    path: '/api/v1/workspaces/{id}/domains/{domain_id}/check',
    access: signedIn,
    late: true,
    params: ofDomain,
    returns: WorkspaceDomain,
    errors: ['not_found', 'domain_unproven', 'domain_taken', 'domain_unreachable', 'too_many_requests'],
    timeout: 20_000,
  }),
  removeWorkspaceDomain: endpoint({
    method: 'DELETE',
    path: '/api/v1/workspaces/{id}/domains/{domain_id}',
    access: signedIn,
    late: true,
    params: ofDomain,
    returns: z.object({ removed: z.literal(true) }),
    errors: ['not_found'],
  }),
  saveWorkspaceSignOn: endpoint({
    method: 'PUT',
    path: '/api/v1/workspaces/{id}/domains/{domain_id}/sign-on',
    access: signedIn,
    late: true,
    params: ofDomain,
    body: SignOnBody,
    returns: WorkspaceDomain,
    errors: ['not_found', 'domain_unproven', 'way_not_offered', 'too_many_requests'],
    timeout: 40_000,
  }),
  testWorkspaceSignOn: endpoint({
    method: 'POST',
    path: '/api/v1/workspaces/{id}/domains/{domain_id}/sign-on/test',
    access: signedIn,
    late: true,
    params: ofDomain,
    returns: z.object({ works: z.literal(true) }),
    errors: ['not_found', 'too_many_requests'],
    timeout: 40_000,
  }),
  removeWorkspaceSignOn: endpoint({
    method: 'DELETE',
    path: '/api/v1/workspaces/{id}/domains/{domain_id}/sign-on',
    access: signedIn,
    late: true,
    params: ofDomain,
    returns: z.object({ removed: z.literal(true) }),
    errors: ['not_found'],
  }),
  /** Says nothing about accounts: the domain of the address alone is looked at. */
  findSignOn: endpoint({
    method: 'POST',
    path: '/api/auth/sign-on/find',
    access: anyone,
    late: true,
    body: z.object({ email: Email }),
    returns: z.object({
      provider: z.string().nullable().describe('The host of the provider; null: the domain has none.'),
      is_enforced: z.boolean(),
    }),
    errors: ['too_many_requests'],
  }),
  startSignOn: endpoint({
    method: 'POST',
    path: '/api/auth/sign-on/start',
    access: anyone,
    late: true,
    body: z.object({ email: Email }),
    returns: z.object({ url: z.string() }),
    errors: ['sign_on_off', 'sign_on_down', 'sign_on_issuer', 'too_many_requests'],
    timeout: 20_000,
  }),
  finishSignOn: endpoint({
    method: 'POST',
    path: '/api/auth/sign-on/finish',
    access: anyone,
    late: true,
    body: z.object({
      state: z.string().max(200),
      code: z.string().max(4000).optional(),
      /** As the provider gave it (RFC 6749 §4.1.2.1). */
      error: z.string().max(200).optional(),
      /** RFC 9207. */
      iss: z.string().max(SIGN_ON.issuer_chars).optional(),
    }),
    returns: Account.extend({ workspace: z.string().describe('The slug of the workspace.') }),
    errors: [...ANSWERS, 'too_many_requests'],
    timeout: 40_000,
  }),
}
