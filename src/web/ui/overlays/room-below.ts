import { type RefObject, useEffect } from 'react'

/**
 * Keeps the end of the page, scroll targets and toasts clear of a bar at the bottom of the screen while it is visible.
 * @param below whether the bar is visible
 */
export function useRoomBelow(bar: RefObject<HTMLElement | null>, below: boolean): void {
  useEffect(() => {
    const element = bar.current
    if (!element || !below) return
    const page = document.documentElement.style
    const keep = (height: string) => {
      page.setProperty('--bar-below', height)
      page.scrollPaddingBottom = height
      document.body.style.paddingBottom = height
    }
    const size = new ResizeObserver(() => keep(`${element.offsetHeight}px`))
    size.observe(element)
    return () => {
      size.disconnect()
      keep('')
    }
  }, [bar, below])
}
