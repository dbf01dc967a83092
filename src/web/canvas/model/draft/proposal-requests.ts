/** What the hub was answered for a workflow it has just made; the designer takes it over when it opens. */
import type { ProposalRequest } from './windows.ts'

// By the id of the workflow: between two pages, neither of which has the other's draft.
const brought = new Map<string, ProposalRequest>()

export const bringProposalRequest = (workflow: string, request: ProposalRequest): void => {
  brought.set(workflow, request)
}

/** Once: a reload begins without it. */
export function takeProposalRequest(workflow: string): ProposalRequest | null {
  const request = brought.get(workflow) ?? null
  brought.delete(workflow)
  return request
}
