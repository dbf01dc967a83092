import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { loginErrorText } from '#contract/messages.ts'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { t } from '#web/lib/language.ts'
import { passkeyReason } from '#web/lib/passkey-reason.ts'
import { canSuggest, passkeyHindrance } from '#web/lib/webauthn.ts'
import { Button } from '#web/ui/button.tsx'
import { waysQuery } from './provider-buttons.tsx'

interface PasskeyButtonProps {
  disabled: boolean
  /** The words of §8; null takes earlier ones away. */
  onFailure: (text: string | null) => void
}

/** The person closed the question of the browser, or this page ended it: neither is a failure to tell of. */
const declined = (error: unknown) =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')
const wordsOf = (error: unknown) => t(loginErrorText(error instanceof Error ? error.message : ''))

const signIn = async (ask: { suggest: boolean; signal?: AbortSignal }) =>
  (await import('#web/api/passkey-sign-in.ts')).signInWithPasskey(ask)

/**
 * Signs in with a passkey. Where the browser can, passkeys are also offered inside the email field (autocomplete "webauthn");
 * a browser asks one question at a time, so pressing the button ends that offer.
 */
export function PasskeyButton({ disabled, onFailure }: PasskeyButtonProps) {
  const { data: ways } = useQuery(waysQuery)
  const [busy, setBusy] = useState(false)
  const inBrowser = useInBrowser()
  const offer = useRef<AbortController | null>(null)
  const tell = useRef(onFailure)
  useEffect(() => {
    tell.current = onFailure
  })
  const suggest = async () => {
    offer.current?.abort()
    const ended = new AbortController()
    offer.current = ended
    if (!(await canSuggest()) || ended.signal.aborted) return
    await signIn({ suggest: true, signal: ended.signal }).catch((error: unknown) => {
      // Nobody asked for the offer, so only what became of an accepted one is told.
      if (!declined(error) && error instanceof Error && error.name === 'IdentityError') tell.current(wordsOf(error))
    })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    void suggest()
    return () => offer.current?.abort()
  }, [])

  const press = async () => {
    offer.current?.abort()
    setBusy(true)
    onFailure(null)
    try {
      await signIn({ suggest: false })
    } catch (error) {
      setBusy(false)
      onFailure(declined(error) ? t('No passkey was used. Try again, or sign in another way.') : wordsOf(error))
      void suggest()
    }
  }

  if (ways?.provider === 'firebase') return null
  return (
    <Button
      wide
      icon={<Fingerprint aria-hidden="true" />}
      disabled={disabled}
      reason={inBrowser ? passkeyReason(passkeyHindrance()) : undefined}
      busy={busy && t('Waiting for your passkey...')}
      onClick={() => void press()}
    >
      {t('Sign in with a passkey')}
    </Button>
  )
}
