import { type RefObject, useEffect, useRef } from 'react'

/**
 * What was asked for last in a document: a page, the position of a finding, a word. It is shown again when pages get their true height,
 * which moves everything below them, unless the reader has scrolled away meanwhile.
 * @param ready what pages get their height from, each true once it is there
 * @returns shows a place and keeps it as what was asked for last
 */
export function useAskedPlace(
  pane: RefObject<HTMLElement | null>,
  ready: readonly boolean[],
): (show: () => void) => void {
  const asked = useRef<(() => void) | null>(null)
  useEffect(() => {
    const forget = () => {
      asked.current = null
    }
    const element = pane.current
    for (const kind of ['wheel', 'touchmove', 'pointerdown'] as const)
      element?.addEventListener(kind, forget, { passive: true })
    return () => {
      for (const kind of ['wheel', 'touchmove', 'pointerdown'] as const) element?.removeEventListener(kind, forget)
    }
  }, [pane])
  const count = ready.filter(Boolean).length
  useEffect(() => {
    if (count > 0) asked.current?.()
  }, [count])
  return (show) => {
    asked.current = show
    show()
  }
}
