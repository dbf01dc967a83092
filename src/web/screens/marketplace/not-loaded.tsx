import { FRIENDLY_MESSAGES } from '#contract/messages.ts'
import { refresh } from '#web/api/action.ts'
import { ErrorState } from '#web/ui/error-state.tsx'

/** The list could not be had (§8): the page stands, and says what it lacks. */
export function NotLoaded() {
  return (
    <ErrorState title="The agents could not be loaded" onRetry={() => void refresh('listAgents')}>
      {FRIENDLY_MESSAGES.server}
    </ErrorState>
  )
}
