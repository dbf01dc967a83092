import { useQuery } from '@tanstack/react-query'
import { q } from '#web/api/query.ts'
import { t } from '#web/lib/language.ts'
import { comparedLimits, limitsWithoutPlan } from '#web/parts/billing/pricing/billing.ts'
import { usePlans } from '#web/parts/billing/pricing/use-plans.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Grid } from './grid.tsx'

const FREE = 'free'

/** What each plan allows, and which of them one has. */
export function PlanTable() {
  const plans = usePlans()
  const mine = useQuery(q('getCurrentSubscription')).data?.subscription?.plan ?? null
  const rows = limitsWithoutPlan().map(({ label, value }) => ({
    key: label,
    title: label,
    cells: {
      [FREE]: value,
      ...Object.fromEntries(
        plans.map((plan) => [plan.id, comparedLimits(plan).find((limit) => limit.label === label)?.value ?? '']),
      ),
    },
  }))
  return (
    <section aria-labelledby="by-plan" className="grid gap-3">
      <div>
        <h2 id="by-plan" className="text-xl">
          {t('By plan')}
        </h2>
        <p className="text-muted">
          {mine ? t('Your plan is {plan}.', { plan: mine.name }) : t('You don’t have a plan.')}{' '}
          <TextLink href={paths.pricing()}>{t('Compare prices')}</TextLink>
        </p>
      </div>
      <Grid
        label={t('Limits by plan')}
        first={t('Limit')}
        columns={[
          { key: FREE, title: t('Without a plan'), mine: mine === null },
          ...plans.map(({ id, name }) => ({ key: id, title: name, mine: mine?.id === id })),
        ]}
        rows={rows}
      />
    </section>
  )
}
