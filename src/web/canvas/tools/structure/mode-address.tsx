import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { usualMode } from '#web/canvas/model/draft/view.ts'
import { useView } from '#web/canvas/services/context/use-view.ts'

/** The address says what is shown where that isn’t the usual, so that a reload and a link show the same. */
export function ModeAddress() {
  const view = useView()
  const [params, setParams] = useSearchParams()
  const [usual] = useState(usualMode)
  const shown = params.get('show')
  const named = shown === 'list' || shown === 'canvas' ? shown : usual
  // Shows what the address names. This runs before the subscription, which then only hears of changes made elsewhere.
  useEffect(() => view.mode.set(named), [view, named])
  useEffect(
    () =>
      view.mode.subscribe(() =>
        setParams(
          (before) => {
            const next = new URLSearchParams(before)
            const mode = view.mode.get()
            if (mode === usual) next.delete('show')
            else next.set('show', mode)
            return next
          },
          { replace: true },
        ),
      ),
    [view, setParams, usual],
  )
  return null
}
