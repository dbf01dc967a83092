import { Suspense } from 'react'
import { load } from '#web/api/query.ts'
import { brand } from '#web/lib/brand.ts'
import { lazyPart } from '#web/lib/lazy-part.tsx'
import { plansQuery } from '#web/parts/billing/pricing/use-plans.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { ClaimText } from './claim-text.tsx'
import { isShown, RATING, TRUST } from './claims.ts'
import { homeAgentsQuery } from './home-queries.ts'

// Follows by itself when the first sight stands; its place is kept until then.
const Replay = lazyPart(
  () => import('./replay.tsx'),
  (m) => m.Replay,
)
const Below = lazyPart(
  () => import('./below.tsx'),
  (m) => m.Below,
)

// The page stands without its agents: what fails here is shown in their place.
export const loader = () => {
  for (const wanted of [load(homeAgentsQuery()), load(plansQuery)]) void wanted.catch(() => {})
}

export function Component() {
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] px-4 pt-10 sm:pt-14">
      <title>{`${brand} · AI agents that show their evidence`}</title>
      <section className="grid gap-4">
        {isShown(TRUST) && (
          <p className="text-muted">
            <ClaimText claim={TRUST} />
          </p>
        )}
        <h1 className="text-display">AI agents for healthcare and legal work that show their evidence</h1>
        <p className="max-w-prose text-lg text-muted">
          {brand} is the marketplace where specialised agents code clinical notes, review contracts and answer
          customers. Try one on your own document, put it to work, or build your own and sell it.
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-3">
          <LinkButton href={paths.register()} variant="primary" size="lg">
            Start free trial
          </LinkButton>
          <LinkButton href={paths.marketplace()} size="lg">
            Watch demo
          </LinkButton>
          {isShown(RATING) && (
            <p className="text-muted sm:ml-2">
              <ClaimText claim={RATING} />
            </p>
          )}
        </div>
      </section>
      <section
        aria-label="An agent at work"
        className="mt-9 flex h-184 flex-col overflow-hidden rounded border border-line bg-paper md:h-140"
      >
        <Suspense>
          <Replay />
        </Suspense>
      </section>
      <Suspense fallback={<div className="min-h-dvh" />}>
        <Below />
      </Suspense>
    </div>
  )
}
