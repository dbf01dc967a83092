import type { WorkflowId } from '#contract/core/primitives.ts'
import { call } from '#web/api/call.ts'

/** Accepts the invitation in an address; a user who was not invited gets "not found". */
export async function acceptInvitationInAddress(id: string, params: URLSearchParams): Promise<void> {
  if (params.get('join') !== '1') return
  await call('joinWorkflow', { params: { id: id as WorkflowId } }, { exact: true }).catch(() => null)
}
