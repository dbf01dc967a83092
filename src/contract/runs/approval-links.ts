/** Links that let someone without an account answer one approval of a run: a colleague on a phone, a client by mail. */
import { z } from 'zod'
import { Email } from '#contract/accounts/auth.ts'
import { anyone, signedIn } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { ExecutionId, Json, listOf, Timestamp, wholeList } from '#contract/core/primitives.ts'
import { APPROVAL_LINKS } from './approval-link-values.ts'

export const ApprovalLinkId = z.uuid().brand('ApprovalLinkId')
export type ApprovalLinkId = z.infer<typeof ApprovalLinkId>

export const ApprovalLink = z.object({
  id: ApprovalLinkId,
  recipient: z.string().describe('The address it was mailed to, or the name of who it is for.'),
  mailed: z.boolean(),
  made_by: z.string(),
  created_at: Timestamp,
  expires_at: Timestamp,
})
export type ApprovalLink = z.infer<typeof ApprovalLink>

export const NewApprovalLink = z.union([
  z.strictObject({ email: Email }),
  /** To be handed over by oneself, as in a chat. */
  z.strictObject({ name: z.string().trim().min(1).max(APPROVAL_LINKS.name_chars) }),
])
export type NewApprovalLink = z.output<typeof NewApprovalLink>

/** Exactly what is approved, as the run asks it. */
export const ApprovalToDecide = z.object({
  title: z.string().nullable(),
  details: Json,
  /** The agent or workflow that asks. */
  asked_by: z.string(),
  /** Who made the link, and the workspace they made it in. */
  from: z.string(),
  workspace: z.string().nullable(),
  recipient: z.string(),
  expires_at: Timestamp,
})
export type ApprovalToDecide = z.infer<typeof ApprovalToDecide>

const ofWait = z.object({ id: ExecutionId, wait_id: z.uuid() })
const token = z.object({ token: z.string().min(1).max(100) })

export const approvalLinkEndpoints = {
  createApprovalLink: endpoint({
    method: 'POST',
    path: '/api/v1/executions/{id}/waits/{wait_id}/links',
    access: signedIn,
    params: ofWait,
    body: NewApprovalLink,
    /** `url` is given once, and only where it isn't mailed: nobody else then holds what was sent to an address. */
    returns: z.object({ link: ApprovalLink, url: z.string().nullable() }),
    success: 201,
    errors: ['not_found', 'forbidden', 'already_resolved', 'not_runnable', 'limit_reached', 'too_many_requests'],
  }),
  listApprovalLinks: endpoint({
    method: 'GET',
    path: '/api/v1/executions/{id}/waits/{wait_id}/links',
    access: signedIn,
    params: ofWait,
    query: wholeList(APPROVAL_LINKS.per_wait),
    returns: listOf(ApprovalLink),
    errors: ['not_found', 'forbidden'],
  }),
  withdrawApprovalLink: endpoint({
    method: 'DELETE',
    path: '/api/v1/executions/{id}/waits/{wait_id}/links/{link_id}',
    access: signedIn,
    params: ofWait.extend({ link_id: ApprovalLinkId }),
    returns: z.object({ withdrawn: z.literal(true) }),
    errors: ['not_found', 'forbidden'],
  }),
  /** Opening a link decides nothing: mail scanners open every link. */
  getApproval: endpoint({
    method: 'GET',
    path: '/api/v1/approvals/{token}',
    access: anyone,
    params: token,
    returns: ApprovalToDecide,
    errors: ['link_invalid', 'already_resolved'],
  }),
  decideApproval: endpoint({
    method: 'POST',
    path: '/api/v1/approvals/{token}',
    access: anyone,
    params: token,
    body: z.strictObject({ approved: z.boolean(), comment: z.string().max(2000).default('') }),
    returns: z.object({ approved: z.boolean() }),
    errors: ['link_invalid', 'already_resolved', 'not_runnable', 'agreement_needed'],
  }),
}
