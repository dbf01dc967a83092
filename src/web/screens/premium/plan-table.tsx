import { PLANS } from '#contract/limits.ts'
import { t } from '#web/lib/language.ts'
import { paths } from '#web/paths.ts'
import { limitsOf, WITHOUT_PLAN } from '#web/pricing/billing.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Grid } from './grid.tsx'

const FREE = 'free'

/** What each plan allows. Nobody has one before subscriptions open, so everybody is without. */
export function PlanTable() {
  const rows = WITHOUT_PLAN.map(({ label, value }) => ({
    key: label,
    title: label,
    cells: {
      [FREE]: value,
      ...Object.fromEntries(
        PLANS.map((plan) => [plan.id, limitsOf(plan).find((limit) => limit.label === label)?.value ?? '']),
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
          {t('You are without a plan.')} <TextLink href={paths.pricing()}>{t('Compare prices')}</TextLink>
        </p>
      </div>
      <Grid
        label={t('Limits by plan')}
        first={t('Limit')}
        columns={[
          { key: FREE, title: t('Without a plan'), mine: true },
          ...PLANS.map(({ id, name }) => ({ key: id, title: name, mine: false })),
        ]}
        rows={rows}
      />
    </section>
  )
}
