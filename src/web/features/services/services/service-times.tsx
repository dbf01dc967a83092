import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { USUAL_TIMES } from '#web/parts/workflows/schedules/cron-times.tsx'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { schedulesQuery } from './service-queries.ts'

/** The words for times that are often chosen; null for others. */
export function usualTime(cron: string): string | null {
  const usual = USUAL_TIMES.find(({ value }) => value === cron)
  return usual ? t(usual.label) : null
}

/** When it runs on its own, where it does. */
export function ServiceTimes({ id }: { id: string }) {
  const { data } = useQuery(schedulesQuery(id))
  const on = data?.schedules.filter(({ enabled }) => enabled) ?? []
  const [first] = on
  if (!first) return null
  const name = on.length === 1 ? (usualTime(first.cron) ?? t('On a schedule')) : null
  return (
    <span className="ml-3 inline-flex items-center gap-1.5">
      <CalendarClock aria-hidden="true" className="size-4" />
      <TextLink href={paths.service(id, { tab: 'schedule' })}>
        {name ?? t('{count} schedules', { count: formatNumber(on.length) })}
      </TextLink>
    </span>
  )
}
