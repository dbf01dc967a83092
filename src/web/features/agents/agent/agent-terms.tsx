import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AgentTerms, Purchase } from '#contract/billing/purchases.ts'
import type { AgentId } from '#contract/core/primitives.ts'
import { DAY_MS } from '#shared/time.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { q } from '#web/api/query.ts'
import { formatPaise } from '#web/lib/format.ts'
import { ProveAddress } from '#web/parts/billing/checkout/prove-address.tsx'
import { BuyButton } from '#web/parts/billing/credits/buy-button.tsx'
import { CapsForm } from '#web/parts/billing/credits/caps-form.tsx'
import { CREDITS_PAGE } from '#web/parts/billing/credits/credits-page.ts'
import { TopUpButton } from '#web/parts/billing/credits/top-up.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FreeRunsCode } from './free-runs-code.tsx'
import { modelsText, priceNoteText, termsQuery, typicalText } from './terms.ts'

const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric' })
/** The next month can be bought from here on. */
const RENEW_MS = 7 * DAY_MS

/** What the agent costs the viewer, what they already have for it, and the main action. */
export function AgentTermsPart({ agentId, signIn }: { agentId: AgentId; signIn: string }) {
  const { data: terms, error } = useQuery(termsQuery(agentId))
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!terms) return <Skeleton className="h-24 w-full" />
  const priceNote = priceNoteText(terms)
  const measured = [typicalText(terms), modelsText(terms)].filter((text) => text !== null)
  return (
    <div className="grid gap-3">
      {measured.length > 0 && (
        <ul aria-label="Measured costs" className="grid gap-1 text-muted text-base">
          {measured.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {priceNote !== null && <p className="font-medium">{priceNote}</p>}
      <Next agentId={agentId} terms={terms} signIn={signIn} />
      {terms.price.type === 'per_run' && terms.balance_paise !== null && (
        <>
          <FreeRunsCode agentId={agentId} />
          <Caps terms={terms} />
        </>
      )}
    </div>
  )
}

function Next({ agentId, terms, signIn }: { agentId: AgentId; terms: AgentTerms; signIn: string }) {
  const { next, price, purchase } = terms
  if (next === 'paused') return null
  if (next === 'sign_in') return <LinkButton href={signIn}>Sign in</LinkButton>
  if (purchase !== null) return <Bought agentId={agentId} purchase={purchase} price={price} />
  if (price.type === 'monthly' || price.type === 'one_time')
    return (
      <>
        {next === 'prove' && <ProveAddress />}
        <Buy agentId={agentId} terms={terms} />
      </>
    )
  if (next === 'prove') return <ProveAddress />
  if (next === 'top_up' || next === 'credits') return <TopUpButton wide>Top up credits</TopUpButton>
  return null
}

const buyText = ({ type, paise }: AgentTerms['price']): string =>
  type === 'monthly' ? `Buy one month for ${formatPaise(paise)}` : `Buy for ${formatPaise(paise)}`

function Buy({ agentId, terms }: { agentId: AgentId; terms: AgentTerms }) {
  if (terms.next === 'own') return null
  return (
    <div className="grid gap-2">
      <BuyButton wide agentId={agentId}>
        {buyText(terms.price)}
      </BuyButton>
      {terms.price.type === 'monthly' && (
        <p className="text-muted text-base">Valid for one month. It doesn’t renew automatically.</p>
      )}
    </div>
  )
}

function Bought({ agentId, purchase, price }: { agentId: AgentId; purchase: Purchase; price: AgentTerms['price'] }) {
  const { version, ends_at } = purchase
  const take = useAction(async () => {
    await call('takeNewestVersion', { params: { id: purchase.id } })
    await refresh('getAgentTerms', 'listPurchases')
  })
  const endsSoon = ends_at !== null && Date.parse(ends_at) - Date.now() < RENEW_MS
  return (
    <div className="grid gap-2">
      <p className="text-muted">
        Version {version.number} is yours{ends_at === null ? '' : ` until ${day.format(new Date(ends_at))}`}.
      </p>
      {version.newest > version.number && (
        <Button wide busy={take.busy && 'Changing...'} onClick={() => void take.run()}>
          Use version {version.newest}
        </Button>
      )}
      {take.error !== null && <Callout tone="bad">{friendly(take.error)}</Callout>}
      {endsSoon && (
        <BuyButton wide agentId={agentId}>
          {`Buy the next month for ${formatPaise(price.paise)}`}
        </BuyButton>
      )}
    </div>
  )
}

const capText = ({ run_cap_paise, day_cap_paise }: AgentTerms): string => {
  const parts = [
    run_cap_paise !== null && `${formatPaise(run_cap_paise)} per run`,
    day_cap_paise !== null && `${formatPaise(day_cap_paise)} per day`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? 'No spending limits' : `Spending limits: ${parts.join(', ')}`
}

/** What one lets runs cost, set where it matters. */
function Caps({ terms }: { terms: AgentTerms }) {
  const [open, setOpen] = useState(false)
  const { data: credits } = useQuery({ ...q('getCredits'), enabled: open })
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-base">
        {capText(terms)}
        <Button size="sm" onClick={() => setOpen(true)}>
          Change limits
        </Button>
        <TextLink href={CREDITS_PAGE}>Statement</TextLink>
      </p>
      <Dialog open={open} onClose={() => setOpen(false)} title="Spending limits">
        {credits ? <CapsForm credits={credits} /> : <Skeleton className="h-24 w-full" />}
      </Dialog>
    </>
  )
}
