import { BadgeCheck, ExternalLink } from 'lucide-react'
import { useParams, useSearchParams } from 'react-router'
import type { SellerPage } from '#contract/selling/sellers.ts'
import { load, q, useData } from '#web/api/query.ts'
import type { ScreenArgs } from '#web/app/router/screen-module.ts'
import { Page } from '#web/app/shell/page.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { useClock } from '#web/lib/use-clock.ts'
import { AgentCard } from '#web/parts/agents/listing/agent-card.tsx'
import FollowButton from '#web/parts/agents/listing/follow-button.tsx'
import { ReportButton } from '#web/parts/agents/listing/report-dialog.tsx'
import { Business, SellerFigures, sinceText } from '#web/parts/agents/listing/seller-facts.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Breadcrumbs } from '#web/ui/page-header.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { PlainText } from '#web/ui/plain-text.tsx'

const PAGE_SIZE = 12

const pageOf = (params: URLSearchParams): number => {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}
const sellerQuery = (handle: string) => q('getSeller', { params: { handle } })
const agentsQuery = (seller: string, page: number) =>
  q('listAgents', { query: { seller, sort: 'popular', page, page_size: PAGE_SIZE } })

export const loader = async ({ params, url }: ScreenArgs) => {
  const { handle = '' } = params
  await Promise.all([load(sellerQuery(handle)), load(agentsQuery(handle, pageOf(url.searchParams)))])
}

/** The public page of a seller, with all their published agents. */
export function Component() {
  const { handle = '' } = useParams()
  const [params] = useSearchParams()
  const page = pageOf(params)
  const seller = useData(sellerQuery(handle))
  const { agents, total } = useData(agentsQuery(handle, page))
  return (
    <Page title={seller.display_name}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <Head seller={seller} />
        <section aria-labelledby="agents" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <h2 id="agents" className="text-xl">
            {t('Agents')}
          </h2>
          {agents.length === 0 && <p className="text-muted">{t('Nothing published at the moment.')}</p>}
          <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {agents.map((agent) => (
              <AgentCard key={agent.id} agent={agent} />
            ))}
          </ul>
          <Pagination
            page={page}
            pageSize={PAGE_SIZE}
            total={total}
            href={(next) => paths.seller(handle, { page: next > 1 ? next : null })}
          />
        </section>
        {seller.business && (
          <section aria-labelledby="business" className="grid gap-3 border-line border-t pt-6">
            <h2 id="business" className="text-xl">
              {t('Business')}
            </h2>
            <Business business={seller.business} />
          </section>
        )}
      </div>
    </Page>
  )
}

const followersText = (count: number): string =>
  count === 1 ? t('1 follower') : t('{count} followers', { count: formatNumber(count) })

function Head({ seller }: { seller: SellerPage }) {
  const clock = useClock()
  return (
    <header className="grid gap-5">
      <Breadcrumbs crumbs={[{ label: t('Marketplace'), href: paths.marketplace() }]} />
      <div className="flex flex-wrap items-start gap-4">
        <Avatar name={seller.display_name} src={seller.avatar_url} size={64} />
        <div className="grid min-w-0 grow basis-64 gap-1">
          <h1 className="break-words text-3xl">
            <bdi>{seller.display_name}</bdi>
          </h1>
          {seller.is_verified && (
            <p className="flex items-center gap-1 text-base">
              <BadgeCheck aria-hidden="true" className="size-4 text-indigo" />
              {t('Identity and payout account verified by the platform')}
            </p>
          )}
          <p className="text-muted">
            {[sinceText(seller, clock), followersText(seller.followers)].filter(Boolean).join(' · ')}
          </p>
          {seller.website_url && <Website url={seller.website_url} />}
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <FollowButton handle={seller.handle} seller={seller} />
          <ReportButton
            reported={{ kind: 'seller', handle: seller.handle, name: seller.display_name, owner: seller.id }}
          />
        </div>
      </div>
      {seller.bio && <PlainText text={seller.bio} />}
      <SellerFigures facts={seller} />
    </header>
  )
}

/** An address that its owner wrote: it opens elsewhere, learns nothing of us, and search engines do not count it as our word. */
function Website({ url }: { url: string }) {
  return (
    <p>
      <a
        href={url}
        target="_blank"
        rel="nofollow ugc noopener noreferrer"
        className="inline-flex min-h-6 max-w-full items-center gap-1 break-all font-medium text-indigo underline decoration-indigo/40 underline-offset-3"
      >
        {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
        <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
        <span className="sr-only">{t('(opens in a new tab)')}</span>
      </a>
    </p>
  )
}
