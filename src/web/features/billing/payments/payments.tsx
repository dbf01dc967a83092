import { useSearchParams } from 'react-router'
import { load, q } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { BillingFrame } from '#web/features/billing/frame/billing-frame.tsx'
import { t } from '#web/lib/language.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { loadPanel, PaymentsPanel, readPanelState } from '#web/parts/billing/checkout/payments-panel.tsx'
import { paths } from '#web/paths.ts'
import { Link } from '#web/ui/link.tsx'
import { Purchases, purchasesQuery, type Show } from './purchases.tsx'

const tabOf = (params: URLSearchParams) => (params.get('tab') === 'purchases' ? 'purchases' : 'payments')
const showOf = (params: URLSearchParams): Show => (params.get('show') === 'runs' ? 'runs' : 'bought')

export const loader = async ({ url: { searchParams } }: ScreenArgs) => {
  const isPurchases = tabOf(searchParams) === 'purchases'
  await Promise.all([
    load(q('getPaymentSettings')),
    isPurchases
      ? load<unknown>(purchasesQuery(showOf(searchParams), pageParam(searchParams)))
      : loadPanel(readPanelState(searchParams)),
  ])
}

/** What one has paid, and what one has for it. */
export function Component() {
  const [params] = useSearchParams()
  const tab = tabOf(params)
  return (
    <BillingFrame tab="payments">
      <nav aria-label={t('Payments')} className="flex flex-wrap gap-1">
        {views().map(({ key, label, href }) => (
          <Link
            key={key}
            href={href}
            aria-current={key === tab ? 'page' : undefined}
            className="inline-flex min-h-8 items-center rounded px-3 text-muted hover:bg-hover hover:text-ink aria-[current]:bg-indigo-soft aria-[current]:font-medium aria-[current]:text-indigo"
          >
            {label}
          </Link>
        ))}
      </nav>
      {tab === 'payments' ? (
        <PaymentsPanel
          at={readPanelState(params)}
          href={({ page, refunds }) => paths.payments({ page: toParam(page), refunds: toParam(refunds) })}
        />
      ) : (
        <Purchases show={showOf(params)} page={pageParam(params)} />
      )}
    </BillingFrame>
  )
}

const views = () => [
  { key: 'payments', label: t('Payments and refunds'), href: paths.payments() },
  { key: 'purchases', label: t('What you bought'), href: paths.payments({ tab: 'purchases' }) },
]
