import { useQuery } from '@tanstack/react-query'
import type { WaitingResult } from '#contract/runs/acceptance/acceptance.ts'
import { q } from '#web/api/query.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatTimeSoon } from '#web/lib/time.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Money } from '#web/ui/money.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const SHOWN = 20

const columns = (): readonly Column<WaitingResult>[] => [
  {
    key: 'result',
    header: t('Result'),
    className: 'w-full max-w-0',
    cell: ({ execution_id, has_run, title, agent }) =>
      has_run ? (
        <Link href={paths.run(execution_id)} className="block min-h-6 min-w-24 truncate font-medium hover:underline">
          <bdi>{title ?? agent.name}</bdi>
        </Link>
      ) : (
        <span className="block min-w-24 truncate">
          <bdi>{agent.name}</bdi> · {t('run deleted')}
        </span>
      ),
  },
  {
    key: 'agent',
    header: t('Agent'),
    className: 'max-sm:hidden',
    cell: ({ agent }) => <bdi className="whitespace-nowrap">{agent.name}</bdi>,
  },
  {
    key: 'until',
    header: t('Accepted on'),
    cell: ({ until }) => <span className="whitespace-nowrap">{formatTimeSoon(until)}</span>,
  },
  { key: 'price', header: t('Price'), align: 'right', cell: ({ price_paise }) => <Money paise={price_paise} /> },
]

/** Results whose price is reserved until they are accepted; nothing where there are none. */
export function WaitingResults() {
  const { data } = useQuery(q('listWaitingResults', { query: { limit: SHOWN } }))
  if (!data || data.total === 0) return null
  return (
    <section aria-labelledby="waiting-results" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <h2 id="waiting-results" className="text-xl">
          {t('Waiting for acceptance')}
        </h2>
        <p className="text-muted">
          {t('Open a result to accept or reject it. Results you don’t reject in time are accepted and charged.')}
        </p>
      </div>
      <Table
        caption={t('Results that wait for acceptance, the first to end first')}
        columns={columns()}
        rows={data.items}
        rowKey={({ execution_id }) => execution_id}
      />
      {data.total > SHOWN && (
        <p className="text-muted">
          {t('The first {shown} of {total}.', { shown: SHOWN, total: formatNumber(data.total) })}
        </p>
      )}
    </section>
  )
}
