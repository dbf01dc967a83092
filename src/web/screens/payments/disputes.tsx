import type { Dispute } from '#contract/refunds.ts'
import { q, useData } from '#web/api/query.ts'
import { toParam } from '#web/lib/page-param.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Tone } from '#web/ui/tone.ts'

const SIZE = 25
const pageQuery = (page: number) => ({ query: { limit: SIZE, offset: (page - 1) * SIZE } })
export const disputesQuery = (page: number) => q('listDisputes', pageQuery(page))
export const ownDisputesQuery = (page: number) => q('listOwnDisputes', pageQuery(page))

export const DISPUTE_STATUS: Record<Dispute['status'], [string, Tone]> = {
  open: ['Open', 'warn'],
  under_review: ['Under review', 'warn'],
  won: ['Won', 'good'],
  lost: ['Lost', 'bad'],
  closed: ['Closed', 'neutral'],
}

const columns = (href: (id: string) => string): readonly Column<Dispute>[] => [
  {
    key: 'title',
    header: 'Payment',
    className: 'w-full max-w-0',
    cell: (dispute) => (
      <div className="min-w-24 py-2">
        <Link
          href={href(dispute.id)}
          className="block truncate font-medium leading-6 underline decoration-line hover:decoration-current"
        >
          <bdi>{dispute.title ?? dispute.gateway_payment_id}</bdi>
        </Link>
        <p className="truncate text-muted text-sm">
          <bdi>{[dispute.buyer_name, dispute.reason.replaceAll('_', ' ')].filter(Boolean).join(', ')}</bdi>
        </p>
      </div>
    ),
  },
  {
    key: 'status',
    header: 'State',
    cell: ({ status }) => <Badge tone={DISPUTE_STATUS[status][1]}>{DISPUTE_STATUS[status][0]}</Badge>,
  },
  {
    key: 'respond',
    header: 'Answer by',
    className: 'max-sm:hidden',
    cell: ({ respond_by, decided_at }) => (respond_by && !decided_at ? <RelativeTime time={respond_by} /> : '—'),
  },
  {
    key: 'loss',
    header: 'Loss',
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ loss_paise }) => <Money paise={loss_paise} />,
  },
  { key: 'paise', header: 'Amount', align: 'right', cell: ({ paise }) => <Money paise={paise} /> },
]

/** Payments that banks take back; what is decided comes here by itself. */
export function Disputes({ page }: { page: number }) {
  const { items, total } = useData(disputesQuery(page))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-prose text-muted">
        A disputed payment is withheld by the gateway until it is decided. Open it to hand in evidence, or to give it
        up, before the day named here; the decision arrives by itself.
      </p>
      <Table
        caption="Disputes, undecided ones first"
        columns={columns((id) => paths.adminPayments({ tab: 'disputes', dispute: id }))}
        rows={items}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No disputes">Payments that a bank takes back appear here.</EmptyState>}
      />
      <Pagination
        page={page}
        pageSize={SIZE}
        total={total}
        href={(to) => paths.adminPayments({ tab: 'disputes', page: toParam(to) })}
      />
    </div>
  )
}

/** Of what a seller sold; nothing is drawn where there are none. */
export function OwnDisputes({ page, href }: { page: number; href: (page: number) => string }) {
  const { items, total } = useData(ownDisputesQuery(page))
  if (total === 0) return null
  return (
    <section aria-labelledby="own-disputes" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="own-disputes" className="text-lg">
        Disputes
      </h2>
      <p className="max-w-prose text-muted">
        A buyer’s bank takes these payments back. Say what speaks against it before the day named here; an admin hands
        it in.
      </p>
      <Table
        caption="Disputes of what you sold"
        columns={columns((dispute) => paths.sellerRefunds({ dispute }))}
        rows={items}
        rowKey={({ id }) => id}
        empty={null}
      />
      <Pagination label="Pages of disputes" page={page} pageSize={SIZE} total={total} href={href} />
    </section>
  )
}
