import type { Dispute } from '#contract/refunds.ts'
import { q, useData } from '#web/api/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'

export const disputesQuery = q('listDisputes', { query: { limit: 100 } })

const STATUS: Record<Dispute['status'], [string, Tone]> = {
  open: ['Open', 'warn'],
  under_review: ['Under review', 'warn'],
  won: ['Won', 'good'],
  lost: ['Lost', 'bad'],
  closed: ['Closed', 'neutral'],
}

const COLUMNS: readonly Column<Dispute>[] = [
  {
    key: 'title',
    header: 'Payment',
    className: 'w-full max-w-0',
    cell: (dispute) => (
      <div className="min-w-40 py-2">
        <p className="truncate font-medium">
          <bdi>{dispute.title ?? dispute.gateway_payment_id}</bdi>
        </p>
        <p className="truncate text-muted text-sm">
          <bdi>{[dispute.buyer_name, dispute.reason.replaceAll('_', ' ')].filter(Boolean).join(', ')}</bdi>
        </p>
      </div>
    ),
  },
  {
    key: 'status',
    header: 'State',
    cell: ({ status }) => <Badge tone={STATUS[status][1]}>{STATUS[status][0]}</Badge>,
  },
  {
    key: 'respond',
    header: 'Answer by',
    className: 'max-sm:hidden',
    cell: ({ respond_by, decided_at }) => (respond_by && !decided_at ? <RelativeTime time={respond_by} /> : '—'),
  },
  { key: 'loss', header: 'Loss', align: 'right', cell: ({ loss_paise }) => <Money paise={loss_paise} /> },
  { key: 'paise', header: 'Amount', align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
]

/** Payments that banks take back. Evidence is handed in at the gateway's dashboard; what it decides comes here by itself. */
export function Disputes() {
  const { items } = useData(disputesQuery)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-muted">
        A disputed payment is withheld by the gateway until it is decided. Hand in your evidence in the gateway’s
        dashboard before the day named here; the decision arrives by itself.
      </p>
      <Table
        caption="Disputes, undecided ones first"
        columns={COLUMNS}
        rows={items}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No disputes">Payments that a bank takes back appear here.</EmptyState>}
      />
    </div>
  )
}
