/** The identity provider that comes with the product: email and password, sessions and signed tokens, all in our database. */
import { KeySet } from '#contract/accounts/auth.ts'
import type { IdentityProvider } from '#server/gateways/identity.ts'
import { BASE_PATH, type EmbeddedOptions, setUpBetterAuth } from './better-auth.ts'
import { passwordChange } from './change-password.ts'
import { confirming } from './confirm.ts'
import { entrance } from './entrance.ts'
import { connections } from './external/connections.ts'
import { external, signInWays } from './external/external.ts'
import { callerOf } from './external/provider-call.ts'
import { knownDevices } from './known-device.ts'
import { createMailRequests } from './mail-requests.ts'
import { mailTexts } from './mail-texts.ts'
import type { Parts } from './parts.ts'
import { ownPasskeys, passkeyEntrance } from './passkeys.ts'
import { passwordCheck } from './password-check.ts'
import { provisionAccount } from './provision.ts'
import { recovery } from './recovery.ts'
import { sessions } from './sessions.ts'
import { prepareSigningKeys } from './signing-keys.ts'
import { createThrottle } from './throttle.ts'
import { secondStep, twoFactors } from './two-factor.ts'
import { reloadingKeys, verifyToken } from './verify.ts'

/** Ready to serve: the keys that sign tokens exist. Safe to call from several processes at once. */
export async function createEmbeddedIdentity(options: EmbeddedOptions): Promise<IdentityProvider> {
  const { publicUrl, secret, pool } = options
  const auth = setUpBetterAuth(options)
  await prepareSigningKeys(auth, pool)
  const devices = knownDevices(secret, { secure: publicUrl.startsWith('https://'), path: BASE_PATH })
  const texts = mailTexts(options.brandName, publicUrl)
  const mailRequests = createMailRequests(options.transact, texts, options.log)
  const parts: Parts = {
    auth,
    call: callerOf(auth, options),
    throttle: createThrottle(pool, secret),
    devices,
    options,
    mailRequests,
    texts,
    ...passwordCheck(auth),
  }
  const jwks = async () => KeySet.parse(await auth.api.getJwks())
  const keys = reloadingKeys(jwks)
  return {
    type: 'embedded',
    ways: signInWays(options.external),
    verify: (token) =>
      verifyToken(token, { issuer: publicUrl, audience: publicUrl, algorithms: ['EdDSA'], keys, session: 'required' }),
    accounts: {
      ...entrance(parts),
      ...sessions(parts),
      ...passwordChange(parts),
      ...recovery(parts),
      ...external(parts),
      ...connections(parts),
      ...confirming(parts),
      ...twoFactors(parts),
      ...secondStep(parts),
      ...ownPasskeys(parts),
      ...passkeyEntrance(parts),
      jwks,
      provision: (input) => provisionAccount(auth, input),
    },
    stop: () => mailRequests.stop(),
  }
}
