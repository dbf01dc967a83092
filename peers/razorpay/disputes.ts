/** Answering disputes (razorpay.com/docs/api/disputes): documents are uploaded, evidence is drafted or handed in, or a dispute given up. */
import { type Answer, type Asked, found, missing, page, refused } from './answers.ts'
import type { State } from './behaviour.ts'
import { newId } from './entities.ts'
import { endDispute } from './moves.ts'

const PROOFS = [
  'shipping_proof',
  'billing_proof',
  'cancellation_proof',
  'customer_communication',
  'proof_of_service',
  'explanation_letter',
  'refund_confirmation',
  'access_activity_log',
  'refund_cancellation_policy',
  'term_and_conditions',
] as const

const TYPES = ['image/jpg', 'image/jpeg', 'image/png', 'application/pdf']

export function createDocument(state: State, { json }: Asked): Answer {
  const { file } = json
  if (json.purpose !== 'dispute_evidence') return refused('The purpose field is invalid.', 'purpose')
  if (!(file instanceof File) || file.size === 0) return refused('The file field is required.', 'file')
  if (!TYPES.includes(file.type)) return refused('The file must be a file of type: jpg, jpeg, png, pdf.', 'file')
  const made = {
    id: newId('doc'),
    entity: 'document',
    purpose: 'dispute_evidence',
    name: file.name,
    mime_type: file.type,
    size: file.size,
    created_at: state.now(),
  }
  state.documents.set(made.id, made)
  return found(made)
}

export function disputeRoutes(state: State, asked: Asked, [id, verb]: string[]): Answer {
  if (id === undefined) return page(state.disputes.values(), asked.query)
  const dispute = state.disputes.get(id)
  if (!dispute) return missing()
  if (verb === undefined) return found(dispute)
  if (dispute.status !== 'open') return refused(`Action not allowed when dispute is in ${dispute.status} status.`)
  if (dispute.respond_by < state.now()) return refused('Action not allowed as deadline to respond has elapsed.')
  if (verb === 'accept' && asked.method === 'POST') {
    endDispute(state, dispute, 'lost')
    return found(dispute)
  }
  if (verb !== 'contest' || asked.method !== 'PATCH') return missing()
  const { json } = asked
  if (typeof json.summary === 'string' && json.summary.length > 1000)
    return refused('The summary may not be greater than 1000 characters.', 'summary')
  const documents = PROOFS.flatMap((proof) => (Array.isArray(json[proof]) ? json[proof] : []))
  if (documents.some((document) => !state.documents.has(String(document)))) return missing()
  if (json.action === 'submit' && documents.length === 0)
    return refused('At least one evidence document is needed to submit.')
  dispute.evidence = Object.fromEntries(
    ['amount', 'summary', ...PROOFS].map((name) => [name, json[name] ?? dispute.evidence?.[name] ?? null]),
  )
  if (json.action === 'submit') endDispute(state, dispute, 'under_review')
  return found(dispute)
}
