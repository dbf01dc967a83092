import { CircleAlert } from 'lucide-react'
import type { DashboardStats } from '#contract/platform/dashboard.ts'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** For sellers: which of their agents fail for those who use them. What was sent stays with the buyer. */
export function AgentFailures({ items }: { items: NonNullable<DashboardStats['agent_failures']> }) {
  return (
    <section aria-labelledby="agent-failures" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="agent-failures" className="text-lg">
        {t('Your agents’ failures in the last 7 days')}
      </h2>
      <ul className="overflow-hidden surface-card">
        {items.map(({ agent, failed, runs, code, at }) => (
          <li key={agent.id} className="border-line border-b last:border-0">
            <Link
              href={`${paths.sellerAgent(agent.id)}#failures`}
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 -outline-offset-2 hover:bg-hover"
            >
              <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
              <bdi className="min-w-0 grow truncate font-medium">{agent.name}</bdi>
              <span className="tabular-nums">
                {t('{failed} of {runs} runs failed', { failed: formatNumber(failed), runs: formatNumber(runs) })}
              </span>
              {code && <code className="font-mono text-muted text-xs">{code}</code>}
              <span className="text-muted text-xs">
                <RelativeTime time={at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
