import { ReceiptIndianRupee } from 'lucide-react'
import type { Order } from '#contract/billing/payments.ts'
import { load, q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { FullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { OrderChip } from './order-status.tsx'
import { orderTitle } from './order-title.ts'
import { OwnRefunds, ownRefundsQuery } from './own-refunds.tsx'

const SIZE = 25

const columns = (): readonly Column<Order>[] => [
  {
    key: 'title',
    header: t('For'),
    className: 'w-full max-w-0',
    cell: (order) => (
      <div className="min-w-32 py-2">
        <Link href={paths.payment(order.id)} className="block truncate font-medium leading-6 hover:underline">
          <bdi>{orderTitle(order.title)}</bdi>
        </Link>
      </div>
    ),
  },
  { key: 'status', header: t('Status'), cell: (order) => <OrderChip order={order} /> },
  {
    key: 'at',
    header: t('When'),
    className: 'max-sm:hidden whitespace-nowrap',
    cell: (order) => <FullDay time={order.paid_at ?? order.created_at} />,
  },
  { key: 'amount', header: t('Amount'), align: 'right', cell: (order) => <Money paise={order.amount_paise} /> },
]

/** Where the two lists of the panel stand. */
interface At {
  page: number
  refunds: number
}
export const readPanelState = (params: URLSearchParams): At => ({
  page: pageParam(params),
  refunds: pageParam(params, 'refunds'),
})

const paymentsQuery = (page: number) => q('listPayments', { query: { limit: SIZE, offset: (page - 1) * SIZE } })

/** For loaders of pages that show the panel. */
export const loadPanel = ({ page, refunds }: At) =>
  Promise.all([load(paymentsQuery(page)), load(ownRefundsQuery(refunds))])

/** What was ordered and paid, newest first, and what is asked back. */
export function PaymentsPanel({ at, href }: { at: At; href: (at: At) => string }) {
  const { page } = at
  const data = useData(paymentsQuery(page))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Table
          caption={t('Payments, newest first')}
          columns={columns()}
          rows={data.items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState icon={<ReceiptIndianRupee aria-hidden="true" />} title={t('No payments yet')}>
              {t('Top-ups, plans and agents you buy appear here with their receipts.')}
            </EmptyState>
          }
        />
        {data.total > SIZE && (
          <Pagination page={page} pageSize={SIZE} total={data.total} href={(to) => href({ ...at, page: to })} />
        )}
      </div>
      <OwnRefunds page={at.refunds} href={(refunds) => href({ ...at, refunds })} />
    </div>
  )
}
