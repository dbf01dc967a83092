import { useNavigate } from 'react-router'
import type { ReviewQueue } from '#contract/runs/review-queue.ts'
import { QUEUE_AGES, QUEUE_SORTS, type QueueAge, type QueueSort } from '#contract/runs/review-queue-values.ts'
import { useUser } from '#web/api/use-session.ts'
import { formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { Select } from '#web/ui/forms/select.tsx'
import { CONFIDENCES, type QueueState, queueHref } from './review-queries.ts'

const ageNames = (): Record<QueueAge, string> => ({
  all: t('Any age'),
  day: t('Last 24 hours'),
  week: t('Last 7 days'),
  older: t('Older than 7 days'),
})
const sortNames = (): Record<QueueSort, string> => ({
  oldest: t('Oldest first'),
  newest: t('Newest first'),
  confidence: t('Lowest confidence first'),
  due: t('Due first'),
})

export function QueueFilters({ state, queue }: { state: QueueState; queue: ReviewQueue }) {
  const navigate = useNavigate()
  const isShared = useUser()?.workspace !== undefined
  const go = (change: Partial<QueueState>) => void navigate(queueHref(state, { page: 1, ...change }))
  const { services, people } = queue
  return (
    <div className="flex flex-wrap gap-3">
      {services.length > 0 && (
        <Select
          label={t('Service')}
          value={state.service ?? ''}
          options={[
            { value: '', label: t('All services') },
            ...services.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          onChange={({ target }) => go({ service: services.find(({ id }) => id === target.value)?.id ?? null })}
        />
      )}
      {isShared && (
        <Select
          label={t('Assigned to')}
          value={state.assignee}
          options={[
            { value: 'anyone', label: t('Anyone') },
            { value: 'me', label: t('Me') },
            { value: 'nobody', label: t('Nobody') },
            ...people.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          onChange={({ target: { value } }) =>
            go({
              assignee:
                value === 'me' || value === 'nobody' ? value : (people.find(({ id }) => id === value)?.id ?? 'anyone'),
            })
          }
        />
      )}
      <Select
        label={t('Age')}
        value={state.age}
        options={QUEUE_AGES.map((value) => ({ value, label: ageNames()[value] }))}
        onChange={({ target }) => go({ age: QUEUE_AGES.find((one) => one === target.value) ?? 'all' })}
      />
      <Select
        label={t('Lowest confidence')}
        value={state.below === null ? '' : String(state.below)}
        options={[
          { value: '', label: t('Any') },
          ...CONFIDENCES.map((one) => ({
            value: String(one),
            label: t('Below {percent}', { percent: formatPercent(one / 100) }),
          })),
        ]}
        onChange={({ target }) => go({ below: CONFIDENCES.find((one) => String(one) === target.value) ?? null })}
      />
      <Select
        label={t('Sort')}
        value={state.sort}
        options={QUEUE_SORTS.map((value) => ({ value, label: sortNames()[value] }))}
        onChange={({ target }) => go({ sort: QUEUE_SORTS.find((one) => one === target.value) ?? 'oldest' })}
      />
    </div>
  )
}
