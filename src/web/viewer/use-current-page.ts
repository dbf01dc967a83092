/** Which page of a document is read, and the way to another. */
import { type RefObject, useEffect, useState } from 'react'

/** Space above a page that was gone to, in px. */
const ABOVE_PX = 12

const pagesIn = (pane: HTMLElement): HTMLElement[] => [...pane.querySelectorAll<HTMLElement>('[data-page]')]

/** The last page that begins above the upper third of the pane. */
function pageAt(pane: HTMLElement): number {
  const pages = pagesIn(pane)
  const line = pane.getBoundingClientRect().top + pane.clientHeight / 3
  let [low, high] = [0, pages.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((pages[middle]?.getBoundingClientRect().top ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low + 1
}

/** @param active whether pages are shown */
export function useCurrentPage(pane: RefObject<HTMLElement | null>, active: boolean) {
  const [page, setPage] = useState(1)
  useEffect(() => {
    const element = pane.current
    if (!element || !active) return
    let frame = 0
    const look = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        setPage(pageAt(element))
      })
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', look)
    }
  }, [pane, active])
  const goTo = (number: number) => {
    const target = pane.current && pagesIn(pane.current)[number - 1]
    if (!pane.current || !target) return
    pane.current.scrollTop += target.getBoundingClientRect().top - pane.current.getBoundingClientRect().top - ABOVE_PX
  }
  return { page, goTo }
}
