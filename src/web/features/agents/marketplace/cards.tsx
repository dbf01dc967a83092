import type { Agent } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { AgentCard } from '#web/parts/agents/listing/agent-card.tsx'
import { CompareChoice } from './compare-choice.tsx'
import type { Compare } from './use-compare.ts'

interface Props {
  agents: readonly Agent[]
  /** Ids of those that have none of the words that were searched for. */
  related?: readonly string[]
  compare: Compare
  /** Where results have the filters at their side, a row holds three of them. */
  columns?: string
}

/** Agents in rows, each of which can be compared. */
export function Cards({ agents, related = [], compare, columns = 'sm:grid-cols-2 xl:grid-cols-3' }: Props) {
  return (
    <ul className={`grid gap-4 ${columns}`}>
      {agents.map((agent) => (
        <AgentCard
          key={agent.id}
          agent={agent}
          note={related.includes(agent.id) && t('Related results')}
          control={<CompareChoice agent={agent} compare={compare} />}
        />
      ))}
    </ul>
  )
}
