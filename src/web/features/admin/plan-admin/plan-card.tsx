import { useState } from 'react'
import { WORKSPACES } from '#contract/accounts/workspace-values.ts'
import type { ManagedPlan, PlanVersion } from '#contract/admin/plan-admin.ts'
import { UNLIMITED_AGENTS } from '#contract/billing/plans.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { EditPlan } from './edit-plan.tsx'
import { newestVersion } from './terms.ts'

const agents = (limit: number): string => (limit === UNLIMITED_AGENTS ? 'Unlimited' : formatNumber(limit))

const COLUMNS: readonly Column<PlanVersion>[] = [
  { key: 'number', header: 'Version', cell: ({ number }) => number },
  { key: 'monthly', header: 'Monthly', align: 'right', cell: ({ monthly_paise }) => <Money paise={monthly_paise} /> },
  { key: 'yearly', header: 'Yearly', align: 'right', cell: ({ yearly_paise }) => <Money paise={yearly_paise} /> },
  { key: 'agents', header: 'Agents', align: 'right', cell: ({ agent_limit }) => agents(agent_limit) },
  {
    key: 'storage',
    header: 'Storage',
    align: 'right',
    cell: ({ storage_bytes }) => (storage_bytes === null ? 'Unlimited' : formatBytes(storage_bytes)),
  },
  {
    key: 'calls',
    header: 'API calls',
    align: 'right',
    cell: ({ api_calls }) => (api_calls === null ? 'Unlimited' : formatNumber(api_calls)),
  },
  {
    key: 'seats',
    header: 'People',
    align: 'right',
    cell: ({ seats }) => formatNumber(seats ?? WORKSPACES.members),
  },
  {
    key: 'why',
    header: 'Why',
    className: 'w-full min-w-48',
    cell: ({ reason, created_by, created_at, number }) => (
      <div className="py-1">
        <p>
          <bdi>{reason || (number === 1 ? 'Built-in default' : '')}</bdi>
        </p>
        <p className="text-muted text-base">
          {created_by && (
            <>
              <bdi>{created_by}</bdi>,{' '}
            </>
          )}
          <RelativeTime time={created_at} />
        </p>
      </div>
    ),
  },
]

/** A plan with its subscribers, its history, and the way to change it. */
export function PlanCard({ managed }: { managed: ManagedPlan }) {
  const [editing, setEditing] = useState(false)
  const newest = newestVersion(managed)
  const { paying, trialing } = managed.subscribers
  return (
    <Card as="article" aria-label={newest.name} data-plan={managed.plan.id}>
      <CardHeader
        title={
          <span className="flex flex-wrap items-center gap-2">
            {newest.name}
            {newest.is_popular && <Badge tone="live">Most popular</Badge>}
            {!managed.active && <Badge>Not sold</Badge>}
          </span>
        }
        aside={<Button onClick={() => setEditing(true)}>Change {newest.name}</Button>}
      >
        {formatNumber(paying)} paying, {formatNumber(trialing)} in trial
      </CardHeader>
      <Table
        caption={`Versions of ${newest.name}, newest first`}
        columns={COLUMNS}
        rows={managed.versions}
        rowKey={({ number }) => String(number)}
        empty={null}
      />
      {editing && <EditPlan key={newest.number} managed={managed} onClose={() => setEditing(false)} />}
    </Card>
  )
}
