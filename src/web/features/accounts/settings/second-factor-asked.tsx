import { useSearchParams } from 'react-router'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { Callout } from '#web/ui/callout.tsx'
import { passkeysQuery } from './passkeys.tsx'
import { twoFactorQuery } from './two-factor.tsx'

/** For an admin who was sent here: what the operator asks for, and how to give it. */
export function SecondFactorAsked() {
  const [params] = useSearchParams()
  const { proven } = useData(twoFactorQuery)
  const { passkeys } = useData(passkeysQuery)
  if (params.get('why') !== 'two-factor') return null
  if (proven)
    return <Callout tone="good">{t('Your second factor is set up. You now have access to admin functions.')}</Callout>
  return (
    <Callout tone="warn" title={t('Admins need a second factor')}>
      {passkeys.length > 0
        ? t(
            'Sign out and sign in with your passkey, or turn on two-factor sign-in below. Until then, you have the access of a regular user.',
          )
        : t('Turn on two-factor sign-in or add a passkey below. Until then, you have the access of a regular user.')}
    </Callout>
  )
}
