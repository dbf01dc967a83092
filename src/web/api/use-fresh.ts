import { useEffect } from 'react'
import { refresh } from './action.ts'
import type { DataName } from './call.ts'
import { queryClient } from './query-client.ts'

const EVERY_MS = 3000
/** Data younger than this came with the page itself. */
const YOUNG_MS = 5000

/** Runs are started from elsewhere too: what lists them is renewed when the page opens, and again and again while some run. */
export function useFresh(name: DataName, live: boolean): void {
  useEffect(() => {
    const oldest = Math.min(
      ...queryClient
        .getQueryCache()
        .findAll({ queryKey: [name], type: 'active' })
        .map(({ state }) => state.dataUpdatedAt),
    )
    if (Date.now() - oldest > YOUNG_MS) void refresh(name)
  }, [name])
  useEffect(() => {
    if (!live) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh(name)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [name, live])
}
