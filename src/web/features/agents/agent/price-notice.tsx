import type { AgentDetail, Standing } from '#contract/agents/agents.ts'
import { t } from '#web/lib/language.ts'
import { useClock } from '#web/lib/use-clock.ts'
import { priceText } from '#web/parts/agents/listing/price.ts'
import { Callout } from '#web/ui/callout.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'

/** What its seller says of it while it is sold. */
const Said = ({ standing: { maintenance, notice, since } }: { standing: Standing }) => (
  <Callout
    tone={maintenance ? 'warn' : 'neutral'}
    title={maintenance ? t('Under maintenance') : t('A word from its seller')}
  >
    <p className="wrap-anywhere">
      <bdi>{notice || t('Its seller is working on it. A run that fails costs nothing.')}</bdi>
      {since !== null && (
        <span className="text-sm">
          {' '}
          (<RelativeTime time={since} />)
        </span>
      )}
    </p>
  </Callout>
)

/** What whoever uses the agent has to know: what its seller says, a price that rises on a day, or that it is sold no more. */
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
        <Callout tone="warn" title="Its seller has deprecated this agent">
          <p className="whitespace-pre-wrap">
            {status_note || 'It goes on running for whoever has it, and is not sold any more.'}
          </p>
        </Callout>
      )}
      {status === 'published' && (standing.maintenance || standing.notice !== '') && <Said standing={standing} />}
      {rises && (
        <Callout tone="neutral" title={`The price rises on ${day(change.effective_at)}`}>
          Whoever uses an earlier version pays {priced(change.from_paise)} until then, and {priced(change.to_paise)}{' '}
          after it. Whoever buys now pays {priced(change.to_paise)}.
        </Callout>
      )}
    </>
  )
}
