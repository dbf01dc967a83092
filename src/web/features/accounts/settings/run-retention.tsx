import { useState } from 'react'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q, useData } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

export const runRetentionQuery = q('getRunRetention')

/** How long the content of runs is kept; empty stands for the operator's own period. */
export function RunRetention() {
  const saved = useData(runRetentionQuery)
  const kept = String(saved.keep_days ?? '')
  const [days, setDays] = useState(kept)
  const save = useAction(async () => {
    const keep_days = saved.choices.find((choice) => String(choice) === days) ?? null
    queryClient.setQueryData(runRetentionQuery.queryKey, await call('setRunRetention', { body: { keep_days } }))
    notify({ type: 'success', title: t('Retention period saved') })
  })
  const { succeeded_days, failed_days } = saved.operator
  const forGood = t('until you delete them')
  const lasts = (period: number | null) => (period === null ? forGood : t('{count} days', { count: period }))
  return (
    <Card>
      <CardHeader title={t('How long runs are kept')}>
        {t(
          'After this time the input, documents, result and steps of a run are deleted for good. Its date, status and cost stay in your list.',
        )}
      </CardHeader>
      <div className="grid gap-4">
        <Select
          label={t('Keep the content of my runs')}
          help={t('This installation keeps successful runs {succeeded} and failed ones {failed}.', {
            succeeded: lasts(succeeded_days),
            failed: lasts(failed_days),
          })}
          value={days}
          onChange={(event) => setDays(event.target.value)}
          options={[
            { value: '', label: t('Same as this installation') },
            ...saved.choices.map((choice) => ({
              value: String(choice),
              label: choice === 1 ? t('1 day') : t('{count} days', { count: choice }),
            })),
          ]}
        />
        {days !== kept && days !== '' && (
          <Callout tone="warn">{t('The content of older runs is deleted within the hour.')}</Callout>
        )}
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <div>
          <Button busy={save.busy && t('Saving...')} disabled={days === kept} onClick={() => void save.run()}>
            {t('Save changes')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
