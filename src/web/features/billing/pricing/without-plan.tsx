import { Check } from 'lucide-react'
import { FREE_LIMITS } from '#contract/billing/plans.ts'
import { useUser } from '#web/api/use-session.ts'
import { formatBytes, formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'

const included = () => [
  t('Every agent, ten runs a day without an account'),
  t('1 agent that you keep'),
  t('{count} people in a workspace', { count: FREE_LIMITS.seats }),
  t('{size} of storage', { size: formatBytes(FREE_LIMITS.storage_bytes) }),
  t('{count} API calls per month', { count: formatNumber(FREE_LIMITS.api_calls) }),
]

/** What people have without paying for a plan, before what plans add to it. */
export function WithoutPlan() {
  const signedIn = useUser() !== null
  return (
    <section
      aria-labelledby="without"
      className="grid items-center gap-x-8 gap-y-3 surface-card p-4 sm:p-5 lg:grid-cols-[max-content_1fr_max-content]"
    >
      <div className="flex items-baseline gap-3 lg:grid lg:gap-1">
        <h2 id="without" className="text-lg">
          {t('Without a plan')}
        </h2>
        <p className="font-semibold text-xl tabular-nums">{formatPaise(0)}</p>
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1.5">
        {included().map((text) => (
          <li key={text} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            {text}
          </li>
        ))}
      </ul>
      {signedIn ? (
        <LinkButton href={paths.marketplace()}>{t('Find an agent')}</LinkButton>
      ) : (
        <LinkButton href={paths.register()}>{t('Sign Up')}</LinkButton>
      )}
    </section>
  )
}
