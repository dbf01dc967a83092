/** The navigation a user is offered, by §2.2's rules. Sidebar, palette and their test read this and nothing else. */
import type { Role } from '#contract/core/access.ts'
import { isActive, type NavigationItem, visibleItems } from '#contract/platform/navigation.ts'

export interface Navigation {
  main: readonly NavigationItem[]
  /** Empty: no Administration section. */
  admin: readonly NavigationItem[]
}

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
