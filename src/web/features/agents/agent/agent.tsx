import { BadgeCheck } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { AgentDetail, AgentSample } from '#contract/agents/agents.ts'
import { track } from '#web/api/analytics.ts'
import { load, useData } from '#web/api/query.ts'
import { useUser } from '#web/api/use-session.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { fill } from '#web/lib/fill.tsx'
import { t } from '#web/lib/language.ts'
import { lazyPart, optionalPart } from '#web/lib/lazy-part.tsx'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import SaveAgent from '#web/parts/agents/listing/bookmark-button.tsx'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { readRunParam, runQuery } from '#web/parts/runs/run-query.ts'
import { TriedRun } from '#web/parts/runs/tried-run.tsx'
import { paths } from '#web/paths.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Link } from '#web/ui/link.tsx'
import { Breadcrumbs } from '#web/ui/page-header.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { agentQuery, mayCost } from './agent-queries.ts'
import { BuyBox } from './buy-box.tsx'
import { HowToUse } from './how-to-use.tsx'
import { About, Passport, Section, Similar } from './listing-sections.tsx'
import { PriceNotice } from './price-notice.tsx'
import { recordQuery } from './record-query.ts'
import { RunBar } from './run-bar.tsx'
import { SampleResult } from './sample-result.tsx'
import { type Place, SectionNav } from './section-nav.tsx'
import { AboutSeller } from './seller.tsx'
import { ShareButton } from './share-button.tsx'
import { termsQuery } from './terms.ts'
import { TryIt } from './try-it.tsx'
import { Versions } from './versions.tsx'

const Reviews = lazyPart(
  () => import('./reviews.tsx'),
  (m) => m.default,
)
const Record = lazyPart(
  () => import('./record.tsx'),
  (m) => m.default,
)
const NeededAccounts = lazyPart(
  () => import('./needed-accounts.tsx'),
  (m) => m.default,
)
const YourUse = optionalPart(
  () => import('./your-use.tsx'),
  (m) => m.default,
)

export const loader = async ({ params, url }: ScreenArgs) => {
  const run = readRunParam(url.searchParams)
  const shown = load(agentQuery(params.id ?? ''))
  // Neither terms that do not come nor a run that cannot be opened any more keep the agent from being shown.
  const terms = shown.then((agent) => (mayCost(agent) ? load(termsQuery(agent.id)).catch(() => null) : null))
  // Nobody waits for the record; a drawn page has it, so that what is taken over is what was drawn.
  void shown.then(({ slug, version }) => version && load(recordQuery(slug))).catch(() => null)
  await Promise.all([shown, terms, run && load(runQuery(run)).catch(() => null)])
}

