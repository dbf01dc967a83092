import { ClipboardCheck } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { SubmissionCard } from '#contract/agents/agent-review.ts'
import { load, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { AdminFrame } from '#web/app/shell/admin-frame.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { Badge } from '#web/ui/badge.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { AllAgents } from './all-agents.tsx'
import {
  agentsQuery,
  type QueueState,
  queuePath,
  queueQuery,
  readQueueState,
  SIZE,
  STATUSES,
  submissionQuery,
} from './review-queue-address.ts'
import { OpenSubmission } from './submission.tsx'

export const loader = async ({ url }: ScreenArgs) => {
  const state = readQueueState(url.searchParams)
  await Promise.all([
    state.tab === 'agents' ? load(agentsQuery(state)) : load(queueQuery(state)),
    state.submission && load(submissionQuery(state.submission)).catch(() => null),
  ])
}

/** Versions before the reviewers; what was decided; and every agent that is sold. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = readQueueState(params)
  return (
    <AdminFrame title="Agent review" intro="Agents submitted by sellers. Nobody reviews their own agent.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="overflow-x-auto py-0.5 pl-0.5">
          <Segmented
            label="Which"
            segments={STATUSES}
            value={state.tab}
            onChange={(tab) =>
              void navigate(queuePath({ tab: tab as QueueState['tab'] }), { preventScrollReset: true })
            }
          />
        </div>
        {state.tab === 'agents' ? <AllAgents state={state} /> : <Queue state={state} />}
      </div>
    </AdminFrame>
  )
}

const columns = (state: QueueState): readonly Column<SubmissionCard>[] => [
  {
    key: 'agent',
    header: 'Agent',
    className: 'w-full max-w-0',
    cell: (one) => (
      <div className="min-w-40 py-2">
        <Link
          href={queuePath({ ...state, submission: one.id })}
          aria-current={one.id === state.submission ? 'true' : undefined}
          className="block truncate font-medium leading-6 hover:underline aria-[current]:text-indigo"
        >
          <bdi>{one.agent.name}</bdi>
        </Link>
        <p className="truncate text-muted text-base">
          version {one.number} · <bdi>{one.seller.display_name}</bdi> · {priceText(one.price)}
        </p>
      </div>
    ),
  },
  { key: 'found', header: 'Found', cell: ({ findings }) => <Found {...findings} /> },
  {
    key: 'at',
    header: 'Submitted',
    className: 'max-sm:hidden',
    cell: (one) => <RelativeTime time={one.submitted_at} />,
  },
]

function Found({ high, medium, low }: SubmissionCard['findings']) {
  if (high > 0) return <Badge tone="bad">{high} serious</Badge>
  if (medium > 0) return <Badge tone="warn">{medium} to check</Badge>
  return <span className="text-muted text-xs">{low > 0 ? `${low} minor` : 'Nothing'}</span>
}

function Queue({ state }: { state: QueueState }) {
  const { items, total } = useData(queueQuery(state))
  useFresh('listSubmissions', state.tab === 'in_review')
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] items-start gap-4 ${state.submission ? 'xl:grid-cols-[minmax(0,1fr)_minmax(0,1.6fr)]' : ''}`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Table
          caption={state.tab === 'in_review' ? 'Waiting, oldest first' : 'Decided, newest first'}
          columns={columns(state)}
          rows={items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={<ClipboardCheck aria-hidden="true" />}
              title={state.tab === 'in_review' ? 'Nothing waiting' : 'Nothing here yet'}
            >
              {state.tab === 'in_review' ? 'We’ll notify you when a seller submits a version.' : undefined}
            </EmptyState>
          }
        />
        <Pagination page={state.page} pageSize={SIZE} total={total} href={(page) => queuePath({ ...state, page })} />
      </div>
      {state.submission && (
        <OpenSubmission
          key={state.submission}
          id={state.submission}
          state={state}
          next={items.find(({ id }) => id !== state.submission)?.id ?? null}
        />
      )}
    </div>
  )
}
