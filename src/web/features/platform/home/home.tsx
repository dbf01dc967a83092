import { Suspense } from 'react'
import { load } from '#web/api/query.ts'
import { brand } from '#web/lib/brand.ts'
import { t } from '#web/lib/language.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { plansQuery } from '#web/parts/billing/pricing/use-plans.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ClaimText } from './claim-text.tsx'
import { RATING, TRUST, useShown } from './claims.ts'
import { clinicsQuery, othersQuery } from './home-queries.ts'
import { RECORDING, Replay } from './replay.tsx'

// Loads on its own after the first paint; its place is reserved until then.
const Below = lazyPart(
  () => import('./below.tsx'),
  (m) => m.Below,
)

// The page works without its agents: an error is shown in their place.
export const loader = () => {
  for (const wanted of [load(clinicsQuery), load(othersQuery), load(plansQuery)]) void wanted.catch(() => {})
}

export function Component() {
  const isShown = useShown()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)]">
      <title>{`${brand} · ${t('AI agents that show their evidence')}`}</title>
      <div className="mx-auto grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 px-4 pt-10 sm:px-6 sm:pt-14 lg:grid-cols-[minmax(0,11fr)_minmax(0,14fr)] lg:items-center lg:pt-16">
        <section className="grid content-start gap-5">
          <p className="font-medium text-marigold-ink">
            {isShown(TRUST) ? <ClaimText claim={TRUST} /> : t('For clinics, hospitals and law firms')}
          </p>
          <h1 className="text-display">{t('AI agents that show their evidence')}</h1>
          <p className="max-w-prose text-lg text-muted">
            {t(
              'Code a discharge summary, review a contract, read an invoice. Every answer points to the words on the page that support it. Try one on your own document, put it to work, or build your own and sell it.',
            )}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-3">
            <LinkButton href={paths.agent(RECORDING.agent.slug)} variant="primary" size="lg">
              {t('Try it on a sample')}
            </LinkButton>
            <LinkButton href={paths.register()} size="lg">
              {t('Start free trial')}
            </LinkButton>
            <LinkButton href={paths.marketplace()} variant="ghost" size="lg">
              {t('Watch demo')}
            </LinkButton>
            {isShown(RATING) && (
              <p className="text-muted sm:ml-2">
                <ClaimText claim={RATING} />
              </p>
            )}
          </div>
          <p className="text-muted">{t('No credit card required · Free runs every day · No account needed to try')}</p>
        </section>
        <section aria-label={t('An agent at work')} className="flex min-w-0 flex-col">
          <Replay />
        </section>
      </div>
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Below />
      </Suspense>
    </div>
  )
}
