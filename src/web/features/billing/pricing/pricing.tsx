import { ChevronDown, ShieldCheck, UsersRound } from 'lucide-react'
import { load } from '#web/api/query.ts'
import { Page } from '#web/app/shell/page.tsx'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { Plans } from '#web/parts/billing/pricing/plans.tsx'
import { plansQuery } from '#web/parts/billing/pricing/use-plans.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
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
            'A plan includes agents that you keep. You pay for runs of paid agents only when they succeed; failed runs are free.',
          )}
        </p>
      </header>
      <WithoutPlan />
      <section aria-labelledby="plans" className="mt-6">
        <h2 id="plans" className="sr-only">
          {t('Plans')}
        </h2>
        <Plans />
        <p className="mt-4 max-w-prose text-muted">
          {t(
            'An agent in a plan is one that you keep in My AI Services, with its own settings, runs and address. Running an agent from the marketplace takes none of them.',
          )}
        </p>
      </section>
      <Larger />
      <section aria-labelledby="limits" className="mt-14 grid gap-4 later">
        <h2 id="limits" className="text-xl">
          {t('Compare the plans')}
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

/** What more money buys, and what it doesn’t have to. */
const Larger = () => (
  <section aria-labelledby="larger" className="mt-14 grid gap-4 md:grid-cols-2 later">
    <h2 id="larger" className="sr-only">
      {t('What larger plans add')}
    </h2>
    <Card as="article" className="grid content-start gap-2">
      <UsersRound aria-hidden="true" className="size-5 text-indigo" />
      <h3 className="text-lg">{t('Larger plans are for more people and more work')}</h3>
      <p className="text-muted">
        {t(
          'More people in a workspace, more agents that run at a time, more storage and API calls, and quicker support. From Professional on, charts of your own runs.',
        )}
      </p>
    </Card>
    <Card as="article" className="grid content-start gap-2">
      <ShieldCheck aria-hidden="true" className="size-5 text-good" />
      <h3 className="text-lg">{t('Security is no extra')}</h3>
      <p className="text-muted">
        {t(
          'Single sign-on, provisioning from your directory, rules for data, review with sign-off and the record of every run belong to every workspace, also without a plan.',
        )}
      </p>
    </Card>
  </section>
)

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
