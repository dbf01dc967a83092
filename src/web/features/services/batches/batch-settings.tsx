import { type FormEvent, useState } from 'react'
import type { BatchDetail } from '#contract/services/batches.ts'
import { useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { CAP_PROBLEM, parseCap, toFieldText } from '#web/lib/rupees.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { batchQuery } from './batch-queries.ts'

/** What a batch may cost, and whom it tells of its end. */
export function BatchSettings({ batch }: { batch: BatchDetail }) {
  const { id } = batch
  const [cap, setCap] = useState(toFieldText(batch.cap_paise))
  const [url, setUrl] = useState(batch.callback_url ?? '')
  const [problem, setProblem] = useState<string>()
  const save = useAction(async (cap_paise: number | null) => {
    const body = { cap_paise, callback_url: url.trim() || null }
    queryClient.setQueryData(batchQuery(id).queryKey, await call('updateBatch', { params: { id }, body }))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const paise = parseCap(cap)
    setProblem(paise === undefined ? t(CAP_PROBLEM) : undefined)
    if (paise !== undefined) void save.run(paise)
  }
  const ofUrl = save.error instanceof ApiError ? save.error.problem('callback_url') : undefined
  return (
    <Card>
      <CardHeader title={t('Limits and callback')} />
      <form noValidate onSubmit={submit} className="grid max-w-lg gap-4">
        <TextField
          label={t('Maximum for this batch (₹)')}
          help={t('The batch pauses before it would cost more. Leave empty for no limit.')}
          inputMode="decimal"
          value={cap}
          error={problem}
          onChange={({ currentTarget }) => setCap(currentTarget.value)}
        />
        <TextField
          label={t('Callback address')}
          help={t('We send a signed request here when the batch has ended.')}
          type="url"
          optional
          value={url}
          error={ofUrl}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        {save.error !== null && ofUrl === undefined && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <div>
          <Button type="submit" busy={save.busy && t('Saving...')}>
            {t('Save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}
