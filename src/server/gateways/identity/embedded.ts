/** The identity provider that comes with the product: email and password, sessions and signed tokens, all in our database. */
import { KeySet } from '#contract/accounts/auth.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import { createAccountRecovery } from './account-recovery.ts'
import { BASE_PATH, type EmbeddedOptions, setUpBetterAuth } from './better-auth.ts'
import { createPasswordChange } from './change-password.ts'
import { createConfirmation } from './confirm.ts'
import { createEntrance } from './entrance.ts'
import { createConnections } from './external/connections.ts'
import { createExternalSignIn, externalSignInMethods } from './external/external.ts'
import { createKnownDevices } from './known-device.ts'
import { createMailRequests } from './mail-requests.ts'
import { mailTexts } from './mail-texts.ts'
import type { Parts } from './parts.ts'
import { createPasskeyEntrance, ownPasskeys } from './passkeys.ts'
import { createPasswordCheck } from './password-check.ts'
import { createProviderCall } from './provider-call.ts'
import { provisionAccount } from './provision.ts'
import { createSessions } from './sessions.ts'
import { createSignOn } from './sign-on.ts'
import { prepareSigningKeys } from './signing-keys.ts'
import { createAccountSupport } from './support.ts'
import { createThrottle } from './throttle.ts'
import { createSecondStep, createTwoFactor } from './two-factor.ts'
import { reloadingKeys, verifyToken } from './verify.ts'

/** Ready to serve: the keys that sign tokens exist. Safe to call from several processes at once. */
export async function createEmbeddedIdentity(options: EmbeddedOptions): Promise<IdentityProvider> {
  const { publicUrl, secret, pool } = options
  const auth = setUpBetterAuth(options)
  await prepareSigningKeys(auth, pool)
  const devices = createKnownDevices(secret, { secure: publicUrl.startsWith('https://'), path: BASE_PATH })
  const texts = mailTexts(options.brand, publicUrl)
  const mailRequests = createMailRequests(options.transact, texts, options.log)
  const parts: Parts = {
    auth,
    call: createProviderCall(auth, options),
    throttle: createThrottle(pool, secret),
    devices,
    options,
    mailRequests,
    texts,
    ...createPasswordCheck(auth),
  }
  const jwks = async () => KeySet.parse(await auth.api.getJwks())
  const keys = reloadingKeys(jwks)
  return {
    type: 'embedded',
    ways: externalSignInMethods(options.external),
    verify: (token) =>
      verifyToken(token, { issuer: publicUrl, audience: publicUrl, algorithms: ['EdDSA'], keys, session: 'required' }),
    accounts: {
      ...createEntrance(parts),
      ...createSessions(parts),
      ...createPasswordChange(parts),
      ...createAccountRecovery(parts),
      ...createExternalSignIn(parts),
      ...createConnections(parts),
      ...createSignOn(parts),
      ...createConfirmation(parts),
      ...createTwoFactor(parts),
      ...createSecondStep(parts),
      ...ownPasskeys(parts),
      ...createPasskeyEntrance(parts),
      support: createAccountSupport(parts),
      jwks,
      provision: (input) => provisionAccount(auth, input),
    },
    stop: () => mailRequests.stop(),
  }
}
