import { useLocation, useNavigate } from 'react-router'
import { forgetFailures } from '#web/app/router/code.ts'

/**
 * Loads and draws the page again, with the code that did not come. It goes to the same address once more: the router keeps a fault
 * in drawing until the location changes, and a revalidation that is quick it does not see.
 */
export function useAgain(): () => void {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  return () => {
    forgetFailures()
    void navigate({ pathname, search, hash }, { replace: true, state, preventScrollReset: true })
  }
}
