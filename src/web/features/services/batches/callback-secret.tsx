import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { callbackSecretQuery } from './batch-queries.ts'

/** What the address of a program that is told of the end of a batch checks the request by. Shown once. */
export function CallbackSecret() {
  const { data } = useQuery(callbackSecretQuery())
  const [secret, setSecret] = useState<string | null>(null)
  const renew = useAction(async () => {
    const made = await call('renewCallbackSecret', {})
    setSecret(made.secret)
    queryClient.setQueryData(callbackSecretQuery().queryKey, { ...made, secret: null })
  })
  if (!data) return null
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <CardHeader title={t('Callbacks')}>
        {t(
          'A batch can tell a program of yours when it has ended. Set the address on the batch or in the API. Requests are signed with your callback secret.',
        )}
      </CardHeader>
      {secret !== null && (
        <Callout tone="good" title={t('Copy the secret now. It won’t be shown again.')}>
          <CodeBlock code={secret} label={t('Callback secret')} />
        </Callout>
      )}
      {renew.error !== null && <Callout tone="bad">{friendly(renew.error)}</Callout>}
      <div>
        <Button size="sm" busy={renew.busy && t('Creating...')} onClick={() => void renew.run()}>
          {data.created_at === null ? t('Create secret') : t('Create new secret')}
        </Button>
      </div>
      {data.created_at !== null && (
        <p className="text-muted text-base">
          {t('After you create a new secret, requests carry signatures of both for 24 hours.')}
        </p>
      )}
    </Card>
  )
}
