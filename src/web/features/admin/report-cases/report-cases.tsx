import { Flag } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import { CASE_STATES, REPORT_KINDS } from '#contract/agents/report-case-values.ts'
import type { ReportCase } from '#contract/agents/report-cases.ts'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { FindForm } from '#web/ui/forms/find-form.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { CaseBadges } from './case-badges.tsx'
import { type CasesState, casesPath, casesQuery, KINDS, readCasesState, STATES } from './report-cases-address.ts'

export const loader = ({ url }: ScreenArgs) => load(casesQuery(readCasesState(url.searchParams)))

const NONE: CasesState = { state: 'active', kind: null, overdue: false, search: '', page: 1 }

const COLUMNS: readonly Column<ReportCase>[] = [
  {
    key: 'subject',
    header: 'Reported',
    className: 'w-full max-w-0',
    cell: ({ id, kind, subject }) => (
      <div className="min-w-44 py-2">
        <Link href={paths.adminReport(id)} className="block truncate font-medium leading-6 hover:underline">
          {kind === 'review' && 'Review of '}
          <bdi>{subject.name ?? `Deleted ${KINDS[kind].toLowerCase()}`}</bdi>
        </Link>
        <p className="truncate text-muted text-base">
          {KINDS[kind]}
          {kind !== 'person' && subject.owner && (
            <>
              {' by '}
              <bdi>{subject.owner.name}</bdi>
            </>
          )}
        </p>
      </div>
    ),
  },
  { key: 'reports', header: 'Reports', align: 'right', className: 'tabular-nums', cell: ({ reports }) => reports },
  { key: 'state', header: 'State', cell: (one) => <CaseBadges report={one} /> },
  {
    key: 'assigned',
    header: 'Assigned to',
    className: 'max-md:hidden',
    cell: ({ assigned_to }) =>
      assigned_to ? <bdi>{assigned_to.name}</bdi> : <span className="text-muted">Nobody</span>,
  },
  { key: 'due', header: 'Due', className: 'max-sm:hidden', cell: ({ due_at }) => <RelativeTime time={due_at} /> },
]

/** What people reported: one case for all reports on the same thing. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = readCasesState(params)
  const { items, total, limit } = useData(casesQuery(state))
  const go = (change: Partial<CasesState>) =>
    void navigate(casesPath({ ...state, page: 1, ...change }), { preventScrollReset: true })
  const filtered = casesPath({ ...state, page: 1 }) !== casesPath(NONE)
  return (
    <AdminFrame
      title="Reports"
      intro="Reported agents, sellers and reviews. Decide each within 72 hours. Everyone who reported it learns the outcome."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-44">
            <Select
              label="State"
              value={state.state}
              options={[
                { value: 'active', label: 'Open and in review' },
                ...CASE_STATES.map((value) => ({ value, label: STATES[value].label })),
              ]}
              onChange={({ target }) => go({ state: CASE_STATES.find((one) => one === target.value) ?? 'active' })}
            />
          </div>
          <div className="w-36">
            <Select
              label="Kind"
              value={state.kind ?? ''}
              options={[
                { value: '', label: 'All kinds' },
                ...REPORT_KINDS.map((value) => ({ value, label: `${KINDS[value]}s` })),
              ]}
              onChange={({ target }) => go({ kind: REPORT_KINDS.find((one) => one === target.value) ?? null })}
            />
          </div>
          <FindForm
            key={state.search}
            label="Name, 3 characters or more"
            text={state.search}
            onFind={(search) => go({ search })}
          />
          <div className="flex min-h-9 items-center">
            <Checkbox
              label="Overdue only"
              checked={state.overdue}
              onChange={({ target }) => go({ overdue: target.checked })}
            />
          </div>
        </div>
        <Table
          caption="Reports, the most urgent first"
          columns={COLUMNS}
          rows={items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<Flag aria-hidden="true" />}
              title={filtered ? 'No reports match' : 'No open reports'}
              action={filtered && <LinkButton href={casesPath(NONE)}>Show open reports</LinkButton>}
            >
              {filtered ? undefined : 'We’ll notify you when someone reports an agent, a seller or a review.'}
            </EmptyState>
          }
        />
        <Pagination page={state.page} pageSize={limit} total={total} href={(page) => casesPath({ ...state, page })} />
      </div>
    </AdminFrame>
  )
}
