import { useQuery } from '@tanstack/react-query'
import type { DashboardStats } from '#contract/platform/dashboard.ts'
import { isFinal } from '#contract/runs/execution-states.ts'
import { call } from '#web/api/call.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useFresh } from '#web/api/use-fresh.ts'
import { useUser } from '#web/api/use-session.ts'
import { Page } from '#web/app/shell/page.tsx'
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
import { ServicesAtWork } from './at-work.tsx'
import { Needs } from './needs.tsx'
import { QuickStart } from './quick-start.tsx'
import { Week } from './week.tsx'

const stats = () => q('getDashboard')

const featured = () => q('listFeatured')

// Suggestions for newcomers are optional: the dashboard works without them.
export const loader = () => Promise.all([load(stats()), load(featured()).catch(() => null)])

/** What needs this person first, then what runs, what it gave, and the figures. */
export function Component() {
  const data = useData(stats())
  const user = useUser()
  useFresh('getDashboard', data.needs.preparing || data.recent.some(({ status }) => !isFinal(status)))
  const ran = data.runs.total > 0
  const fresh = !ran || data.services.total === 0
  return (
    <Page title={t('Dashboard')}>
      <PageHeader
        title={user?.display_name ? t('Hello, {name}', { name: user.display_name }) : t('Dashboard')}
        actions={
          !fresh && (
            <LinkButton href={paths.marketplace()} variant="primary">
              {t('Run an agent')}
            </LinkButton>
          )
        }
      />
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-8 ${ran ? 'xl:grid-cols-[minmax(0,1fr)_18rem] xl:items-start' : ''}`}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          {user && !user.workspace && <OfferCard />}
          <Needs data={data} fresh={fresh} />
          {fresh && <QuickStart ran={ran} deployed={data.services.total > 0} />}
          <OwnRequest request={data.role_request} />
          {!ran && <Featured />}
          <ServicesAtWork services={data.services} />
          {ran && <Latest data={data} />}
        </div>
        {ran && <Week data={data} />}
      </div>
    </Page>
  )
}

function OwnRequest({ request }: { request: DashboardStats['role_request'] }) {
  if (request === null) return null
  return (
    <section aria-label={t('Your request')}>
      <RequestState request={request}>
        <TextLink href={paths.upgrade()}>{t('Open request')}</TextLink>
      </RequestState>
    </section>
  )
}

function Latest({ data }: { data: DashboardStats }) {
  const reveal = useReveal({
    rows: data.recent,
    idOf: ({ id }) => id,
    fields: ['title', 'error', 'result'],
    ask: async (query) => (await call('getDashboard', { query })).recent,
  })
  return (
    <section aria-labelledby="recent" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="recent" className="text-xl">
          {t('Latest runs')}
        </h2>
        <TextLink href={paths.myWorkflows()}>{t('All runs')}</TextLink>
      </div>
      <ShowHidden reveal={reveal} />
      <RunsTable caption={t('Runs, newest first')} runs={reveal.rows} reveal={reveal} empty={null} brief />
    </section>
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
