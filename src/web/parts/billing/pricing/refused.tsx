import { ArrowUpRight } from 'lucide-react'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { toSentence } from '#web/lib/sentence.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'

export const LIMIT_TITLES: Readonly<Record<string, string>> = {
  services: 'You’ve reached your AI service limit',
  storage_bytes: 'Your storage is full',
  api_calls: 'You’ve used this month’s API calls',
  seats: 'Your plan has no seat left',
}

/** The card for a limit of one's plan: which it is, in the server's words, and the way to a larger plan. */
export function PlanLimitCard({ error }: { error: ApiError }) {
  return (
    <Callout
      tone="warn"
      title={t(LIMIT_TITLES[error.problems[0]?.field ?? ''] ?? 'You’ve reached a limit of your plan')}
    >
      <div className="grid justify-items-start gap-2">
        <p>{toSentence(error.message)}</p>
        <LinkButton size="sm" href={paths.subscription()} icon={<ArrowUpRight aria-hidden="true" />}>
          {t('See larger plans')}
        </LinkButton>
      </div>
    </Callout>
  )
}

/** What an action was refused with; a limit of the plan brings its card. */
export const Refused = ({ error }: { error: unknown }) =>
  error instanceof ApiError && error.code === 'plan_limit' ? (
    <PlanLimitCard error={error} />
  ) : (
    <Callout tone="bad">{friendly(error)}</Callout>
  )
