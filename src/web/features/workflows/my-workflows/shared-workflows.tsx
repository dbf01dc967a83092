import { UsersRound } from 'lucide-react'
import type { SharedWorkflow } from '#contract/workflows/workflow-sharing.ts'
import { q, useData } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const roles = (): Record<SharedWorkflow['role'], string> => ({ editor: t('Can edit'), viewer: t('Can view') })

const columns = (): readonly Column<SharedWorkflow>[] => [
  {
    key: 'name',
    header: t('Workflow'),
    cell: ({ id, name, joined }) => (
      <Link href={paths.sharedWorkflow(id, joined ? {} : { join: '1' })} className="font-medium hover:underline">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'owner', header: t('From'), cell: ({ owner }) => <bdi>{owner}</bdi> },
  { key: 'role', header: t('You'), cell: ({ role, joined }) => (joined ? roles()[role] : t('Invited')) },
  { key: 'updated', header: t('Changed'), cell: ({ updated_at }) => <RelativeTime time={updated_at} /> },
]

/** Workflows of others: those one works on or looks at, and those one is asked to. */
export function SharedWorkflows() {
  const { items } = useData(q('listSharedWorkflows'))
  return (
    <Table
      caption={t('Workflows shared with you, recently changed first')}
      columns={columns()}
      rows={items}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={<UsersRound aria-hidden="true" />} title={t('Nothing shared with you')}>
          {t('Invitations to workflows appear here and under the bell.')}
        </EmptyState>
      }
    />
  )
}
