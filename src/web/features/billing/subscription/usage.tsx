import { WORKSPACES } from '#contract/accounts/workspace-values.ts'
import type { CurrentSubscription } from '#contract/billing/subscriptions.ts'
import { formatBytes, formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

interface Part {
  label: string
  used: number
  limit: number | null
  write: (value: number) => string
  note?: string | null
}

const isFull = ({ used, limit }: Part): boolean => limit !== null && used >= limit

const includedText = (count: number): string | null =>
  count === 0
    ? null
    : count === 1
      ? t('Plus 1 service included with agents you bought.')
      : t('Plus {count} services included with agents you bought.', { count: formatNumber(count) })

/** What is used of each limit. */
export function Usage({ current: { limits, usage } }: { current: CurrentSubscription }) {
  const parts: Part[] = [
    {
      label: t('Agents'),
      used: usage.services,
      limit: limits.services,
      write: formatNumber,
      note: includedText(usage.included_services),
    },
    { label: t('Storage'), used: usage.storage_bytes, limit: limits.storage_bytes, write: formatBytes },
    ...(usage.seats > 0
      ? [{ label: t('People'), used: usage.seats, limit: limits.seats ?? WORKSPACES.members, write: formatNumber }]
      : []),
    { label: t('API calls this month'), used: usage.api_calls, limit: limits.api_calls, write: formatNumber },
  ]
  return (
    <Card aria-label={t('Usage')}>
      <CardHeader title={t('Usage')}>
        {t('API calls reset on {day}.', { day: formatFullDay(usage.calls_reset_at) })}
      </CardHeader>
      <ul className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
        {parts.map((part) => (
          <li key={part.label} className="grid content-start gap-1">
            {part.limit === null ? (
              <p className="flex justify-between gap-3 text-base">
                <span>{part.label}</span>
                <span className="text-muted tabular-nums">
                  {t('{used} of unlimited', { used: part.write(part.used) })}
                </span>
              </p>
            ) : (
              <ProgressBar
                label={part.label}
                value={part.limit === 0 ? 1 : part.used / part.limit}
                detail={t('{used} of {limit}', { used: part.write(part.used), limit: part.write(part.limit) })}
              />
            )}
            {part.note && <p className="text-muted text-base">{part.note}</p>}
            {isFull(part) && (
              <p className="text-base text-warn">
                {t('You’ve reached the limit.')}{' '}
                <TextLink href={paths.subscription('plan')}>{t('See larger plans')}</TextLink>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
