import { useLocation, useSearchParams } from 'react-router'
import { pathAskedFor } from '#web/lib/way.ts'
import { setRunParam } from './run-query.ts'

/**
 * Puts a run that has just started into the address of this page, so that a reload shows it again. Does nothing when its user is on the
 * way to another page or has left: a slow start never brings them back.
 */
export function useShowRun(): (id: string) => void {
  const { pathname } = useLocation()
  const [params, setParams] = useSearchParams()
  return (id) => {
    if (pathAskedFor() === pathname) setParams(setRunParam(params, id), { replace: true, preventScrollReset: true })
  }
}
