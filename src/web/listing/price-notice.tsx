import type { AgentDetail } from '#contract/agents.ts'
import { formatDay } from '#web/lib/time.ts'
import { Callout } from '#web/ui/callout.tsx'
import { priceText } from './price.ts'

/** What is about to change for whoever uses the agent: a price that rises on a day, or a seller who sells it no more. */
export function PriceNotice({ agent: { price_change: change, status, status_note } }: { agent: AgentDetail }) {
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
      {rises && (
        <Callout tone="neutral" title={`The price rises on ${formatDay(change.effective_at)}`}>
          Whoever uses an earlier version pays {priced(change.from_paise)} until then, and {priced(change.to_paise)}{' '}
          after it. Whoever buys now pays {priced(change.to_paise)}.
        </Callout>
      )}
    </>
  )
}
