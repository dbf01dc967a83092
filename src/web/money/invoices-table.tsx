import { FileText } from 'lucide-react'
import type { Invoice } from '#contract/invoices.ts'
import { q } from '#web/api/query.ts'
import { formatDay } from '#web/lib/time.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { InvoicePdf } from './invoice-pdf.tsx'

type Side = 'customer' | 'supplier'
const SIZE = 25

const KINDS: Record<Invoice['kind'], string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  commission: 'Commission invoice',
}

export const invoicesQuery = (as: Side, page: number) =>
  q('listInvoices', { query: { as, limit: SIZE, offset: (page - 1) * SIZE } })

const columns = (side: Side): readonly Column<Invoice>[] => [
  {
    key: 'number',
    header: 'Number',
    className: 'w-full max-w-0',
    cell: ({ number, kind, credits, lines }) => (
      <div className="min-w-32 py-1.5">
        <p className="truncate font-medium">{number}</p>
        <p className="truncate text-muted text-sm">
          {KINDS[kind]}
          {credits && ` for ${credits}`} · <bdi>{lines[0]?.title ?? ''}</bdi>
        </p>
      </div>
    ),
  },
  {
    key: 'other',
    header: side === 'customer' ? 'From' : 'To',
    className: 'max-md:hidden',
    cell: ({ supplier, customer }) => <bdi>{(side === 'customer' ? supplier : customer).name}</bdi>,
  },
  {
    key: 'at',
    header: 'Issued',
    className: 'max-sm:hidden whitespace-nowrap',
    cell: ({ issued_at }) => formatDay(issued_at),
  },
  {
    key: 'tax',
    header: 'GST',
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ cgst_paise, sgst_paise, igst_paise }) => <Money paise={cgst_paise + sgst_paise + igst_paise} />,
  },
  { key: 'total', header: 'Total', align: 'right', cell: ({ total_paise }) => <Money paise={total_paise} /> },
  {
    key: 'pdf',
    header: <span className="sr-only">File</span>,
    align: 'right',
    cell: (invoice) => <InvoicePdf invoice={invoice} label="PDF" />,
  },
]

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
        caption="Invoices and credit notes, newest first"
        columns={columns(side)}
        rows={items}
        rowKey={({ id }) => id}
        empty={
          <EmptyState icon={<FileText aria-hidden="true" />} title="No invoices yet">
            {empty}
          </EmptyState>
        }
      />
      <Pagination page={page} pageSize={SIZE} total={total} href={href} />
    </div>
  )
}
