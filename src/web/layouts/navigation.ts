/** The navigation a user is offered: §2.2's rules, and only what has a page. */
import type { Role } from '#contract/access.ts'
import { isActive, type NavigationItem, visibleItems } from '#contract/navigation.ts'
import { pageAt } from '#contract/pages.ts'

export interface Navigation {
  main: readonly NavigationItem[]
  /** Empty: no Administration section. */
  admin: readonly NavigationItem[]
}

/** Whether the address has a page now, or is served beside the pages. */
export const isOffered = (item: Pick<NavigationItem, 'href' | 'external'>): boolean =>
  item.external || pageAt(item.href)?.served === true

export function navigationFor(role: Role, permissions: Iterable<string>): Navigation {
  const items = visibleItems(role, permissions).filter(isOffered)
  return {
    main: items.filter((item) => item.section === 'main'),
    admin: items.filter((item) => item.section === 'admin'),
  }
}

/** The active item's path equals the current path or is a prefix of it; of several the longest wins. */
export const activeItem = (items: readonly NavigationItem[], pathname: string): NavigationItem | null =>
  items.filter((item) => isActive(item, pathname)).sort((a, b) => b.href.length - a.href.length)[0] ?? null
