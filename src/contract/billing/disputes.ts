/** Disputed payments: what is said against them, by whom, and until when (razorpay.com/docs/api/disputes). */
import { z } from 'zod'
import { Ability } from '#contract/core/ability.ts'
import { roleAtLeast, signedIn, withPermission } from '#contract/core/access.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { FileId, listOf, listQuery, Timestamp } from '#contract/core/primitives.ts'
import { EVIDENCE_KINDS, EVIDENCE_STATES } from './dispute-values.ts'
import { Dispute } from './refunds.ts'

const SubmittedFile = z.object({
  proves: z.enum(EVIDENCE_KINDS),
  name: z.string(),
  bytes: z.number().int(),
})
const EvidenceFile = SubmittedFile.extend({ id: z.uuid(), added_at: Timestamp })

export const DisputeDetail = Dispute.extend({
  evidence: z.object({
    state: z.enum(EVIDENCE_STATES),
    /** In our words, up to 1,000 characters. */
    summary: z.string(),
    files: z.array(EvidenceFile),
    /** Handed in with it, as a PDF: what this installation knows, never what runs held. */
    facts: z.array(z.object({ label: z.string(), value: z.string() })),
    last_error: z.string().nullable(),
    /** What the bank sent back for better evidence, newest first. */
    sent_back: z.array(
      z.object({
        summary: z.string(),
        files: z.array(SubmittedFile),
        /** Null when it was not submitted from here. */
        submitted_at: Timestamp.nullable(),
        sent_back_at: Timestamp,
      }),
    ),
  }),
  abilities: z.object({ edit: Ability, submit: Ability, accept: Ability }),
})
export type DisputeDetail = z.infer<typeof DisputeDetail>

const params = z.object({ id: z.uuid() })
const admin = roleAtLeast('admin')

export const disputeEndpoints = {
  listOwnDisputes: endpoint({
    method: 'GET',
    path: '/api/v1/seller/disputes',
    access: withPermission('agents.create'),
    query: z.object(listQuery(25)),
    returns: listOf(Dispute),
  }),
  getDispute: endpoint({
    method: 'GET',
    path: '/api/v1/disputes/{id}',
    access: signedIn,
    params,
    returns: DisputeDetail,
    errors: ['not_found'],
  }),
  putDisputeEvidence: endpoint({
    method: 'PUT',
    path: '/api/v1/disputes/{id}/evidence',
    access: signedIn,
    params,
    body: z.strictObject({ summary: z.string().trim().max(1000) }),
    returns: DisputeDetail,
    errors: ['not_found', 'illegal_transition'],
  }),
  addDisputeFile: endpoint({
    method: 'POST',
    path: '/api/v1/disputes/{id}/files',
    access: signedIn,
    params,
    body: z.strictObject({ file_id: FileId, proves: z.enum(EVIDENCE_KINDS) }),
    returns: DisputeDetail,
    success: 201,
    errors: ['not_found', 'illegal_transition', 'file_unsupported', 'file_too_large'],
  }),
  removeDisputeFile: endpoint({
    method: 'DELETE',
    path: '/api/v1/disputes/{id}/files/{file_id}',
    access: signedIn,
    params: z.object({ id: z.uuid(), file_id: z.uuid() }),
    returns: DisputeDetail,
    errors: ['not_found', 'illegal_transition'],
  }),
  submitDispute: endpoint({
    method: 'POST',
    path: '/api/v1/admin/disputes/{id}/submit',
    access: admin,
    params,
    returns: DisputeDetail,
    timeout: 60_000,
    errors: ['not_found', 'illegal_transition', 'payment_refused', 'gateway_unavailable'],
  }),
  acceptDispute: endpoint({
    method: 'POST',
    path: '/api/v1/admin/disputes/{id}/accept',
    access: admin,
    params,
    returns: DisputeDetail,
    timeout: 30_000,
    errors: ['not_found', 'illegal_transition', 'payment_refused', 'gateway_unavailable', 'confirmation_needed'],
  }),
}
