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
    const left = new AbortController()
    for (const kind of ['wheel', 'touchmove', 'pointerdown'])
      pane.current?.addEventListener(kind, forget, { passive: true, signal: left.signal })
    return () => left.abort()
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
