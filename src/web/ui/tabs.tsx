import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from './link.tsx'

export interface Tab {
  key: string
  label: ReactNode
  href: string
  count?: number
}

/** Tabs that are places: each has its URL, so Back, reload and a shared link keep the tab. */
export function Tabs({ label, tabs, active }: { label: string; tabs: readonly Tab[]; active: string }) {
  const nav = useRef<HTMLElement>(null)
  // On a phone the current tab may be outside the visible area.
  useEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(active)}"]`)
    if (nav.current && here) nav.current.scrollLeft = here.offsetLeft - (nav.current.clientWidth - here.clientWidth) / 2
  }, [active])
  return (
    <nav ref={nav} aria-label={label} className="relative -mb-px flex gap-1 overflow-x-auto border-line border-b">
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          href={tab.href}
          data-tab={tab.key}
          aria-current={tab.key === active ? 'page' : undefined}
          className="-mb-px inline-flex h-10 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted -outline-offset-2 hover:text-ink aria-[current]:border-indigo aria-[current]:text-ink"
        >
          {tab.label}
          {tab.count !== undefined && <span className="text-muted text-xs tabular-nums">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
