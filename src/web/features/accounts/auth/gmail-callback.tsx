import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { call, type DataOf } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { placeAfterConnecting } from '#web/parts/accounts/credentials/credentials-query.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AuthCard } from './auth-card.tsx'

type Outcome = DataOf<'answerConnect'>['outcome']

/** One call a page: an answer counts once, and a page may be drawn twice. */
const asked = new Map<string, Promise<Outcome>>()
const check = (state: string, code: string | null, error: string | null): Promise<Outcome> => {
  const known = asked.get(state)
  if (known) return known
  const body = {
    state: state.slice(0, 500),
    ...(code !== null && { code: code.slice(0, 4000) }),
    ...(error !== null && { error: error.slice(0, 200) }),
  }
  const asking = call('answerConnect', { body }).then(({ outcome }) => outcome)
  asked.set(state, asking)
  asking.catch(() => asked.delete(state))
  return asking
}

/** §2.1: where Gmail, and any other service that is connected, comes back to. The page that opened it hears the outcome; nothing else is told to anybody. */
export function Component() {
  const [params] = useSearchParams()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  const state = params.get('state') ?? ''
  const code = params.get('code')
  const error = params.get('error')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again
  useEffect(() => {
    check(state, code, error).then(
      (found) => {
        setOutcome(found)
        const message = { type: 'chowk.connect', outcome: found }
        if (window.opener) (window.opener as Window).postMessage(message, window.location.origin)
      },
      (cause: unknown) => setFailure(describeAccountFailure(cause)),
    )
  }, [state, code, error, tries])

  if (outcome === 'connected') return <Connected />
  if (outcome === 'failed') return <Failed />
  if (outcome === 'denied') return <Denied />
  if (outcome === 'wrong_state') return <WrongState />
  if (failure === null)
    return (
      <AuthCard title={t('Connecting account')}>
        <Spinner />
      </AuthCard>
    )
  const again = () => {
    setFailure(null)
    setTries(tries + 1)
  }
  return (
    <AuthCard title={t('The account couldn’t be connected')}>
      <Callout tone="bad">{failure}</Callout>
      <Button variant="primary" size="lg" wide onClick={again}>
        {t('Try again')}
      </Button>
    </AuthCard>
  )
}

/** A window that was opened for this can be closed; any other leads on. */
function Leave() {
  if (window.opener)
    return (
      <Button size="lg" wide onClick={() => window.close()}>
        {t('Close this window')}
      </Button>
    )
  const back = placeAfterConnecting()
  if (back !== null)
    return (
      <LinkButton href={back} size="lg" wide>
        {t('Continue')}
      </LinkButton>
    )
  return (
    <>
      <p className="text-muted">{t('If you came from a workflow, close this tab and go back to it.')}</p>
      <LinkButton href={paths.settings('credentials')} size="lg" wide>
        {t('Go to your credentials')}
      </LinkButton>
    </>
  )
}

const Connected = () => (
  <AuthCard title={t('Account connected')}>
    <Callout tone="good">{t('Your workflows can now use it.')}</Callout>
    <Leave />
  </AuthCard>
)

const Failed = () => (
  <AuthCard title={t('The account couldn’t be connected')}>
    <Callout tone="bad">
      {t('You agreed, but the service didn’t complete the connection. Start again in your settings.')}
    </Callout>
    <Leave />
  </AuthCard>
)

const Denied = () => (
  <AuthCard title={t('Account not connected')}>
    <Callout tone="warn">{t('The request was declined. Nothing was connected and nothing was read.')}</Callout>
    <Leave />
  </AuthCard>
)

const WrongState = () => (
  <AuthCard title={t('This connection didn’t start here')}>
    <Callout tone="warn">
      {t(
        'The request has expired, was already used, or was started by another account or in another browser. Nothing was connected.',
      )}
    </Callout>
    <Leave />
  </AuthCard>
)
