import { useState } from 'react'
import type { PersonOrder } from '#contract/admin/people.ts'
import type { DataOf } from '#web/api/call.ts'
import { formatPaise } from '#web/lib/format.ts'
import { OrderChip, RefundChip } from '#web/parts/billing/checkout/order-status.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { GiveRefund, type Refunding } from './give-refund.tsx'

const columns = (onRefund: (refunding: Refunding) => void): readonly Column<PersonOrder>[] => [
  {
    key: 'status',
    header: 'Status',
    className: 'w-32 max-sm:hidden',
    cell: (order) => <OrderChip order={order} />,
  },
  {
    key: 'what',
    header: 'What',
    className: 'w-full max-w-0',
    cell: (order) => (
      <div className="min-w-24 py-2 sm:min-w-40">
        <p className="truncate font-medium">
          <bdi>{order.title}</bdi>
        </p>
        <p className="sm:hidden">
          <OrderChip order={order} />
        </p>
        <p className="truncate text-muted text-base">{order.receipt}</p>
        {order.payment?.error && <p className="text-bad text-base">{order.payment.error}</p>}
        {order.refunds.map((refund) => (
          <p key={refund.id} className="mt-1 text-base">
            <span className="inline-flex min-h-6 flex-wrap items-center gap-x-2">
              Refund of <Money paise={refund.paise} /> <RefundChip status={refund.status} />
              <RelativeTime time={refund.created_at} />
              {refund.status === 'requested' && <Link href={paths.adminPayments({ tab: 'refunds' })}>Decide</Link>}
            </span>
            <span className="block break-words text-muted [unicode-bidi:plaintext]">{refund.reason}</span>
          </p>
        ))}
      </div>
    ),
  },
  {
    key: 'when',
    header: 'When',
    className: 'max-sm:hidden',
    cell: ({ paid_at, created_at }) => <RelativeTime time={paid_at ?? created_at} />,
  },
  { key: 'paise', header: 'Amount', align: 'right', cell: ({ amount_paise }) => <Money paise={amount_paise} /> },
  {
    key: 'refund',
    header: <span className="sr-only">Refund</span>,
    align: 'right',
    cell: ({ id, title, refundable_paise, purpose, status, abilities: { refund } }) =>
      status === 'paid' && (
        <Button
          size="sm"
          aria-label={`Refund ${title}`}
          reason={refund.reason ?? undefined}
          onClick={() =>
            onRefund({ of: { order_id: id }, title, most: refundable_paise, isTopUp: purpose === 'credits' })
          }
        >
          Refund
        </Button>
      ),
  },
]

/** What all orders came to, however many are shown. */
export const OrderSums = ({
  paid_paise,
  refunded_paise,
  credits_paise,
}: Pick<DataOf<'listPersonOrders'>, 'paid_paise' | 'refunded_paise' | 'credits_paise'>) => (
  <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
    <Stat label="Paid in all" value={formatPaise(paid_paise)} />
    <Stat label="Refunded" value={formatPaise(refunded_paise)} />
    <Stat label="Credits left" value={formatPaise(credits_paise)} />
  </dl>
)

/** Orders with their payment, what went wrong with it, and their refunds. */
export function OrdersTable({ orders }: { orders: readonly PersonOrder[] }) {
  const [refunding, setRefunding] = useState<Refunding | null>(null)
  return (
    <>
      <Table
        caption="Orders, newest first"
        columns={columns(setRefunding)}
        rows={orders}
        rowKey={({ id }) => id}
        empty={<p className="text-muted">Nothing has been ordered.</p>}
      />
      {refunding && <GiveRefund refunding={refunding} onClose={() => setRefunding(null)} />}
    </>
  )
}
