import { FileText } from 'lucide-react'
import type { Invoice } from '#contract/billing/invoices.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { InvoicePdf } from './invoice-pdf.tsx'

type Side = 'customer' | 'supplier'
const SIZE = 25

const kinds = (): Record<Invoice['kind'], string> => ({
  invoice: t('Invoice'),
  credit_note: t('Credit note'),
  commission: t('Commission invoice'),
})

export const invoicesQuery = (as: Side, page: number) =>
  q('listInvoices', { query: { as, limit: SIZE, offset: (page - 1) * SIZE } })

const columns = (side: Side): readonly Column<Invoice>[] => [
  {
    key: 'for',
    header: t('For'),
    className: 'w-full max-w-0',
    cell: (invoice) => (
      <div className="min-w-32 py-1.5">
        <What invoice={invoice} />
        <p className="text-muted text-base [overflow-wrap:anywhere]">
          {kinds()[invoice.kind]} <span className="whitespace-nowrap">{invoice.number}</span>
          {invoice.credits && ` ${t('to {number}', { number: invoice.credits })}`}
        </p>
      </div>
    ),
  },
  {
    key: 'other',
    header: side === 'customer' ? t('From') : t('To'),
    className: 'max-md:hidden min-w-48',
    cell: ({ supplier, customer }) => <bdi>{(side === 'customer' ? supplier : customer).name}</bdi>,
  },
  {
    key: 'at',
    header: t('Issued'),
    className: 'max-sm:hidden whitespace-nowrap',
    cell: ({ issued_at }) => formatFullDay(issued_at),
  },
  {
    key: 'tax',
    header: 'GST',
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ cgst_paise, sgst_paise, igst_paise }) => <Money paise={cgst_paise + sgst_paise + igst_paise} />,
  },
  { key: 'total', header: t('Total'), align: 'right', cell: ({ total_paise }) => <Money paise={total_paise} /> },
  {
    key: 'pdf',
    header: <span className="sr-only">{t('File')}</span>,
    align: 'right',
    cell: (invoice) => <InvoicePdf invoice={invoice} label="PDF" />,
  },
]

/** Its content, and the receipt of the purchase. */
function What({ invoice: { lines, order_id } }: { invoice: Invoice }) {
  const more = lines.length - 1
  const words = (
    <>
      <bdi>
        {lines
          .map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title))
          .slice(0, 2)
          .join(', ')}
      </bdi>
      {more > 1 && ` ${t('and {count} more', { count: more - 1 })}`}
    </>
  )
  const look = 'block font-medium [overflow-wrap:anywhere]'
  return order_id === null ? (
    <p className={look}>{words}</p>
  ) : (
    <Link href={paths.payment(order_id)} className={`${look} hover:underline`}>
      {words}
    </Link>
  )
}

/** Invoices and credit notes, newest first, each with its PDF. */
export function InvoicesTable({
  side,
  page,
  data: { items, total },
  href,
  empty,
}: {
  side: Side
  page: number
  data: { items: readonly Invoice[]; total: number }
  href: (page: number) => string
  empty: string
}) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Table
        caption={t('Invoices and credit notes, newest first')}
        columns={columns(side)}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<FileText aria-hidden="true" />} title={t('No invoices yet')}>
            {empty}
          </EmptyState>
        }
      />
      <Pagination page={page} pageSize={SIZE} total={total} href={href} />
    </div>
  )
}
