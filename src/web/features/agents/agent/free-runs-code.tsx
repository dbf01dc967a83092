import { useState } from 'react'
import type { AgentId } from '#contract/core/primitives.ts'
import { refresh, useAction } from '#web/api/action.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { CodeField } from '#web/parts/billing/checkout/code-field.tsx'
import { readCodeFromLink } from '#web/parts/billing/checkout/open-checkout.ts'
import { refusedPayment } from '#web/parts/billing/credits/refused-payment.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** A code of the seller that gives free runs; a link can bring it along. */
export function FreeRunsCode({ agentId }: { agentId: AgentId }) {
  const [given, setGiven] = useState<number | null>(null)
  const enter = useAction(async (code: string) => {
    const { runs } = await call('enterCode', { body: { agent_id: agentId, code } })
    setGiven(runs)
    await refresh('getAgentTerms')
  })
  if (given !== null)
    return (
      <Callout tone="good">
        {given === 1 ? t('You have 1 free run.') : t('You have {runs} free runs.', { runs: given })}
      </Callout>
    )
  const { error } = enter
  const refusal = error instanceof ApiError ? error.problem('code') : undefined
  const other = error instanceof ApiError ? (refusedPayment(error, null) ?? friendly(error)) : null
  return (
    <div className="grid gap-2">
      <CodeField
        initial={readCodeFromLink()}
        busy={enter.busy}
        refusal={refusal}
        onUse={(code) => void enter.run(code)}
      />
      {error !== null && refusal === undefined && <Callout tone="bad">{other}</Callout>}
    </div>
  )
}
