/** Where the provider of a workspace sends people back to; without an answer of one, where a sign-on begins for people who are signed in. */
import { type FormEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { SIGN_ON_CALLBACK } from '#contract/accounts/sign-on-values.ts'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { openWorkspace } from '#web/lib/workspace.ts'
import { emailRule } from '#web/parts/accounts/identity/rules.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useField } from '#web/ui/forms/use-field.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { AuthCard } from './auth-card.tsx'
import { SignOnOffer } from './sign-on-offer.tsx'

/** One call a page: an answer counts once, and a page may be drawn twice. */
const asked = new Map<string, Promise<string>>()
function finish(state: string, params: URLSearchParams): Promise<string> {
  const known = asked.get(state)
  if (known) return known
  const [code, error, iss] = ['code', 'error', 'iss'].map((name) => params.get(name))
  const body = {
    state: state.slice(0, 200),
    ...(code && { code: code.slice(0, 4000) }),
    ...(error && { error: error.slice(0, 200) }),
    ...(iss && { iss: iss.slice(0, 500) }),
  }
  const asking = call('finishSignOn', { body }).then(({ workspace }) => workspace)
  asked.set(state, asking)
  return asking
}

export function Component() {
  const [params] = useSearchParams()
  const state = params.get('state')
  return state === null ? <Begin /> : <Finish state={state} params={params} />
}

function Finish({ state, params }: { state: string; params: URLSearchParams }) {
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    // With a page load, so that nothing stays of another person who was signed in.
    finish(state, params).then(openWorkspace, setFailure)
  }, [state, params])
  if (failure === null)
    return (
      <AuthCard title={t('Signing in...')}>
        <Spinner />
      </AuthCard>
    )
  const isTheirs = failure instanceof ApiError && failure.code === 'sign_on_link_first'
  return (
    <AuthCard title={t('You couldn’t be signed in')}>
      <Callout tone="bad">{describeAccountFailure(failure)}</Callout>
      <LinkButton href={paths.login(isTheirs ? SIGN_ON_CALLBACK : null)} variant="primary" size="lg" wide>
        {t('Go to sign-in')}
      </LinkButton>
    </AuthCard>
  )
}

function Begin() {
  const email = useField(emailRule)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    email.check()
  }
  return (
    <AuthCard title={t('Sign in with your work account')} subtitle={t('Enter your work email address to continue')}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField {...email.input} label={t('Email')} type="email" autoComplete="email" />
        <SignOnOffer typed={email.value} disabled={false} />
      </form>
    </AuthCard>
  )
}
