import { useEffect } from 'react'
import { refresh } from './action.ts'
import type { DataName } from './call.ts'
import { queryClient } from './query-client.ts'

const EVERY_MS = 3000
/** Data younger than this came with the page itself, and not when its link was pointed at a while ago. */
const YOUNG_MS = 2000

/** Runs are started from elsewhere too: what lists them is renewed when the page opens, and again and again while some run. */
export function useFresh(name: DataName, live: boolean): void {
  useEffect(() => {
    const shown = queryClient.getQueryCache().findAll({ queryKey: [name], type: 'active' })
    const isYoung = shown.length > 0 && shown.every(({ state }) => Date.now() - state.dataUpdatedAt < YOUNG_MS)
    if (!isYoung) void refresh(name)
  }, [name])
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh(name)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [name, live])
}
