import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { STRIP, TAB, TAB_COUNT, useTabStrip } from './tab-strip.ts'

export interface TabItem {
  key: string
  label: ReactNode
  count?: number
}

export const tabId = (group: string, key: string): string => `${group}-tab-${key}`
export const panelId = (group: string): string => `${group}-panel`

/** Tabs inside a part of a page (WAI-ARIA tabs): arrow keys move between them. Tabs that are places are `Tabs`. */
export function TabList({
  label,
  group,
  tabs,
  active,
  onSelect,
}: {
  label: string
  /** Prefix of the ids that tie tabs and panel together. */
  group: string
  tabs: readonly TabItem[]
  active: string
  onSelect: (key: string) => void
}) {
  const strip = useRef<HTMLDivElement>(null)
  const more = useTabStrip(strip, active)
  const onKey = (event: KeyboardEvent) => {
    // From the tab with the focus: `active` may still be on its way through the address.
    const at = tabs.findIndex((tab) => tabId(group, tab.key) === document.activeElement?.id)
    if (at < 0) return
    const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = tabs[(step + tabs.length) % tabs.length]
    if (!next) return
    onSelect(next.key)
    document.getElementById(tabId(group, next.key))?.focus()
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={label}
      data-more={more}
      onKeyDown={onKey}
      className={`shrink-0 [.surface-card>&]:pl-3 ${STRIP}`}
    >
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          id={tabId(group, tab.key)}
          data-tab={tab.key}
          aria-selected={tab.key === active}
          aria-controls={panelId(group)}
          tabIndex={tab.key === active ? 0 : -1}
          onClick={() => onSelect(tab.key)}
          className={`${TAB} aria-selected:text-ink aria-selected:after:scale-x-100`}
        >
          {tab.label}
          {tab.count !== undefined && <span className={TAB_COUNT}>{tab.count}</span>}
        </button>
      ))}
    </div>
  )
}
