import { useQuery } from '@tanstack/react-query'
import type { CreditEntry } from '#contract/billing/credits.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { AskRefund } from '#web/parts/billing/checkout/ask-refund.tsx'
import { entryText } from '#web/parts/billing/credits/entry-text.ts'
import { FullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const PAGE = 20

const columns = (): readonly Column<CreditEntry>[] => [
  { key: 'at', header: t('When'), className: 'max-sm:min-w-24', cell: ({ at }) => <FullDay time={at} /> },
  {
    key: 'what',
    header: t('What'),
    cell: (entry) => {
      const { title, detail } = entryText(entry)
      return (
        <span className="grid min-w-0 py-1.5 sm:min-w-48">
          {entry.run ? (
            <Link href={paths.run(entry.run.id)} className="min-h-6 font-medium hover:underline">
              {title}
            </Link>
          ) : (
            <span className="font-medium">{title}</span>
          )}
          {detail && <span className="text-muted text-xs">{detail}</span>}
          {entry.run?.status === 'settled' && <AskRefund of={{ execution_id: entry.run.id }} small />}
        </span>
      )
    },
  },
  {
    key: 'paise',
    header: t('Amount'),
    align: 'right',
    cell: ({ paise }) => <Money signed paise={paise} />,
  },
  {
    key: 'balance',
    header: t('Balance'),
    align: 'right',
    className: 'max-sm:hidden',
    cell: ({ balance_paise }) => <Money paise={balance_paise} className="whitespace-nowrap text-muted" />,
  },
]

/** Every movement of the credits, newest first. */
export function Statement({ page, href }: { page: number; href: (page: number) => string }) {
  const { data, error } = useQuery(q('listCreditEntries', { query: { limit: PAGE, offset: (page - 1) * PAGE } }))
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Table
        caption={t('Credit statement')}
        columns={columns()}
        rows={data.items}
        rowKey={({ id, paise }) => `${id}:${paise}`}
        empty={<p className="text-muted">{t('No transactions yet. Top-ups and paid runs appear here.')}</p>}
      />
      <Pagination page={page} pageSize={PAGE} total={data.total} href={href} />
    </div>
  )
}
