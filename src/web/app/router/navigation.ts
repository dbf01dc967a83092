/** The navigation a user is offered, by §2.2's rules. Sidebar, palette and their test read this and nothing else. */
import type { Role } from '#contract/core/access.ts'
import { isActive, type NavigationItem, visibleItems } from '#contract/platform/navigation.ts'
import { pageAt } from '#contract/platform/pages.ts'

export interface Navigation {
  main: readonly NavigationItem[]
  /** Empty: no Administration section. */
  admin: readonly NavigationItem[]
}

/**
 * Whether a place can be gone to. Wherever a list of places names one that has no page yet (sidebar, user menu, footer), it stays
 * visible, is no link, and says so.
 */
export const isServed = (href: string): boolean => pageAt(href.replace(/[?#].*$/s, ''))?.served === true

export function navigationFor(role: Role, permissions: Iterable<string>): Navigation {
  const items = visibleItems(role, permissions)
  return {
    main: items.filter((item) => item.section === 'main'),
    admin: items.filter((item) => item.section === 'admin'),
  }
}

/** The active item's path equals the current path or is a prefix of it; of several the longest wins. */
export const activeItem = (items: readonly NavigationItem[], pathname: string): NavigationItem | null =>
  items.filter((item) => isActive(item, pathname)).sort((a, b) => b.href.length - a.href.length)[0] ?? null
