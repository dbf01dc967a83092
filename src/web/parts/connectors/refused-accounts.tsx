import { type ReactNode, Suspense } from 'react'
import type { AgentId } from '#contract/core/primitives.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { toSentence } from '#web/lib/sentence.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

const LentAccounts = lazyPart(
  () => import('./lent-accounts.tsx'),
  (m) => m.default,
)

/** The agents inside for which an account is missing: fields are `accounts.<agent>.<slot>`, and `accounts.<slot>` for the agent itself. */
const agentsInside = ({ code, problems }: ApiError): AgentId[] => {
  const fields = code === 'accounts_needed' ? problems.map(({ field }) => field?.split('.') ?? []) : []
  return [...new Set(fields.flatMap(([, agent, slot]) => (slot === undefined ? [] : [agent as AgentId])))]
}

/**
 * Asks for the accounts that agents inside need before a run.
 * @returns null for any other refusal, also for accounts of the agent itself: its page asks for those
 */
export function refusedAccounts(error: ApiError): ReactNode {
  const agents = agentsInside(error)
  if (agents.length === 0) return null
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p>{toSentence(error.message)}</p>
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        {agents.map((agent) => (
          <LentAccounts key={agent} agent={agent} />
        ))}
      </Suspense>
      <p>{t('Then run it again. What you entered stays on this page.')}</p>
    </div>
  )
}
