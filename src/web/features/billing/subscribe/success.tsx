import { CircleCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Subscription } from '#contract/billing/subscriptions.ts'
import { session } from '#web/api/call.ts'
import { load, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import { Page } from '#web/app/shell/page.tsx'
import { t } from '#web/lib/language.ts'
import { formatFullDay } from '#web/parts/billing/full-day.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { currentQuery } from './subscribe-queries.ts'

export const loader = async () => {
  if (session.get().user) await load(currentQuery)
}

/** What one has now, read from the server: the page says the same however often it is opened. */
export function Component() {
  const user = useUser()
  return (
    <Page title={t('Subscription')}>
      {user === null ? (
        <>
          <h1 className="sr-only">{t('Subscription')}</h1>
          <EmptyState
            title={t('Sign in to see your subscription')}
            action={
              <LinkButton variant="primary" href={paths.login(paths.subscription())}>
                {t('Sign in')}
              </LinkButton>
            }
          />
        </>
      ) : (
        <Done />
      )}
    </Page>
  )
}

function textOf({ plan, status, period_end }: Subscription): string {
  if (status === 'trialing')
    return t('Your {plan} trial ends on {day}.', { plan: plan.name, day: formatFullDay(period_end) })
  return t('Your {plan} plan is paid until {day}.', { plan: plan.name, day: formatFullDay(period_end) })
}

function Done() {
  const [params] = useSearchParams()
  const order = params.get('order')
  const { subscription } = useData(currentQuery)
  if (subscription === null)
    return (
      <>
        <h1 className="sr-only">{t('Subscription')}</h1>
        <EmptyState
          title={t('You have no plan')}
          action={
            <LinkButton variant="primary" href={paths.pricing()}>
              {t('See the plans')}
            </LinkButton>
          }
        >
          {t('If you’ve just paid, your bank may take a moment. Your payments are listed under Subscription.')}
        </EmptyState>
      </>
    )
  return (
    <Card className="mx-auto grid max-w-xl justify-items-center gap-4 py-10 text-center">
      <CircleCheck aria-hidden="true" className="size-10 text-good" />
      <div className="grid gap-1">
        <h1 className="text-3xl">
          {subscription.status === 'trialing' ? t('Your trial has started') : t('Thank you')}
        </h1>
        <p className="text-lg">{textOf(subscription)}</p>
        <p className="text-muted">
          {subscription.status === 'trialing'
            ? t('{plan} limits apply until then. You won’t be charged.', { plan: subscription.plan.name })
            : t('{plan} limits apply now.', { plan: subscription.plan.name })}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        <LinkButton variant="primary" href={paths.marketplace()}>
          {t('Find agents')}
        </LinkButton>
        <LinkButton href={paths.subscription()}>{t('Your subscription')}</LinkButton>
        {order && <LinkButton href={paths.payment(order)}>{t('Receipt')}</LinkButton>}
      </div>
    </Card>
  )
}
