import { useQuery } from '@tanstack/react-query'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { CapsForm } from '#web/parts/billing/credits/caps-form.tsx'
import { TopUpButton } from '#web/parts/billing/credits/top-up.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Card, CardHeader } from '#web/ui/card.tsx'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { Spending } from './spending.tsx'
import { Statement } from './statement.tsx'
import { WaitingResults } from './waiting-results.tsx'

/** Credits: what there is, what runs may cost, and every movement. */
export function CreditsPanel({ page, href }: { page: number; href: (page: number) => string }) {
  const { data: credits, error } = useQuery(q('getCredits'))
  const { data: moved } = useQuery(q('listCreditEntries', { query: { limit: 1 } }))
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!credits) return <Skeleton className="h-64 w-full" />
  // A user who never had credits has not run low on them.
  const isLow = credits.balance_paise < credits.low_paise && (moved?.total ?? 0) > 0
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card>
        <CardHeader title={t('Credits')} aside={<TopUpButton variant="primary">{t('Top up')}</TopUpButton>}>
          {t('Credits pay for agents with a price per run. Failed and empty runs are free.')}
        </CardHeader>
        <dl className="grid gap-4 sm:grid-cols-3">
          <Stat label={t('Balance')} value={<Money paise={credits.balance_paise} />} />
          <Stat
            label={t('Reserved for runs')}
            value={<Money paise={credits.held_paise} />}
            detail={
              credits.waiting.runs === 0
                ? t('Charged when they succeed')
                : t('{amount} of it until you accept results', { amount: formatPaise(credits.waiting.paise) })
            }
          />
          <Stat label={t('Today')} value={<Money paise={credits.today_paise} />} detail={t('Spent and reserved')} />
        </dl>
        {isLow && (
          <div className="mt-4">
            <Callout tone="warn">
              {t(
                'Your credits are low. Paid runs stop when they run out. Free agents and agents you bought keep working.',
              )}
            </Callout>
          </div>
        )}
      </Card>
      <Card>
        <CardHeader title={t('Spending limits')}>
          {t(
            'A run that would exceed a limit doesn’t start. An active run stops before its next paid call and keeps its results so far.',
          )}
        </CardHeader>
        <CapsForm key={`${credits.run_cap_paise}:${credits.day_cap_paise}:${credits.low_paise}`} credits={credits} />
      </Card>
      <WaitingResults />
      <Spending />
      <section aria-labelledby="statement" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="statement" className="text-xl">
          {t('Statement')}
        </h2>
        <Statement page={page} href={href} />
      </section>
    </div>
  )
}
