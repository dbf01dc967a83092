import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useView } from '#web/canvas/services/context/use-view.ts'

/** The address says whether the list is shown, so that a reload and a link show the same. */
export function ModeAddress() {
  const view = useView()
  const [params, setParams] = useSearchParams()
  const named = params.get('show') === 'list' ? 'list' : 'canvas'
  // Shows what the address names. This runs before the subscription, which then only hears of changes made elsewhere.
  useEffect(() => view.mode.set(named), [view, named])
  useEffect(
    () =>
      view.mode.subscribe(() =>
        setParams(
          (before) => {
            const next = new URLSearchParams(before)
            if (view.mode.get() === 'list') next.set('show', 'list')
            else next.delete('show')
            return next
          },
          { replace: true },
        ),
      ),
    [view, setParams],
  )
  return null
}
