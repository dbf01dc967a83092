/**
 * Whether this browser may be counted. Not while the local flag `analytics_disabled` is set (§7), not when the browser
 * says Do Not Track or Global Privacy Control, and not before the user agreed. A visitor's answer stays in this
 * browser; a signed-in user's is also written to the server's ledger.
 */
import { CONSENT_VERSION } from '#contract/accounts/consent-values.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { createStore } from '#web/lib/store.ts'

export type Answer = 'granted' | 'declined'
const KEY = 'analytics-consent'

/** The remembered answer; one to an older wording does not count. */
function read(): Answer | null {
  const [version, answer] = (readStored(KEY) ?? '').split(':')
  if (version !== String(CONSENT_VERSION)) return null
  return answer === 'granted' || answer === 'declined' ? answer : null
}

/** Null: not asked yet. */
export const analyticsConsent = createStore<Answer | null>(read())

/** Why this browser is not even asked; null when it may be. */
export function reasonNotCounted(): 'flag' | 'browser' | null {
  try {
    const flag = localStorage.getItem('analytics_disabled')
    if (flag !== null && !/^(?:|0|false)$/i.test(flag)) return 'flag'
  } catch {
    // Without storage nothing can be remembered, the answer neither.
    return 'flag'
  }
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack === '1' || globalPrivacyControl === true ? 'browser' : null
}

export const mayCount = (): boolean => analyticsConsent.get() === 'granted' && reasonNotCounted() === null

/** Keeps an answer in this browser. */
export function storeConsent(answer: Answer): void {
  writeStored(KEY, `${CONSENT_VERSION}:${answer}`)
  analyticsConsent.set(answer)
}
