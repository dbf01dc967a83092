import { Check } from 'lucide-react'
import { redirect, useParams, useSearchParams } from 'react-router'
import { type Plan, TRIAL_PLAN } from '#contract/billing/plans.ts'
import { session } from '#web/api/call.ts'
import { load, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { TestPaymentsNote } from '#web/parts/billing/checkout/test-note.tsx'
import { type Billing, MEETING, priceTexts, readBilling } from '#web/parts/billing/pricing/billing.ts'
import { billingChoices, YearlyBanner } from '#web/parts/billing/pricing/plan-card.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/forms/segmented.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { currentQuery, loadQuote, plansQuery } from './subscribe-queries.ts'
import { Summary } from './summary.tsx'

/** Enterprise is sold in a conversation (§4). Customers who have it change their billing here, and an offer comes with a code. */
async function hasEnterprise(): Promise<boolean> {
  if (!session.get().user) return false
  return (await load(currentQuery)).subscription?.plan.id === 'enterprise'
}

export const loader = async ({ params, url }: ScreenArgs) => {
  if (params.tierId === 'enterprise' && !url.searchParams.has('code') && !(await hasEnterprise()))
    throw redirect(MEETING())
  await load(plansQuery)
  if (session.get().user) await loadQuote(params.tierId ?? '', readBilling(url.searchParams))
}

/** One plan, what it costs now, and the way to have it. */
export function Component() {
  const { tierId } = useParams()
  const [params, setParams] = useSearchParams()
  const plan = useData(plansQuery).items.find(({ id }) => id === tierId)
  const billing = readBilling(params)
  const code = params.get('code')
  const choose = (next: string) =>
    setParams({ billing: next, ...(code && { code }) }, { replace: true, preventScrollReset: true })
  if (!plan) return <NoPlan />
  return (
    <Page title={t('Subscribe to {plan}', { plan: plan.name })}>
      <PageHeader
        title={t('Subscribe to {plan}', { plan: plan.name })}
        crumbs={[{ label: t('Pricing'), href: paths.pricing(billing) }]}
        actions={<TestPaymentsNote />}
      />
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Segmented label={t('Billing')} segments={billingChoices()} value={billing} onChange={choose} />
        <YearlyBanner />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
        <What plan={plan} billing={billing} />
        <Order plan={plan} billing={billing} />
      </div>
    </Page>
  )
}

const NoPlan = () => (
  <Page title={t('No such plan')}>
    <h1 className="sr-only">{t('No such plan')}</h1>
    <EmptyState
      title={t('There is no such plan')}
      action={
        <LinkButton href={paths.pricing()} variant="primary">
          {t('See the plans')}
        </LinkButton>
      }
    />
  </Page>
)

function What({ plan, billing }: { plan: Plan; billing: Billing }) {
  const { perMonth, charged } = priceTexts(plan, billing)
  return (
    <Card className="grid gap-4">
      <div>
        <p className="flex items-baseline gap-1.5">
          <span className="font-semibold text-3xl tabular-nums">{perMonth}</span>
          <span className="text-muted">{t('per month')}</span>
        </p>
        <p className="text-muted text-base">{`${charged}. ${t('Prices include GST')}.`}</p>
      </div>
      <ul className="grid gap-2">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-good" />
            {t(feature)}
          </li>
        ))}
      </ul>
      {plan.id === TRIAL_PLAN && (
        <p className="text-muted">
          {t('The free trial needs no card and never turns into a paid plan on its own. Each person gets one.')}
        </p>
      )}
      <p className="text-muted">
        {t(
          'A paid plan renews until you cancel, in two clicks on the Subscription page. We email you before every renewal.',
        )}
      </p>
    </Card>
  )
}

function Order({ plan, billing }: { plan: Plan; billing: Billing }) {
  const [params] = useSearchParams()
  if (useUser() !== null) return <Summary planId={plan.id} billing={billing} />
  const here = paths.subscribe(plan.id, billing, params.get('code'))
  return (
    <Card as="aside" aria-label={t('Your order')} className="grid gap-3">
      <h2 className="text-lg">{t('Create an account first')}</h2>
      <p className="text-muted">{t('It’s free and takes a minute. You’ll come back here.')}</p>
      <LinkButton variant="primary" size="lg" wide href={paths.register(here)}>
        {t('Create account')}
      </LinkButton>
      <LinkButton wide href={paths.login(here)}>
        {t('Sign in')}
      </LinkButton>
    </Card>
  )
}
