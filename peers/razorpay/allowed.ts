/**
 * Whether the test gateway may run. No money moves in it, so where real customers may come (production, or a public https address) it is
 * asked for by name.
 */
import { isPublicInstallation } from '#server/gateways/public-installation.ts'

type Environment = Readonly<Record<string, string | undefined>>

const wish = ({ TEST_GATEWAY }: Environment): string => TEST_GATEWAY?.trim() ?? ''

export const mayRun = (env: Environment): boolean =>
  wish(env) === '' ? !isPublicInstallation(env) : wish(env) === 'yes'

/** What to tell an operator who has neither asked for it nor declined it; null otherwise. */
export const whyNot = (env: Environment): string | null =>
  wish(env) === '' && isPublicInstallation(env)
    ? 'Payments are off: no RAZORPAY_KEY_ID is set, and the test gateway, which moves no money, does not start with an https PUBLIC_URL or NODE_ENV=production unless TEST_GATEWAY=yes asks for it.'
    : null
