/** Signing in, and connecting, with Google or GitHub. */

import type { SignInMethods } from '#contract/accounts/connections.ts'
import { EXTERNAL_NAMES, type ExternalProvider, externalPage } from '#contract/accounts/external-providers.ts'
import { AppError } from '#contract/core/errors.ts'
import { rateBucket } from '#server/gateways/identity/allowed.ts'
import { BASE_PATH } from '#server/gateways/identity/better-auth.ts'
import type { ExternalOptions } from '#server/gateways/identity/external-options.ts'
import { requireFreshSession, requireHolder, withoutSession } from '#server/gateways/identity/holder.ts'
import type { Parts } from '#server/gateways/identity/parts.ts'
import { headersOf, refuseForeign, SecondStep } from '#server/gateways/identity/provider-call.ts'
import { type Accounts, type AuthClient, RefusalWithCookies } from '#server/gateways/identity.ts'
import { isDuplicate } from '#server/platform/database/duplicate.ts'
import { admitExternal, connectExternal } from './external-admission.ts'
import type { ExternalClient, ExternalProfile } from './external-client.ts'
import { beginFlow, browserCookie, browserKey, challengeOf, staleState, takeFlow } from './external-flows.ts'
import { createGitHub } from './github.ts'
import { createGoogle } from './google.ts'

type ExternalVerbs = 'startExternal' | 'finishExternal'
type Clients = Record<ExternalProvider, ExternalClient | null>

const offer = (provider: ExternalProvider, options: ExternalOptions) =>
  options[provider] === null
    ? { enabled: false, reason: `Sign-in with ${EXTERNAL_NAMES[provider]} is not set up on this installation` }
    : { enabled: true, reason: null }

export const externalSignInMethods = (options: ExternalOptions): SignInMethods => ({
  provider: 'embedded',
  google: offer('google', options),
  github: offer('github', options),
})

/** A session with the cookies that carry it. @throws second_factor_needed, with the cookie of the second step */
async function enter({ auth, devices }: Parts, userId: string, client: AuthClient): Promise<string[]> {
  const { headers: answer, response } = await auth.api.enterExternal({
    body: { userId },
    headers: headersOf(withoutSession(client)),
    returnHeaders: true,
  })
  const cookies = answer.getSetCookie()
  if (SecondStep.safeParse(response).success) throw new RefusalWithCookies('second_factor_needed', cookies)
  return [...cookies, devices.remember(response.email)]
}

/** Two who come for the first time at once meet the unique index: the slower one then finds what the other made. */
const admitted = async (parts: Parts, provider: ExternalProvider, profile: ExternalProfile): Promise<string> => {
  const admit = () => parts.options.transact((tx) => admitExternal(tx, { provider, profile }, parts.texts))
  return admit().catch((error: unknown) => {
    if (isDuplicate(error)) return admit()
    throw error
  })
}

/** The account of the flow must still be the one that is signed in here. @throws external_state */
async function connectHolder(
  parts: Parts,
  flow: { user_id: string; provider: ExternalProvider },
  profile: ExternalProfile,
  client: AuthClient,
): Promise<void> {
  const { user } = await requireHolder(parts.call, client)
  if (user.id !== flow.user_id) throw staleState()
  const coming = { provider: flow.provider, profile }
  await parts.options
    .transact((tx) => connectExternal(tx, flow.user_id, coming, parts.texts))
    .catch((error) => {
      throw isDuplicate(error) ? new AppError('external_taken', { cause: error }) : error
    })
}

export function createExternalSignIn(parts: Parts): Pick<Accounts, ExternalVerbs> {
  const { options, throttle } = parts
  const { publicUrl, pool, transact } = options
  const clients: Clients = {
    google: options.external.google && createGoogle(options.external.google),
    github: options.external.github && createGitHub(options.external.github),
  }
  const clientOf = (provider: ExternalProvider): ExternalClient => {
    const found = clients[provider]
    if (found) return found
    throw new AppError('way_not_offered', { message: offer(provider, options.external).reason ?? undefined })
  }
  const redirectTo = (provider: ExternalProvider) => publicUrl + externalPage(provider)
  return {
    async startExternal({ provider, purpose }, client) {
      refuseForeign(client, publicUrl)
      const at = clientOf(provider)
      await throttle.attempt([rateBucket('external_address', client.ip)])
      let user_id: string | null = null
      if (purpose === 'connect') {
        const { user, session } = await requireHolder(parts.call, client)
        await requireFreshSession(pool, session.id)
        user_id = user.id
      }
      const { key, isNew } = browserKey(client.cookie)
      const { state, nonce, verifier } = await transact((tx) =>
        beginFlow(tx, { provider, user_id, sign_on: null }, key),
      )
      const challenge = challengeOf(verifier)
      const url = await at.authorizeUrl({ state, nonce, challenge, redirect_uri: redirectTo(provider) })
      const secure = publicUrl.startsWith('https://')
      return { data: { url }, cookies: isNew ? [browserCookie(key, { secure, path: BASE_PATH })] : [] }
    },
    async finishExternal({ provider, state, code, error }, client) {
      refuseForeign(client, publicUrl)
      const at = clientOf(provider)
      const { key, isNew } = browserKey(client.cookie)
      const flow = await transact((tx) => takeFlow(tx, { state, provider }, isNew ? null : key))
      if (!flow) throw staleState()
      if (error === 'access_denied') throw new AppError('external_denied')
      if (error !== undefined || code === undefined) throw new AppError('external_refused')
      const { verifier, nonce, user_id } = flow
      const profile = await at.profile({ code, verifier, nonce, redirect_uri: redirectTo(provider) })
      if (user_id !== null) {
        await connectHolder(parts, { provider, user_id }, profile, client)
        return { data: null, cookies: [] }
      }
      const subject = await admitted(parts, provider, profile)
      await throttle.forgive([rateBucket('external_address', client.ip)])
      return { data: null, cookies: await enter(parts, subject, client) }
    },
  }
}
