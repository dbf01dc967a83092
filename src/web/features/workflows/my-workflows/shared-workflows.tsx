import { UsersRound } from 'lucide-react'
import type { SharedWorkflow } from '#contract/workflows/workflow-sharing.ts'
import { q, useData } from '#web/api/query.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const ROLES: Record<SharedWorkflow['role'], string> = { editor: 'Can edit', viewer: 'Can view' }

const columns: readonly Column<SharedWorkflow>[] = [
  {
    key: 'name',
    header: 'Workflow',
    cell: ({ id, name, joined }) => (
      <Link href={paths.sharedWorkflow(id, joined ? {} : { join: '1' })} className="font-medium hover:underline">
        <bdi>{name}</bdi>
      </Link>
    ),
  },
  { key: 'owner', header: 'From', cell: ({ owner }) => <bdi>{owner}</bdi> },
  { key: 'role', header: 'You', cell: ({ role, joined }) => (joined ? ROLES[role] : 'Invited') },
  { key: 'updated', header: 'Changed', cell: ({ updated_at }) => <RelativeTime time={updated_at} /> },
]

/** Workflows of others: those one works on or looks at, and those one is asked to. */
export function SharedWorkflows() {
  const { items } = useData(q('listSharedWorkflows'))
  return (
    <Table
      caption="Workflows shared with you, recently changed first"
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={<UsersRound aria-hidden="true" />} title="Nothing shared with you">
          Invitations to workflows appear here and under the bell.
        </EmptyState>
      }
    />
  )
}
