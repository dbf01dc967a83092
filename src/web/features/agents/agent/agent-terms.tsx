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
import { memoisePerLocale, t } from '#web/lib/language.ts'
import { ProveAddress } from '#web/parts/billing/checkout/prove-address.tsx'
import { BuyButton } from '#web/parts/billing/credits/buy-button.tsx'
import { CapsForm } from '#web/parts/billing/credits/caps-form.tsx'
import { CREDITS_PAGE } from '#web/parts/billing/credits/credits-page.ts'
import { TopUpButton } from '#web/parts/billing/credits/top-up.tsx'
import { acceptanceTermsText } from '#web/parts/runs/acceptance/acceptance-texts.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FreeRunsCode } from './free-runs-code.tsx'
import { modelsText, priceNoteText, termsQuery, typicalText } from './terms.ts'

const day = memoisePerLocale(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }),
)
/** The next month can be bought from here on. */
const RENEW_MS = 7 * DAY_MS

/** What the agent costs the viewer, what they already have for it, and the main action. */
export function AgentTermsPart({ agentId, signIn }: { agentId: AgentId; signIn: string }) {
  const { data: terms, error } = useQuery(termsQuery(agentId))
  if (error) return <Callout tone="bad">{friendly(error)}</Callout>
  if (!terms) return <Skeleton className="h-24 w-full" />
  const priceNote = priceNoteText(terms)
  const measured = [typicalText(terms), modelsText(terms), acceptanceOver(terms)].filter((text) => text !== null)
  return (
    <div className="grid gap-3">
      {measured.length > 0 && (
        <ul aria-label={t('Measured costs')} className="grid gap-1 text-muted text-base">
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

/** Why the option doesn’t hold for the viewer. What it offers is among the promises of the price. */
const acceptanceOver = (terms: AgentTerms): string | null =>
  terms.acceptance?.applies === false ? acceptanceTermsText(terms) : null

function Next({ agentId, terms, signIn }: { agentId: AgentId; terms: AgentTerms; signIn: string }) {
  const { next, price, purchase } = terms
  if (next === 'paused') return null
  if (next === 'sign_in') return <LinkButton href={signIn}>{t('Sign in')}</LinkButton>
  if (purchase !== null) return <Bought agentId={agentId} purchase={purchase} price={price} />
  if (price.type === 'monthly' || price.type === 'one_time')
    return (
      <>
        {next === 'prove' && <ProveAddress />}
        <Buy agentId={agentId} terms={terms} />
      </>
    )
  if (next === 'prove') return <ProveAddress />
  if (next === 'top_up' || next === 'credits') return <TopUpButton wide>{t('Top up credits')}</TopUpButton>
  return null
}

const buyText = ({ type, paise }: AgentTerms['price']): string =>
  type === 'monthly'
    ? t('Buy one month for {price}', { price: formatPaise(paise) })
    : t('Buy for {price}', { price: formatPaise(paise) })

function Buy({ agentId, terms }: { agentId: AgentId; terms: AgentTerms }) {
  if (terms.next === 'own') return null
  return (
    <div className="grid gap-2">
      <BuyButton wide agentId={agentId}>
        {buyText(terms.price)}
      </BuyButton>
      {terms.price.type === 'monthly' && (
        <p className="text-muted text-base">{t('Valid for one month. It doesn’t renew automatically.')}</p>
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
        {ends_at === null
          ? t('Version {number} is yours.', { number: version.number })
          : t('Version {number} is yours until {day}.', {
              number: version.number,
              day: day().format(new Date(ends_at)),
            })}
      </p>
      {version.newest > version.number && (
        <Button wide busy={take.busy && t('Changing...')} onClick={() => void take.run()}>
          {t('Use version {number}', { number: version.newest })}
        </Button>
      )}
      {take.error !== null && <Callout tone="bad">{friendly(take.error)}</Callout>}
      {endsSoon && (
        <BuyButton wide agentId={agentId}>
          {t('Buy the next month for {price}', { price: formatPaise(price.paise) })}
        </BuyButton>
      )}
    </div>
  )
}

const capText = ({ run_cap_paise, day_cap_paise }: AgentTerms): string => {
  const parts = [
    run_cap_paise !== null && t('{price} per run', { price: formatPaise(run_cap_paise) }),
    day_cap_paise !== null && t('{price} per day', { price: formatPaise(day_cap_paise) }),
  ].filter((part) => part !== false)
  return parts.length === 0 ? t('No spending limits') : t('Spending limits: {list}', { list: parts.join(', ') })
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
          {t('Change limits')}
        </Button>
        <TextLink href={CREDITS_PAGE}>{t('Statement')}</TextLink>
      </p>
      <Dialog open={open} onClose={() => setOpen(false)} title={t('Spending limits')}>
        {credits ? <CapsForm credits={credits} /> : <Skeleton className="h-24 w-full" />}
      </Dialog>
    </>
  )
}
