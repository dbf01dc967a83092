import { ChevronDown } from 'lucide-react'
import { load } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { Plans } from '#web/parts/billing/pricing/plans.tsx'
import { plansQuery } from '#web/parts/billing/pricing/use-plans.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/link.tsx'
import { Comparison } from './comparison.tsx'
import { PaidRuns, paidAgentsQuery } from './paid-runs.tsx'
import { QUESTIONS } from './questions.ts'
import { WithoutPlan } from './without-plan.tsx'

// Prices of runs are optional: the page is about plans.
export const loader = () => Promise.all([load(plansQuery).catch(() => {}), load(paidAgentsQuery).catch(() => null)])

export function Component() {
  return (
    <Page title={t('Pricing')}>
      <header className="mb-6 grid max-w-2xl gap-2">
        <h1 className="text-3xl">{t('Pricing')}</h1>
        <p className="text-lg text-muted">
          {t(
            'A plan includes your own AI services. You pay for runs of paid agents only when they succeed; failed runs are free.',
          )}
        </p>
      </header>
      <WithoutPlan />
      <section aria-labelledby="plans" className="mt-6">
        <h2 id="plans" className="sr-only">
          {t('Plans')}
        </h2>
        <Plans />
      </section>
      <section aria-labelledby="limits" className="mt-14 grid gap-4 later">
        <h2 id="limits" className="text-xl">
          {t('Compare the limits')}
        </h2>
        <Comparison />
      </section>
      <PaidRuns />
      <section aria-labelledby="questions" className="mt-14 grid gap-4 lg:grid-cols-[1fr_2fr] later">
        <div className="grid content-start gap-1">
          <h2 id="questions" className="text-xl">
            {t('Questions')}
          </h2>
          <p className="text-muted">
            {fill(t('More in the {policy} and the {terms}.', { policy: '{policy}', terms: '{terms}' }), {
              policy: <TextLink href={paths.refundPolicy()}>{t('Refund Policy')}</TextLink>,
              terms: <TextLink href={paths.terms()}>{t('Terms of Service')}</TextLink>,
            })}
          </p>
        </div>
        <Questions />
      </section>
    </Page>
  )
}

const Questions = () => (
  <div className="border-line border-t">
    {QUESTIONS.map(({ question, answer }) => (
      <details key={question} className="group border-line border-b">
        <summary className="flex min-h-12 items-center justify-between gap-4 py-2 font-medium marker:content-none hover:text-indigo">
          <h3 className="text-base">{t(question)}</h3>
          <ChevronDown
            aria-hidden="true"
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
          />
        </summary>
        <p className="max-w-prose pb-4 text-muted">{t(answer)}</p>
      </details>
    ))}
  </div>
)
