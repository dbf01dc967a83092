import { Activity } from 'lucide-react'
import type { DataOf } from '#web/api/call.ts'
import { q, useData } from '#web/api/query.ts'
import { formatDuration, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import type { App } from '#web/parts/connectors/app-queries.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const PAGE = 50
type Call = DataOf<'listAppCalls'>['items'][number]

export const callsQuery = (id: string, page: number) =>
  q('listAppCalls', { params: { id }, query: { limit: PAGE, offset: (page - 1) * PAGE } })

/** What went where: every call of the app on the person’s behalf, newest first. Never what was sent. */
export function Calls({ app, page }: { app: App; page: number }) {
  const { items, total } = useData(callsQuery(app.id, page))
  if (total === 0)
    return (
      <EmptyState icon={<Activity aria-hidden="true" />} title={t('No calls yet')}>
        {t('Each time a step or a program uses {app} with your account, it’s listed here.', { app: app.name })}
      </EmptyState>
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Table
        caption={t('Calls of {app}', { app: app.name })}
        columns={columns()}
        rows={items}
        rowKey={({ id }) => id}
      />
      <Pagination
        page={page}
        pageSize={PAGE}
        total={total}
        href={(to) => paths.integration(app.id, { tab: 'calls', page: to })}
      />
    </div>
  )
}

const columns = (): Column<Call>[] => [
  { key: 'at', header: t('When'), cell: ({ at }) => <RelativeTime time={at} /> },
  {
    key: 'action',
    header: t('Action'),
    cell: ({ action, action_title, execution_id }) => (
      <span className="grid">
        <bdi>{action_title ?? action}</bdi>
        {execution_id !== null && (
          <TextLink href={paths.run(execution_id)} className="text-base">
            {t('Open run')}
          </TextLink>
        )}
      </span>
    ),
  },
  {
    key: 'host',
    header: t('Sent to'),
    cell: ({ host }) => <code className="text-xs">{host ?? t('nothing sent')}</code>,
  },
  { key: 'account', header: t('Account'), cell: ({ account }) => (account ? <bdi>{account.name}</bdi> : '–') },
  {
    key: 'result',
    header: t('Result'),
    cell: ({ error }) =>
      error === null ? (
        <Badge tone="good">{t('Succeeded')}</Badge>
      ) : (
        <span className="grid justify-items-start gap-0.5">
          <Badge tone="bad">{t('Failed')}</Badge>
          <code className="text-muted text-xs">{error}</code>
        </span>
      ),
  },
  { key: 'requests', header: t('Requests'), align: 'right', cell: ({ requests }) => formatNumber(requests) },
  { key: 'took', header: t('Time taken'), align: 'right', cell: ({ took_ms }) => formatDuration(took_ms) },
]
