import type { provisioningEndpoints } from '#contract/accounts/provisioning.ts'
import { mayUseWorkspaces } from '#server/areas/accounts/workspaces/workspaces.policy.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import {
  allowRemovals,
  makeToken,
  type ProvisioningDeps,
  readProvisioning,
  revokeToken,
  saveProvisioning,
} from './provisioning.ts'

export const provisioningHandlers = (deps: ProvisioningDeps): Pick<Handlers, keyof typeof provisioningEndpoints> => ({
  getProvisioning: ({ params }, { caller }) => readProvisioning(deps, mayUseWorkspaces(caller), params.id),
  saveProvisioning: ({ params, body }, { caller }) => saveProvisioning(deps, mayUseWorkspaces(caller), params.id, body),
  makeScimToken: ({ params }, { caller }) => makeToken(deps, mayUseWorkspaces(caller), params.id),
  revokeScimToken: async ({ params }, { caller }) => {
    await revokeToken(deps, mayUseWorkspaces(caller), params.id)
    return { revoked: true }
  },
  allowRemovals: ({ params }, { caller }) => allowRemovals(deps, mayUseWorkspaces(caller), params.id),
})
