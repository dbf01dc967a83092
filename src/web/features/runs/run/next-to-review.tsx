import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { mayIn } from '#contract/accounts/workspace-values.ts'
import type { Execution } from '#contract/runs/executions.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useUser } from '#web/api/use-session.ts'
import { queueHref, queueQuery, readQueueState } from '#web/features/runs/review/review-queries.ts'
import { t } from '#web/lib/language.ts'
import { LinkButton } from '#web/ui/button.tsx'

/** The queue as it opens. */
const QUEUE = readQueueState(new URLSearchParams())

/**
 * The document of the queue that has waited longest, other than this one: for those who review in a workspace, and on own pages once the
 * queue was opened, which is what makes the server read ahead for it.
 */
export function NextToReview({ run }: { run: Pick<Execution, 'id' | 'status' | 'content_open'> }) {
  const workspace = useUser()?.workspace
  const query = queueQuery(QUEUE)
  const reviews = workspace ? mayIn(workspace.role, 'review') : queryClient.getQueryData(query.queryKey) !== undefined
  const { data } = useQuery({ ...query, enabled: reviews && run.status === 'succeeded' && run.content_open })
  const next = data?.items.find(({ execution_id }) => execution_id !== run.id)
  if (!next) return null
  return (
    <LinkButton size="sm" icon={<ArrowRight aria-hidden="true" />} href={queueHref(QUEUE, { open: next.execution_id })}>
      {t('Next document')}
    </LinkButton>
  )
}
