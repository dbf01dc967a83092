/**
 * Whether the test gateway may run. No money moves in it, so where real customers may come (production, a public https address, or a
 * proxy in front of an address we are not told) it is asked for by name.
 */
import { isPublicInstallation } from '#server/gateways/public-installation.ts'
import { TrustProxy } from '#server/platform/http/trust-proxy.ts'

type Environment = Readonly<Record<string, string | undefined>>

const hasProxy = ({ TRUST_PROXY }: Environment): boolean => {
  const text = TRUST_PROXY?.trim() ?? ''
  return text !== '' && TrustProxy.safeParse(text).data !== false
}

const mustBeAsked = (env: Environment): boolean =>
  isPublicInstallation(env) || (hasProxy(env) && !env.PUBLIC_URL?.trim())

const settingOf = ({ TEST_GATEWAY }: Environment): string => TEST_GATEWAY?.trim() ?? ''

export const mayRun = (env: Environment): boolean =>
  settingOf(env) === '' ? !mustBeAsked(env) : settingOf(env) === 'yes'

/** What to tell an operator who has neither asked for it nor declined it; null otherwise. */
export const whyNot = (env: Environment): string | null =>
  settingOf(env) === '' && mustBeAsked(env)
    ? 'Payments are off. Set RAZORPAY_KEY_ID to take payments, or TEST_GATEWAY=yes to try payments without money: on an installation that others can reach, the test gateway starts only when it is asked for.'
    : null
