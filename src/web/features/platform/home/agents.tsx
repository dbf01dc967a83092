import { useQuery } from '@tanstack/react-query'
import { useDegraded } from '#web/api/degraded.ts'
import { AgentCard } from '#web/parts/agents/listing/agent-card.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { homeAgentsQuery } from './home-queries.ts'

export function Agents() {
  const { data, isError, refetch } = useQuery(homeAgentsQuery())
  const away = useDegraded('listAgents')
  if (isError || (away && data?.total === 0)) {
    return (
      <ErrorState title="Agents couldn’t be loaded" onRetry={() => void refetch()}>
        The rest of the page works. Try again in a moment.
      </ErrorState>
    )
  }
  return (
    <ul aria-busy={!data} className="grid gap-4 md:grid-cols-3">
      {data
        ? data.agents.map((agent) => <AgentCard key={agent.id} agent={agent} />)
        : [1, 2, 3].map((key) => (
            <li key={key}>
              <Skeleton className="h-56 rounded" />
            </li>
          ))}
    </ul>
  )
}
