import { useQuery } from '@tanstack/react-query'
import { ClipboardCheck } from 'lucide-react'
import { q } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** How many versions of agents wait for a review, for whoever may review them. */
export function AgentReviews() {
  const may = useUser()?.permissions.includes('admin.agents.manage') ?? false
  const { data } = useQuery({ ...q('listSubmissions', { query: { limit: 1 } }), enabled: may })
  if (!may || !data || data.total === 0) return null
  return (
    <Callout tone="warn" title={t('Versions of agents that wait for a review: {count}', { count: data.total })}>
      <LinkButton size="sm" href={paths.adminAgents()} icon={<ClipboardCheck aria-hidden="true" />}>
        {t('Open the queue')}
      </LinkButton>
    </Callout>
  )
}
