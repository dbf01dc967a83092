import { TrendingUp } from 'lucide-react'
import { useNavigate, useSearchParams } from 'react-router'
import type { EARNING_DAYS, Earnings, EarningsWarning } from '#contract/selling/earnings.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { SellerFrame } from '#web/app/shell/seller-frame.tsx'
import { formatNumber, formatPaise } from '#web/lib/format.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Stat } from '#web/ui/stat.tsx'
import { EarningsChart } from './earnings-chart.tsx'
import { EarningsTables } from './earnings-tables.tsx'

type Days = (typeof EARNING_DAYS)[number]

const LABELS: Record<Days, string> = { '7': '7 days', '30': '30 days', '90': '90 days', '365': '1 year' }
const PERIODS = Object.keys(LABELS) as Days[]
const daysOf = (params: URLSearchParams): Days => PERIODS.find((days) => days === params.get('days')) ?? '30'
const earningsQuery = (days: Days) => q('getEarnings', { query: { days } })

export const loader = ({ url }: ScreenArgs) => load(earningsQuery(daysOf(url.searchParams)))

/** What a seller earns, and what to look at before it hurts. */
export function Component() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const days = daysOf(params)
  const earnings = useData(earningsQuery(days))
  return (
    <SellerFrame
      title="Overview"
      intro="What your agents earn. Amounts include GST unless noted."
      actions={<LinkButton href={paths.analytics()}>How your agents are used</LinkButton>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div className="overflow-x-auto py-0.5 pl-0.5">
          <Segmented
            label="Period"
            segments={PERIODS.map((value) => ({ value, label: LABELS[value] }))}
            value={days}
            onChange={(value) =>
              void navigate(paths.sellerOverview({ days: value === '30' ? null : value }), { preventScrollReset: true })
            }
          />
        </div>
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
      </div>
    </SellerFrame>
  )
}

function Warnings({ items }: { items: readonly EarningsWarning[] }) {
  return (
    <section aria-label="Needs attention" className="grid gap-2">
      {items.map(({ kind, title, message, agent }) => (
        <Callout key={`${kind}:${agent?.slug ?? ''}`} tone="warn" title={title}>
          {message} {agent && <TextLink href={paths.agent(agent.slug)}>Open {agent.name}</TextLink>}
        </Callout>
      ))}
    </section>
  )
}

function Totals({ earnings: { totals, held_paise, payable_paise } }: { earnings: Earnings }) {
  return (
    <dl className="grid grid-cols-2 gap-4 surface-card p-4 sm:grid-cols-3 lg:grid-cols-6">
      <Stat
        label="Buyers paid"
        value={formatPaise(totals.gross_paise)}
        detail={totals.sales === 1 ? '1 sale' : `${formatNumber(totals.sales)} sales`}
      />
      <Stat label="Commission" value={formatPaise(totals.commission_paise)} />
      <Stat label="Tax" value={formatPaise(totals.tax_paise)} detail="GST, TCS and TDS" />
      <Stat label="Refunded" value={formatPaise(totals.refunded_paise)} />
      <Stat label="Held now" value={formatPaise(held_paise)} detail="while refunds are open" />
      <Stat label="Payable now" value={formatPaise(payable_paise)} />
    </dl>
  )
}

const Nothing = ({ days }: { days: Days }) => (
  <EmptyState
    icon={<TrendingUp aria-hidden="true" />}
    title={days === '365' ? 'Nothing sold in the last year' : `Nothing sold in the last ${days} days`}
    action={
      <LinkButton href={paths.publish()} variant="primary">
        Publish an agent
      </LinkButton>
    }
  >
    Your sales appear here by day, agent and buyer, with deductions and the reasons for them.
  </EmptyState>
)
