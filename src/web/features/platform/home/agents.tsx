import { useQuery } from '@tanstack/react-query'
import type { Agent } from '#contract/agents/agents.ts'
import { useDegraded } from '#web/api/degraded.ts'
import { t } from '#web/lib/language.ts'
import { AgentCard } from '#web/parts/agents/listing/agent-card.tsx'
import { paths } from '#web/paths.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { clinicsQuery, othersQuery } from './home-queries.ts'
import { Section } from './section.tsx'

const IN_A_ROW = 4

/** Two rows of the marketplace: what clinics use, and what others do. */
export function Agents() {
  const clinics = useQuery(clinicsQuery)
  const others = useQuery(othersQuery)
  const away = useDegraded('listAgents')
  if (clinics.isError || others.isError || (away && others.data?.total === 0)) {
    const again = () => void Promise.all([clinics.refetch(), others.refetch()])
    return (
      <ErrorState title={t('Agents couldn’t be loaded')} onRetry={again}>
        {t('The rest of the page works. Try again in a moment.')}
      </ErrorState>
    )
  }
  const rest = others.data?.agents.filter(({ category }) => category.slug !== 'healthcare')
  return (
    <>
      <Row
        id="clinics"
        title={t('For clinics and hospitals')}
        agents={clinics.data?.agents}
        all={{ href: paths.marketplace({ category: 'healthcare' }), count: clinics.data?.total }}
      />
      <Row
        id="others"
        title={t('For law firms, accountants and shops')}
        agents={rest}
        all={{ href: paths.marketplace(), count: others.data?.total, ofMarket: true }}
      />
    </>
  )
}

interface RowProps {
  id: string
  title: string
  /** Absent while they are loading. */
  agents: readonly Agent[] | undefined
  /** Where all of them are; `count` is absent while it is not known, and of all agents with `ofMarket`. */
  all: { href: string; count: number | undefined; ofMarket?: boolean }
}

const seeAll = (count: number, ofMarket: boolean) => {
  if (ofMarket) return t('See all {count} agents', { count })
  return count === 1 ? t('See it') : t('See all {count}', { count })
}

function Row({ id, title, agents, all: { href, count, ofMarket = false } }: RowProps) {
  if (agents?.length === 0) return null
  return (
    <Section
      id={id}
      title={title}
      aside={count !== undefined && <TextLink href={href}>{seeAll(count, ofMarket)}</TextLink>}
    >
      <ul aria-busy={!agents} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {agents
          ? agents.slice(0, IN_A_ROW).map((agent) => <AgentCard key={agent.id} agent={agent} />)
          : [1, 2, 3, 4].map((key) => (
              <li key={key}>
                <Skeleton className="h-80 rounded-lg" />
              </li>
            ))}
      </ul>
    </Section>
  )
}
