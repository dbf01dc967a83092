import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { paths } from '#web/paths.ts'

/**
 * The second step of the sign-in has its own history entry: Back leads to the password, a reload asks for the code
 * again.
 */
export function useSecondStep() {
  const state = useLocation().state as { second_step?: boolean } | null
  const navigate = useNavigate()
  const next = useSearchParams()[0].get('next')
  return {
    asked: state?.second_step === true,
    /** From any page that begins a sign-in. */
    ask: () => void navigate(paths.login(next), { state: { second_step: true } }),
    leave: () => void navigate(paths.login(next), { replace: true }),
  }
}
