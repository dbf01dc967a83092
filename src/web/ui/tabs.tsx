import { type ReactNode, useRef } from 'react'
import { Link } from './link.tsx'
import { STRIP, TAB, TAB_COUNT, useTabStrip } from './tab-strip.ts'

export interface Tab {
  key: string
  label: ReactNode
  href: string
  count?: number
}

/** Tabs that are places: each has its URL, so Back, reload and a shared link keep the tab. */
export function Tabs({ label, tabs, active }: { label: string; tabs: readonly Tab[]; active: string }) {
  const nav = useRef<HTMLElement>(null)
  const more = useTabStrip(nav, active)
  return (
    <nav ref={nav} aria-label={label} data-more={more} className={STRIP}>
      {tabs.map((tab) => (
        <Link
          key={tab.key}
          href={tab.href}
          data-tab={tab.key}
          aria-current={tab.key === active ? 'page' : undefined}
          className={`${TAB} aria-[current]:text-ink aria-[current]:after:scale-x-100`}
        >
          {tab.label}
          {tab.count !== undefined && <span className={TAB_COUNT}>{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
