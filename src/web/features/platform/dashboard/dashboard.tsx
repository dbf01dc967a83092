import { useQuery } from '@tanstack/react-query'
import type { DashboardStats } from '#contract/platform/dashboard.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { call } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { useUser } from '#web/api/use-session.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { RequestState } from '#web/parts/accounts/roles/request-state.tsx'
import { OfferCard } from '#web/parts/accounts/workspaces/workspace-offer.tsx'
import { AgentCard } from '#web/parts/agents/listing/agent-card.tsx'
import { ShowHidden } from '#web/parts/runs/masked/show-hidden.tsx'
import { useReveal } from '#web/parts/runs/masked/use-reveal.ts'
import { RunsTable } from '#web/parts/runs/runs-table.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AgentFailures } from './agent-failures.tsx'
import { ServicesAtWork } from './at-work.tsx'
import { Attention } from './attention.tsx'
import { QuickStart } from './quick-start.tsx'
import { RoleRequests } from './role-requests.tsx'
import { Spending } from './spending.tsx'
import { Waiting } from './waiting.tsx'

const stats = () => q('getDashboard')

const featured = () => q('listFeatured')

// Suggestions for newcomers are optional: the dashboard works without them.
export const loader = () => Promise.all([load(stats()), load(featured()).catch(() => null)])

/** What needs this person first, then what happened. */
export function Component() {
  const data = useData(stats())
  const user = useUser()
  useFresh(
    'getDashboard',
    data.recent.some(({ status }) => !isFinal(status)),
  )
  const fresh = data.runs.total === 0 || data.services.total === 0
  const waiting = (data.role_requests?.total ?? 0) > 0
  return (
    <Page title={t('Dashboard')}>
      <PageHeader
        title={user?.display_name ? t('Hello, {name}', { name: user.display_name }) : t('Dashboard')}
        actions={
          !fresh && (
            <LinkButton href={paths.marketplace()} variant={waiting ? 'secondary' : 'primary'}>
              {t('Run an agent')}
            </LinkButton>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {user && !user.workspace && <OfferCard />}
        <NeedsYou data={data} />
        {fresh && <QuickStart ran={data.runs.total > 0} deployed={data.services.total > 0} quiet={waiting} />}
        {data.runs.total === 0 && <Featured />}
        {data.runs.total > 0 && <Happened data={data} />}
      </div>
    </Page>
  )
}

function NeedsYou({ data }: { data: DashboardStats }) {
  const { role_requests: requests, agent_failures: failures, role_request: own } = data
  return (
    <>
      <Waiting />
      {data.attention.length > 0 && <Attention items={data.attention} />}
      {requests && requests.total > 0 && <RoleRequests total={requests.total} />}
      {own && (
        <section aria-label={t('Your request')}>
          <RequestState request={own}>
            <TextLink href={paths.upgrade()}>{t('Open request')}</TextLink>
          </RequestState>
        </section>
      )}
      {failures && failures.length > 0 && <AgentFailures items={failures} />}
    </>
  )
}

function Happened({ data }: { data: DashboardStats }) {
  const reveal = useReveal({
    rows: data.recent,
    idOf: ({ id }) => id,
    fields: ['title', 'error'],
    ask: async (query) => (await call('getDashboard', { query })).recent,
  })
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Figures data={data} />
        <Spending />
      </div>
      <ServicesAtWork services={data.services} />
      <section aria-labelledby="recent" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex items-baseline justify-between gap-3">
          <h2 id="recent" className="text-xl">
            {t('Latest runs')}
          </h2>
          <TextLink href={paths.myWorkflows()}>{t('All runs')}</TextLink>
        </div>
        <ShowHidden reveal={reveal} />
        <RunsTable caption={t('Runs, newest first')} runs={reveal.rows} reveal={reveal} empty={null} />
      </section>
    </>
  )
}

/** Agents to begin with, one press away. */
function Featured() {
  const { data } = useQuery(featured())
  const agents = data?.items.slice(0, 3) ?? []
  if (agents.length === 0) return null
  return (
    <section aria-labelledby="featured" className="grid gap-3">
      <h2 id="featured" className="text-lg">
        {t('Agents to get started')}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {agents.map((agent) => (
          <AgentCard key={agent.id} agent={agent} />
        ))}
      </ul>
    </section>
  )
}

function Figures({ data: { runs, services } }: { data: DashboardStats }) {
  const figures = [
    { label: t('Runs, last 7 days'), value: formatNumber(runs.last_7_days) },
    {
      label: t('Succeeded, last 7 days'),
      value: runs.success_rate === null ? '—' : formatPercent(runs.success_rate),
    },
    { label: t('Running now'), value: formatNumber(runs.unfinished) },
    { label: t('Services running'), value: `${formatNumber(services.running)} / ${formatNumber(services.total)}` },
  ]
  return (
    <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse justify-between gap-1 surface-card p-4 sm:p-5">
          <dd className="font-semibold text-3xl tabular-nums">{value}</dd>
          <dt className="text-muted">{label}</dt>
        </div>
      ))}
    </dl>
  )
}
