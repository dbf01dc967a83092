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
    summary: 'Disputed payments for what one sold; undecided ones first',
    access: withPermission('agents.create'),
    query: z.object(listQuery(25)),
    returns: listOf(Dispute),
  }),
  getDispute: endpoint({
    method: 'GET',
    path: '/api/v1/disputes/{id}',
    summary: 'One dispute with its evidence: for admins, and for the seller of what was paid',
    access: signedIn,
    params,
    returns: DisputeDetail,
    errors: ['not_found'],
  }),
  putDisputeEvidence: endpoint({
    method: 'PUT',
    path: '/api/v1/disputes/{id}/evidence',
    summary: 'What is said against a dispute',
    access: signedIn,
    params,
    body: z.strictObject({ summary: z.string().trim().max(1000) }),
    returns: DisputeDetail,
    errors: ['not_found', 'illegal_transition'],
  }),
  addDisputeFile: endpoint({
    method: 'POST',
    path: '/api/v1/disputes/{id}/files',
    summary: 'Add an uploaded file of one’s own as evidence: a PDF, PNG or JPEG up to 4 MB',
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
    summary: 'Take a file out of the evidence',
    access: signedIn,
    params: z.object({ id: z.uuid(), file_id: z.uuid() }),
    returns: DisputeDetail,
    errors: ['not_found', 'illegal_transition'],
  }),
  submitDispute: endpoint({
    method: 'POST',
    path: '/api/v1/admin/disputes/{id}/submit',
    summary: 'Submit the evidence at the gateway; it can be changed again only if the bank sends it back',
    access: admin,
    params,
    returns: DisputeDetail,
    timeout: 60_000,
    errors: ['not_found', 'illegal_transition', 'payment_refused', 'gateway_unavailable'],
  }),
  acceptDispute: endpoint({
    method: 'POST',
    path: '/api/v1/admin/disputes/{id}/accept',
    summary: 'Give a dispute up: the buyer has their money back',
    access: admin,
    params,
    returns: DisputeDetail,
    timeout: 30_000,
    errors: ['not_found', 'illegal_transition', 'payment_refused', 'gateway_unavailable', 'confirmation_needed'],
  }),
}
