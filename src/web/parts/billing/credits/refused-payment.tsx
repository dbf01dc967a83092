import type { ReactNode } from 'react'
import type { AgentId } from '#contract/core/primitives.ts'
import type { ApiError } from '#web/api/api-error.ts'
import { t } from '#web/lib/language.ts'
import { toSentence } from '#web/lib/sentence.ts'
import { ProveAddress } from '#web/parts/billing/checkout/prove-address.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { BuyButton } from './buy-button.tsx'
import { CREDITS_PAGE } from './credits-page.ts'
import { TopUpButton } from './top-up.tsx'

/**
 * What to do about a run that was not paid for: the reason in the server's words and one button.
 * @returns null for any other refusal
 */
export function refusedPayment(error: ApiError, agent: { id: AgentId } | null): ReactNode {
  const button = buttonFor(error.code, agent)
  if (button === null) return null
  return (
    <div className="grid justify-items-start gap-2">
      <p>
        {toSentence(t(error.message))} {t('What you entered stays on this page.')}
      </p>
      {button}
    </div>
  )
}

function buttonFor(code: string | null, agent: { id: AgentId } | null): ReactNode {
  if (code === 'insufficient_credits') return <TopUpButton size="sm">{t('Top up credits')}</TopUpButton>
  if (code === 'address_unproven') return <ProveAddress />
  if (code === 'cap_reached')
    return (
      <LinkButton size="sm" href={CREDITS_PAGE}>
        {t('Change limits')}
      </LinkButton>
    )
  if (code === 'plan_limit')
    return (
      <LinkButton size="sm" href={paths.subscription()}>
        {t('See larger plans')}
      </LinkButton>
    )
  return code === 'payment_required' && agent ? <BuyButton agentId={agent.id} size="sm" /> : null
}
