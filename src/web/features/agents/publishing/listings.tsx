import { Bot, FileUp, Plus } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { OwnAgent } from '#contract/agents/publishing.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { formatCompact, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { pageParam } from '#web/lib/page-param.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { PhaseBadge } from '#web/parts/agents/listing/phase-badge.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { Link } from '#web/ui/link.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { AgentMenu } from './agent-menu.tsx'
import { nextStep } from './next-step.ts'

const SIZE = 25
const phases = () =>
  [
    { value: '', label: t('All') },
    { value: 'published', label: t('Published') },
    { value: 'in_review', label: t('In review') },
    { value: 'draft', label: t('Drafts') },
    { value: 'archived', label: t('Archived') },
  ] as const
type Shown = ReturnType<typeof phases>[number]['value']

const stateOf = (params: URLSearchParams): { phase: Shown; page: number } => ({
  phase: phases().find(({ value }) => value === params.get('phase'))?.value ?? '',
  page: pageParam(params),
})
const listQuery = ({ phase, page }: ReturnType<typeof stateOf>) =>
  q('listOwnAgents', { query: { limit: SIZE, offset: (page - 1) * SIZE, ...(phase !== '' && { phase }) } })

export const loader = ({ url }: ScreenArgs) => load(listQuery(stateOf(url.searchParams)))

const State = ({ agent: { phase, standing } }: { agent: OwnAgent }) => (
  <span className="flex flex-wrap gap-1">
    <PhaseBadge phase={phase} />
    {standing.maintenance && <Badge tone="warn">{t('Under maintenance')}</Badge>}
  </span>
)

function Next({ agent }: { agent: OwnAgent }) {
  const { label, href } = nextStep(agent)
  return (
    <LinkButton size="sm" href={href} aria-label={`${label}: ${agent.name}`}>
      {label}
    </LinkButton>
  )
}

const columns = (): readonly Column<OwnAgent>[] => [
  {
    key: 'name',
    header: t('Agent'),
    className: 'w-full max-w-0',
    cell: (agent) => (
      <div className="flex items-center gap-3 py-2">
        <AgentIcon agent={agent} size="sm" />
        <div className="min-w-0">
          <Link href={paths.sellerAgent(agent.id)} className="block truncate font-medium leading-6 hover:underline">
            <bdi>{agent.name}</bdi>
          </Link>
          <p className="truncate text-muted text-base">
            {priceText(agent.price)}
            {agent.number !== null && ` · ${t('version {number}', { number: agent.number })}`}
          </p>
          <div className="mt-1 grid justify-items-start gap-2 sm:hidden">
            <State agent={agent} />
            <Next agent={agent} />
          </div>
        </div>
      </div>
    ),
  },
  { key: 'phase', header: t('Status'), className: 'max-sm:hidden', cell: (agent) => <State agent={agent} /> },
  {
    key: 'runs',
    header: t('Runs'),
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ stats }) => (stats.runs > 0 ? formatCompact(stats.runs) : '—'),
  },
  {
    key: 'success',
    header: t('Success'),
    align: 'right',
    className: 'max-md:hidden',
    cell: ({ stats }) => (stats.success_rate === null ? '—' : formatPercent(stats.success_rate)),
  },
  {
    key: 'next',
    header: t('Next step'),
    className: 'max-sm:hidden',
    cell: (agent) => <Next agent={agent} />,
  },
  {
    key: 'more',
    header: <span className="sr-only">{t('Actions')}</span>,
    cell: (agent) => <AgentMenu agent={agent} />,
  },
]

/** The seller's agents: the state of each, and the next step. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const state = stateOf(params)
  const { items, total } = useData(listQuery(state))
  useFresh(
    'listOwnAgents',
    items.some(({ phase }) => phase === 'in_review' || phase === 'updating'),
  )
  return (
    <SellerFrame
      title={t('Agents')}
      intro={t('What you sell on the marketplace, from draft to published.')}
      actions={
        <>
          <LinkButton href={paths.importAgents()} icon={<FileUp aria-hidden="true" />}>
            {t('Import from CSV')}
          </LinkButton>
          <LinkButton href={paths.publish()} variant="primary" icon={<Plus aria-hidden="true" />}>
            {t('Publish an agent')}
          </LinkButton>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="overflow-x-auto py-0.5 pl-0.5">
          <Segmented
            label={t('Status')}
            segments={phases()}
            value={state.phase}
            onChange={(phase) => void navigate(paths.sellerAgents({ phase }))}
          />
        </div>
        <Table
          caption={t('Your agents, most recently changed first')}
          columns={columns()}
          rows={items}
          rowKey={({ id }) => id}
          empty={<Nothing filtered={state.phase !== ''} />}
        />
        <Pagination
          page={state.page}
          pageSize={SIZE}
          total={total}
          href={(page) => paths.sellerAgents({ phase: state.phase, page })}
        />
      </div>
    </SellerFrame>
  )
}

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState
      title={t('No agents with this status')}
      action={<LinkButton href={paths.sellerAgents()}>{t('Show all')}</LinkButton>}
    />
  ) : (
    <EmptyState
      icon={<Bot aria-hidden="true" />}
      title={t('No agent yet')}
      action={<LinkButton href={paths.publish()}>{t('Choose a workflow')}</LinkButton>}
    >
      {t('Create one from a workflow: give it a name, a sample and a price, and submit it for review.')}
    </EmptyState>
  )
