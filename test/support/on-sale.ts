/** An agent put on sale the way sellers do, over HTTP: drafted, its samples run by the platform, submitted, approved. */
import { expect } from '@playwright/test'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { WorkflowDocument } from '#graph/document.ts'
import { putSellerDetails } from './seller-details.ts'
import { done, type Visit } from './visit.ts'

export interface OnSale {
  seller: Visit
  /** Who approves it. */
  admin: Visit
  name: string
  /** The workflow, or the id of one that is there. */
  document: WorkflowDocument | string
  /** What the listing says, its samples and its price. */
  listing: JsonObject
}

/** @returns its slug */
export async function putOnSale({ seller, admin, name, document, listing }: OnSale): Promise<string> {
  if ((listing.price_type ?? 'free') !== 'free') await putSellerDetails(seller)
  const workflow_id = typeof document === 'string' ? document : await seller.workflow(name, document)
  const made = await done(seller.call('POST', '/api/v1/agents', { workflow_id, name, ...listing }))
  const ran = await done(seller.call('POST', `/api/v1/seller/agents/${made.id}/samples/run`))
  for (const { execution_id } of ran.samples)
    await expect
      .poll(async () => (await seller.call('GET', `/api/v1/executions/${execution_id}`)).data.status)
      .toBe('succeeded')
  await done(seller.call('POST', `/api/v1/seller/agents/${made.id}/submit`, {}))
  const { items } = await done(admin.call('GET', '/api/v1/agent-submissions'))
  const submission = items.find(({ agent }: { agent: { id: string } }) => agent.id === made.id)
  await done(admin.call('POST', `/api/v1/agent-submissions/${submission.id}/decide`, { approve: true, reason: '' }))
  return (await done(admin.call('GET', `/api/v1/agents/${made.id}`))).slug
}
