import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ExecutionId } from '#contract/core/primitives.ts'
import type { RunReview } from '#contract/runs/decisions.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { queryClient } from '#web/api/query-client.ts'
import { t } from '#web/lib/language.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { reviewQuery } from '#web/viewer/decisions.ts'

/** As a field of the browser writes it: local time, without seconds. */
function localTime(at: string | null): string {
  if (at === null) return ''
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const peopleQuery = q('listReviewQueue', { query: { limit: 1 } })

/** Who reviews a document, and until when. */
export function Assignment({ id }: { id: ExecutionId }) {
  const { data: review } = useQuery(reviewQuery(id))
  if (!review || review.signed_off !== null) return null
  return <Form key={review.assignment} review={review} />
}

function Form({ review }: { review: RunReview }) {
  const { execution_id: id, assignee, due_at, assignment } = review
  const { data: queue } = useQuery(peopleQuery)
  const people = queue?.people ?? []
  const [to, setTo] = useState<string>(assignee?.id ?? '')
  const [due, setDue] = useState(localTime(due_at))
  const save = useAction(async () => {
    const assignee_id = people.find((person) => person.id === to)?.id ?? null
    const body = { assignee_id, due_at: due === '' ? null : new Date(due).toISOString(), seen: assignment }
    try {
      queryClient.setQueryData(reviewQuery(id).queryKey, await call('assignRun', { params: { id }, body }))
    } catch (error) {
      // What is there now is shown with the refusal.
      if (error instanceof ApiError && error.code === 'stale_details') await refresh('getRunReview')
      throw error
    } finally {
      await refresh('listReviewQueue')
    }
  })
  const isSame = to === (assignee?.id ?? '') && due === localTime(due_at)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save.run()
  }
  return (
    <form onSubmit={submit} aria-label={t('Assignment')} className="surface-card grid gap-3 p-3">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('Assigned to')}
          value={to}
          options={[
            { value: '', label: t('Nobody') },
            ...people.map((person) => ({ value: person.id as string, label: person.name })),
          ]}
          onChange={({ target }) => setTo(target.value)}
        />
        <TextField label={t('Due')} type="datetime-local" value={due} onChange={({ target }) => setDue(target.value)} />
        <Button type="submit" disabled={isSame} busy={save.busy && t('Saving...')}>
          {t('Assign')}
        </Button>
      </div>
      {save.error !== null && <Callout tone="bad">{friendly(save.error)}</Callout>}
    </form>
  )
}
