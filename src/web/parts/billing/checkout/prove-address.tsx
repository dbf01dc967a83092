import { useState } from 'react'
import { describeAccountFailure } from '#web/api/account-failure.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** Where free runs, codes or reviews wait for the address to be confirmed: the mail again, and a look whether it is done. */
export function ProveAddress() {
  const [sent, setSent] = useState(false)
  const send = useAction(async () => {
    await call('requestVerification', {})
    setSent(true)
  })
  const look = useAction(() => refresh('getAgentTerms', 'listReviews'))
  return (
    <div className="grid justify-items-start gap-2">
      {send.error !== null && <Callout tone="bad">{describeAccountFailure(send.error)}</Callout>}
      {sent && send.error === null && (
        <Callout tone="good">{t('We’ve sent you a link. Open it, then come back.')}</Callout>
      )}
      <p className="flex flex-wrap gap-2">
        <Button size="sm" busy={send.busy && t('Sending...')} onClick={() => void send.run()}>
          {t('Resend link')}
        </Button>
        <Button size="sm" busy={look.busy && t('Checking...')} onClick={() => void look.run()}>
          {t('I’ve confirmed it')}
        </Button>
      </p>
    </div>
  )
}
