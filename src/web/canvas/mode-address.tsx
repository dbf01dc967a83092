import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useStore } from '#web/lib/store.ts'
import { useView } from './use-view.ts'

/** The address says whether the list is shown, so that a reload and a link show the same. */
export function ModeAddress() {
  const view = useView()
  const mode = useStore(view.mode)
  const [params, setParams] = useSearchParams()
  const named = params.get('show') === 'list' ? 'list' : 'canvas'
  const was = useRef<string | null>(null)
  useEffect(() => {
    // The address has changed, by a link or by going back: it counts. Else what is shown does.
    if (was.current !== named) {
      was.current = named
      view.mode.set(named)
      return
    }
    if (mode === named) return
    was.current = mode
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (mode === 'list') next.set('show', 'list')
        else next.delete('show')
        return next
      },
      { replace: true },
    )
  }, [mode, named, view, setParams])
  return null
}
