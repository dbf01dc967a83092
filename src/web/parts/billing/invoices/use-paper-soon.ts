import { useEffect } from 'react'
import { refresh } from '#web/api/action.ts'
import type { DataName } from '#web/api/call.ts'

const EVERY_MS = 2500
const FOR_MS = 120_000

/** An invoice is issued seconds after the payment: while one is missing, `name` is read again, for two minutes. */
export function usePaperSoon(missing: boolean, name: DataName): void {
  useEffect(() => {
    if (!missing) return
    const until = Date.now() + FOR_MS
    const timer = setInterval(() => {
      if (Date.now() > until) clearInterval(timer)
      else if (document.visibilityState === 'visible') void refresh(name)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [missing, name])
}
