import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { EXTERNAL_NAMES, EXTERNAL_PROVIDERS, type ExternalProvider } from '#contract/accounts/external-providers.ts'
import { loginErrorText } from '#contract/platform/messages.ts'
import { track } from '#web/api/analytics.ts'
import { call, identity } from '#web/api/call.ts'
import { mayCount } from '#web/api/consent.ts'
import { IdentityError } from '#web/api/identity.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { ProviderIcon } from '#web/ui/provider-icon.tsx'
import { useSecondStep } from './use-second-step.ts'

export const signInMethodsQuery = q('getSignInWays')

const SIGN_IN = { google: identity.signInWithGoogle, github: identity.signInWithGitHub }

export interface ProviderButtonsProps {
  /** The one whose popup is open. */
  busy: ExternalProvider | null
  /** Something else on the page is under way. */
  disabled: boolean
  onBusy: (provider: ExternalProvider | null) => void
  /** The words of §8; null takes earlier ones away. */
  onFailure: (text: string | null) => void
}

/** How soon after an account was made its first session began, in ms. */
const FIRST_SESSION_MS = 10_000

/** Counts a sign-in that has just succeeded, or a sign-up when it made the account. */
async function countEntry(method: ExternalProvider): Promise<void> {
  if (!mayCount()) return
  const { created_at, last_login } = await call('getMe', {})
  const isNew = last_login !== null && Date.parse(last_login) - Date.parse(created_at) < FIRST_SESSION_MS
  track(isNew ? 'sign_up' : 'login', { method })
}

/** Google and GitHub, each in a popup; one that is not set up is not shown. */
export function ProviderButtons({ busy, disabled, onBusy, onFailure }: ProviderButtonsProps) {
  const { data: ways } = useQuery(signInMethodsQuery)
  // A popup is opened only in the moment of the press: by then its code must be here.
  useEffect(() => void import('#web/api/external-popup.ts').catch(() => {}), [])

  const secondStep = useSecondStep()
  const signIn = async (provider: ExternalProvider) => {
    onBusy(provider)
    onFailure(null)
    try {
      await SIGN_IN[provider]()
      void countEntry(provider).catch(() => {})
    } catch (error) {
      if (error instanceof IdentityError && error.code === 'second_factor_needed') return secondStep.ask()
      onFailure(t(loginErrorText(error instanceof Error ? error.message : '', EXTERNAL_NAMES[provider])))
    } finally {
      onBusy(null)
    }
  }

  const offered = EXTERNAL_PROVIDERS.filter((provider) => ways?.[provider].enabled)
  if (offered.length === 0) return null
  return (
    <div className="grid gap-2">
      <div className="grid grid-flow-col auto-cols-fr gap-3">
        {offered.map((provider) => (
          <Button
            key={provider}
            wide
            icon={<ProviderIcon of={provider} />}
            disabled={disabled || busy !== null}
            busy={busy === provider && EXTERNAL_NAMES[provider]}
            onClick={() => void signIn(provider)}
          >
            {EXTERNAL_NAMES[provider]}
          </Button>
        ))}
      </div>
      {busy !== null && (
        <p role="status" className="text-center text-muted text-base">
          {t('Continue in the {provider} window.', { provider: EXTERNAL_NAMES[busy] })}
        </p>
      )}
    </div>
  )
}

/** Above the fields of email and password, where there is another way in. */
export function Divider({ passkey = false }: { passkey?: boolean }) {
  const { data: ways } = useQuery(signInMethodsQuery)
  const isNeeded = (passkey && ways?.provider !== 'firebase') || EXTERNAL_PROVIDERS.some((one) => ways?.[one].enabled)
  if (!isNeeded) return null
  return (
    <div className="flex items-center gap-3 text-muted text-base before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {t('Or continue with')}
    </div>
  )
}
