import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { useUser } from '#web/api/use-session.ts'
import { queueHref, queueQuery, readQueueState } from '#web/features/runs/review/review-queries.ts'
import { t } from '#web/lib/language.ts'
import { LinkButton } from '#web/ui/button.tsx'

/** The queue as it opens. */
const QUEUE = readQueueState(new URLSearchParams())

/** For those who review in a workspace: the document of the queue that has waited longest, other than this one. */
export function NextToReview({ run }: { run: Pick<Execution, 'id' | 'status' | 'content_open'> }) {
  const workspace = useUser()?.workspace
  const reviews = workspace !== undefined && mayIn(workspace.role, 'review')
  const { data } = useQuery({
    ...queueQuery(QUEUE),
    enabled: reviews && run.status === 'succeeded' && run.content_open,
  })
  const next = data?.items.find(({ execution_id }) => execution_id !== run.id)
  if (!next) return null
  return (
    <LinkButton size="sm" icon={<ArrowRight aria-hidden="true" />} href={queueHref(QUEUE, { open: next.execution_id })}>
      {t('Next document')}
    </LinkButton>
  )
}
