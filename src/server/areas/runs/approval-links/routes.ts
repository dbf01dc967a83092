import type { approvalLinkEndpoints } from '#contract/runs/approval-links.ts'
import { findOwner } from '#server/areas/runs/executions/executions.store.ts'
import { type RunEngine, translateEngineRefusals } from '#server/areas/runs/executions/run.routes.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { mayLinkApproval } from './approval-links.policy.ts'
import * as links from './approval-links.ts'

export const approvalLinkHandlers = (
  deps: links.ApprovalLinkDeps & { engine: RunEngine },
): Pick<Handlers, keyof typeof approvalLinkEndpoints> => ({
  createApprovalLink: async ({ params, body }, { caller }) =>
    links.createLink(deps, mayLinkApproval(caller, await findOwner(deps.db, params.id)), params.wait_id, body),
  listApprovalLinks: async ({ params, query }, { caller }) =>
    links.listLinks(deps.db, mayLinkApproval(caller, await findOwner(deps.db, params.id)), params.wait_id, query),
  withdrawApprovalLink: async ({ params: { id, wait_id, link_id } }, { caller }) => {
    await links.withdrawLink(deps, mayLinkApproval(caller, await findOwner(deps.db, id)), wait_id, link_id)
    return { withdrawn: true }
  },
  getApproval: ({ params }) => links.lookAtApproval(deps.db, params.token),
  decideApproval: ({ params, body }) => translateEngineRefusals(() => links.decideByLink(deps, params.token, body)),
})
