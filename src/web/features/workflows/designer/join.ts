import type { WorkflowId } from '#contract/core/primitives.ts'
import { call } from '#web/api/call.ts'

/** Follows the invitation an address speaks of; whoever was not asked finds no workflow there. */
export async function acceptInvitationInAddress(id: string, params: URLSearchParams): Promise<void> {
  if (params.get('join') !== '1') return
  await call('joinWorkflow', { params: { id: id as WorkflowId } }, { exact: true }).catch(() => null)
}
