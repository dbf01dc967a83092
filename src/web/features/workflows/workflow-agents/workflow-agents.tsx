import { Waypoints, Workflow } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Agent, AgentQuery } from '#contract/agents/agents.ts'
import { load, q, useData } from '#web/api/query.ts'
import { TypedSearch } from '#web/app/palette/typed-search.tsx'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Select } from '#web/ui/forms/select.tsx'
import { Link } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { WorkflowDiagram } from './workflow-diagram.tsx'

const PAGE_SIZE = 12
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

interface State {
  search: string
  category: string | null
  page: number
}

/** What the address asks for; what the server would refuse is left out. */
function readState(params: URLSearchParams): State {
  const category = params.get('category') ?? ''
  const page = Number(params.get('page'))
  return {
    search: (params.get('search') ?? '').trim().slice(0, 200),
    category: SLUG.test(category) ? category : null,
    page: Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

const agentsQuery = ({ search, category, page }: State) => {
  const query: Partial<AgentQuery> = { workflow_enabled: 'true', page, page_size: PAGE_SIZE }
  if (search) query.search = search
  if (category) query.category = category
  return q('listAgents', { query })
}
const stepsQuery = (slug: string) => q('getAgentWorkflow', { params: { id: slug } })

export const loader = async ({ url }: ScreenArgs) => {
  const { agents } = await load(agentsQuery(readState(url.searchParams)))
  await Promise.all(agents.map(({ slug }) => load(stepsQuery(slug))))
}

/** Agents whose steps are public. */
export function Component() {
  const [params] = useSearchParams()
  const state = readState(params)
  const navigate = useNavigate()
  const { agents, total, facets } = useData(agentsQuery(state))
  const filtered = state.search !== '' || state.category !== null
  return (
    <Page title={t('Workflow Agents')}>
      <PageHeader title={t('Workflow Agents')}>
        {t(
          'Agents that show their steps, in the order they run. Settings stay private, except for {brand}’s own agents.',
          { brand },
        )}
      </PageHeader>
      <div className="mb-5 grid gap-3 sm:grid-cols-[1fr_15rem]">
        <TypedSearch
          param="search"
          label={t('Search workflow agents')}
          placeholder={t('Search by name, task or tag')}
        />
        <Select
          label={t('Category')}
          hideLabel
          value={state.category ?? ''}
          options={[
            { value: '', label: t('All categories') },
            ...facets.categories.map(({ slug, name, count }) => ({ value: slug, label: `${t(name)} (${count})` })),
          ]}
          onChange={({ target: { value } }) =>
            void navigate(paths.workflowAgents({ search: state.search, category: value }))
          }
        />
      </div>
      <p role="status" className="mb-4 break-words text-muted tabular-nums">
        {total === 1 ? t('1 agent') : t('{count} agents', { count: total })}
        {state.search && t(' for “{search}”', { search: state.search })}
      </p>
      {agents.length === 0 ? (
        <EmptyState
          icon={<Workflow aria-hidden="true" />}
          title={filtered ? t('No workflow agents match') : t('No agents show their steps yet')}
          action={
            <LinkButton href={filtered ? paths.workflowAgents() : paths.marketplace()} variant="primary">
              {filtered ? t('Show all workflow agents') : t('Browse the marketplace')}
            </LinkButton>
          }
        >
          {filtered ? t('Try other words or all categories.') : t('Sellers decide whether to show their steps.')}
        </EmptyState>
      ) : (
        <ul className="grid items-start gap-4 md:grid-cols-2">
          {agents.map((agent) => (
            <WorkflowCard key={agent.id} agent={agent} />
          ))}
        </ul>
      )}
      {(total > PAGE_SIZE || state.page > 1) && (
        <div className="mt-6">
          <Pagination
            page={state.page}
            pageSize={PAGE_SIZE}
            total={total}
            href={(page) => paths.workflowAgents({ ...state, page })}
          />
        </div>
      )}
    </Page>
  )
}

function WorkflowCard({ agent }: { agent: Agent }) {
  const workflow = useData(stepsQuery(agent.slug))
  const count = workflow.steps.length
  return (
    <Card as="li" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-start gap-3">
        <AgentIcon agent={agent} />
        <div className="min-w-0 grow">
          <h2 className="break-words text-lg">
            <Link href={paths.agent(agent.slug)} className="hover:underline">
              {agent.name}
            </Link>
          </h2>
          <p className="truncate text-muted text-base">
            {agent.seller.display_name} · {t(agent.category.name)}
          </p>
        </div>
      </div>
      <p className="break-words text-muted">{agent.tagline}</p>
      <WorkflowDiagram workflow={workflow} />
      <div className="flex items-center justify-between gap-3 border-line border-t pt-3">
        <span className="text-muted text-xs tabular-nums">
          {count === 1 ? t('1 step') : t('{count} steps', { count })} ·{' '}
          {t('version {number}', { number: workflow.version })}
        </span>
        <span className="flex flex-wrap justify-end gap-2">
          {workflow.settings_open && (
            <LinkButton href={paths.workflowAgent(agent.slug)} size="sm" icon={<Waypoints aria-hidden="true" />}>
              {t('Open workflow')}
            </LinkButton>
          )}
          <LinkButton href={paths.agent(agent.slug)} size="sm">
            {t('Open agent')}
          </LinkButton>
        </span>
      </div>
    </Card>
  )
}
