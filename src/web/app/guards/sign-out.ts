import { useNavigate } from 'react-router'
import { LIMITS } from '#contract/core/limits.ts'
import { loginErrorText } from '#contract/platform/messages.ts'
import { keepView, openView } from '#web/api/acting/support-view.ts'
import { track } from '#web/api/analytics.ts'
import { session } from '#web/api/call.ts'
import { paths } from '#web/paths.ts'

/** What /auth is told about how one got there (§2.5), in the navigation state. */
export interface SignedOutState {
  wasLoggedOut?: boolean
  reason?: 'user_logout' | 'logout_error' | 'account_deleted'
  error?: string
}

/** §2.5: logout, then after 100 ms /auth with the reason; on failure /auth with the error's text. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    const state: SignedOutState = await session.logout().then(
      () => ({ wasLoggedOut: true, reason: 'user_logout' as const }),
      (error: unknown) => ({ reason: 'logout_error' as const, error: textOf(error) }),
    )
    if (openView() !== null) {
      // The admin's own session is over, and with it what they viewed: nothing of the person may stay on the page.
      keepView(null)
      window.location.assign(paths.auth())
      return
    }
    if (state.wasLoggedOut) track('logout', {})
    if (state.wasLoggedOut) await new Promise((resolve) => setTimeout(resolve, LIMITS.logout_redirect_ms))
    await navigate(paths.auth(), { state })
    session.left()
  }
}

const textOf = (error: unknown): string => loginErrorText(error instanceof Error ? error.message : '')
