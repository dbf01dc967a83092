import { useEffect, useRef } from 'react'
import { useNavigation, useSearchParams } from 'react-router'
import { setRunParam } from './run-query.ts'

/**
 * Puts a run that has just started into the address of this page, so that a reload shows it again. Does nothing when its user is on the
 * way to another page or has left: a slow start never brings them back.
 */
export function useShowRun(): (id: string) => void {
  const [params, setParams] = useSearchParams()
  const { state } = useNavigation()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = state === 'idle'
    return () => {
      isHere.current = false
    }
  }, [state])
  return (id) => {
    if (isHere.current) setParams(setRunParam(params, id), { replace: true, preventScrollReset: true })
  }
}
