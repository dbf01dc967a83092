/** Signing in through the provider of a workspace. Who that is, and what becomes of the person, the areas know (`SignOns`). */
import { AppError } from '#contract/core/errors.ts'
import type { Accounts, AuthClient } from '#server/gateways/identity.ts'
import { rateBucket } from './allowed.ts'
import { BASE_PATH } from './better-auth.ts'
import { beginFlow, browserCookie, browserKey, challengeOf, staleState, takeFlow } from './external/external-flows.ts'
import { withoutSession } from './holder.ts'
import type { Parts } from './parts.ts'
import { accountOf, headersOf, refuseForeign, SessionAnswer } from './provider-call.ts'

type SignOnVerbs = 'findSignOn' | 'startSignOn' | 'finishSignOn'

export function createSignOn(parts: Parts): Pick<Accounts, SignOnVerbs> {
  const { auth, call, options, throttle } = parts
  const { publicUrl, transact, signOns } = options
  const counted = (client: AuthClient) => throttle.attempt([rateBucket('sign_on_address', client.ip)])
  const holderOf = async (client: AuthClient): Promise<string | null> =>
    SessionAnswer.parse((await call('GET', '/get-session', client)).body)?.user.id ?? null
  return {
    async findSignOn({ email }, client) {
      await counted(client)
      const found = await signOns.find(email)
      const data = { provider: found?.provider ?? null, is_enforced: found?.is_enforced ?? false }
      return { data, cookies: [] }
    },
    async startSignOn({ email }, client) {
      refuseForeign(client, publicUrl)
      await counted(client)
      const found = await signOns.find(email)
      if (found === null) throw new AppError('sign_on_off')
      const { key, isNew } = browserKey(client.cookie)
      const flow = { provider: 'workspace', user_id: null, sign_on: found.id } as const
      const { state, nonce, verifier } = await transact((tx) => beginFlow(tx, flow, key))
      const url = await signOns.authorizeUrl(found.id, { state, nonce, challenge: challengeOf(verifier), email })
      const secure = publicUrl.startsWith('https://')
      return { data: { url }, cookies: isNew ? [browserCookie(key, { secure, path: BASE_PATH })] : [] }
    },
    async finishSignOn({ state, code, error, iss }, client) {
      refuseForeign(client, publicUrl)
      await counted(client)
      const { key, isNew } = browserKey(client.cookie)
      const flow = await transact((tx) => takeFlow(tx, { state, provider: 'workspace' }, isNew ? null : key))
      if (!flow || flow.sign_on === null) throw staleState()
      if (error === 'access_denied') throw new AppError('external_denied')
      if (error !== undefined || code === undefined) throw new AppError('sign_on_client')
      const { sign_on, verifier, nonce } = flow
      const profile = await signOns.profile(sign_on, { state, code, iss, verifier, nonce })
      const { subject, workspace } = await signOns.admit(sign_on, profile, await holderOf(client))
      const { headers, response } = await auth.api.enterSignOn({
        body: { userId: subject, signOn: sign_on },
        headers: headersOf(withoutSession(client)),
        returnHeaders: true,
      })
      await throttle.forgive([rateBucket('sign_on_address', client.ip)])
      const account = accountOf({ ...response, emailVerified: true })
      return { data: { ...account, workspace }, cookies: headers.getSetCookie() }
    },
  }
}
