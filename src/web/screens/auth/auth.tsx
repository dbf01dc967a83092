import { useLocation } from 'react-router'
import { type SignedOutState, useSignOut } from '#web/layouts/sign-out.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { AuthCard } from './auth-card.tsx'

/** Where Sign Out lands (§2.5), and the choice between signing in and signing up. */
export function Component() {
  const signOut = useSignOut()
  const state = (useLocation().state ?? {}) as SignedOutState
  return (
    <AuthCard
      title={state.wasLoggedOut ? 'You have signed out' : 'Sign in or sign up'}
      after={<TextLink href={paths.marketplace()}>Browse the marketplace</TextLink>}
    >
      {state.reason === 'user_logout' && (
        <Callout tone="good">Your session on this browser has ended. Your runs and services go on.</Callout>
      )}
      {state.reason === 'logout_error' && (
        <>
          <Callout tone="bad" title="Signing out did not work">
            {state.error} You are still signed in on this browser.
          </Callout>
          <Button size="lg" wide onClick={() => void signOut()}>
            Try to sign out again
          </Button>
        </>
      )}
      <div className="grid gap-3">
        <LinkButton href={paths.login()} variant="primary" size="lg" wide>
          Sign in
        </LinkButton>
        <LinkButton href={paths.register()} size="lg" wide>
          Create an account
        </LinkButton>
      </div>
    </AuthCard>
  )
}
