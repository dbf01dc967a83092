import { useEffect } from 'react'
import { findLanguage, type Language } from '#shared/languages.ts'
import { call, session } from '#web/api/call.ts'
import type { SessionUser } from '#web/api/session-state.ts'
import { openView } from '#web/api/support-view.ts'
import { currentLanguage, setLanguage } from '#web/lib/language.ts'

/**
 * Switches the language and stores the choice in this browser and, for signed-in users, in their account. Rejects when
 * its texts cannot be loaded, or when the account could not be updated: then the choice applies in this browser only.
 */
export async function chooseLanguage(code: Language): Promise<void> {
  await setLanguage(code)
  const { user } = session.get()
  if (user && !user.is_fallback) await call('updateProfile', { body: { language: code } })
}

/** Whose choice was taken over since the page was loaded. What they choose afterwards is not undone by what was fetched before. */
let followed: string | null = null

/** The language that an account has chosen elsewhere holds here too, once it is known who is there. */
export function useAccountLanguage({ id, preferences, is_fallback }: SessionUser): void {
  useEffect(() => {
    // The language of a person whom an admin views is not the admin's.
    if (is_fallback || followed === id || openView() !== null) return
    followed = id
    const chosen = findLanguage(preferences.language)
    // Without its texts everything stays in the language at hand.
    if (chosen && chosen !== currentLanguage()) setLanguage(chosen).catch(() => {})
  }, [id, preferences, is_fallback])
}
