import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import type { PlanItem } from '#contract/runs/plan.ts'
import { t } from '#web/lib/language.ts'

const ICONS = { todo: Circle, doing: CircleDot, done: CircleCheck }
const COLOURS = { todo: 'text-muted', doing: 'text-indigo', done: 'text-good' }
const STATES = { todo: () => t('To do'), doing: () => t('In progress'), done: () => t('Done') }

/** What an agent plans to do for a task, with what is done ticked off. */
export function PlanList({ plan, open }: { plan: readonly PlanItem[]; open: boolean }) {
  if (plan.length === 0) return null
  const done = plan.filter(({ status }) => status === 'done').length
  return (
    <details open={open} className="w-full min-w-0 rounded border border-line bg-surface px-3 py-2">
      <summary className="cursor-pointer font-medium text-base">
        {t('Plan: {done} of {all} done', { done: String(done), all: String(plan.length) })}
      </summary>
      <ol aria-label={t('Plan')} className="mt-2 grid gap-1.5">
        {plan.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have the same words
          <Step key={at} item={item} />
        ))}
      </ol>
    </details>
  )
}

function Step({ item: { task, status } }: { item: PlanItem }) {
  const Icon = ICONS[status]
  return (
    <li aria-current={status === 'doing' ? 'step' : undefined} className="flex items-start gap-2 text-base">
      <Icon role="img" aria-label={STATES[status]()} className={`mt-1 size-4 shrink-0 ${COLOURS[status]}`} />
      <bdi className={`min-w-0 wrap-anywhere ${status === 'done' ? 'text-muted' : ''}`}>{task}</bdi>
    </li>
  )
}
