import { type RefObject, useEffect, useState } from 'react'

/** The looks that tabs share, whether they are places (`Tabs`) or parts of one (`TabList`). */
export const STRIP =
  'relative -mb-px flex gap-1 overflow-x-auto overflow-y-hidden scroll-px-8 border-line border-b [scrollbar-width:none] data-[more~=after]:mask-r-from-[calc(100%-3rem)] data-[more~=before]:mask-l-from-[calc(100%-3rem)]'
export const TAB =
  'relative inline-flex h-11 shrink-0 items-center gap-2 whitespace-nowrap px-3 font-medium text-muted -outline-offset-2 transition-colors first:pl-0.5 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:origin-left after:scale-x-0 after:rounded-full after:bg-indigo after:transition-transform after:duration-usual first:after:left-0.5 hover:text-ink'
export const TAB_COUNT = 'rounded-full bg-hover px-1.5 text-muted text-xs tabular-nums'

type Sides = 'before' | 'after' | 'before after' | undefined

/** Brings the active tab into sight where not all of them fit, and says on the strip on which sides there are more. */
export function useTabStrip(strip: RefObject<HTMLElement | null>, active: string): Sides {
  const [more, setMore] = useState<Sides>()
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const measure = () => {
      const before = element.scrollLeft > 1
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      setMore(before && after ? 'before after' : before ? 'before' : after ? 'after' : undefined)
    }
    const showActive = () => {
      const tab = element.querySelector<HTMLElement>(`[data-tab="${CSS.escape(active)}"]`)
      if (tab) element.scrollLeft = tab.offsetLeft - (element.clientWidth - tab.clientWidth) / 2
      measure()
    }
    // At first, and when the strip gets narrower: a panel beside the page takes room from it.
    const watcher = new ResizeObserver(showActive)
    watcher.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [strip, active])
  return more
}
