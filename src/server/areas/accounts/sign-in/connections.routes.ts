/** Ways to sign in: what is offered, what an account has, and the two steps of a popup. */
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { createAccountRunner } from './asking.routes.ts'

type Names = 'getSignInWays' | 'startExternal' | 'finishExternal' | 'getConnections' | 'disconnect' | 'setPassword'

export function connectionHandlers({
  ways,
  accounts,
}: Pick<IdentityProvider, 'ways' | 'accounts'>): Pick<Handlers, Names> {
  const { ask, done } = createAccountRunner(accounts)
  return {
    getSignInWays: () => ways,
    startExternal: ({ body }, context) => ask(context, (a) => a.startExternal(body, context.client)),
    finishExternal: ({ body }, context) => done(context, (a) => a.finishExternal(body, context.client)),
    getConnections: (_input, context) => ask(context, (a) => a.connections(context.client)),
    disconnect: ({ body }, context) => done(context, (a) => a.disconnect(body.way, context.client)),
    setPassword: ({ body }, context) => done(context, (a) => a.setPassword(body.new_password, context.client)),
  }
}
