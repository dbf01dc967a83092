import type { passkeyEndpoints } from '#contract/accounts/passkeys.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { listPage } from '#server/platform/page.ts'
import { createAccountRunner } from './asking.routes.ts'

/** The passkeys of the embedded provider's accounts. */
export function passkeyHandlers({
  accounts,
}: Pick<IdentityProvider, 'accounts'>): Pick<Handlers, keyof typeof passkeyEndpoints> {
  const { ask, done } = createAccountRunner(accounts)
  return {
    listPasskeys: async ({ query }, context) =>
      listPage({ passkeys: await ask(context, (a) => a.passkeys(context.client)) }, 'passkeys', query),
    startPasskey: async (_input, context) => ({ options: await ask(context, (a) => a.startPasskey(context.client)) }),
    addPasskey: ({ body }, context) => ask(context, (a) => a.addPasskey(body, context.client)),
    renamePasskey: ({ body }, context) => done(context, (a) => a.renamePasskey(body, context.client)),
    removePasskey: ({ body }, context) => done(context, (a) => a.removePasskey(body.id, context.client)),
    startPasskeySignIn: async (_input, context) => ({
      options: await ask(context, (a) => a.startPasskeySignIn(context.client)),
    }),
    signInWithPasskey: ({ body }, context) => ask(context, (a) => a.signInWithPasskey(body, context.client)),
  }
}
