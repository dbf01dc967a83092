import type { SubscriptionEvent } from '#contract/billing/subscriptions.ts'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { historyQuery } from './subscription-queries.ts'

const texts = (): Readonly<Record<string, string>> => ({
  trial_started: t('Trial started'),
  trial_day_5: t('Reminder: the trial ends soon'),
  trial_day_7: t('Reminder: last day of the trial'),
  trial_over: t('Trial ended'),
  started: t('Plan started'),
  upgraded: t('Upgraded'),
  renewed: t('Renewed'),
  change_chosen: t('Change scheduled for the next period'),
  change_dropped: t('Scheduled change cancelled'),
  cancelled: t('Cancelled'),
  resumed: t('Resumed'),
  payment_asked: t('Payment requested'),
  charge_failed: t('Payment failed'),
  refunded: t('Ended with refund'),
  ended: t('Plan ended'),
})

const columns = (): readonly Column<SubscriptionEvent>[] => [
  {
    key: 'at',
    header: t('Day'),
    className: 'whitespace-nowrap',
    cell: ({ happened_at }) => formatFullDay(happened_at),
  },
  { key: 'what', header: t('What'), className: 'w-full', cell: ({ kind }) => texts()[kind] ?? kind },
  {
    key: 'plan',
    header: t('Plan'),
    className: 'whitespace-nowrap',
    cell: ({ plan, billing }) => `${plan.name}, ${t(billing)}`,
  },
  {
    key: 'paise',
    header: t('Amount'),
    align: 'right',
    cell: ({ paise }) => (paise === null ? '' : <Money paise={paise} />),
  },
]

/** What happened to one's plans, newest first. */
export function History() {
  const { items } = useData(historyQuery)
  return (
    <Table
      caption={t('Plan history, newest first')}
      columns={columns()}
      rows={items}
      rowKey={({ id }) => id}
      empty={<EmptyState title={t('No history yet')}>{t('Changes to your plan appear here.')}</EmptyState>}
    />
  )
}
