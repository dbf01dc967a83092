import { TrendingUp } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { EARNING_DAYS, Earnings, EarningsWarning } from '#contract/selling/earnings.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { daysIn, PeriodChoice } from '#web/parts/platform/period-choice.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { AcceptanceOfSeller } from './acceptance.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { EarningsTables } from './earnings-tables.tsx'

type Days = (typeof EARNING_DAYS)[number]

const PERIODS: readonly Days[] = ['7', '30', '90', '365']
const earningsQuery = (days: Days) => q('getEarnings', { query: { days } })

export const loader = ({ url }: ScreenArgs) => load(earningsQuery(daysIn(url.searchParams, PERIODS)))

/** What a seller earns, and what to look at before it hurts. */
export function Component() {
  const [params] = useSearchParams()
  const days = daysIn(params, PERIODS)
  const earnings = useData(earningsQuery(days))
  return (
    <SellerFrame
      title={t('Overview')}
      intro={t('What your agents earn. Amounts include GST unless noted.')}
      actions={<LinkButton href={paths.analytics()}>{t('How your agents are used')}</LinkButton>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <PeriodChoice periods={PERIODS} days={days} href={(value) => paths.sellerOverview({ days: value })} />
        {earnings.warnings.length > 0 && <Warnings items={earnings.warnings} />}
        <Totals earnings={earnings} />
        {earnings.by_agent.length === 0 ? (
          <Nothing days={days} />
        ) : (
          <>
            <EarningsChart earnings={earnings} />
            <EarningsTables earnings={earnings} />
          </>
        )}
        <AcceptanceOfSeller days={days} />
      </div>
    </SellerFrame>
  )
}

function Warnings({ items }: { items: readonly EarningsWarning[] }) {
  return (
    <section aria-label={t('Needs attention')} className="grid gap-2">
      {items.map(({ kind, title, message, agent }) => (
        <Callout key={`${kind}:${agent?.slug ?? ''}`} tone="warn" title={title}>
          {message}{' '}
          {agent && <TextLink href={paths.agent(agent.slug)}>{t('Open {name}', { name: agent.name })}</TextLink>}
        </Callout>
      ))}
    </section>
  )
}

function Totals({ earnings: { totals, held_paise, payable_paise } }: { earnings: Earnings }) {
  return (
    <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:grid-cols-3 lg:grid-cols-6">
      <Stat
        label={t('Buyers paid')}
        value={formatPaise(totals.gross_paise)}
        detail={totals.sales === 1 ? t('1 sale') : t('{count} sales', { count: formatNumber(totals.sales) })}
      />
      <Stat label={t('Commission')} value={formatPaise(totals.commission_paise)} />
      <Stat label={t('Tax')} value={formatPaise(totals.tax_paise)} detail={t('GST, TCS and TDS')} />
      <Stat label={t('Refunded')} value={formatPaise(totals.refunded_paise)} />
      <Stat label={t('Held now')} value={formatPaise(held_paise)} detail={t('while refunds are open')} />
      <Stat label={t('Payable now')} value={formatPaise(payable_paise)} />
    </dl>
  )
}

const Nothing = ({ days }: { days: Days }) => (
  <EmptyState
    icon={<TrendingUp aria-hidden="true" />}
    title={days === '365' ? t('Nothing sold in the last year') : t('Nothing sold in the last {days} days', { days })}
    action={
      <LinkButton href={paths.publish()} variant="primary">
        {t('Publish an agent')}
      </LinkButton>
    }
  >
    {t('Your sales appear here by day, agent and buyer, with deductions and the reasons for them.')}
  </EmptyState>
)
