import type { SubscriptionEvent } from '#contract/billing/subscriptions.ts'
import { useData } from '#web/api/query.ts'
import { formatDay } from '#web/lib/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { historyQuery } from './subscription-queries.ts'

const TEXTS: Readonly<Record<string, string>> = {
  trial_started: 'Trial started',
  trial_day_5: 'Reminder: the trial ends soon',
  trial_day_7: 'Reminder: last day of the trial',
  trial_over: 'Trial ended',
  started: 'Plan started',
  upgraded: 'Upgraded',
  renewed: 'Renewed',
  change_chosen: 'Change scheduled for the next period',
  change_dropped: 'Scheduled change cancelled',
  cancelled: 'Cancelled',
  resumed: 'Resumed',
  payment_asked: 'Payment requested',
  charge_failed: 'Payment failed',
  refunded: 'Ended with refund',
  ended: 'Plan ended',
}

const COLUMNS: readonly Column<SubscriptionEvent>[] = [
  { key: 'at', header: 'Day', className: 'whitespace-nowrap', cell: ({ happened_at }) => formatDay(happened_at) },
  { key: 'what', header: 'What', className: 'w-full', cell: ({ kind }) => TEXTS[kind] ?? kind },
  {
    key: 'plan',
    header: 'Plan',
    className: 'whitespace-nowrap',
    cell: ({ plan, billing }) => `${plan.name}, ${billing}`,
  },
  {
    key: 'paise',
    header: 'Amount',
    align: 'right',
    cell: ({ paise }) => (paise === null ? '' : <Money paise={paise} />),
  },
]

/** What happened to one's plans, newest first. */
export function History() {
  const { items } = useData(historyQuery)
  return (
    <Table
      caption="Plan history, newest first"
      columns={COLUMNS}
      rows={items}
      rowKey={({ id }) => id}
      empty={<EmptyState title="No history yet">Changes to your plan appear here.</EmptyState>}
    />
  )
}
