import type { AgentId } from '#contract/core/primitives.ts'
import { ApiError } from '#web/api/api-error.ts'
import { friendly } from '#web/api/friendly.ts'
import { t } from '#web/lib/language.ts'
import { AskAgreement, readAgreementRequest } from '#web/parts/runs/ask-agreement.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** What the server says of a field, or of one of its parts. */
export const problemAt = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.problems.find((one) => one.field?.split('.')[0] === field)?.message : undefined

/** Why a service was not opened to visitors; an agreement that is missing is asked for. */
export function VisitorsRefused({ error, agent, onAgreed }: { error: unknown; agent: AgentId; onAgreed: () => void }) {
  if (error instanceof ApiError && error.code === 'agreement_needed')
    return <AskAgreement asked={readAgreementRequest(agent, error)} act={t('Agree and turn on')} onAgreed={onAgreed} />
  return <Callout tone="bad">{friendly(error)}</Callout>
}
