import type { AgentDetail, AgentNotice } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { useClock } from '#web/lib/use-clock.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { Callout } from '#web/ui/callout.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** What its seller says of it while it is sold. */
const SellerNotice = ({ standing: { maintenance, notice, since } }: { standing: AgentNotice }) => (
  <Callout
    tone={maintenance ? 'warn' : 'neutral'}
    title={maintenance ? t('Under maintenance') : t('Notice from the seller')}
  >
    <p className="wrap-anywhere">
      <bdi>{notice || t('The seller is working on it. Failed runs are free.')}</bdi>
      {since !== null && (
        <span className="text-xs">
          {' '}
          (<RelativeTime time={since} />)
        </span>
      )}
    </p>
  </Callout>
)

/** Notices for users of the agent: from its seller, about a coming price increase, or that it is no longer sold. */
export function PriceNotice({
  agent: { price_change: change, status, status_note, standing },
}: {
  agent: AgentDetail
}) {
  const { day } = useClock()
  const rises = change !== null && change.to_paise > change.from_paise && Date.parse(change.effective_at) > Date.now()
  const priced = (paise: number) => priceText({ type: change?.type ?? 'free', paise, currency: 'INR' })
  return (
    <>
      {status === 'deprecated' && (
        <Callout tone="warn" title={t('The seller has deprecated this agent')}>
          <p className="whitespace-pre-wrap">
            {status_note || t('It’s no longer sold. It keeps running for existing users.')}
          </p>
        </Callout>
      )}
      {status === 'published' && (standing.maintenance || standing.notice !== '') && (
        <SellerNotice standing={standing} />
      )}
      {rises && (
        <Callout tone="neutral" title={t('The price increases on {day}', { day: day(change.effective_at) })}>
          {t('Users of earlier versions pay {before} until then, and {after} after that. New buyers pay {after}.', {
            before: priced(change.from_paise),
            after: priced(change.to_paise),
          })}
        </Callout>
      )}
    </>
  )
}
