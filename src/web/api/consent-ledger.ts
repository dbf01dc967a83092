/** The answers of signed-in users as the server stores them. Loaded when a user answers or signs in. */
import { CONSENT_VERSION } from '#contract/accounts/consent-values.ts'
import { call, session } from './call.ts'
import { type Answer, analyticsConsent, storeConsent } from './consent.ts'
import { openView } from './support-view.ts'

const isUser = (): boolean => {
  const { user } = session.get()
  return user !== null && !user.is_fallback
}

/**
 * Answers for this browser, and for the account of a signed-in user. @throws ApiError; the browser's answer applies
 * anyway
 */
export async function recordConsent(answer: Answer): Promise<void> {
  storeConsent(answer)
  if (!isUser()) return
  const body = { purpose: 'analytics', version: CONSENT_VERSION, granted: answer === 'granted' } as const
  // Someone who withdraws and leaves has withdrawn.
  await call('giveConsent', { body }, { keepalive: true })
}

/** After signing in: an answer given elsewhere holds here too; one that was given here before is written down. */
export async function syncConsentWithAccount(): Promise<void> {
  // The answer of a person whom an admin views is not the answer of the admin's browser.
  if (!isUser() || openView() !== null) return
  const { items } = await call('listConsents', {})
  const known = items.find((one) => one.purpose === 'analytics' && one.version === CONSENT_VERSION)
  const here = analyticsConsent.get()
  if (known && (here === null || !known.granted)) storeConsent(known.granted ? 'granted' : 'declined')
  else if (!known && here !== null) await recordConsent(here)
}
