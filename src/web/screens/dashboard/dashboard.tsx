import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleHelp, Hourglass } from 'lucide-react'
import type { DashboardStats } from '#contract/dashboard.ts'
import { isFinal } from '#contract/execution-states.ts'
import { load, q, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { Page } from '#web/layouts/page.tsx'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { AgentCard } from '#web/listing/agent-card.tsx'
import { paths } from '#web/paths.ts'
import { RunsTable } from '#web/run/runs-table.tsx'
import { useFresh } from '#web/run/use-fresh.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { QuickStart } from './quick-start.tsx'

const stats = () => q('getDashboard')

const featured = () => q('listFeatured')

// What a newcomer may begin with is a courtesy: the dashboard stands without it.
export const loader = () => Promise.all([load(stats()), load(featured()).catch(() => null)])

export function Component() {
  const data = useData(stats())
  const user = useUser()
  useFresh(
    'getDashboard',
    data.recent.some(({ status }) => !isFinal(status)),
  )
  const fresh = data.runs.total === 0 || data.services.total === 0
  return (
    <Page title="Dashboard">
      <PageHeader
        title={user?.display_name ? `Hello, ${user.display_name}` : 'Dashboard'}
        actions={
          !fresh && (
            <LinkButton href={paths.marketplace()} variant="primary">
              Run an agent
            </LinkButton>
          )
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {data.attention.length > 0 && <Attention items={data.attention} />}
        {fresh && <QuickStart ran={data.runs.total > 0} deployed={data.services.total > 0} />}
        {data.runs.total === 0 && <Featured />}
        {data.runs.total > 0 && (
          <>
            <Figures data={data} />
            <section aria-labelledby="recent" className="grid grid-cols-[minmax(0,1fr)] gap-3">
              <div className="flex items-baseline justify-between gap-3">
                <h2 id="recent" className="text-lg">
                  Latest runs
                </h2>
                <TextLink href={paths.myWorkflows()}>All runs</TextLink>
              </div>
              <RunsTable caption="Runs, newest first" runs={data.recent} empty={null} />
            </section>
          </>
        )}
      </div>
    </Page>
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
        Agents to begin with
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {agents.map((agent) => (
          <AgentCard key={agent.id} agent={agent} />
        ))}
      </ul>
    </section>
  )
}

const ICONS = {
  approval: <Hourglass aria-hidden="true" className="text-warn" />,
  form: <CircleHelp aria-hidden="true" className="text-warn" />,
  failed: <CircleAlert aria-hidden="true" className="text-bad" />,
}
const ASKS = { approval: 'waits for your approval', form: 'waits for your answer', failed: 'failed' }

/** What waits for this person: first on the page. */
function Attention({ items }: { items: DashboardStats['attention'] }) {
  return (
    <section aria-labelledby="attention" className="grid gap-3">
      <h2 id="attention" className="text-lg">
        Needs you
      </h2>
      <ul className="overflow-hidden rounded border border-line bg-surface">
        {items.map((item) => (
          <li key={`${item.execution_id}${item.type}${item.at}`} className="border-line border-b last:border-0">
            <Link
              href={paths.run(item.execution_id)}
              className="flex min-h-11 items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0"
            >
              {ICONS[item.type]}
              <span className="min-w-0 grow truncate">
                <span className="font-medium">{item.title}</span> {ASKS[item.type]}
              </span>
              <span className="text-muted text-sm">
                <RelativeTime time={item.at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Figures({ data: { runs, services } }: { data: DashboardStats }) {
  return (
    <dl className="grid grid-cols-2 gap-4 rounded border border-line bg-surface p-4 sm:grid-cols-4">
      <Stat label="Runs in 7 days" value={formatNumber(runs.last_7_days)} />
      <Stat label="Succeeded in 7 days" value={runs.success_rate === null ? '—' : formatPercent(runs.success_rate)} />
      <Stat label="Running now" value={formatNumber(runs.unfinished)} />
      <Stat
        label="Services"
        value={formatNumber(services.total)}
        detail={`${formatNumber(services.running)} running`}
      />
    </dl>
  )
}
