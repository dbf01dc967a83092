import { useQuery } from '@tanstack/react-query'
import { FileSearch, PlayCircle, Store } from 'lucide-react'
import type { DataOf } from '#web/api/call.ts'
import { load, q } from '#web/api/query.ts'
import { brand } from '#web/lib/brand.ts'
import { formatCompact, formatDuration, formatPaise, formatPercent } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { LinkCard } from '#web/ui/card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const agents = () => q('listAgents', { query: { page_size: 3 } })

// The page stands without its agents: what fails here is shown in their place.
export const loader = () => void load(agents()).catch(() => {})

const STEPS = [
  {
    icon: <Store aria-hidden="true" />,
    title: 'Find an agent for the task',
    text: 'Each listing shows what it reads, where it goes, and figures the platform measured itself.',
  },
  {
    icon: <PlayCircle aria-hidden="true" />,
    title: 'Try it on your own document',
    text: 'On the page, without an account. You watch every step as it happens.',
  },
  {
    icon: <FileSearch aria-hidden="true" />,
    title: 'Check the result against its evidence',
    text: 'Every finding points to the sentence and the place on the page that supports it.',
  },
]

export function Component() {
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-14 px-4 pt-12 sm:pt-16">
      <title>{`${brand} · AI agents that show their evidence`}</title>
      <section className="grid max-w-2xl gap-5">
        <h1 className="text-3xl tracking-tight">
          Put an AI agent to work on a real document, and see why it says what it says
        </h1>
        <p className="max-w-prose text-lg text-muted">
          {brand} is a marketplace of agents for healthcare, legal and finance work: medical coding, contract review,
          document analysis. Browse, try, deploy, or build and sell your own.
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton href={paths.register()} variant="primary" size="lg">
            Start free trial
          </LinkButton>
          <LinkButton href={paths.marketplace()} size="lg">
            Watch demo
          </LinkButton>
        </div>
      </section>
      <section aria-labelledby="agents" className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-3">
          <h2 id="agents" className="text-xl">
            Agents ready to run
          </h2>
          <LinkButton href={paths.marketplace()} variant="ghost" size="sm">
            All agents
          </LinkButton>
        </div>
        <Agents />
      </section>
      <section aria-labelledby="how" className="grid gap-4">
        <h2 id="how" className="text-xl">
          How it works
        </h2>
        <ol className="grid gap-6 border-line border-t pt-6 sm:grid-cols-3">
          {STEPS.map((step) => (
            <li key={step.title} className="grid content-start gap-1.5 [&_svg]:size-5 [&_svg]:text-marigold-ink">
              {step.icon}
              <h3 className="text-lg">{step.title}</h3>
              <p className="text-muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

function Agents() {
  const { data, isError, refetch } = useQuery(agents())
  if (isError) {
    return (
      <ErrorState title="The agents could not be loaded" onRetry={() => void refetch()}>
        The rest of the page works. Try again in a moment.
      </ErrorState>
    )
  }
  return (
    <div aria-busy={!data} className="grid gap-4 md:grid-cols-3">
      {data
        ? data.agents.map((agent) => <AgentCard key={agent.id} agent={agent} />)
        : [1, 2, 3].map((key) => <Skeleton key={key} className="h-44 rounded" />)}
    </div>
  )
}

type Agent = DataOf<'listAgents'>['agents'][number]

function AgentCard({ agent }: { agent: Agent }) {
  const { runs, success_rate, median_ms } = agent.stats
  const measured = [
    runs > 0 && `${formatCompact(runs)} runs`,
    success_rate !== null && `${formatPercent(success_rate)} succeed`,
    median_ms !== null && `median ${formatDuration(median_ms)}`,
  ].filter(Boolean)
  return (
    <LinkCard href={paths.agent(agent.slug)} title={agent.name}>
      <p className="grow text-muted">{agent.tagline}</p>
      <p className="flex flex-wrap items-center gap-2">
        <Badge>{agent.category.name}</Badge>
        <span className="font-medium">
          {agent.price.type === 'free' ? 'Free' : formatPaise(agent.price.paise)}
          {agent.price.type === 'per_run' && ' per run'}
          {agent.price.type === 'monthly' && ' per month'}
        </span>
      </p>
      <p className="text-muted text-sm tabular-nums">
        {measured.length > 0 ? measured.join(' · ') : 'Not measured yet'}
      </p>
    </LinkCard>
  )
}
