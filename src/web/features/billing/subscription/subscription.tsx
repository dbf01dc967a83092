import { useSearchParams } from 'react-router'
import { load, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { BillingFrame } from '#web/features/billing/frame/billing-frame.tsx'
import { t } from '#web/lib/language.ts'
import { pageParam, toParam } from '#web/lib/page-param.ts'
import { loadPanel, PaymentsPanel, readPanelState } from '#web/parts/billing/checkout/payments-panel.tsx'
import { InvoicesTable, invoicesQuery } from '#web/parts/billing/invoices/invoices-table.tsx'
import { paths } from '#web/paths.ts'
import { ChangePlan } from './change-plan.tsx'
import { CreditsPanel } from './credits-panel.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { History } from './history.tsx'
import { creditsQuery, Overview } from './overview.tsx'
import { currentQuery, historyQuery, plansQuery, readTab, recentQuery, unpaidQueries } from './subscription-queries.ts'

export const loader = async ({ url }: ScreenArgs) => {
  const tab = readTab(url.searchParams)
  if (tab === 'overview')
    await Promise.all([
      ...[load(currentQuery), load(creditsQuery), load(recentQuery)],
      ...[load(unpaidQueries.failed), load(unpaidQueries.created)],
    ])
  if (tab === 'plan') await Promise.all([load(currentQuery), load(plansQuery), load(historyQuery)])
  if (tab === 'payments') await loadPanel(readPanelState(url.searchParams))
  if (tab === 'invoices') await load(invoicesQuery('customer', pageParam(url.searchParams)))
}

/** Billing: what is charged next, the plan, credits, and every paper. */
export function Component() {
  const [params] = useSearchParams()
  const tab = readTab(params)
  return (
    <BillingFrame tab={tab}>
      {tab === 'overview' && <Overview />}
      {tab === 'plan' && <Plan />}
      {tab === 'payments' && (
        <PaymentsPanel
          at={readPanelState(params)}
          href={({ page, refunds }) => paths.subscription('payments', toParam(page), toParam(refunds))}
        />
      )}
      {tab === 'invoices' && <Invoices page={pageParam(params)} />}
      {tab === 'credits' && (
        <CreditsPanel page={pageParam(params)} href={(at) => paths.subscription('credits', toParam(at))} />
      )}
    </BillingFrame>
  )
}

function Invoices({ page }: { page: number }) {
  const data = useData(invoicesQuery('customer', page))
  return (
    <InvoicesTable
      side="customer"
      page={page}
      data={data}
      href={(at) => paths.subscription('invoices', toParam(at))}
      empty={t('Invoices for plans, agents and runs appear here. Credits are invoiced when you use them.')}
    />
  )
}

function Plan() {
  const current = useData(currentQuery)
  return (
    <>
      <CurrentPlan current={current} />
      <ChangePlan current={current} />
      <section aria-labelledby="history" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <h2 id="history" className="text-xl">
          {t('History')}
        </h2>
        <History />
      </section>
    </>
  )
}
