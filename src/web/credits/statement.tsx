import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CreditEntry } from '#contract/credits.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { AskRefund } from '#web/checkout/ask-refund.tsx'
import { formatPaise } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { entryText } from './entry-text.ts'

const PAGE = 20

const amount = (paise: number): string => `${paise > 0 ? '+' : '−'}${formatPaise(Math.abs(paise))}`

const COLUMNS: readonly Column<CreditEntry>[] = [
  { key: 'at', header: 'When', cell: ({ at }) => <RelativeTime time={at} /> },
  {
    key: 'what',
    header: 'What',
    cell: (entry) => {
      const { title, detail } = entryText(entry)
      return (
        <span className="grid min-w-0 sm:min-w-48">
          {entry.run ? (
            <Link href={paths.run(entry.run.id)} className="min-h-6 font-medium hover:underline">
              {title}
            </Link>
          ) : (
            <span className="font-medium">{title}</span>
          )}
          {detail && <span className="text-muted text-sm">{detail}</span>}
          {entry.run?.status === 'settled' && <AskRefund of={{ execution_id: entry.run.id }} small />}
        </span>
      )
    },
  },
  {
    key: 'paise',
    header: 'Amount',
    align: 'right',
    cell: ({ paise }) => (
      <span className={`whitespace-nowrap tabular-nums ${paise > 0 ? 'text-good' : ''}`}>{amount(paise)}</span>
    ),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ balance_paise }) => (
      <span className="whitespace-nowrap text-muted tabular-nums">{formatPaise(balance_paise)}</span>
    ),
  },
]

/** Every movement of the credits, newest first. */
export function Statement() {
  const [page, setPage] = useState(0)
  const { data, error } = useQuery(q('listCreditEntries', { query: { limit: PAGE, offset: page * PAGE } }))
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return <Skeleton className="h-40 w-full" />
  const { items, total } = data
  const last = Math.max(0, Math.ceil(total / PAGE) - 1)
  return (
    <div className="grid gap-3">
      <Table
        caption="Statement of credits"
        columns={COLUMNS}
        rows={items}
        rowKey={({ id, paise }) => `${id}:${paise}`}
        empty={<p className="text-muted">Nothing has moved yet. Top-ups and paid runs will stand here.</p>}
      />
      {total > PAGE && (
        <nav aria-label="Pages of the statement" className="flex items-center gap-3">
          <Button size="sm" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <span className="text-muted text-sm tabular-nums">
            {page * PAGE + 1}–{Math.min(total, (page + 1) * PAGE)} of {total}
          </span>
          <Button size="sm" disabled={page >= last} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </nav>
      )}
    </div>
  )
}
