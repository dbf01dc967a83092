import { useLocation, useSearchParams } from 'react-router'
import { authenticationRequired } from '#contract/platform/messages.ts'
import { useSession } from '#web/api/use-session.ts'
import { type SignedOutState, useSignOut } from '#web/app/guards/sign-out.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { AuthCard } from './auth-card.tsx'

/** Where Sign Out lands (§2.5), with the reason why one is signed out, and the choice between signing in and signing up. */
export function Component() {
  const [params] = useSearchParams()
  const next = params.get('next')
  const state = (useLocation().state ?? {}) as SignedOutState
  return (
    <AuthCard
      title={titleOf(state)}
      after={<TextLink href={paths.marketplace()}>{t('Browse the marketplace')}</TextLink>}
    >
      <Why state={state} />
      <div className="grid gap-3">
        <LinkButton href={paths.login(next)} variant="primary" size="lg" wide>
          {t('Sign in')}
        </LinkButton>
        <LinkButton href={paths.register(next)} size="lg" wide>
          {t('Create an account')}
        </LinkButton>
      </div>
    </AuthCard>
  )
}

function titleOf({ reason, wasLoggedOut }: SignedOutState): string {
  if (reason === 'account_deleted') return t('Your account is deleted')
  return wasLoggedOut ? t('You have signed out') : t('Sign in or sign up')
}

function Why({ state }: { state: SignedOutState }) {
  const signOut = useSignOut()
  const { ended } = useSession()
  if (state.reason === 'user_logout')
    return (
      <Callout tone="good">{t('Your session in this browser has ended. Your runs and services keep running.')}</Callout>
    )
  if (state.reason === 'account_deleted')
    return <Callout tone="good">{t('All its data has been removed. You can sign up again at any time.')}</Callout>
  if (state.reason === 'logout_error')
    return (
      <>
        <Callout tone="bad" title={t('We couldn’t sign you out')}>
          {t(state.error ?? '')} {t('You’re still signed in in this browser.')}
        </Callout>
        <Button size="lg" wide onClick={() => void signOut()}>
          {t('Try again to sign out')}
        </Button>
      </>
    )
  if (ended?.reason === 'blocked') return <Callout tone="bad">{ended.text}</Callout>
  if (ended) return <Callout tone="warn">{t(authenticationRequired.message)}</Callout>
  return null
}
