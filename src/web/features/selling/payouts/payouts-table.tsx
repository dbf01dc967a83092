import { Landmark } from 'lucide-react'
import type { Payout } from '#contract/selling/payouts.ts'
import { useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { PayoutBadge } from '#web/parts/selling/payout-status.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { type PayoutsState, payoutsPath, payoutsQuery, SIZE } from './payouts-address.ts'

const tableColumns = (): readonly Column<Payout>[] => [
  { key: 'at', header: t('When'), cell: ({ created_at }) => <RelativeTime time={created_at} /> },
  { key: 'status', header: t('State'), cell: ({ status }) => <PayoutBadge status={status} /> },
  { key: 'payee', header: t('To'), className: 'max-sm:hidden whitespace-nowrap', cell: ({ payee }) => payee },
  {
    key: 'reference',
    header: t('Bank message'),
    className: 'w-full max-w-0 max-md:hidden',
    cell: ({ reference }) => (
      <p className="min-w-32 truncate" title={reference ?? undefined}>
        <bdi>{reference ?? '—'}</bdi>
      </p>
    ),
  },
  { key: 'paise', header: t('Amount'), align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
]

/** What was paid out, newest first. */
export function PayoutsTable({ state }: { state: PayoutsState }) {
  const { items, total } = useData(payoutsQuery(state))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Table
        caption={t('Payouts, newest first')}
        columns={tableColumns()}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<Landmark aria-hidden="true" />} title={t('No payouts yet')}>
            {t('Your payouts appear here with their bank references.')}
          </EmptyState>
        }
      />
      <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => payoutsPath({ ...state, page })} />
    </div>
  )
}
