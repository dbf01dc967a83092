import { BadgeCheck } from 'lucide-react'
import type { AgentDetail } from '#contract/agents/agents.ts'
import { formatPercent } from '#web/lib/format.ts'
import { t } from '#web/lib/language.ts'
import { useClock } from '#web/lib/use-clock.ts'
import { AgentIcon } from '#web/parts/agents/listing/agent-icon.tsx'
import FollowButton from '#web/parts/agents/listing/follow-button.tsx'
import { ReportButton } from '#web/parts/agents/listing/report-dialog.tsx'
import { Business, sinceText } from '#web/parts/agents/listing/seller-facts.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Link, TextLink } from '#web/ui/link.tsx'
import { Section } from './listing-sections.tsx'

/** Who sells this agent: what was checked of them, since when, and what else they sell. */
export function AboutSeller({ agent: { id, name, seller, about_seller } }: { agent: AgentDetail }) {
  const { agents, rating, review_count, refund_rate, business, others } = about_seller
  const measured = [
    agents === 1 ? t('1 agent') : t('{count} agents', { count: agents }),
    rating !== null && `★ ${rating.toFixed(1)} (${review_count})`,
    refund_rate !== null && t('{share} of sales refunded', { share: formatPercent(refund_rate) }),
  ].filter(Boolean)
  const clock = useClock()
  return (
    <Section id="seller" title={t('Seller')}>
      <div className="flex flex-wrap items-start gap-4">
        <Avatar name={seller.display_name} src={seller.avatar_url} size={48} />
        <div className="grid min-w-0 grow gap-1">
          <p className="flex flex-wrap items-center gap-x-2 font-medium text-lg">
            {seller.handle ? (
              <TextLink href={paths.seller(seller.handle)}>
                <bdi>{seller.display_name}</bdi>
              </TextLink>
            ) : (
              <bdi>{seller.display_name}</bdi>
            )}
            {seller.is_verified && (
              <span className="inline-flex items-center gap-1 font-normal text-muted text-xs">
                <BadgeCheck aria-hidden="true" className="size-4 text-indigo" />
                {t('Checked by the platform')}
              </span>
            )}
          </p>
          <p className="text-muted">{sinceText(about_seller, clock)}</p>
          <p className="text-muted">{measured.join(' · ')}</p>
        </div>
        {seller.handle && <FollowButton handle={seller.handle} seller={seller} />}
      </div>
      <Business business={business} />
      {others.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-medium text-base">{t('Also from {name}', { name: seller.display_name })}</h3>
          <ul className="flex flex-wrap gap-2">
            {others.map((other) => (
              <li key={other.slug}>
                <Link
                  href={paths.agent(other.slug)}
                  className="flex min-h-10 items-center gap-2 surface-card py-1 pr-3 pl-1 hover:border-control"
                >
                  <AgentIcon agent={other} size="sm" />
                  {other.name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-base">
        <span className="-ml-3">
          <ReportButton reported={{ kind: 'agent', id, name, owner: seller.id }} />
        </span>
        <TextLink href={paths.contact('grievance')}>{t('Contact the grievance officer')}</TextLink>
      </div>
    </Section>
  )
}
