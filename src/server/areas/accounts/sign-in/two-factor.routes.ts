import type { twoFactorEndpoints } from '#contract/accounts/two-factor.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { createAccountRunner } from './asking.routes.ts'

/** The second factor of the embedded provider's accounts, and the recent sign-in that dangerous acts ask for. */
export function twoFactorHandlers({
  accounts,
}: Pick<IdentityProvider, 'accounts'>): Pick<Handlers, keyof typeof twoFactorEndpoints> {
  const { ask, done } = createAccountRunner(accounts)
  return {
    confirmIdentity: ({ body }, context) => done(context, (a) => a.confirmIdentity(body, context.client)),
    getTwoFactor: (_input, context) => ask(context, (a) => a.twoFactor(context.client)),
    startTwoFactor: ({ body }, context) => ask(context, (a) => a.startTwoFactor(body, context.client)),
    enableTwoFactor: ({ body }, context) => done(context, (a) => a.enableTwoFactor(body, context.client)),
    disableTwoFactor: ({ body }, context) => done(context, (a) => a.disableTwoFactor(body, context.client)),
    renewBackupCodes: ({ body }, context) => ask(context, (a) => a.renewBackupCodes(body, context.client)),
    finishSignIn: ({ body }, context) => ask(context, (a) => a.finishSignIn(body, context.client)),
  }
}
