/** The answers of signed-in users as the server stores them. Loaded when a user answers or signs in. */
import { CONSENT_VERSION } from '#contract/accounts/consent-values.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { openView } from './acting/support-view.ts'
import { call, session } from './call.ts'
import { type Answer, analyticsConsent, storeConsent } from './consent.ts'

/** Whose answer may not have arrived: a person may leave the page in that moment. */
const UNSENT = 'analytics-consent-unsent'

/** Null for visitors. */
function userId(): string | null {
  const { user } = session.get()
  return user === null || user.is_fallback ? null : user.id
}

/**
 * Answers for this browser, and for the account of a signed-in user. @throws ApiError; the browser's answer applies
 * anyway, and is sent again with the next page
 */
export async function recordConsent(answer: Answer): Promise<void> {
  storeConsent(answer)
  const id = userId()
  if (id === null) return
  writeStored(UNSENT, id)
  await send(answer)
  if (analyticsConsent.get() === answer) writeStored(UNSENT, null)
}

async function send(answer: Answer, options: { unless_answered?: boolean } = {}): Promise<void> {
  const body = { purpose: 'analytics', version: CONSENT_VERSION, granted: answer === 'granted', ...options } as const
  await call('giveConsent', { body }, { keepalive: true })
}

/** After signing in: an answer given elsewhere holds here too; one that was given here before is written down. */
export async function syncConsentWithAccount(): Promise<void> {
  // The answer of a person whom an admin views is not the answer of the admin's browser.
  const id = userId()
  if (id === null || openView() !== null) return
  const unsent = readStored(UNSENT) === id ? analyticsConsent.get() : null
  if (unsent !== null) return recordConsent(unsent)
  const { items } = await call('listConsents', {})
  const known = items.find((one) => one.purpose === 'analytics' && one.version === CONSENT_VERSION)
  const here = analyticsConsent.get()
  if (known && (here === null || !known.granted)) storeConsent(known.granted ? 'granted' : 'declined')
  // The person may be withdrawing at this moment, and that answer may arrive first.
  else if (!known && here !== null) await send(here, { unless_answered: true })
}
