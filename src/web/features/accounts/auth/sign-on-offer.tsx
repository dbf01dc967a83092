/** Where the domain of an email address has a provider of its own: says so, and leads there. */
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { domainOf } from '#contract/accounts/sign-on-values.ts'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { emailRule } from '#web/parts/accounts/identity/rules.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** Leaves for the provider. */
export async function leaveForProvider(email: string): Promise<void> {
  const { url } = await call('startSignOn', { body: { email } })
  window.location.assign(url)
  // The page at hand stays busy until it is gone.
  await new Promise<never>(() => {})
}

const PAUSE_MS = 400

/** The address once its writer pauses; null while it is none. */
function useFinished(typed: string): string | null {
  const [finished, setFinished] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setFinished(emailRule(typed) === undefined ? typed : null), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return finished
}

/** @param typed what is in the field of the email address */
export function SignOnOffer({ typed, disabled }: { typed: string; disabled: boolean }) {
  const email = useFinished(typed)
  const domain = domainOf(email ?? '')
  // Accounts are not looked at: the answer is the same for all addresses of a domain.
  const { data } = useQuery({ ...q('findSignOn', { body: { email: `x@${domain}` } }), enabled: email !== null })
  const leave = useAction(() => leaveForProvider(email ?? ''))
  if (email === null || !data?.provider) return null
  const { provider, is_enforced } = data
  return (
    <div className="grid gap-3">
      <Callout title={t('Sign in with your work account')}>
        {is_enforced
          ? t('People with addresses of {domain} sign in at {provider}. Only owners can use a password here.', {
              domain,
              provider,
            })
          : t('People with addresses of {domain} can sign in at {provider}.', { domain, provider })}
      </Callout>
      {leave.error !== null && <Callout tone="bad">{describeAccountFailure(leave.error)}</Callout>}
      <Button
        variant="primary"
        size="lg"
        wide
        icon={<ArrowUpRight aria-hidden="true" />}
        disabled={disabled}
        busy={leave.busy && t('Leaving...')}
        onClick={() => void leave.run()}
      >
        {t('Continue to {provider}', { provider })}
      </Button>
    </div>
  )
}
