import { useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'

/** Where sign-in is kept at a Firebase project, what can be done about it from here. */
export function FirebaseSignIn() {
  const email = useUser()?.email ?? ''
  const [sent, setSent] = useState(false)
  const reset = useAction(async () => {
    setSent(false)
    await (await import('#web/api/firebase-identity.ts')).sendReset(email)
    setSent(true)
  })
  return (
    <Card>
      <CardHeader title={t('Sign-in')}>
        {t('This installation uses Firebase for passwords and sign-in methods.')}
      </CardHeader>
      <div className="grid justify-items-start gap-3">
        <p className="text-muted">{t('To change your password, request a link by email.')}</p>
        {reset.error !== null && <Callout tone="bad">{t('The email couldn’t be sent. Try again later.')}</Callout>}
        {sent && <Callout tone="good">{t('We’ve sent a link to {email}.', { email })}</Callout>}
        <Button busy={reset.busy && t('Sending...')} onClick={() => void reset.run()}>
          {t('Email me a link')}
        </Button>
      </div>
    </Card>
  )
}
