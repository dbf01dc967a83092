import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { UserId } from '#contract/core/primitives.ts'
import type { ReviewSettings } from '#contract/runs/review-queue.ts'
import { REVIEW_ESCALATION } from '#contract/runs/review-queue-values.ts'
import { useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { notify } from '#web/ui/overlays/notification-store.ts'

const settingsQuery = q('getReviewSettings')
const MOST_HOURS = REVIEW_ESCALATION.most_minutes / 60
const ADMINS = 'admins'

/** When reviews and approvals that are overdue go on to others, and to whom. */
export function Escalation() {
  const { data } = useQuery(settingsQuery)
  if (!data) return null
  return <Form key={`${data.escalate_after_minutes} ${data.escalate_to?.id}`} settings={data} />
}

function Form({ settings }: { settings: ReviewSettings }) {
  const [hours, setHours] = useState(String(settings.escalate_after_minutes / 60))
  const [person, setPerson] = useState<string>(settings.escalate_to?.id ?? ADMINS)
  const wanted = Number(hours)
  const isWrong = !/^\d{1,3}$/.test(hours.trim()) || wanted < 1 || wanted > MOST_HOURS
  const save = useAction(async () => {
    const escalate_to = person === ADMINS ? null : (person as UserId)
    const saved = await call('saveReviewSettings', { body: { escalate_after_minutes: wanted * 60, escalate_to } })
    queryClient.setQueryData(settingsQuery.queryKey, saved)
    notify({ type: 'success', title: t('Saved') })
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) void save.run()
  }
  return (
    <Card>
      <CardHeader title={t('Overdue reviews and approvals')}>
        {t(
          'At its due time, the person a document is assigned to gets a reminder. If it’s still open after the time below, it goes to others. For an approval the time counts from the question: a reminder first, and the escalation after twice the time.',
        )}
      </CardHeader>
      <form noValidate onSubmit={submit} className="grid max-w-xl gap-4">
        <TextField
          label={t('Escalate after (hours)')}
          inputMode="numeric"
          maxLength={3}
          value={hours}
          error={isWrong ? t('Enter a whole number from 1 to {most}', { most: MOST_HOURS }) : undefined}
          onChange={(event) => setHours(event.target.value)}
        />
        <Select
          label={t('Escalate to')}
          value={person}
          options={[
            { value: ADMINS, label: t('Owners and admins') },
            ...settings.people.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          onChange={(event) => setPerson(event.target.value)}
        />
        {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
        <Button className="w-fit" type="submit" busy={save.busy && t('Saving...')} disabled={isWrong}>
          {t('Save')}
        </Button>
      </form>
    </Card>
  )
}
