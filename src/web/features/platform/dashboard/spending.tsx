import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'

/** What runs cost today, against the most that they may, and what is left. Nothing before it is known. */
export function Spending() {
  const { data } = useQuery(q('getCredits'))
  if (!data) return null
  const { today_paise, day_cap_paise, balance_paise } = data
  return (
    <div className="grid content-start gap-2 surface-card p-4 sm:p-5">
      <p className="text-muted">{t('Spent today')}</p>
      <p className="font-semibold text-3xl tabular-nums">{formatPaise(today_paise)}</p>
      {day_cap_paise !== null && (
        <ProgressBar
          label={t('Limit for a day')}
          value={today_paise / day_cap_paise}
          detail={formatPaise(day_cap_paise)}
        />
      )}
      <p className="text-muted text-xs">
        {t('{amount} in credits', { amount: formatPaise(balance_paise) })} ·{' '}
        <TextLink href={paths.subscription('credits')}>{t('Limits and top-up')}</TextLink>
      </p>
    </div>
  )
}
