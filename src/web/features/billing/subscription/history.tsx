import type { SubscriptionEvent } from '#contract/billing/subscriptions.ts'
import { useData } from '#web/api/query.ts'
import { formatDay } from '#web/lib/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { historyQuery } from './query.ts'

const TEXTS: Readonly<Record<string, string>> = {
  trial_started: 'Free days began',
  trial_day_5: 'Reminder: the free days end soon',
  trial_day_7: 'Reminder: the last of the free days',
  trial_over: 'Free days ended',
  started: 'Plan began',
  upgraded: 'Changed to a larger plan',
  renewed: 'Renewed',
  change_chosen: 'A change was chosen for the next period',
  change_dropped: 'The chosen change was dropped',
  cancelled: 'Cancelled',
  resumed: 'Resumed',
  payment_asked: 'Payment asked for',
  charge_failed: 'Payment failed',
  refunded: 'Ended with a refund',
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
      caption="History of your plans, newest first"
      columns={COLUMNS}
      rows={items}
      rowKey={({ id }) => id}
      empty={<EmptyState title="Nothing has happened yet">What becomes of your plan is listed here.</EmptyState>}
    />
  )
}
