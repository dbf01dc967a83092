import { useQuery } from '@tanstack/react-query'
import { isFinal } from '#contract/runs/execution-states.ts'
import type { Execution } from '#contract/runs/executions.ts'
import type { DataOf } from '#web/api/call.ts'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

type Call = DataOf<'listRunAppCalls'>['items'][number]

const columns = (): Column<Call>[] => [
  { key: 'at', header: t('When'), cell: ({ at }) => <RelativeTime time={at} /> },
  {
    key: 'account',
    header: t('Account'),
    cell: ({ account, integration, integration_name }) => (
      <TextLink href={paths.integration(integration, { tab: 'calls' })}>
        <bdi>{account?.name ?? integration_name ?? integration}</bdi>
      </TextLink>
    ),
  },
  {
    key: 'action',
    header: t('Action'),
    cell: ({ integration, integration_name, action, action_title }) => (
      <bdi>{`${integration_name ?? integration}: ${action_title ?? action}`}</bdi>
    ),
  },
  { key: 'host', header: t('Sent to'), cell: ({ host }) => <code className="text-xs">{host}</code> },
  {
    key: 'result',
    header: t('Result'),
    cell: ({ error }) =>
      error === null ? <Badge tone="good">{t('Succeeded')}</Badge> : <Badge tone="bad">{t('Failed')}</Badge>,
  },
]

/** Which of one's own accounts a run used, and for what. Nothing for a run that used none. */
export function AccountsUsed({ run }: { run: Execution }) {
  const { data } = useQuery({
    ...q('listRunAppCalls', { params: { id: run.id }, query: {} }),
    enabled: isFinal(run.status) || run.status === 'waiting',
    retry: false,
  })
  if (!data || data.items.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-lg">{t('Your accounts it used')}</h2>
      <Table caption={t('Your accounts it used')} columns={columns()} rows={data.items} rowKey={({ id }) => id} />
    </div>
  )
}
