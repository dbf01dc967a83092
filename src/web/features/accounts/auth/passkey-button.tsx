import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { loginErrorText } from '#contract/platform/messages.ts'
import { useInBrowser } from '#web/lib/in-browser.ts'
import { t } from '#web/lib/language.ts'
import { passkeyReason } from '#web/lib/passkey-reason.ts'
import { canSuggest, passkeyHindrance } from '#web/lib/webauthn.ts'
import { Button } from '#web/ui/button.tsx'
import { signInMethodsQuery } from './provider-buttons.tsx'

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

interface Offer {
  stop: AbortController
  /** Resolves once nothing of the offer is under way any more: to whether it signed the person in. */
  ended: Promise<boolean>
}

/**
 * Signs in with a passkey. Where the browser can, passkeys are also offered inside the email field (autocomplete "webauthn").
 * A browser asks one question at a time and keeps one challenge, so pressing the button ends that offer before it asks.
 */
export function PasskeyButton({ disabled, onFailure }: PasskeyButtonProps) {
  const { data: ways } = useQuery(signInMethodsQuery)
  const [busy, setBusy] = useState(false)
  const inBrowser = useInBrowser()
  const offer = useRef<Offer | null>(null)
  const tell = useRef(onFailure)
  useEffect(() => {
    tell.current = onFailure
  })
  const suggest = async (signal: AbortSignal): Promise<boolean> => {
    try {
      if (!(await canSuggest()) || signal.aborted) return false
      await signIn({ suggest: true, signal })
      return true
    } catch (error) {
      // Nobody asked for the offer, so only what became of an accepted one is told.
      if (!declined(error) && error instanceof Error && error.name === 'IdentityError') tell.current(wordsOf(error))
      return false
    }
  }
  const beginOffer = () => {
    const stop = new AbortController()
    offer.current = { stop, ended: suggest(stop.signal) }
  }
  const endOffer = async (): Promise<boolean> => {
    offer.current?.stop.abort()
    return (await offer.current?.ended) ?? false
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    beginOffer()
    return () => offer.current?.stop.abort()
  }, [])

  const press = async () => {
    setBusy(true)
    onFailure(null)
    // An offer that was just accepted has signed in already: a second question would only be in the way.
    if (await endOffer()) return
    try {
      await signIn({ suggest: false })
    } catch (error) {
      setBusy(false)
      onFailure(
        declined(error) ? t('No passkey was used. Try again, or choose another way to sign in.') : wordsOf(error),
      )
      beginOffer()
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
