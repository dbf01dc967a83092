import type { domainJoiningEndpoints } from '#contract/accounts/domain-joining.ts'
import { mayUseWorkspaces } from '#server/areas/accounts/workspaces/workspaces.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { type JoiningDeps, joinOffered, readOffer, saveJoining } from './domain-joining.ts'

export const domainJoiningHandlers = (deps: JoiningDeps): Pick<Handlers, keyof typeof domainJoiningEndpoints> => ({
  saveDomainJoining: ({ params, body }, { caller }) => saveJoining(deps, mayUseWorkspaces(caller), params, body.role),
  getWorkspaceOffer: async (_input, { caller }) => ({ offer: await readOffer(deps.db, mayUseWorkspaces(caller)) }),
  joinOfferedWorkspace: ({ params }, { caller }) => joinOffered(deps, mayUseWorkspaces(caller), params.id),
})
