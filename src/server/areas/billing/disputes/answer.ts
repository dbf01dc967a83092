/**
 * Answering a dispute at the gateway: its evidence is submitted, once until the bank sends it back, or the dispute is accepted. That it is
 * being answered is stored before the gateway is asked; when its answer is lost, the dispute itself says what came of it.
 */
import type { EvidenceState } from '#contract/billing/dispute-values.ts'
import type { DisputeDetail } from '#contract/billing/disputes.ts'
import type { InvoiceId } from '#contract/billing/invoices.ts'
import { AppError } from '#contract/core/errors.ts'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import { type WorkFor, workForOwner } from '#nodes/work-for.ts'
import { hasSignedInFreshly } from '#server/areas/accounts/accounts.ts'
import { callGateway, isRefusal, type Paying } from '#server/areas/billing/gateway/payment-context.ts'
import { invoicePages } from '#server/areas/billing/invoices/invoice-pages.ts'
import { findInvoice } from '#server/areas/billing/invoices/invoices.store.ts'
import type { Document } from '#server/gateways/payments/disputes.ts'
import type { GatewayDispute } from '#server/gateways/payments/entities.ts'
import { ownerOfCaller } from '#server/platform/access/caller.ts'
import type { Grant } from '#server/platform/access/grant.ts'
import { insertAudit } from '#server/platform/audit/audit.store.ts'
import { readCompany } from '#server/platform/settings/company.ts'
import { collectFacts, recordPages } from './dispute-facts.ts'
import { answerAbility, editAbility } from './disputes.policy.ts'
import { type DisputeRow, findDispute } from './disputes.store.ts'
import * as store from './evidence.store.ts'
import { getDispute } from './evidence.ts'
import { takeSaid } from './sync-disputes.ts'

export interface Answering extends Paying {
  paperwork: DoPaperwork
}

type See = Grant<'dispute.see', DisputeRow>

/** @throws not_found, forbidden, illegal_transition, payment_refused, gateway_unavailable */
export const submitDispute = (deps: Answering, grant: See, signal: AbortSignal): Promise<DisputeDetail> =>
  answer(deps, grant, { during: 'submitting', after: 'submitted' }, () =>
    contest(deps, grant.on, workForOwner(ownerOfCaller(grant.by), signal)),
  )

/** @throws not_found, forbidden, illegal_transition, payment_refused, gateway_unavailable, confirmation_needed */
export async function acceptDispute(deps: Answering, grant: See): Promise<DisputeDetail> {
  const { by } = grant
  if (by.type !== 'user' || !(await hasSignedInFreshly(deps.db, by))) throw new AppError('confirmation_needed')
  return answer(deps, grant, { during: 'accepting', after: 'accepted' }, () =>
    deps.gateway.acceptDispute(grant.on.gateway_dispute_id),
  )
}

async function answer(
  deps: Answering,
  grant: See,
  { during, after }: { during: EvidenceState; after: EvidenceState },
  ask: () => Promise<GatewayDispute>,
): Promise<DisputeDetail> {
  const { db, now } = deps
  const { by, on: row } = grant
  if (by.type !== 'user') throw new AppError('unauthenticated')
  await db.transaction().execute(async (tx) => {
    const evidence = await store.lockEvidence(tx, row.id)
    const ability = answerAbility(by, editAbility(by, row, evidence, now()))
    if (!ability.allowed)
      throw new AppError('illegal_transition', { message: ability.reason ?? 'This dispute was already answered.' })
    await store.storeEvidence(tx, row.id, { state: during, by: by.id, now: now() })
  })
  const ended = { during, by: by.id }
  const said = await callGateway(() => ask().catch((error: unknown) => cameOf(deps, row, error))).catch(
    async (error: unknown) => {
      const last_error = error instanceof Error ? error.message : 'unknown'
      await store.endAnswering(db, row.id, { ...ended, state: 'draft', last_error, now: now() })
      throw error
    },
  )
  await db.transaction().execute(async (tx) => {
    await store.endAnswering(tx, row.id, { ...ended, state: after, last_error: null, now: now() })
    const details = { dispute: row.gateway_dispute_id, paise: row.paise }
    await insertAudit(tx, { actor_id: by.id, action: `dispute.${after}`, target_id: row.id, reason: null, details })
  })
  await takeSaid(deps, said, row)
  return getDispute(db, { ...grant, on: (await findDispute(db, row.id)) ?? row }, now())
}

/** An answer that was lost: the dispute says whether it was taken. @throws the error when it was not */
async function cameOf({ gateway }: Answering, row: DisputeRow, error: unknown): Promise<GatewayDispute> {
  if (isRefusal(error)) throw error
  const dispute = await gateway.dispute(row.gateway_dispute_id).catch(() => null)
  if (dispute === null || dispute.status === 'open') throw error
  return dispute
}

async function contest(deps: Answering, row: DisputeRow, work: WorkFor): Promise<GatewayDispute> {
  const { db, gateway } = deps
  const documents: Record<string, string[]> = {}
  const add = (proves: string, id: string) => {
    documents[proves] = [...(documents[proves] ?? []), id]
  }
  for (const { proves, ...document } of await ownDocuments(deps, row, work))
    add(proves, await gateway.uploadDocument(document))
  for (const file of await store.findFiles(db, row.id)) {
    const id =
      file.document_id ??
      (await gateway.uploadDocument({
        name: file.name,
        mime_type: file.mime_type,
        bytes: await store.findBytes(db, file.id),
      }))
    if (file.document_id === null) await store.noteDocument(db, file.id, id)
    add(file.proves, id)
  }
  const { summary } = await store.findEvidence(db, row.id)
  return gateway.contestDispute(row.gateway_dispute_id, { amount: row.paise, summary, documents })
}

/** The record of service, and the invoices of what was paid, as PDFs. */
async function ownDocuments(
  { db, paperwork }: Answering,
  row: DisputeRow,
  work: WorkFor,
): Promise<(Document & { proves: string })[]> {
  const known = await store.findKnown(db, row.id)
  if (!known) return []
  const pdf = async (name: string, pages: ReturnType<typeof recordPages>) => {
    const { files } = await paperwork({ do: 'write_pdf', ...pages }, [], work)
    return { name, mime_type: 'application/pdf', bytes: files[0]?.bytes ?? new Uint8Array() }
  }
  const made = [
    {
      proves: 'access_activity_log',
      ...(await pdf('record-of-service.pdf', recordPages(row, collectFacts(known, true)))),
    },
  ]
  for (const id of known.invoice_ids) {
    const invoice = await findInvoice(db, id as InvoiceId)
    if (invoice)
      made.push({
        proves: 'billing_proof',
        ...(await pdf(
          `${invoice.number.replaceAll('/', '-')}.pdf`,
          invoicePages(invoice, await readCompany(db), 'en'),
        )),
      })
  }
  return made
}
