import type { signOnEndpoints } from '#contract/accounts/sign-on.ts'
import { createAccountRunner } from '#server/areas/accounts/sign-in/asking.routes.ts'
import { mayUseWorkspaces } from '#server/areas/accounts/workspaces/workspaces.policy.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { addDomain, checkDomain, type DomainDeps, listDomains, removeDomain } from './domains.ts'
import { type ProviderDeps, redirectUrlOf, removeSignOn, saveSignOn, testSignOn } from './provider.ts'

export interface SignOnHandlerDeps extends DomainDeps, ProviderDeps {
  accounts: IdentityProvider['accounts']
}

export function signOnHandlers(deps: SignOnHandlerDeps): Pick<Handlers, keyof typeof signOnEndpoints> {
  const { ask } = createAccountRunner(deps.accounts)
  return {
    getWorkspaceDomains: async ({ params }, { caller }) => ({
      domains: await listDomains(deps.db, mayUseWorkspaces(caller), params.id),
      redirect_url: redirectUrlOf(deps.publicUrl),
    }),
    addWorkspaceDomain: ({ params, body }, { caller }) =>
      addDomain(deps.db, mayUseWorkspaces(caller), params.id, body.domain),
    checkWorkspaceDomain: ({ params }, { caller }) => checkDomain(deps, mayUseWorkspaces(caller), params),
    removeWorkspaceDomain: async ({ params }, { caller }) => {
      await removeDomain(deps.db, mayUseWorkspaces(caller), params)
      return { removed: true }
    },
    saveWorkspaceSignOn: ({ params, body }, { caller }) => saveSignOn(deps, mayUseWorkspaces(caller), params, body),
    testWorkspaceSignOn: async ({ params }, { caller }) => {
      await testSignOn(deps, mayUseWorkspaces(caller), params)
      return { works: true }
    },
    removeWorkspaceSignOn: async ({ params }, { caller }) => {
      await removeSignOn(deps.db, mayUseWorkspaces(caller), params)
      return { removed: true }
    },
    findSignOn: ({ body }, context) => ask(context, (a) => a.findSignOn(body, context.client)),
    startSignOn: ({ body }, context) => ask(context, (a) => a.startSignOn(body, context.client)),
    finishSignOn: ({ body }, context) => ask(context, (a) => a.finishSignOn(body, context.client)),
  }
}