export function Component() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const agent = useData(agentQuery(id))
  const user = useUser()
  const { version } = agent
  const run = readRunParam(params)
  const [started, setStarted] = useState<string | null>(null)
  const { id: agent_id, category } = agent
  const viewed = useRef('')
  useEffect(() => {
    if (viewed.current === agent_id) return
    viewed.current = agent_id
    track('agent_view', { agent_id, category: category.slug })
  }, [agent_id, category.slug])
  const [wanted, setWanted] = useState<{ sample: AgentSample } | null>(null)
  const goToForm = () => {
    const form = document.getElementById('try-it')?.closest('section')
    form?.scrollIntoView({ block: 'start' })
    form?.querySelector<HTMLElement>('textarea, input, button')?.focus({ preventScroll: true })
  }
  return (
    <Page title={agent.name}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Head agent={agent} />
        <SectionNav places={placesOf(agent)} />
        <PriceNotice agent={agent} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-6">
            {version && run === null && (
              <SampleResult
                agent={agent}
                version={version}
                onRun={(sample) => {
                  goToForm()
                  setWanted({ sample })
                }}
                onOwn={goToForm}
              />
            )}
            {version ? (
              <TryIt agent={agent} version={version} wanted={wanted} onStarted={setStarted} />
            ) : (
              <Callout tone="neutral">{t('This agent has no published version yet.')}</Callout>
            )}
          </div>
          <BuyBox agent={agent} />
        </div>
        {version && version.permissions.accounts.length > 0 && (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <NeededAccounts agent={agent} version={version} />
          </Suspense>
        )}
        {run && <TriedRun key={run} id={run} started={started === run} />}
        {user && (
          <Suspense fallback={null}>
            <YourUse agent={agent} />
          </Suspense>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10 *:later">
          <About agent={agent} version={version} />
          {version && <Passport version={version} />}
          {version && (
            <Suspense fallback={<Skeleton className="h-60 w-full" />}>
              <Record agent={agent} />
            </Suspense>
          )}
          {version && (
            <Section id="reviews" title={t('Reviews')}>
              <Suspense fallback={<Skeleton className="h-40 w-full" />}>
                <Reviews slug={agent.slug} />
              </Suspense>
            </Section>
          )}
          <AboutSeller agent={agent} />
          {version && <HowToUse agent={agent} version={version} />}
          <Versions agent={agent} />
          <Similar agent={agent} />
        </div>
        {version && run === null && (
          <RunBar
            samples={version.samples}
            onRun={(sample) => {
              goToForm()
              setWanted({ sample })
            }}
            onOwn={goToForm}
          />
        )}
      </div>
    </Page>
  )
}

/** The parts of the page that its row of links leads to. */
const placesOf = ({ version, preview, review_count }: AgentDetail): Place[] => [
  ...(version && preview ? [{ id: 'overview', name: t('Overview') }] : []),
  ...(version ? [{ id: 'try-it', name: t('Try it') }] : []),
  { id: 'price', name: t('Pricing') },
  { id: 'about', name: t('What it does') },
  ...(version
    ? [
        { id: 'passport', name: t('Data & privacy') },
        { id: 'reviews', name: t('Reviews'), count: review_count },
        { id: 'use', name: t('Developers') },
      ]
    : []),
]

function Head({ agent }: { agent: AgentDetail }) {
  const { category, more_categories, seller, version } = agent
  return (
    <header className="grid gap-5">
      <Breadcrumbs
        crumbs={[
          { label: t('Marketplace'), href: paths.marketplace() },
          { label: t(category.name), href: paths.marketplace({ category: category.slug }) },
        ]}
      />
      <div className="flex flex-wrap items-start gap-4">
        <AgentIcon agent={agent} size="lg" />
        <div className="grid min-w-0 grow basis-56 gap-1.5">
          <h1 className="text-3xl">{agent.name}</h1>
          <p className="max-w-3xl text-balance text-lg text-muted">{agent.tagline}</p>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
            {/* Where the box with the price comes after the result. */}
            <a href="#price" className="font-semibold text-ink hover:underline lg:hidden">
              {priceText(agent.price)}
            </a>
            <span aria-hidden="true" className="lg:hidden">
              ·
            </span>
            <span className="inline-flex items-center gap-1 text-ink">
              {seller.handle ? (
                <Link href={paths.seller(seller.handle)} className="hover:underline">
                  {seller.display_name}
                </Link>
              ) : (
                seller.display_name
              )}
              {seller.is_verified && <BadgeCheck aria-label={t('Verified seller')} className="size-4 text-indigo" />}
            </span>
            {version && (
              <>
                <span aria-hidden="true">·</span>
                <span>{t('Version {version}', { version: version.number })}</span>
              </>
            )}
            <span aria-hidden="true">·</span>
            <span>
              {fill(t('Updated {time}', { time: '{time}' }), { time: <RelativeTime time={agent.updated_at} /> })}
            </span>
            {agent.rating !== null && (
              <>
                <span aria-hidden="true">·</span>
                <a href="#reviews" className="hover:underline">
                  ★ {agent.rating.toFixed(1)} ({agent.review_count})
                </a>
              </>
            )}
            {more_categories.map(({ slug, name }) => (
              <Link key={slug} href={paths.marketplace({ category: slug })} className="text-indigo hover:underline">
                {t(name)}
              </Link>
            ))}
          </p>
        </div>
        <span className="flex gap-2">
          <SaveAgent agent={agent} wide />
          <ShareButton slug={agent.slug} name={agent.name} />
        </span>
      </div>
    </header>
  )
}
