import { useEffect } from 'react'
import { findLanguage, LANGUAGE_COOKIE } from '#contract/core/languages.ts'
import type { Language } from '#shared/language.ts'
import { openView } from '#web/api/acting/support-view.ts'
import { call, session } from '#web/api/call.ts'
import type { SessionUser } from '#web/api/session-state.ts'
import { currentLanguage } from '#web/lib/language.ts'

const YEAR_S = 31_536_000

/** @returns false when this browser keeps no cookies */
function keepInBrowser(language: Language): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax`
  return document.cookie.includes(`${LANGUAGE_COOKIE}=${language}`)
}

/**
 * Stores the choice in the account of a signed-in user and in this browser, and loads the page again in that language. Rejects
 * when the choice could not be stored.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  const { user } = session.get()
  if (user && !user.is_fallback) await call('updateProfile', { body: { language } })
  if (!keepInBrowser(language)) throw new Error('This browser keeps no cookies')
  window.location.reload()
}

/** The language that an account has chosen elsewhere is spoken here too, once it is known who is there. */
export function useAccountLanguage({ preferences, is_fallback }: SessionUser): void {
  useEffect(() => {
    // The language of a person whom an admin views is not the admin's.
    if (is_fallback || openView() !== null) return
    const chosen = findLanguage(preferences.language)
    if (!chosen || chosen === currentLanguage()) return
    const before = document.cookie
    // Asked for already, and not spoken: its texts cannot be had, or no server of ours has sent the page.
    if (keepInBrowser(chosen) && document.cookie !== before) window.location.reload()
  }, [preferences, is_fallback])
}
